"""The journal on the wire: what to list of it, its lines with what belongs to them, and the figures of its plots."""

from typing import Annotated

from pydantic import AwareDatetime, BaseModel, Field

from countermark.http_api.shapes import wire
from countermark.model.items import ItemKind
from countermark.model.journal import NO_END
from countermark.model.journal_check import FaultKind

MOST_CHOSEN = 50
Name = Annotated[str, Field(max_length=4096)]


class JournalAsked(BaseModel):
    """Which entries to list; what is not said leaves nothing out."""

    before: int = Field(default=NO_END, ge=1, le=NO_END, description="Only entries with a lower number.")
    after: int = Field(default=0, ge=0, le=NO_END, description="Only entries with a higher number.")
    limit: int = Field(default=100, ge=1, le=500)
    item: Name | None = Field(default=None, description="The id of the item that they are about.")
    conversation: Name | None = Field(
        default=None, description="The agent's own name of a conversation: what it asked there, and what became of it."
    )
    kinds: list[ItemKind] = Field(default=[], max_length=MOST_CHOSEN, description="Of items.")
    decisions: bool = Field(default=False, description="Only what ends something that waited.")
    by: list[Name] = Field(
        default=[],
        max_length=MOST_CHOSEN,
        description="Who or what decided: `person`, `rule`, `grant`, `mode`, `timeout`, `agent`, `policy`; "
        "with an id behind a colon only that one, as in `rule:tests`.",
    )
    words: str = Field(default="", max_length=200, description="Each of them is in the entry, or in the item's title.")
    folders: list[Name] = Field(
        default=[], alias="in", max_length=MOST_CHOSEN, description="Absolute paths of workspaces."
    )
    since: AwareDatetime | None = Field(default=None, description="Not earlier than this.")
    until: AwareDatetime | None = Field(default=None, description="Earlier than this.")


class JournalEntry(wire.Entry):
    """A line of the journal with what belongs to the item that it is about."""

    agent: str | None = Field(description="The name in the catalog of the agent that has asked.")
    agent_name: str | None
    workspace: str | None
    workspace_name: str | None
    tool_kind: str | None = Field(description="`bash`, `read`, `edit` …: what the tool does that was asked for.")
    asked_at: str | None = Field(description="When that was asked which this entry ends.")
    decider: str | None = Field(description="Who or what has decided; see `by`.")
    decider_id: str | None


class JournalPage(BaseModel):
    """Entries, newest first, and the newest number of all."""

    entries: list[JournalEntry]
    seq: int


class Waited(BaseModel):
    """How long something waited for a person."""

    kind: ItemKind
    ms: int
    expired: bool = Field(description="Whether nobody answered.")


class Decided(BaseModel):
    """How often somebody or something has decided about one tool of one agent."""

    decider: str
    decider_id: str = Field(description="Which rule, grant or mode; empty for the person, who has many browsers.")
    outcome: str | None = Field(description="`allowed`, `denied`, `answered` …; null where there is no choice of them.")
    agent: str
    agent_name: str
    tool: str | None = Field(description="The agent's own name of the tool; null for what is no call of a tool.")
    count: int


class JournalFolder(BaseModel):
    """A workspace that something was asked from."""

    path: str
    name: str


class JournalFigures(BaseModel):
    """What the newest decisions of some days come to; 5,000 of them at most."""

    waits: list[Waited]
    decided: list[Decided]
    folders: list[JournalFolder]
    entries: int = Field(description="In the whole journal.")
    since: str | None = Field(description="When its first entry was written.")


class JournalFault(BaseModel):
    """One thing that is wrong with the journal."""

    kind: FaultKind
    words: str
    first: int | None = Field(description="The first of the entries that it is about.")
    last: int | None


class Verified(BaseModel):
    """Whether the journal is the one that was written."""

    entries: int = Field(description="How many there are, up to the first that is not as it was written.")
    last: int = Field(description="The number of the last of them.")
    signed: int = Field(description="The last entry that a checkpoint vouches for; 0 for none.")
    broken_at: int | None
    why: str | None
    faults: list[JournalFault] = Field(description="The gravest first.")
    forgotten: list[int] = Field(description="The numbers of the entries with a text that was forgotten.")
    dropped: list[str] = Field(description="What retention has removed, in sentences.")
    unseen: list[int] = Field(
        description="Checkpoints of entries that were dropped, which nothing can be held against."
    )
    problems: list[str] = Field(description="Files that others have changed while the hub ran.")


class VerifyAsked(BaseModel):
    """Checkpoints that were kept elsewhere, as they stand in their files."""

    checkpoints: list[Annotated[str, Field(max_length=4096)]] = Field(default=[], max_length=100)


class CheckpointNow(BaseModel):
    """The newest checkpoint, as it stands in its file."""

    size: int = Field(description="The number of the entry that it is of.")
    note: str


class RetainAsked(BaseModel):
    """How old an entry may become."""

    days: int = Field(ge=1, le=36_500)


class RetainedNow(BaseModel):
    """What retention has done."""

    dropped: int = Field(description="Entries that went now.")
    gone: list[str] = Field(description="All that is gone, in sentences.")


class Growth(BaseModel):
    """How far the journal has grown."""

    seq: int


class ExportedEntry(BaseModel):
    """An entry with all that its hash is made of."""

    entry: dict[str, object] = Field(description="What is hashed, as canonical JSON.")
    hash: str
    salt: str | None
    texts: dict[str, str | int | bool | None] = Field(
        description="Whose digests are in the entry, without forgotten ones."
    )


class ExportPage(BaseModel):
    """Some entries; the next ones come after the last of them, until there are none."""

    entries: list[ExportedEntry]
