"""History on the wire: decided items as they are searched for and listed."""

from typing import Annotated

from pydantic import AwareDatetime, BaseModel, Field

from countermark.model.asked import DeciderKind
from countermark.model.forgetting import ForgottenBy
from countermark.model.history import MAX_WORDS_CHARACTERS, MOST_LINES, HistoryOutcome
from countermark.model.items import ItemKind

Name = Annotated[str, Field(max_length=4096)]


class HistoryAsked(BaseModel):
    """Which decided items to list; what is not said leaves nothing out."""

    words: str = Field(
        default="",
        max_length=MAX_WORDS_CHARACTERS,
        description="All of them are in its title, its text, the words of its marks or of the answer; the last one may "
        'be a beginning. Words between quotation marks (") stand beside each other.',
    )
    kind: ItemKind | None = None
    agent: Name | None = Field(default=None, description="The name in the catalog.")
    workspace: Name | None = Field(default=None, description="An absolute path, as it stands in a line.")
    outcome: HistoryOutcome | None = None
    decider: list[DeciderKind] = Field(default=[], description="Who or what has decided: any of these.")
    since: AwareDatetime | None = Field(default=None, description="Decided at this moment or later.")
    until: AwareDatetime | None = Field(default=None, description="Decided at this moment or earlier.")
    before: int | None = Field(
        default=None, ge=0, lt=2**63, description="`next` of a page: what is older than its last line."
    )
    limit: int = Field(default=50, ge=1, le=MOST_LINES)


class SnippetPart(BaseModel):
    """Some of the text around what was found."""

    text: str
    found: bool = Field(description="Whether it is a word that was searched for.")


class HistoryLine(BaseModel):
    """A decided item."""

    place: str = Field(description="In the order of history; a number of up to 19 digits.")
    kind: ItemKind
    id: str
    version: int
    title: str
    agent: str
    agent_name: str
    workspace: str
    workspace_name: str
    outcome: HistoryOutcome
    decider: DeciderKind
    decided_at: str
    marks: int
    forgotten: bool = Field(description="Whether its texts are gone.")
    snippet: list[SnippetPart]


class HistoryPage(BaseModel):
    """Decided items, newest first."""

    lines: list[HistoryLine]
    next: str | None = Field(description="What `before` takes for the next page; null at the end.")
    indexed: int = Field(description="The entry of the journal up to which they were looked for.")
    seq: int = Field(description="The newest entry: where it is above `indexed`, something decided just now may lack.")


class ForgottenNow(BaseModel):
    """What has become of an item whose texts were removed."""

    kind: ItemKind
    id: str
    forgotten_at: str
    forgotten_by: ForgottenBy
    entries: int = Field(description="Of the journal, whose texts went now; 0 for what was forgotten before.")
    marks: int
    images: int = Field(description="That nothing else names.")
    is_clean: bool = Field(description="Whether no file has a byte of them any more; else the hub goes on trying.")
    copies: list[str] = Field(description="What is said of copies of a cut journal, which may still have them.")
    seq: int


class Facet(BaseModel):
    """One value that can be chosen, and how many decided items have it."""

    value: str
    name: str = Field(description="As people read it.")
    count: int


class HistoryFacets(BaseModel):
    """What can be chosen from, most first."""

    agents: list[Facet]
    workspaces: list[Facet]
    outcomes: list[Facet]
    kinds: list[Facet]
    deciders: list[Facet]
