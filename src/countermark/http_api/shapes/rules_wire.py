"""The rules page on the wire: rules as sentences with their TOML, modes, trust, and the check of a draft."""

from typing import Annotated, Literal

from pydantic import AwareDatetime, BaseModel, Field

from countermark.http_api.shapes.gate_wire import Sha256
from countermark.model.modes import GateMode
from countermark.model.tool_calls import Decision, ToolKind

MOST_TEXT = 300_000
ProjectFolder = Annotated[str, Field(min_length=1, max_length=4096, pattern="^/")]
DraftText = Annotated[str, Field(max_length=MOST_TEXT)]


class RuleShown(BaseModel):
    """One rule."""

    id: str
    decision: Decision
    sentence: str = Field(description="What it says, in words; names and patterns stand between back-ticks.")
    toml: str = Field(description="As it stands in its file.")
    line: int
    expires: str | None
    counts: bool = Field(description="False where it has ended, or allows something in a file that nobody trusts.")
    message: str = Field(description="What the agent is told.")
    justification: str


class RuleLayer(BaseModel):
    """The rules of one file."""

    source: Literal["built-in", "user", "project"]
    sha256: str
    trusted: bool
    failure: str = Field(description="Why the file cannot be used; then only the denies that it had hold.")
    rules: list[RuleShown]


class RuleProject(BaseModel):
    """A project that the desk knows."""

    path: str
    name: str
    mode: GateMode
    until: str | None
    rules_sha256: str | None = Field(description="Of its own rules; null where it has none.")
    trusted: bool
    failure: str


class RulesState(BaseModel):
    """All that the rules page shows."""

    projects: list[RuleProject]
    project: str = Field(description="The path of the one that the layers are of; empty without one.")
    layers: list[RuleLayer]
    text: str = Field(description="Of the person's own file.")
    sha256: str = Field(description="Of the same; a change names it.")
    path: str
    failure: str
    count: int = Field(description="Of rules in all layers.")
    seq: int


class TriedLine(BaseModel):
    """A line that a person tries."""

    tool: ToolKind
    text: str = Field(max_length=20_000)


class DraftGiven(BaseModel):
    """A draft of the person's own file, with lines to try."""

    text: DraftText
    tries: list[TriedLine] = Field(default=[], max_length=20)
    folder: ProjectFolder | Literal[""] = ""


class RuleExample(BaseModel):
    """An example of a rule, and whether it is as it is to be."""

    text: str
    wanted: bool = Field(description="Whether the rule is to match it.")
    matches: bool


class DraftRule(BaseModel):
    """A rule of a draft."""

    id: str
    line: int
    decision: Decision
    sentence: str
    examples: list[RuleExample]


class DraftProblem(BaseModel):
    """Why a draft does not load."""

    message: str
    rule: str
    line: int | None


class TriedResult(BaseModel):
    """What would be said about a line."""

    tool: ToolKind
    text: str
    decision: Decision
    why: str


class DraftChecked(BaseModel):
    """What a draft comes to."""

    problem: DraftProblem | None
    rules: list[DraftRule]
    tries: list[TriedResult] = Field(description="Empty while it does not load.")


class DraftEffectAsked(BaseModel):
    """A draft to be held against the calls of the last days."""

    text: DraftText


class TurnedCall(BaseModel):
    """A call that the draft would decide otherwise."""

    id: str
    title: str
    agent_name: str
    workspace_name: str
    at: str
    outcome: str = Field(description="What became of it.")
    why: str = Field(description="What the draft says.")


class DraftEffect(BaseModel):
    """What a draft would have done about the calls of the last days."""

    days: int
    calls: int
    asked_less: int
    asked_more: int
    let_through: list[TurnedCall] = Field(description="Not allowed then, allowed by the draft; 50 at most.")
    refused: list[TurnedCall] = Field(description="Allowed then, denied by the draft; 50 at most.")


class RulesSaved(BaseModel):
    """A new content of the person's own file."""

    text: DraftText
    instead_of: Sha256 = Field(description="The digest of the content that was shown.")


class RulesWritten(BaseModel):
    """The person's own file after a change."""

    sha256: str
    seq: int


class ModeChosen(BaseModel):
    """How much is allowed in a project without asking."""

    folder: ProjectFolder
    mode: GateMode
    until: AwareDatetime | None = None


class TrustGiven(BaseModel):
    """A project's rules that a person trusts as they are."""

    folder: ProjectFolder
    sha256: Sha256
