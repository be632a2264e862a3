"""Reviews as the desk reads them: lists as of an entry of the journal, and one review with all that belongs to it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from countermark.actions.desk import Desk, must
from countermark.actions.drafts import mark_drafts, unsent_draft
from countermark.actions.items import open_items
from countermark.actions.reviews import MOST_OPEN
from countermark.actions.standings import marks_on
from countermark.model.annotations import Standing
from countermark.model.any_item import AnyItem
from countermark.model.drafts import Draft
from countermark.model.errors import BadInput
from countermark.model.permissions import Permission
from countermark.model.questions import Question
from countermark.model.reviews import Review, Revision
from countermark.model.settings import DeskSettings
from countermark.store.base import Reader, ReviewQuery, ReviewStatus


@dataclass(frozen=True)
class WholeReview:
    """A review with everything but its document, as of the entry `seq`."""

    review: Review
    revisions: Sequence[Revision]
    marks: Sequence[Standing]  # as they stand on the newest revision
    draft: Draft | None
    mark_drafts: Sequence[Draft]
    seq: int


@dataclass(frozen=True)
class FreshDesk:
    """What a fresh page shows, as of the entry `seq`."""

    settings: DeskSettings
    items: Sequence[AnyItem]  # all open ones
    seq: int

    @property
    def first(self) -> AnyItem | None:
        """The newest that nobody has seen."""
        unseen = [item for item in self.items if seen_at(item) is None]
        return max(unseen, key=asked_at, default=None)


def seen_at(item: AnyItem) -> int | None:
    """When a person first had it before their eyes."""
    match item:
        case Review():
            return item.latest.seen_at
        case Permission() | Question():
            return item.seen_at
        case _:
            assert_never(item)


def asked_at(item: AnyItem) -> int:
    """When its newest version was asked about."""
    return item.latest.opened_at if isinstance(item, Review) else item.opened_at


async def opening(desk: Desk) -> FreshDesk:
    """What a fresh page shows: one read."""

    def read(reader: Reader) -> FreshDesk:
        return FreshDesk(reader.desk_settings(), open_items(reader), reader.head())

    return await desk.read(read)


async def list_reviews(
    desk: Desk, *, status: ReviewStatus | None, before: str | None, limit: int
) -> tuple[Sequence[Review], int]:
    """Open reviews, all of them, oldest first; decided ones newest first, below the one with the id `before`.

    Raises `NotFound` or `BadInput` for a `before` that is not decided.
    """

    def read(reader: Reader) -> tuple[Sequence[Review], int]:
        until = None if before is None else decided_place(must(reader.review(before)))
        most = MOST_OPEN if status == "open" else limit
        return reader.reviews(ReviewQuery(status, until, most)), reader.head()

    return await desk.read(read)


def decided_place(review: Review) -> tuple[int, str]:
    """Where a review stands in the list of decided ones."""
    if review.latest.decided_at is None:
        raise BadInput("`before` names a review that is still open.", hint="Name the last decided one you know.")
    return review.latest.decided_at, review.id


async def whole_review(desk: Desk, review_id: str, *, with_marks: bool = False) -> WholeReview:
    """All that belongs to a review, of one moment; its marks only if they are wanted. Raises `NotFound`."""

    def read(reader: Reader) -> WholeReview:
        review = must(reader.review(review_id))
        marks = marks_on(reader, review_id, review.latest.number) if with_marks else ()
        return WholeReview(
            review, reader.revisions(review_id), marks,
            unsent_draft(reader, review_id), mark_drafts(reader, review_id), reader.head(),
        )  # fmt: skip

    return await desk.read(read)
