"""What changed between two revisions of a review."""

from dataclasses import dataclass
from functools import partial
from typing import Literal

from countermark.actions.desk import Desk, must
from countermark.actions.documents import document_of, text_of
from countermark.documents.blocks import Document
from countermark.documents.difference import Comparison, View, compare, compare_sources, pairs_of
from countermark.model.errors import NotFound
from countermark.model.reviews import Revision
from countermark.store.base import Reader


@dataclass(frozen=True)
class Compared:
    """Two revisions of a review and their difference."""

    old: Revision
    new: Revision
    document: Document  # of the new one
    comparison: Comparison


async def compared(desk: Desk, review_id: str, *, old: int, new: int, view: View) -> Compared:
    """The difference of two revisions. Raises `NotFound` for a review or a revision that does not exist."""
    was, now = await desk.read(lambda reader: (revision(reader, review_id, old), revision(reader, review_id, new)))
    document = await document_of(desk, now.sha256)
    if view == "source":
        made = await _sources(desk, was.sha256, now.sha256, whole=False)
    elif view == "source_whole":
        made = await _sources(desk, was.sha256, now.sha256, whole=True)
    else:
        made = await _documents(desk, was.sha256, now.sha256, view)
    return Compared(was, now, document, made)


def revision(reader: Reader, review_id: str, number: int) -> Revision:
    """A revision of a review."""
    must(reader.review(review_id))
    found = reader.revision(review_id, number)
    if found is None:
        raise NotFound(f"This review has no revision {number}.", hint="Ask for one of those that its state lists.")
    return found


async def _documents(desk: Desk, old: str, new: str, view: Literal["inline", "side"]) -> Comparison:
    """The difference of two rendered texts, given their digests."""
    name = f"{old} {new} {view}"
    known = desk.differences.remembered(name)
    if known is not None:
        return known
    one, two = await document_of(desk, old), await document_of(desk, new)
    was, now = await desk.readings.of(one), await desk.readings.of(two)
    pairing = await desk.readings.pairing(one, two)
    return await desk.differences.of(name, lambda: compare(one, two, view=view, pairs=pairs_of(was, now, pairing)))


async def _sources(desk: Desk, old: str, new: str, *, whole: bool) -> Comparison:
    """The difference of two texts; its figures are those of the documents."""
    summary = (await _documents(desk, old, new, "inline")).summary
    was, now = await text_of(desk, old), await text_of(desk, new)
    name = f"{old} {new} {'source_whole' if whole else 'source'}"
    return await desk.differences.of(name, partial(compare_sources, was, now, summary, whole=whole))
