"""The shapes of page review: what the desk's API gives and takes, and what a way in sends to bring its site."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from countermark.model.pages.annotations import PageStatus
from countermark.model.pages.sites import MAX_HOSTS

Name = Annotated[str, Field(max_length=4096)]


class SiteGiven(BaseModel):
    """What a way in knows of its site."""

    root: Name
    storage: Name | None = None
    address: Annotated[str, Field(max_length=300)] | None = None
    # None: from who knows only the file, as an agent's bridge does; what its dev server has said stays.
    hosts: Annotated[list[Annotated[str, Field(max_length=255)]], Field(max_length=MAX_HOSTS)] | None = None


class SiteTaken(BaseModel):
    """How the site is called from now on, and what to put into its pages."""

    site: str
    client: str


class PageSite(BaseModel):
    """A site whose pages are reviewed."""

    id: str
    name: str
    root: str
    storage: str
    address: str | None
    open: int
    in_progress: int
    addressed: int
    notes: int
    problem: str | None = Field(description="Why the file cannot be read, if so.")
    changed_at: str | None = Field(description="When an entry of the file was changed last.")


class PageSiteList(BaseModel):
    """All sites."""

    sites: list[PageSite]
    seq: int


class PageReply(BaseModel):
    """A word to an annotation; without a role it is the agent's."""

    message: str
    createdAt: str = ""  # noqa: N815  the file's own names, to the letter
    role: Literal["agent", "reviewer"] | None = None


class PageElement(BaseModel):
    """Which element is meant."""

    model_config = ConfigDict(extra="allow")

    cssSelector: str = ""  # noqa: N815
    xpath: str = ""
    description: str = ""
    tagName: str = ""  # noqa: N815
    attributes: dict[str, str] = {}
    outerHtmlPreview: str = ""  # noqa: N815


class PageSource(BaseModel):
    """Where a piece of a page comes from, as its dev server says."""

    file: str
    line: int | None = None
    column: int | None = None
    component: str | None = None


class PageAnnotation(BaseModel):
    """An annotation as it stands in the file; `status` is the one that counts."""

    model_config = ConfigDict(extra="allow")

    id: str
    type: Literal["text", "element"]
    pageUrl: str  # noqa: N815
    pageTitle: str  # noqa: N815
    note: str
    status: PageStatus
    createdAt: str  # noqa: N815
    updatedAt: str  # noqa: N815
    inProgressAt: str | None = None  # noqa: N815
    addressedAt: str | None = None  # noqa: N815
    selectedText: str | None = None  # noqa: N815
    replacedText: str | None = None  # noqa: N815
    elementSelector: PageElement | None = None  # noqa: N815
    also: list[PageElement] | None = None
    replies: list[PageReply] | None = None
    source: PageSource | None = None
    picture: str | None = None


class PageNote(BaseModel):
    """A note on a whole page as it stands in the file."""

    model_config = ConfigDict(extra="allow")

    id: str
    pageUrl: str  # noqa: N815
    pageTitle: str  # noqa: N815
    note: str
    createdAt: str  # noqa: N815
    updatedAt: str  # noqa: N815


class PageProblem(BaseModel):
    """An entry of the file that cannot be shown; it stays where it is."""

    where: str
    index: int
    why: str


class PageSiteDetail(BaseModel):
    """A site and all that its file holds."""

    site: PageSite
    annotations: list[PageAnnotation]
    page_notes: list[PageNote]
    problems: list[PageProblem]
    broken: str | None = Field(description="Why the file cannot be read, if so; then the lists are empty.")
    fingerprint: str
    seq: int


class PageReplyGiven(BaseModel):
    """A word to an annotation."""

    message: str


class PageAnnotationChange(BaseModel):
    """What to change of an annotation."""

    model_config = ConfigDict(extra="allow")

    note: str | None = None
    status: PageStatus | None = None
    reply: PageReplyGiven | None = None


class PageNoteGiven(BaseModel):
    """A note on a whole page."""

    pageUrl: str  # noqa: N815
    pageTitle: str = ""  # noqa: N815
    note: str


class PageNoteChange(BaseModel):
    """What to change of a note."""

    note: str


class PageAnnotationNow(BaseModel):
    """An annotation as it is now."""

    annotation: PageAnnotation
    seq: int


class PageNoteNow(BaseModel):
    """A note as it is now."""

    page_note: PageNote
    seq: int


class PageDone(BaseModel):
    """It is done."""

    ok: Literal[True] = True
    seq: int


class PageKeptAs(BaseModel):
    """Where the file is now that was set aside."""

    kept_as: str


class PageMarkdown(BaseModel):
    """The export."""

    markdown: str
