"""Marks as a door shows them: each as it stands on a revision, all of one moment of the journal."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from countermark.actions.annotations import found
from countermark.actions.desk import Desk, must
from countermark.actions.standings import NEWEST, marks_on, standing_on
from countermark.model.annotations import Standing
from countermark.store.base import Reader
from countermark.store.slices import in_slices

T = TypeVar("T")


async def show_mark(desk: Desk, review_id: str, annotation_id: str, *, revision: int = NEWEST) -> tuple[Standing, int]:
    """A mark as it stands on a revision, the newest if none is named, and the journal's newest number then."""

    def read(reader: Reader) -> tuple[Standing, int]:
        _, annotation = found(reader, review_id, annotation_id)
        return standing_on(reader, annotation, revision), reader.head()

    return await desk.read(read)


async def show_marks(
    desk: Desk, review_id: str, revision: int | None, *, render: Callable[[Iterable[Standing], int], T]
) -> T:
    """What `render` makes of the marks of a revision, the newest if none is named, and of the journal's number.

    It runs in the thread that reads, which rests between marks: everybody else has a turn. Raises `NotFound`.
    """

    def read(reader: Reader) -> T:
        number = must(reader.review(review_id)).latest.number if revision is None else revision
        must(reader.revision(review_id, number))
        return render(in_slices(marks_on(reader, review_id, number)), reader.head())

    return await desk.read(read)
