"""The shapes on the browser's wire; the TypeScript types are generated from them."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from countermark.actions.annotations import MAX_PER_REVIEW
from countermark.documents.markdown.blocks import UnshownKind
from countermark.http_api.shapes.annotation_wire import Annotation, AnnotationId, MarkDraftKept, Number, Words
from countermark.http_api.shapes.gate_wire import Permission, Question
from countermark.model.actors import ActorKind
from countermark.model.forgetting import ForgottenBy
from countermark.model.ids import KEY
from countermark.model.items import ItemKind
from countermark.model.reviews import Delivery, NotesDelivery, Reason, ReviewKind, Stage, Verdict
from countermark.model.sessions.events import NumberedEvent

Status = Literal["open", "decided"]
PersonsVerdict = Literal["approved", "changes_requested"]
Key = Annotated[str, Field(pattern=f"^{KEY.pattern}$")]


class Fault(BaseModel):
    """What went wrong, and what to do."""

    code: str
    message: str
    hint: str
    draft: "Draft | None" = Field(default=None, description="The newer draft, where an older one was refused.")
    command: str | None = Field(default=None, description="What to type in a terminal, where that helps.")


class Problem(BaseModel):
    """Every answer that is an error."""

    error: Fault


class Mode(BaseModel):
    """A way in which an agent goes on after an approval, as its own prompt offers it."""

    id: str
    name: str
    what: str = Field(description="What it means, in the person's words.")


class Review(BaseModel):
    """A review as lists show it: the state of its latest revision."""

    item_kind: Literal["review"] = "review"
    id: str
    title: str
    agent: str
    agent_name: str
    kind: ReviewKind
    workspace: str
    workspace_name: str
    file: str | None = Field(description="The file the document lives in, below the workspace where it is there.")
    branch: str | None
    status: Status
    verdict: Verdict | None
    reason: Reason | None
    revision: int
    revisions: int
    opened_at: str
    expires_at: str | None
    decided_at: str | None
    delivery: Delivery
    delivered_ms: int | None
    notes: str | None
    takes_notes: bool
    notes_reason: str | None
    notes_delivery: NotesDelivery | None
    sha256: str
    seen: bool
    marks: int = Field(description="How many marks went with the verdict.")
    modes: list[Mode] = Field(description="In which the agent can go on after an approval; the usual one first.")
    mode: str | None = Field(description="The one that was chosen with an approval.")
    forgotten_at: str | None = Field(description="When its texts were removed.")
    forgotten_by: ForgottenBy | None


Item = Annotated[Review | Permission | Question, Field(discriminator="item_kind")]


class Revision(BaseModel):
    """One revision of a review and what became of it."""

    number: int
    sha256: str
    title: str
    opened_at: str
    expires_at: str | None
    status: Status
    verdict: Verdict | None
    reason: Reason | None
    notes: str | None
    decided_at: str | None
    delivery: Delivery
    delivered_ms: int | None
    marks: int


class Block(BaseModel):
    """A block of a document with its stable id and its lines in the source."""

    id: str
    kind: str
    start_line: int
    end_line: int
    text: str


class WholeDocument(BaseModel):
    """A document as it is shown, whole."""

    html: str
    blocks: list[Block]
    sha256: str


class Heading(BaseModel):
    """A line of the table of contents."""

    id: str
    level: int
    text: str


class UnshownItem(BaseModel):
    """A piece of the source with words that the page does not show, as it is written there."""

    kind: UnshownKind
    line: int
    text: str


class UnshownCount(BaseModel):
    """How many such pieces of one kind there are."""

    kind: UnshownKind
    count: int


class UnshownWords(BaseModel):
    """What the source says and the page does not: all of it counted, the first 500 pieces told."""

    counts: list[UnshownCount]
    items: list[UnshownItem]


class DocumentSlice(BaseModel):
    """A part of a document, taken in by the page without a pause; the first brings the contents if it is not early.

    An early one comes before all is known about the document: the first comes again then.
    """

    html: str
    slice: int
    slices: int | None = Field(description="How many there are; null in one that comes early.")
    sha256: str
    title: str | None
    toc: list[Heading] | None
    front_matter: list[tuple[str, str]] | None
    unshown: UnshownWords | None = Field(description="What the source says and the page does not; in the first part.")
    is_source: bool = Field(description="Whether this is the source of a text that takes too much to be rendered.")


class Draft(BaseModel):
    """Unsent words about a revision."""

    revision: int
    text: str
    kind: Verdict | None
    version: int
    saved_at: str


class ItemList(BaseModel):
    """Items of every kind, and the sequence number from which the feed goes on."""

    items: list[Item]
    seq: int


class ReviewList(BaseModel):
    """Reviews, and the sequence number from which the feed goes on."""

    reviews: list[Review]
    seq: int


class ReviewWhole(BaseModel):
    """Everything about one review."""

    review: Review
    document: WholeDocument
    revisions: list[Revision]
    annotations: list[Annotation] = Field(description="The marks as they stand on the newest revision.")
    draft: Draft | None
    mark_drafts: list[MarkDraftKept]
    seq: int


class ReviewState(BaseModel):
    """Everything about one review but its document."""

    review: Review
    revisions: list[Revision]
    draft: Draft | None
    mark_drafts: list[MarkDraftKept]
    seq: int


class FeedbackAsked(BaseModel):
    """What is to go with a verdict: words, and the ids of marks."""

    verdict: PersonsVerdict
    notes: Words | None = None
    annotations: list[AnnotationId] = Field(default=[], max_length=MAX_PER_REVIEW)


class VerdictGiven(FeedbackAsked):
    """What a person decides; the digests say which text they have read, and which words for the agent."""

    shown_sha256: str | None = None
    feedback_sha256: str | None = None
    revision: Number | None = None
    mode: str | None = Field(
        default=None, max_length=40, description="The id of the mode in which the agent goes on after an approval."
    )


class ReviewNow(BaseModel):
    """A review after a change."""

    review: Review
    seq: int


class RevisionSeen(BaseModel):
    """Which revision was before the person's eyes."""

    revision: Number


class DraftSaved(BaseModel):
    """The kept draft's version."""

    version: int
    saved_at: str


class Feedback(BaseModel):
    """The words the agent gets, and their digest."""

    markdown: str
    sha256: str


class Actor(BaseModel):
    """Who did it."""

    kind: ActorKind
    id: str


class ItemVersion(BaseModel):
    """One version of an item; an item is what waits for a person, of whatever kind."""

    kind: ItemKind
    id: str
    number: int


class Entry(BaseModel):
    """A line of the journal; a text of it that was forgotten is missing in the body."""

    seq: int
    at: str
    kind: str
    actor: Actor
    item: ItemVersion | None
    shown_sha256: str | None
    body: dict[str, str | int | bool | None]
    prev: str
    hash: str
    title: str | None = Field(default=None, description="What the version that it is about is called.")


class FeedEntry(Entry):
    """An entry as the feed brings it, with the item and the mark as they are now."""

    item_now: Item | None = None
    annotation_now: Annotation | None = Field(
        default=None, description="The mark it is about, on the newest revision it was looked for in; none if removed."
    )
    session_now: NumberedEvent | None = Field(
        default=None, description="The event that it records, for an entry about a session that is still there."
    )


class Hello(BaseModel):
    """The first event of every feed, sent again when the problems have changed."""

    seq: int = Field(description="The number of the newest entry.")
    version: str
    problems: list[str] = Field(description="What is wrong with the hub's files, in sentences.")
    dropped: int = Field(description="The last entry that retention has dropped: who knows fewer begins anew.")


class Acknowledgement(BaseModel):
    """How far an answer has come on the agent's side."""

    key: Key
    stage: Stage


class Acknowledged(BaseModel):
    """What the desk now shows."""

    item: str
    delivery: Delivery


class Goodbye(BaseModel):
    """The agent stops waiting."""

    key: Key
    reason: str = "terminated"


class OpenByKind(BaseModel):
    """How many items of each kind have no answer."""

    review: int
    permission: int
    question: int


class HubStatus(BaseModel):
    """How the hub does."""

    pid: int
    port: int
    version: str
    started_at: str
    waiting: int = Field(description="Agents that wait right now.")
    open: int = Field(description="Items without an answer.")
    open_by_kind: OpenByKind
    oldest_since: str | None = Field(description="When the oldest of them was asked.")
    desks: int = Field(description="Desk pages that are open.")
    looked_at: bool = Field(description="Whether a person looks at one of them.")
    mcp_clients: int = Field(description="MCP clients over HTTP: with a request open, or one in the last five minutes.")
    problems: list[str] = Field(description="What is wrong with the files of the data folder, in words.")


class NewLaunchCode(BaseModel):
    """A launch code and the address that carries it in the fragment."""

    code: str
    url: str
