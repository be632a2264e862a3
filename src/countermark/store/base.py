"""What is asked of a store: transactions that read and write values, and a journal that only grows."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeVar

from countermark.model.actors import Actor
from countermark.model.agent_servers import AgentServer
from countermark.model.annotations import Annotation, Placement
from countermark.model.any_item import AnyItem
from countermark.model.drafts import ANSWER, Draft
from countermark.model.forgetting import Removed
from countermark.model.happening import Happening
from countermark.model.idempotency import IdempotencyRecord
from countermark.model.images import Picture
from countermark.model.items import AgentWait, ItemKind, ItemVersion
from countermark.model.journal import Entry
from countermark.model.journal_end import Cut
from countermark.model.journal_lookups import EntryQuery
from countermark.model.modes import TrustedRules, WorkspaceMode
from countermark.model.pages.sites import KnownEntry, PageSite
from countermark.model.permissions import Grant, Permission
from countermark.model.questions import Question
from countermark.model.reviews import Review, Revision
from countermark.model.sessions.values import LineBatch, Session, SessionSettings, SessionText, StoredEvent
from countermark.model.settings import DeskSettings
from countermark.model.sign_ins import SignIn
from countermark.store.finds_history import History
from countermark.store.reads_gate import ReadsGate
from countermark.store.reads_sessions import ReadsSessions

T = TypeVar("T")
EACH = 1024  # what counts for a mark or a draft itself, however short it is
Value = (
    Review
    | Revision
    | IdempotencyRecord
    | Annotation
    | Placement
    | Picture
    | DeskSettings
    | SignIn
    | PageSite
    | AgentServer
    | KnownEntry
    | Permission
    | Question
    | Grant
    | WorkspaceMode
    | TrustedRules
    | Session
    | SessionSettings
    | StoredEvent
    | SessionText
    | LineBatch
)
ReviewStatus = Literal["open", "decided"]


@dataclass(frozen=True)
class ReviewQuery:
    """Which reviews to list; `before` is a place in the decided list (decided at, id), newest first.

    `conversation` is an agent and its own name for a conversation: only the reviews that were asked for in it.
    """

    status: ReviewStatus | None = None
    before: tuple[int, str] | None = None
    limit: int = 500
    conversation: tuple[str, str] | None = None


class ReadsReviews(Protocol):
    """Reading reviews, their revisions and their texts."""

    def review(self, review_id: str) -> Review | None:
        """A review by its id."""
        ...

    def reviews_named(self, ids: Collection[str]) -> Mapping[str, Review]:
        """The reviews of these ids that there are, read at once."""
        ...

    def review_of_conversation(
        self, *, agent: str, workspace: str, conversation: str | None, path: str | None
    ) -> Review | None:
        """The newest review of an agent's conversation, as the journal orders them.

        That is the same conversation in the same workspace or with the same file (an absolute path); without a
        conversation the same file among reviews without one.
        """
        ...

    def reviews(self, query: ReviewQuery) -> Sequence[Review]:
        """Reviews: open ones oldest first, decided ones newest decision first."""
        ...

    def open_count(self, agent: str) -> int:
        """How many open reviews an agent has."""
        ...

    def has_open(self, agent: str, *, at_least: int) -> bool:
        """Whether an agent has so many open reviews or more; quick as long as all agents together have fewer."""
        ...

    def revision(self, review_id: str, number: int) -> Revision | None:
        """One revision."""
        ...

    def revisions(self, review_id: str) -> Sequence[Revision]:
        """All revisions of a review, oldest first."""
        ...

    def review_waits(self) -> Sequence[AgentWait]:
        """For revisions that are undecided, or whose answer has not been received though the agent seems to wait."""
        ...

    def text(self, sha256: str) -> str | None:
        """A document's text by its digest."""
        ...

    def revision_of_text(self, digests: Collection[str]) -> Revision | None:
        """The newest revision with one of these texts, one that waits first; none that was forgotten."""
        ...


class ReadsAnnotations(Protocol):
    """Reading marks, and where they stand in later revisions."""

    def annotation(self, annotation_id: str) -> Annotation | None:
        """A mark by its id."""
        ...

    def annotations(self, review_id: str) -> Sequence[Annotation]:
        """All marks of a review, removed ones too, in the order of their ids."""
        ...

    def annotation_count(self, review_id: str) -> int:
        """How many marks a review has, without the removed ones."""
        ...

    def annotation_characters(self, review_id: str) -> int:
        """Characters of all that the marks of a review say and quote, the removed ones too; `EACH` more for each."""
        ...

    def placements(self, review_id: str, *, revision: int) -> Sequence[Placement]:
        """Where earlier marks of a review stand in a revision."""
        ...

    def placements_of(self, annotation_id: str) -> Sequence[Placement]:
        """Where a mark stands in later revisions, oldest first."""
        ...

    def earlier_placements(self, review_id: str, *, before: int) -> Sequence[Placement]:
        """Where a review's marks stood in revisions below one, oldest revision first."""
        ...

    def left_behind(self) -> Sequence[str]:
        """Reviews with marks that have not been looked for in the newest revision."""
        ...


class ReadsImages(Protocol):
    """Reading the images that go with marks."""

    def picture(self, sha256: str) -> Picture | None:
        """An image by its digest."""
        ...

    def media_type(self, sha256: str) -> str | None:
        """What kind of image is kept under a digest, if any."""
        ...

    def picture_bytes(self) -> int:
        """The bytes of all images together."""
        ...


class ReadsDrafts(Protocol):
    """Reading unsent words."""

    def draft(self, review_id: str, slot: str = ANSWER) -> Draft | None:
        """Unsent words about a review."""
        ...

    def draft_characters(self, review_id: str) -> int:
        """Characters of all unsent words about a review, and `EACH` more for each slot."""
        ...

    def drafts(self, review_id: str) -> Sequence[Draft]:
        """All unsent words about a review, in the order of their slots."""
        ...


class ReadsSignIns(Protocol):
    """Reading sign-ins, and the settings of the desk."""

    def sign_in(self, token_sha256: str) -> SignIn | None:
        """A sign-in by the digest of its token."""
        ...

    def sign_ins(self) -> Sequence[SignIn]:
        """Every sign-in there is."""
        ...

    def desk_settings(self) -> DeskSettings:
        """The desk's settings."""
        ...


class ReadsAgentServers(Protocol):
    """Reading attached servers."""

    def agent_servers(self) -> Sequence[AgentServer]:
        """All attached servers, the oldest first."""
        ...


class ReadsPages(Protocol):
    """Reading sites whose pages are reviewed."""

    def page_site(self, site_id: str) -> PageSite | None:
        """A site whose pages are reviewed, by its id."""
        ...

    def page_sites(self) -> Sequence[PageSite]:
        """All such sites, the oldest first."""
        ...

    def known_entries(self, site_id: str) -> Mapping[str, str]:
        """The digests of a page file's entries by their names, as the journal knows them."""
        ...


class ReadsJournal(Protocol):
    """Reading the journal."""

    def entries(self, *, after: int = 0, before: int | None = None, limit: int = 1000) -> Sequence[Entry]:
        """Entries with `after < seq` ascending; with `before`, the newest ones below it, descending."""
        ...

    def entries_matching(self, query: EntryQuery) -> Sequence[Entry]:
        """The entries that a query asks for, in its order."""
        ...

    def entry_numbers(self, items: Collection[str]) -> Sequence[int]:
        """The numbers of all entries about the items with these ids."""
        ...

    def openings(self, versions: Collection[ItemVersion]) -> Mapping[ItemVersion, Entry]:
        """The entries with which these versions of items began to wait."""
        ...

    def head(self) -> int:
        """The newest sequence number; 0 for an empty journal."""
        ...


class ReadsIdempotency(Protocol):
    """Reading idempotency records."""

    def idempotency_record(self, key: str) -> IdempotencyRecord | None:
        """What a key stands for."""
        ...


class ReadsDecided(Protocol):
    """Reading what was decided, whatever kind it is of."""

    def decided(self, kind: ItemKind, *, after: tuple[int, str] | None, limit: int) -> Sequence[AnyItem]:
        """Items of a kind whose newest version has ended, in that order; `after` is when one ended, and its id."""
        ...

    def remembered(self, kind: ItemKind, *, until: int, after: tuple[int, str] | None, limit: int) -> Sequence[AnyItem]:
        """Those of them that ended before a moment and still have their texts, in the same order."""
        ...


class Reader(
    ReadsReviews, ReadsAnnotations, ReadsImages, ReadsDrafts, ReadsSignIns, ReadsPages, ReadsGate, ReadsJournal,
    ReadsIdempotency, ReadsAgentServers, ReadsSessions, ReadsDecided, Protocol,
):  # fmt: skip
    """Reading inside a transaction; everything seen belongs to one moment."""


class Transaction(Reader, Protocol):
    """Reading and writing inside one transaction."""

    def put(self, value: Value) -> None:
        """Store a value in its newest form."""
        ...

    def put_all(self, values: Sequence[Value]) -> None:
        """Store many values in their newest form; marks and where they stand go in batches."""
        ...

    def put_text(self, sha256: str, text: str) -> None:
        """Keep a document's text under its digest."""
        ...

    def remove_sign_in(self, sign_in_id: str) -> None:
        """Forget a sign-in."""
        ...

    def remove_agent_server(self, server_id: str) -> None:
        """Forget an attached server."""
        ...

    def remove_page_site(self, site_id: str) -> None:
        """Forget a site and what is known of its file."""
        ...

    def remove_session(self, session_id: str) -> None:
        """Forget a session with its events and its raw lines."""
        ...

    def drop_lines(self, session_id: str, *, before: int) -> None:
        """Remove the batches of raw lines that begin below a number of bytes (`LineBatch.start`)."""
        ...

    def append(self, happening: Happening, *, by: Actor, at: int) -> Entry:
        """Write the next line of the journal."""
        ...

    def forget(self, item: AnyItem) -> Removed:
        """Remove the texts of an item from the journal, and its marks, unsent words, documents and images.

        What others share with it stays. The item itself is saved, without its texts, before that.
        """
        ...

    def drop_entries(self, first: int, last: int) -> None:
        """Remove old entries of the journal; another one says so."""
        ...

    def put_draft(self, draft: Draft) -> None:
        """Keep unsent words; drafts stand beside the journal."""
        ...


class Store(Protocol):
    """Where values and the journal are kept, and what was decided is found again.

    `cut` says that the journal had lost its end when it was opened.
    """

    cut: Cut | None
    history: History

    async def transact(self, work: Callable[[Transaction], T]) -> T:
        """Run `work` in one transaction, durable when this returns; others may share it, each seeing those before it.

        When another one's work raises, this one's is run again: it changes nothing but through the transaction.
        Raises `StoreFailed`; then nothing changed, or nothing is read any more until it is certain whether it did.
        """
        ...

    async def read(self, work: Callable[[Reader], T]) -> T:
        """Run `work` on one consistent snapshot. Raises `StoreFailed`."""
        ...

    async def clean(self, *, until: int) -> bool:
        """Leave no byte of what was forgotten up to an entry in any file; False while a reader still needs the log.

        Does nothing where that was done already. Raises `StoreFailed`.
        """
        ...

    async def settle(self) -> None:
        """Bring what was written to where it is kept for long, and look whether others have changed that."""
        ...

    def fault(self) -> str | None:
        """Why nothing is written any more, if so; as the last write or the last `settle` has found it."""
        ...

    async def copies(self) -> Sequence[str]:
        """What is said about each copy of a cut journal that is still there."""
        ...

    async def close(self) -> None:
        """Finish what is under way and let go of the files."""
        ...
