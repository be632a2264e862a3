"""What the journal records of permissions, questions, grants, rules and modes."""

from dataclasses import dataclass

from countermark.model.annotation_records import Plain
from countermark.model.asked import AskedItem, Decider, Ending
from countermark.model.happening import AboutItem, Happening
from countermark.model.permissions import Grant, Permission
from countermark.model.questions import Question


@dataclass(frozen=True)
class AboutPermission(AboutItem):
    """Something that happened to a permission, as it is afterwards."""

    subject: Permission


@dataclass(frozen=True)
class PermissionAsked(AboutPermission):
    """An agent asked to do something."""

    kind = "permission_asked"
    texts = frozenset({"title", "arguments", "reason"})
    opens = True
    title: str
    agent: str
    workspace: str
    conversation: str | None
    tool_kind: str
    tool: str
    arguments: str  # without known secrets; `shown_sha256` is of all of it
    reason: str | None
    point: str
    call_id: str | None
    sub_agent: str | None


@dataclass(frozen=True)
class PermissionDecided(AboutPermission):
    """A person, a rule, a grant or a mode decided."""

    kind = "permission_decided"
    ends = True
    texts = frozenset({"words", "edited"})
    outcome: str
    scope: str
    words: str | None
    stops_turn: bool
    edited: str | None  # without known secrets
    decider: str
    decider_id: str
    rule_file_sha256: str | None = None
    rule_line: int | None = None
    option: str | None = None  # the id of the agent's own choice that is sent, where it offers choices


@dataclass(frozen=True)
class PermissionExpired(AboutPermission):
    """Nobody answered in time."""

    kind = "permission_expired"
    ends = True


@dataclass(frozen=True)
class PermissionWithdrawn(AboutPermission):
    """The agent no longer asks."""

    kind = "permission_withdrawn"
    ends = True
    reason: Ending


class PermissionSeen(AboutPermission):
    """A person has had the permission before their eyes."""

    kind = "permission_seen"


@dataclass(frozen=True)
class AboutQuestion(AboutItem):
    """Something that happened to a question, as it is afterwards."""

    subject: Question


@dataclass(frozen=True)
class QuestionAsked(AboutQuestion):
    """An agent, or a server that it uses, wants to know something."""

    kind = "question_asked"
    texts = frozenset({"title", "arguments"})
    opens = True
    title: str
    agent: str
    workspace: str
    conversation: str | None
    source: str
    server: str | None
    arguments: str


@dataclass(frozen=True)
class QuestionAnswered(AboutQuestion):
    """A person answered, declined or cancelled."""

    kind = "question_answered"
    ends = True
    texts = frozenset({"answers", "words"})
    outcome: str
    answers: str  # as JSON
    words: str | None


@dataclass(frozen=True)
class QuestionExpired(AboutQuestion):
    """Nobody answered in time."""

    kind = "question_expired"
    ends = True


@dataclass(frozen=True)
class QuestionWithdrawn(AboutQuestion):
    """The agent no longer asks."""

    kind = "question_withdrawn"
    ends = True
    reason: Ending


class QuestionSeen(AboutQuestion):
    """A person has had the question before their eyes."""

    kind = "question_seen"


@dataclass(frozen=True)
class AboutAsked(AboutItem):
    """Something that can happen to a permission and to a question."""

    subject: AskedItem


class CountdownStopped(AboutAsked):
    """A person stopped the countdown: it waits as long as the agent's side can."""

    kind = "countdown_stopped"


class DeliveryFailed(AboutAsked):
    """The agent's side went away before it had the answer; it gets it when it returns."""

    kind = "delivery_failed"


class AnswerJoined(AboutAsked):
    """A later door of the same call was given the answer."""

    kind = "answer_joined"


@dataclass(frozen=True)
class CountdownsHeld(Happening):
    """A person answers one: the countdowns of the others stand still."""

    kind = "countdowns_held"


@dataclass(frozen=True)
class CountdownsResumed(Happening):
    """The countdowns go on; what waited all the time has so many milliseconds more."""

    kind = "countdowns_resumed"
    held_ms: int


@dataclass(frozen=True)
class CallRefused(Happening):
    """A request to do something could not be understood, and was refused at once."""

    kind = "call_refused"
    texts = frozenset({"why"})
    agent: str
    workspace: str
    conversation: str | None
    tool: str
    why: str


@dataclass(frozen=True)
class CallLeft(Happening):
    """No rule decided about a call: it was left to the agent's own rules and to its own dialog."""

    kind = "call_left"
    texts = frozenset({"title"})
    title: str
    agent: str
    workspace: str
    conversation: str | None
    tool: str
    call_id: str | None
    sha256: str


@dataclass(frozen=True)
class CallDeniedByAgent(Happening):
    """The agent itself refused a call."""

    kind = "call_denied_by_agent"
    texts = frozenset({"title", "why"})
    title: str
    agent: str
    workspace: str
    conversation: str | None
    tool: str
    why: str


@dataclass(frozen=True)
class ConversationEnded(Happening):
    """An agent's conversation is over: so is everything that waited in it, and what was granted for it."""

    kind = "conversation_ended"
    agent: str
    workspace: str
    conversation: str


@dataclass(frozen=True)
class AboutGrant(Happening):
    """Something that happened to a grant."""

    texts = frozenset({"title"})
    grant: Grant

    def body(self) -> dict[str, Plain]:
        """The grant as it is afterwards."""
        it = self.grant
        return {"grant": it.id, "agent": it.agent, "workspace": it.workspace, "conversation": it.conversation,
                "title": it.title, "permission": it.permission, "covers": it.covers, "used": it.used}  # fmt: skip


class GrantGiven(AboutGrant):
    """A person allowed something for the rest of a conversation."""

    kind = "grant_given"


class GrantEnded(AboutGrant):
    """It was taken back, or its conversation is over."""

    kind = "grant_ended"


@dataclass(frozen=True)
class RulesChanged(Happening):
    """A rules file has another content than before, whoever changed it; from here on it counts."""

    kind = "rules_changed"
    source: str  # user, or the folder of the project
    sha256: str | None  # None: the file is gone
    rules: int


@dataclass(frozen=True)
class RulesRefused(Happening):
    """A rules file does not load: its last denies hold, and everything else is asked."""

    kind = "rules_refused"
    texts = frozenset({"why"})
    source: str
    sha256: str
    why: str


@dataclass(frozen=True)
class RulesTrusted(Happening):
    """A person trusts the rules of a project as they are: they may allow, too."""

    kind = "rules_trusted"
    workspace: str
    sha256: str


@dataclass(frozen=True)
class RulesAdded(Happening):
    """A person had rules written by *always*."""

    kind = "rules_added"
    texts = frozenset({"rules"})
    rules: str  # as they stand in the file
    permission: str


@dataclass(frozen=True)
class ModeSet(Happening):
    """A person chose how much is allowed without asking, and until when; or that came to its end."""

    kind = "mode_set"
    workspace: str
    mode: str
    until: int | None


def decided(permission: Permission, decider: Decider, *, edited: str | None) -> PermissionDecided:
    """The entry about a decision; `edited` is what is recorded of other arguments."""
    made = permission.decision
    assert made is not None, "it is decided"
    return PermissionDecided(
        permission, made.outcome, made.scope, made.words, made.stops_turn, edited,
        decider.kind, decider.id, decider.file_sha256, decider.line, made.option,
    )  # fmt: skip


GATE_HAPPENINGS: tuple[type[Happening], ...] = (
    PermissionAsked, PermissionDecided, PermissionExpired, PermissionWithdrawn, PermissionSeen,
    QuestionAsked, QuestionAnswered, QuestionExpired, QuestionWithdrawn, QuestionSeen,
    CountdownStopped, DeliveryFailed, AnswerJoined, CountdownsHeld, CountdownsResumed,
    CallRefused, CallLeft, CallDeniedByAgent, ConversationEnded, GrantGiven, GrantEnded,
    RulesChanged, RulesRefused, RulesTrusted, RulesAdded, ModeSet,
)  # fmt: skip
