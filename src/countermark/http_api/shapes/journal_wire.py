"""The journal on the wire: what to list of it, its lines with what belongs to them, and the figures of its plots."""

from typing import Annotated

from pydantic import AwareDatetime, BaseModel, Field

from countermark.http_api.shapes import wire
from countermark.model.items import ItemKind
from countermark.model.journal import NO_END

MOST_CHOSEN = 50
Name = Annotated[str, Field(max_length=4096)]


class JournalAsked(BaseModel):
    """Which entries to list; what is not said leaves nothing out."""

    before: int = Field(default=NO_END, ge=1, le=NO_END, description="Only entries with a lower number.")
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


class Folder(BaseModel):
    """A workspace that something was asked from."""

    path: str
    name: str


class JournalFigures(BaseModel):
    """What the newest decisions of some days come to; 5,000 of them at most."""

    waits: list[Waited]
    decided: list[Decided]
    folders: list[Folder]
    entries: int = Field(description="In the whole journal.")
    since: str | None = Field(description="When its first entry was written.")
