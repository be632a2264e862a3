"""Permissions: an agent asks to do one thing; it ends in a decision, or without one."""

from dataclasses import dataclass, replace
from enum import StrEnum

from countermark.model.asked import AskedItem, Asker, Decider, Ending, decided_by
from countermark.model.errors import AlreadyDecided, BadInput, TooLarge, WordsMissing
from countermark.model.forgetting import FORGOTTEN_TITLE, ForgottenBy
from countermark.model.items import ItemKind, ItemState, ItemVersion
from countermark.model.offered import OfferedOption, OfferKind, sent_option
from countermark.model.redaction import redacted
from countermark.model.reviews import words_in
from countermark.model.tool_calls import ToolCall

MAX_WORDS_BYTES = 50 * 1024


class Outcome(StrEnum):
    """How a permission can end."""

    ALLOWED = "allowed"
    DENIED = "denied"
    EXPIRED = "expired"  # nobody answered in time: never a person's no
    WITHDRAWN = "withdrawn"


class Scope(StrEnum):
    """How long an allow lasts."""

    ONCE = "once"
    CONVERSATION = "conversation"
    ALWAYS = "always"  # until the end date of the rule that it adds


@dataclass(frozen=True, kw_only=True)
class PermissionAsk:
    """One thing that an agent asks to do: what a translator reads out of its payload."""

    asker: Asker
    call: ToolCall
    reason: str | None = None  # in the agent's words: why it wants to do this
    takes_edits: bool = False  # the agent can be told to do it with other arguments
    asks_when_told: bool = True  # before its use the agent can be made to ask, whatever its own rules say
    offered: tuple[OfferedOption, ...] = ()  # the agent's own choices, where one of them is sent back
    allowed_by: Decider | None = None  # a person has allowed beforehand whatever is asked there
    title: str | None = None  # of a call of no known kind: what the agent calls it


@dataclass(frozen=True, kw_only=True)
class PermissionDecision:
    """What was decided about a call."""

    outcome: Outcome  # allowed or denied
    scope: Scope = Scope.ONCE
    words: str | None = None  # for the agent
    stops_turn: bool = False
    edited: str | None = None  # all arguments as canonical JSON, if the call is allowed with other ones
    option: str | None = None  # the id of the agent's own choice that stands for it, where it offers choices

    def check(self) -> None:
        """Raise `BadInput`, `WordsMissing` or `TooLarge` for what is no decision."""
        allowed = self.outcome is Outcome.ALLOWED
        if self.outcome not in (Outcome.ALLOWED, Outcome.DENIED):
            raise BadInput("A permission is allowed or denied.")
        if allowed and self.stops_turn:
            raise BadInput("An allow does not end the turn.", hint="Deny it, or allow it.")
        if not allowed and (self.edited is not None or self.scope is not Scope.ONCE):
            raise BadInput("A no is for this one call and changes nothing in it.", hint="Send it with words instead.")
        if self.edited is not None and self.scope is not Scope.ONCE:
            raise BadInput("What you have changed is allowed once.", hint="Allow it once.")
        if self.words is not None and words_in(self.words) is None:
            raise WordsMissing("There is no word in the answer.", hint="Write what to do instead, or answer without.")
        if self.words is not None and len(self.words.encode()) > MAX_WORDS_BYTES:
            raise TooLarge("The words are longer than 50 KB.", hint="Shorten them, then send again.")


@dataclass(frozen=True, kw_only=True)
class Permission(AskedItem):
    """A permission with what became of it."""

    call: ToolCall
    reason: str | None
    takes_edits: bool
    explanation: str  # why no rule decided, or which one did, as JSON: `rules.explain` writes and reads it
    offered: tuple[OfferedOption, ...] = ()
    decision: PermissionDecision | None = None
    outcome: Outcome | None = None

    @property
    def kind(self) -> ItemKind:
        """A permission."""
        return ItemKind.PERMISSION

    @property
    def state(self) -> ItemState:
        """Whether an answer is wanted."""
        match self.outcome:
            case None:
                return ItemState.WAITING
            case Outcome.ALLOWED | Outcome.DENIED:
                return ItemState.ANSWERED
            case Outcome.EXPIRED:
                return ItemState.EXPIRED
            case Outcome.WITHDRAWN:
                return ItemState.WITHDRAWN

    def decide(self, decision: PermissionDecision, *, decider: Decider, at: int) -> "Permission":
        """A person, a rule, a grant or a mode has decided. Raises `AlreadyDecided` and what `check` raises."""
        self.check_open()
        decision.check()
        if decision.edited is not None and not self.takes_edits:
            raise BadInput("This agent takes no other arguments.", hint="Deny with words that say what to do instead.")
        made = self.with_option(decision)
        return replace(self, decision=made, outcome=made.outcome, decider=decider, ended_at=at)

    def with_option(self, decision: PermissionDecision) -> PermissionDecision:
        """The decision with the agent's own choice that stands for it. Raises `BadInput` where none may."""
        if not self.offered:
            if decision.option is not None:
                raise BadInput("This agent offers no choices of its own.", hint="Answer without one of them.")
            return decision
        option = sent_option(self.offered, decision.option, allows=decision.outcome is Outcome.ALLOWED)
        kinds = {each.id: each.kind for each in self.offered}
        lasts = decision.scope is not Scope.ONCE
        if lasts and option is not None and kinds[option] != OfferKind.ALLOW_ONCE:
            raise BadInput("Nobody knows what that choice of the agent does.", hint="Choose it for this once.")
        return replace(decision, option=option)

    def expire(self, *, decider: Decider, at: int) -> "Permission":
        """Nobody answered in time."""
        self.check_open()
        return replace(self, outcome=Outcome.EXPIRED, decider=decider, ended_at=at)

    def withdraw(self, ending: Ending, *, decider: Decider, at: int) -> "Permission":
        """The agent no longer asks."""
        self.check_open()
        return replace(
            self, outcome=Outcome.WITHDRAWN, ending=ending, decider=decider, ended_at=at, agent_present=False
        )

    def redact(self) -> "Permission":
        """Without the known secrets in it, once nobody needs them; the digest stays that of all of it."""
        decision = self.decision
        if decision is not None and decision.edited is not None:
            decision = replace(decision, edited=redacted(decision.edited))
        reason = None if self.reason is None else redacted(self.reason)
        return replace(
            self, call=self.call.redact(), decision=decision, title=redacted(self.title), reason=reason,
            explanation=redacted(self.explanation),
            offered=tuple(replace(each, name=redacted(each.name)) for each in self.offered),
        )  # fmt: skip

    def forget(self, by: ForgottenBy, *, at: int) -> "Permission":
        """Without what the agent and the person have said: only which tool it was stays, and the digest of all."""
        decision = None if self.decision is None else replace(self.decision, words=None, edited=None, option=None)
        return replace(
            self, title=FORGOTTEN_TITLE, call=self.call.forget(), reason=None, explanation="{}", offered=(),
            decision=decision, forgotten_at=at, forgotten_by=by,
        )  # fmt: skip

    def check_open(self) -> None:
        """Raise `AlreadyDecided` unless an answer is still wanted."""
        if self.outcome is not None:
            raise AlreadyDecided(f"This is already decided: {self.outcome.value}, {decided_by(self.decider)}.")


@dataclass(frozen=True)
class PermissionAnswer:
    """What became of a permission, as a translator tells its agent."""

    version: ItemVersion
    outcome: Outcome | None
    decision: PermissionDecision | None = None
    decider: Decider | None = None
    ending: Ending | None = None

    @property
    def by_person(self) -> bool:
        """Whether there is an answer that the agent's side acknowledges: a rule's counts as a person's does."""
        return self.decision is not None


def permission_answer(permission: Permission) -> PermissionAnswer:
    """What an agent is told about a permission."""
    return PermissionAnswer(
        permission.version, permission.outcome, permission.decision, permission.decider, permission.ending
    )


@dataclass(frozen=True)
class Grant:
    """An allow that lasts as long as its conversation; times are milliseconds since 1970."""

    id: str
    agent: str
    workspace: str
    conversation: str
    covers: str  # the digest of what it allows: see `covered_by_grant`
    title: str  # what it allows, in words
    permission: str  # the id of the one that was allowed
    given_at: int
    given_by: str
    ended_at: int | None = None
    used: int = 0  # how many calls it has allowed since

    def end(self, *, at: int) -> "Grant":
        """Taken back, or over with its conversation."""
        return replace(self, ended_at=at)

    def use(self) -> "Grant":
        """It has allowed another call."""
        return replace(self, used=self.used + 1)

    def forget(self) -> "Grant":
        """Without the words for what it has allowed."""
        return replace(self, title=FORGOTTEN_TITLE)
