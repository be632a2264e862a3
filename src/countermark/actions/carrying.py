"""Carrying: the marks of earlier revisions are looked for in the newest one, once, whatever happens in between."""

import asyncio
import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from countermark.actions.desk import Change, Desk, must
from countermark.actions.documents import are_long, document_of, packed_of
from countermark.documents.marks.placements import Luggage, placed, placed_anew
from countermark.model.actors import THE_HUB
from countermark.model.annotation_records import canonical, placements_json
from countermark.model.annotations import Annotation, Fate, Placement
from countermark.model.errors import CountermarkError, StoreFailed
from countermark.model.happenings import MarksCarried
from countermark.model.reviews import Revision
from countermark.store.base import Reader

logger = logging.getLogger(__name__)

MOST_ROUNDS = 5  # a newer revision may arrive, or a mark change, while this computes


@dataclass(frozen=True)
class Journey:
    """The marks of a review that have not been looked for in its newest revision."""

    to: Revision
    texts: Mapping[int, str]  # digests of the revisions they stood on
    luggage: tuple[Luggage, ...]


async def carry_left_behind(desk: Desk) -> None:
    """Carry what a crash has left behind. Raises `StoreFailed` once all have had their turn."""
    failed: StoreFailed | None = None
    for review_id in await desk.read(lambda reader: reader.left_behind()):
        try:
            await carry_marks(desk, review_id)
        except StoreFailed as error:
            failed = error
    if failed is not None:
        raise failed


async def carry_marks(desk: Desk, review_id: str) -> None:
    """Find the marks of a review in its newest revision; those that were looked for already stay as they are.

    Marks that cannot be found, because that takes too much or a text is not there, are left behind; they are looked
    for again with the next revision, and when the hub starts. Raises `StoreFailed`: the same may succeed soon. A fault
    without a name is raised once; then the review is skipped until the hub starts anew, so that it holds no other.
    """
    if review_id in desk.not_carried:
        return
    try:
        await look_for_marks(desk, review_id)
    except (StoreFailed, asyncio.CancelledError):  # of the disk, of the hub's end: not of this review
        raise
    except CountermarkError as error:
        logger.warning("the marks of %s are not found in its newest revision: %s", review_id, error)
    except BaseException:
        desk.not_carried.add(review_id)
        logger.error("the marks of %s are not looked for any more until the hub starts anew", review_id)
        raise


async def look_for_marks(desk: Desk, review_id: str) -> None:
    """Find the marks of a review in its newest revision, until none is left to be looked for."""
    for _ in range(MOST_ROUNDS):
        journey = await desk.read(lambda reader: journey_of(reader, review_id))
        if not journey.luggage:
            return
        placements = await found_again(desk, journey)
        await desk.change(THE_HUB, lambda change, to=journey, at=placements: settle(change, to, at))  # type: ignore[misc]  # bound now


def journey_of(reader: Reader, review_id: str) -> Journey:
    """What is to be looked for in the newest revision."""
    latest = must(reader.review(review_id)).latest
    placed = {each.annotation_id for each in reader.placements(review_id, revision=latest.number)}
    left = [
        each
        for each in reader.annotations(review_id)
        if each.carried and each.revision < latest.number and each.id not in placed
    ]
    earlier: dict[str, list[Placement]] = {}
    for each in reader.earlier_placements(review_id, before=latest.number) if left else ():
        earlier.setdefault(each.annotation_id, []).append(each)
    luggage = tuple(packed(each, earlier.get(each.id, ())) for each in left)
    texts = {number: must(reader.revision(review_id, number)).sha256 for number in {each.stood_on for each in luggage}}
    return Journey(latest, texts, luggage)


def packed(annotation: Annotation, earlier: Sequence[Placement]) -> Luggage:
    """A mark with its newest place that still stood."""
    as_note = bool(earlier) and earlier[-1].fate is Fate.THERE and earlier[-1].place is None
    reopened = any(each.fate is Fate.DONE for each in earlier)
    for each in reversed(earlier):
        if each.place is not None:
            return Luggage(annotation, each.revision, each.place, as_note, reopened)
    return Luggage(annotation, annotation.revision, annotation.place, as_note, reopened)


async def found_anew(desk: Desk, review_id: str, annotation_id: str) -> Placement | None:
    """Where one mark stands in the newest revision by its places in the earlier ones; None for one that is made there.

    What a person has made of it since does not count.
    """

    def read(reader: Reader) -> Journey | None:
        latest, annotation = must(reader.review(review_id)).latest, must(reader.annotation(annotation_id))
        if annotation.review_id != review_id or annotation.revision >= latest.number:
            return None
        it = packed(annotation, [each for each in reader.placements_of(annotation_id) if each.revision < latest.number])
        return Journey(latest, {it.stood_on: must(reader.revision(review_id, it.stood_on)).sha256}, (it,))

    journey = await desk.read(read)
    return None if journey is None else (await found_again(desk, journey))[0]


async def found_again(desk: Desk, journey: Journey) -> tuple[Placement, ...]:
    """Where each mark stands in the newest revision."""
    placements: list[Placement] = []
    for number, sha256 in sorted(journey.texts.items()):
        luggage = [each for each in journey.luggage if each.stood_on == number]
        placements += await _placed(desk, sha256, journey.to, luggage)
    return tuple(placements)


async def _placed(desk: Desk, sha256: str, to: Revision, luggage: Sequence[Luggage]) -> list[Placement]:
    """Where marks stand that all stood on one text. Long texts are paired in a worker. Raises `WorkFailed`."""
    if await are_long(desk, sha256, to.sha256):
        old, new = await packed_of(desk, sha256), await packed_of(desk, to.sha256)
        return await desk.workers.run(placed_anew, old, new, luggage, revision=to.number)
    earlier, later = await document_of(desk, sha256), await document_of(desk, to.sha256)
    was, now = await desk.readings.of(earlier), await desk.readings.of(later)
    pairing = await desk.readings.pairing(earlier, later)
    return await desk.readings.think(partial(placed, was, now, luggage, pairing, revision=to.number))


def settle(change: Change, journey: Journey, placements: Sequence[Placement]) -> None:
    """Save where marks stand, but for those that were removed, addressed, placed or forgotten meanwhile.

    Unsent ones move on; those that were done as asked are addressed.
    """
    review_id, number = journey.to.review_id, journey.to.number
    now = {each.id: each for each in change.read.annotations(review_id)}
    placed = {each.annotation_id for each in change.read.placements(review_id, revision=number)}
    left = {each.id for each in now.values() if each.carried} - placed
    fit = [each for each in placements if each.annotation_id in left]
    if not fit:
        return
    done = {each.annotation_id for each in fit if each.fate is Fate.DONE}
    stand = {each.annotation_id for each in fit if each.fate is not Fate.GONE} - done
    moved = [(now[name], now[name].move_on(number)) for name in sorted(stand)]
    moving = [after for earlier, after in moved if after != earlier]
    count = Counter(each.fate for each in fit)
    ids = canonical([each.id for each in moving])
    carried = MarksCarried(
        journey.to, count[Fate.THERE], count[Fate.CHANGED], count[Fate.GONE], len(done), ids, placements_json(fit)
    )
    change.save_all([*moving, *[now[name].fulfil() for name in sorted(done)], *fit], carried)
