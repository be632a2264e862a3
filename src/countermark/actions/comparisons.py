"""What changed between two revisions of a review."""

import logging
from dataclasses import dataclass
from functools import partial
from typing import Literal

from countermark.actions.desk import Desk, must
from countermark.actions.documents import are_long, document_of, packed_of, text_of
from countermark.documents.difference.comparing import View, compare, pairs_of
from countermark.documents.difference.packed_comparison import (
    PackedComparison,
    compare_beyond_bound,
    compare_packed,
    compare_sources_packed,
    pack_comparison,
)
from countermark.documents.markdown.packed import PackedDocument
from countermark.model.errors import NotFound, WorkFailed
from countermark.model.reviews import Revision
from countermark.store.base import Reader

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Compared:
    """Two revisions of a review and their difference."""

    old: Revision
    new: Revision
    document: PackedDocument  # of the new one
    comparison: PackedComparison


async def compared(desk: Desk, review_id: str, *, old: int, new: int, view: View) -> Compared:
    """The difference of two revisions. Raises `NotFound` for one that does not exist, and `Forgotten`."""
    was, now = await desk.read(lambda reader: (revision(reader, review_id, old), revision(reader, review_id, new)))
    document = await packed_of(desk, now.sha256)
    if view == "source":
        made = await _sources(desk, was.sha256, now.sha256, whole=False)
    elif view == "source_whole":
        made = await _sources(desk, was.sha256, now.sha256, whole=True)
    else:
        made = await _documents(desk, was.sha256, now.sha256, view)
    return Compared(was, now, document, made)


def revision(reader: Reader, review_id: str, number: int) -> Revision:
    """A revision of a review that has its text. Raises `NotFound` or `Forgotten`."""
    must(reader.review(review_id))
    found = reader.revision(review_id, number)
    if found is None:
        raise NotFound(f"This review has no revision {number}.", hint="Ask for one of those that its state lists.")
    found.check_remembered()
    return found


async def _documents(desk: Desk, old: str, new: str, view: Literal["inline", "side"]) -> PackedComparison:
    """The difference of two rendered texts, given their digests."""
    return await desk.differences.of(f"{old} {new} {view}", partial(_made, desk, old, new, view))


async def _made(desk: Desk, old: str, new: str, view: Literal["inline", "side"]) -> PackedComparison:
    """Made here for short texts; for long ones in a worker, which gives memory back and ends what takes too much."""
    if not await are_long(desk, old, new):
        one, two = await document_of(desk, old), await document_of(desk, new)
        was, now = await desk.readings.of(one), await desk.readings.of(two)
        pairs = pairs_of(was, now, await desk.readings.pairing(one, two))
        return await desk.differences.think(lambda: pack_comparison(compare(one, two, view=view, pairs=pairs)))
    try:
        return await desk.differences.send(compare_packed, await packed_of(desk, old), await packed_of(desk, new), view)
    except WorkFailed:
        logger.warning("two revisions take too much to be compared; their sources are shown: %s, %s", old, new)
        return await desk.workers.run(compare_beyond_bound, await text_of(desk, old), await text_of(desk, new))


async def _sources(desk: Desk, old: str, new: str, *, whole: bool) -> PackedComparison:
    """The difference of two texts; its figures are those of the documents."""
    summary = (await _documents(desk, old, new, "inline")).summary
    was, now = await text_of(desk, old), await text_of(desk, new)

    async def make() -> PackedComparison:
        if await are_long(desk, old, new):
            return await desk.workers.run(compare_sources_packed, was, now, summary, whole=whole)
        return await desk.differences.think(partial(compare_sources_packed, was, now, summary, whole=whole))

    return await desk.differences.of(f"{old} {new} {'source_whole' if whole else 'source'}", make)
