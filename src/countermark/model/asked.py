"""What permissions and questions have in common: an agent asks something short and waits on the line."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from countermark.model.actors import ActorKind
from countermark.model.errors import Conflict, DigestMissing, Forgotten, Stale
from countermark.model.forgetting import ForgottenBy
from countermark.model.items import AgentWait, ItemKind, ItemState, ItemVersion
from countermark.model.reviews import MCP, Delivery, Stage

ASKED_WAIT_SECONDS = 60  # unless a setting says otherwise
PLAN_WAIT_SECONDS = 30 * 60  # the same, of a plan
POLLED_WAIT_SECONDS = PLAN_WAIT_SECONDS  # the same, of an agent that polls: as long as its plans wait
# Agents whose calls end before there is an answer: they ask for it again from time to time, and hold no line meanwhile.
POLLING = frozenset({MCP})


class CallPoint(StrEnum):
    """At which point of a call the agent asks."""

    BEFORE_USE = "before_use"  # before each call, whether or not the agent would ask a person itself
    DIALOG = "dialog"  # the agent's own dialog is open beside the desk
    AFTER_DIALOG = "after_dialog"  # right before use, and after the agent's own dialog where there was one
    ALONE = "alone"  # before each call, and the agent's side asks nobody itself: without the desk it is not done


# Points of a call for which the agent asks by itself where it has to: what no rule decides can be left to it.
BESIDE_DIALOGS = frozenset({CallPoint.BEFORE_USE, CallPoint.AFTER_DIALOG})


class Ending(StrEnum):
    """Why something that was asked was withdrawn."""

    ANSWERED_IN_TERMINAL = "answered_in_terminal"
    CONVERSATION_ENDED = "conversation_ended"
    TURN_ENDED = "turn_ended"
    AGENT_GONE = "agent_gone"
    SERVER_RESTARTED = "server_restarted"  # the agent's server was started anew and has lost the request
    PAGE_COMPLETED = "page_completed"  # what was wanted on a page is done, the agent says


class DeciderKind(StrEnum):
    """Who or what decided."""

    PERSON = "person"
    RULE = "rule"
    GRANT = "grant"
    SESSION = "session"  # what a person allows in one session until a moment
    MODE = "mode"  # what the mode says where no rule matches
    TIMEOUT = "timeout"
    AGENT = "agent"  # the agent's own rule, another hook of it, or the end of its conversation
    POLICY = "policy"  # the hub itself: a request that cannot be understood


@dataclass(frozen=True)
class Decider:
    """Who or what decided, so that it can be found again."""

    kind: DeciderKind
    id: str  # of the sign-in, the rule, the grant, the mode
    file_sha256: str | None = None  # of the rules file as it was
    line: int | None = None  # of the rule in it


def decided_by(decider: Decider | None) -> str:
    """By whom, as a part of a sentence for somebody who came too late."""
    match None if decider is None else decider.kind:
        case DeciderKind.PERSON:
            return "by a person at the desk"
        case DeciderKind.RULE | DeciderKind.MODE:
            return "by a rule"
        case DeciderKind.GRANT | DeciderKind.SESSION:
            return "by what was allowed before"
        case DeciderKind.TIMEOUT:
            return "because nobody answered in time"
        case DeciderKind.AGENT | None:
            return "because the agent no longer asks"
        case DeciderKind.POLICY:
            return "by the hub"


@dataclass(frozen=True, kw_only=True)
class Asker:
    """Who asks, and how: the part of an ask that does not depend on what is asked."""

    agent: str
    workspace: str  # absolute path of the folder that the agent works in
    conversation: str | None
    point: CallPoint
    call_id: str | None = None  # the agent's own id of the call
    sub_agent: str | None = None  # the part of the agent that asks, if it is not the main one
    waits_seconds: int | None = None  # the longest that the agent's side can wait; None: as long as the hub does
    agent_server: str | None = None  # the id of the attached server that asks; it waits without holding a line


@dataclass(frozen=True, kw_only=True)
class AskedItem(ABC):
    """A permission or a question as it is stored; times are milliseconds since 1970."""

    id: str
    asker: Asker
    title: str  # one line for lists
    sha256: str  # of what is asked: what the person was shown is what is answered
    opened_at: int
    expires_at: int | None  # None where a person has stopped the countdown and the agent's side has no limit
    waits_until: int | None  # the agent's side waits no longer than this
    ended_at: int | None = None
    decider: Decider | None = None
    ending: Ending | None = None
    agent_present: bool = True
    stage: Stage | None = None
    delivered_at: int | None = None
    received_at: int | None = None
    delivery_failed: bool = False  # the agent's side went away before it had the answer
    seen_at: int | None = None
    countdown_stopped: bool = False
    joined: bool = False  # a later door of the same call has had its answer
    forgotten_at: int | None = None
    forgotten_by: ForgottenBy | None = None

    @property
    @abstractmethod
    def kind(self) -> ItemKind:
        """Which kind of item it is."""

    @property
    @abstractmethod
    def state(self) -> ItemState:
        """Whether an answer is wanted."""

    @property
    def version(self) -> ItemVersion:
        """There is only one."""
        return ItemVersion(self.kind, self.id, 1)

    @property
    def shown_sha256(self) -> str:
        """The digest of what a person is shown."""
        return self.sha256

    @property
    def agent(self) -> str:
        """Who asks, by the name in the catalog."""
        return self.asker.agent

    @property
    def workspace(self) -> str:
        """The absolute path of the folder that the agent works in."""
        return self.asker.workspace

    @property
    def conversation(self) -> str | None:
        """The agent's own id of its conversation."""
        return self.asker.conversation

    @property
    def is_polled(self) -> bool:
        """Whether the agent asks for the answer from time to time: an idle line does not mean that it has gone."""
        return self.agent in POLLING

    @property
    def answerable_by(self) -> frozenset[ActorKind]:
        """Whose answer counts: a person's, a rule's and a policy's. No agent's."""
        return frozenset({ActorKind.PERSON, ActorKind.RULE, ActorKind.POLICY})

    @property
    def is_open(self) -> bool:
        """Whether it waits for an answer."""
        return self.ended_at is None

    @property
    def is_answered(self) -> bool:
        """Whether an answer is on its way to the agent, or with it."""
        return self.state is ItemState.ANSWERED

    @property
    def awaited(self) -> bool:
        """Whether an agent has something to wait for: an answer, or the proof that it has arrived."""
        return self.stage is None and (self.is_open or self.is_answered)

    @property
    def wait(self) -> AgentWait:
        """How the agent waits."""
        return AgentWait(self.version, self.opened_at, self.expires_at, self.is_open, self.agent_present)

    @property
    def delivery(self) -> Delivery:
        """How far the answer has come."""
        if self.stage is not None:
            return Delivery(self.stage.value)
        if self.is_open:
            return Delivery.WAITING if self.agent_present else Delivery.GONE
        if not self.is_answered:
            return Delivery.GONE
        return Delivery.SENT if self.agent_present else Delivery.KEPT

    @property
    def delivered_ms(self) -> int | None:
        """Milliseconds from the answer until the agent had it."""
        arrived = self.received_at or self.delivered_at
        return None if arrived is None or self.ended_at is None else max(0, arrived - self.ended_at)

    def check_shown(self, shown_sha256: str | None) -> None:
        """Raise `DigestMissing` or `Stale`: an answer is about what was shown."""
        if not shown_sha256:
            raise DigestMissing
        if shown_sha256 != self.sha256:
            raise Stale

    def check_remembered(self) -> None:
        """Raise `Forgotten` where what was asked, and the words of the answer, are gone."""
        if self.forgotten_at is not None:
            raise Forgotten

    def leave(self) -> Self:
        """The agent stopped waiting."""
        return replace(self, agent_present=False)

    def welcome_back(self) -> Self:
        """The agent waits again."""
        return replace(self, agent_present=True)

    def see(self, *, at: int) -> Self:
        """A person has had it before their eyes."""
        return replace(self, seen_at=self.seen_at or at)

    def join(self) -> Self:
        """A later point of the same call takes the answer; a third one only where the agent names the call."""
        return replace(self, joined=True)

    def stop_countdown(self) -> Self:
        """It waits as long as the agent's side can."""
        return replace(self, countdown_stopped=True, expires_at=self.waits_until)

    def postpone(self, milliseconds: int, *, at: int) -> Self:
        """Countdowns were held for so long; one that was opened meanwhile was held only since then."""
        if self.expires_at is None or self.countdown_stopped:
            return self
        later = self.expires_at + min(milliseconds, max(0, at - self.opened_at))
        return replace(self, expires_at=later if self.waits_until is None else min(later, self.waits_until))

    def fail_delivery(self) -> Self:
        """The agent's side went away before it had the answer; it is sent again when the agent returns."""
        return replace(self, delivery_failed=True)

    def acknowledge(self, stage: Stage, *, at: int) -> Self:
        """The agent's side says how far the answer has come; saying it twice changes nothing."""
        if not self.is_answered:
            raise Conflict("There is no answer to acknowledge yet.", hint="Wait for the answer first.")
        if self.stage is Stage.RECEIVED:
            return self
        received = at if stage is Stage.RECEIVED else None
        return replace(
            self, stage=stage, delivered_at=self.delivered_at or at, received_at=received, delivery_failed=False
        )
