"""What is asked of a store: transactions that read and write values, and a journal that only grows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeVar

from countermark.model.actors import Actor
from countermark.model.drafts import Draft
from countermark.model.journal import Entry, Happening
from countermark.model.reviews import Review, Revision, Ring
from countermark.model.settings import DeskSettings
from countermark.model.sign_ins import SignIn

T = TypeVar("T")
Value = Review | Revision | Ring | DeskSettings | SignIn


@dataclass(frozen=True)
class ReviewQuery:
    """Which reviews to list; `before` is a place in the decided list (decided at, id), newest first."""

    status: Literal["open", "decided"] | None = None
    words: str = ""
    before: tuple[int, str] | None = None
    limit: int = 500


class Reader(Protocol):
    """Reading inside a transaction; everything seen belongs to one moment."""

    def review(self, review_id: str) -> Review | None:
        """A review by its id."""
        ...

    def ring(self, key: str) -> Ring | None:
        """The ring that an idempotency key stands for."""
        ...

    def review_of_conversation(
        self, *, agent: str, workspace: str, session: str | None, path: str | None
    ) -> Review | None:
        """The newest review of an agent's conversation: same session and workspace, else same (absolute) path."""
        ...

    def reviews(self, query: ReviewQuery) -> Sequence[Review]:
        """Reviews: open ones oldest first, decided ones newest decision first."""
        ...

    def open_count(self, agent: str | None = None) -> int:
        """How many open reviews an agent has, or all agents together."""
        ...

    def revision(self, review_id: str, number: int) -> Revision | None:
        """One revision."""
        ...

    def revisions(self, review_id: str) -> Sequence[Revision]:
        """All revisions of a review, oldest first."""
        ...

    def unfinished(self) -> Sequence[Revision]:
        """Revisions that are undecided, or whose answer has not been received though the agent seems to wait."""
        ...

    def text(self, sha256: str) -> str | None:
        """A document's text by its digest."""
        ...

    def draft(self, review_id: str) -> Draft | None:
        """Unsent words about a review."""
        ...

    def sign_in(self, token_sha256: str) -> SignIn | None:
        """A sign-in by the digest of its token."""
        ...

    def desk_settings(self) -> DeskSettings:
        """The desk's settings."""
        ...

    def entries(self, *, after: int = 0, before: int | None = None, limit: int = 1000) -> Sequence[Entry]:
        """Entries with `after < seq` ascending; with `before`, the newest ones below it, descending."""
        ...

    def head(self) -> int:
        """The newest sequence number; 0 for an empty journal."""
        ...


class Transaction(Reader, Protocol):
    """Reading and writing inside one transaction."""

    def put(self, value: Value) -> None:
        """Store a value in its newest form."""
        ...

    def put_text(self, sha256: str, text: str) -> None:
        """Keep a document's text under its digest."""
        ...

    def remove_sign_in(self, sign_in_id: str) -> None:
        """Forget a sign-in."""
        ...

    def append(self, happening: Happening, *, by: Actor, at: int) -> Entry:
        """Write the next line of the journal."""
        ...

    def put_draft(self, draft: Draft) -> None:
        """Keep unsent words; drafts stand beside the journal."""
        ...


class Store(Protocol):
    """Where values and the journal are kept."""

    async def transact(self, work: Callable[[Transaction], T]) -> T:
        """Run `work` in one transaction, durable when this returns. Raises `StoreFailed`; then nothing changed."""
        ...

    async def read(self, work: Callable[[Reader], T]) -> T:
        """Run `work` on one consistent snapshot."""
        ...

    async def close(self) -> None:
        """Finish what is under way and let go of the files."""
        ...
