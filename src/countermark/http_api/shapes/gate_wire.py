"""Permissions and questions on the browser's wire, with what their cards show."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from countermark.documents.commands import Look
from countermark.model.asked import CallPoint, DeciderKind, Ending
from countermark.model.forgetting import ForgottenBy
from countermark.model.permissions import Outcome, Scope
from countermark.model.questions import PromptKind, QuestionOutcome, QuestionSource
from countermark.model.reviews import Delivery
from countermark.model.tool_calls import Decision, ToolKind

Status = Literal["open", "decided"]
PermissionId = Annotated[str, Field(pattern=r"^pm_[0-9a-z]{26}$")]
QuestionId = Annotated[str, Field(pattern=r"^qu_[0-9a-z]{26}$")]
GrantId = Annotated[str, Field(pattern=r"^gr_[0-9a-z]{26}$")]
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class Decider(BaseModel):
    """Who or what decided."""

    kind: DeciderKind
    id: str
    file_sha256: str | None
    line: int | None


class Asked(BaseModel):
    """What lists show of a permission and of a question alike."""

    id: str
    title: str
    agent: str
    agent_name: str
    workspace: str
    workspace_name: str
    conversation: str | None
    sub_agent: str | None
    point: CallPoint
    by_server: bool = Field(description="An attached server asks: it may be away, and come back for the answer.")
    dialog_follows: bool = Field(description="The agent's own dialog opens only once nobody has answered here.")
    status: Status
    opened_at: str
    expires_at: str | None
    waits_until: str | None = Field(description="The agent's side waits no longer than this.")
    countdown_stopped: bool
    ended_at: str | None
    ending: Ending | None
    decider: Decider | None
    delivery: Delivery
    delivered_ms: int | None
    delivery_failed: bool
    sha256: str = Field(description="Of what is asked; an answer names it.")
    seen: bool
    forgotten_at: str | None = Field(description="When its texts were removed.")
    forgotten_by: ForgottenBy | None


class Permission(Asked):
    """A permission as lists show it."""

    item_kind: Literal["permission"] = "permission"
    tool_kind: ToolKind
    tool: str
    outcome: Outcome | None
    scope: Scope | None
    words: str | None
    stops_turn: bool
    edited: bool = Field(description="Whether it was allowed with other arguments.")


class Question(Asked):
    """A question as lists show it."""

    item_kind: Literal["question"] = "question"
    source: QuestionSource
    server: str | None
    outcome: QuestionOutcome | None
    words: str | None


class ShownPiece(BaseModel):
    """A run of characters of one look; all pieces together are the whole text as it is shown."""

    text: str
    look: Look = Field(description="`escape` stands for a character that is not seen: it is spelled out.")
    risk: int | None = Field(description="The number of the risk that it belongs to.")


class CardRisk(BaseModel):
    """A part that deserves the reader's eye."""

    number: int
    heading: str
    text: str


class FileChange(BaseModel):
    """What becomes of a file."""

    path: str
    html: str = Field(description="The lines of before and after, compared and escaped by the hub.")
    is_new: bool
    problem: str | None = Field(description="Why the file as it is cannot be compared.")


class Fact(BaseModel):
    """A line of what is known about the call."""

    name: str = Field(description="Directory, File, Really, Address, Server, Rule, Nearly, Before …")
    text: str
    more: str = ""
    heed: bool = False


class RuleProposal(BaseModel):
    """What *always* would write."""

    toml: str
    sha256: str
    sentences: list[str] = Field(description="What each rule would allow, in words.")
    until: str = Field(description="The day on which it ends, unless another one is chosen.")
    why_not: str = Field(description="Why no rule can say it; then there is no text.")


class OfferedOption(BaseModel):
    """A choice that the agent itself offers, in its own words."""

    id: str
    name: str
    becomes: Literal["yes", "no", "rule", "unknown"] = Field(
        description="What it stands for: an answer of the same sense, a rule kept here, or nobody knows."
    )
    usual: bool = Field(description="Whether it is the one that is sent for a plain yes, or for a plain no.")


class PermissionCard(BaseModel):
    """Everything about one permission."""

    permission: Permission
    headline: str = Field(description="Such as: Run this command?")
    reason: str | None = Field(description="In the agent's words.")
    shown: list[ShownPiece] = Field(
        description="The whole command, or all arguments; empty where a difference says it all."
    )
    is_command: bool
    changes: list[FileChange]
    risks: list[CardRisk]
    facts: list[Fact]
    grant: str | None = Field(description="What an allow for this conversation would cover; None where it cannot be.")
    proposal: RuleProposal
    offered: list[OfferedOption] = Field(description="Empty where the agent takes a plain yes or no.")
    editable: str | None = Field(description="The command as it can be edited; None where the agent takes no other.")
    seq: int


class Choice(BaseModel):
    """One of the answers that are offered."""

    value: str
    label: str
    description: str
    preview_html: str = Field(description="Rendered and sanitised by the hub; empty without a preview.")


class QuestionPrompt(BaseModel):
    """One question of several that are asked together."""

    name: str
    text: str
    header: str
    kind: PromptKind
    choices: list[Choice]
    several: bool
    free: bool
    required: bool


class PromptAnswer(BaseModel):
    """The answer to one of them."""

    name: str = Field(max_length=4096)
    values: list[str] = Field(max_length=200)


class QuestionCard(BaseModel):
    """Everything about one question."""

    question: Question
    headline: str
    message: str
    url: str | None = Field(description="Shown whole; nothing opens it by itself.")
    prompts: list[QuestionPrompt]
    answers: list[PromptAnswer] | None
    seq: int


Answer = Literal["once", "conversation", "always", "no", "no_with_words", "no_and_stop"]


class PermissionAnswered(BaseModel):
    """What a person decides; the digest says what they have been shown."""

    answer: Answer
    shown_sha256: str | None = None
    words: str | None = Field(default=None, max_length=60_000)
    edited: str | None = Field(default=None, max_length=1_000_000, description="The command, as it is to be run.")
    until: str | None = Field(default=None, max_length=40, description="With always: the day on which it ends.")
    rules_sha256: str | None = Field(default=None, description="With always: of the rules that were shown.")
    option: str | None = Field(
        default=None, max_length=4096, description="One of the agent's own choices, if it is not the usual one."
    )
    settles: list[PermissionId] = Field(
        default=[], max_length=1000, description="The other requests that were listed as settled by this answer."
    )


class Settled(BaseModel):
    """The other requests that an answer would settle."""

    permissions: list[Permission]


class PermissionNow(BaseModel):
    """A permission after a change."""

    permission: Permission
    seq: int


class ShownPermission(BaseModel):
    """A permission that was shown whole."""

    id: PermissionId
    shown_sha256: Sha256


class BulkAnswer(BaseModel):
    """One answer to several, each shown whole: always for this once."""

    answer: Literal["once", "no"]
    permissions: list[ShownPermission] = Field(min_length=1, max_length=500)


class BulkAnswered(BaseModel):
    """What became of each; those that could not be answered, and why."""

    answered: list[Permission]
    refused: dict[str, str]
    seq: int


class QuestionReplied(BaseModel):
    """What a person says to a question."""

    outcome: Literal["answered", "declined", "cancelled"]
    shown_sha256: str | None = None
    answers: list[PromptAnswer] = Field(default=[], max_length=50)
    words: str | None = Field(default=None, max_length=60_000)


class QuestionNow(BaseModel):
    """A question after a change."""

    question: Question
    seq: int


class Attention(BaseModel):
    """That a person answers something just now; said again every five seconds."""

    answering: bool


class CountdownsNow(BaseModel):
    """Whether countdowns stand still."""

    held: bool
    seq: int


class Grant(BaseModel):
    """What is allowed for the rest of a conversation."""

    id: str
    agent: str
    agent_name: str
    workspace: str
    workspace_name: str
    conversation: str
    title: str
    given_at: str
    used: int


class GrantList(BaseModel):
    """The grants that hold now."""

    grants: list[Grant]
    seq: int


class ConsideredRule(BaseModel):
    """A rule about the call's tool, and what it had to say."""

    id: str
    source: str
    line: int
    decision: Decision
    is_match: bool
    why: str = Field(description="The end of a sentence that begins with the rule.")


class PermissionExplanation(BaseModel):
    """Which rule decided, on which line, and why the others did not; by the rules as they were."""

    permission: Permission
    mode: str
    decision: Decision = Field(description="What all rules together said.")
    why: str
    rule: str | None
    source: str | None
    file_sha256: str | None
    line: int | None
    text: str | None = Field(description="The rule as it stood in its file.")
    considered: list[ConsideredRule]
    left_out: int
