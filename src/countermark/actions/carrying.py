"""Carrying: the marks of earlier revisions are looked for in the newest one, once, whatever happens in between."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from countermark.actions.desk import Change, Desk, must
from countermark.actions.documents import document_of
from countermark.actions.placing import ground
from countermark.documents.carrying import carry
from countermark.documents.pairing import Pairing
from countermark.documents.passages import Passages
from countermark.model.actors import THE_HUB
from countermark.model.anchors import Found, Place
from countermark.model.annotation_records import canonical, placements_json
from countermark.model.annotations import Annotation, AnnotationKind, Fate, Placement, on_the_whole
from countermark.model.journal import MarksCarried
from countermark.model.reviews import Revision
from countermark.store.base import Reader

MOST_ROUNDS = 5  # a newer revision may arrive, or a mark change, while this computes


@dataclass(frozen=True)
class Luggage:
    """A mark that is to be looked for: where it stood last, and whether it was kept as a note since."""

    annotation: Annotation
    stood_on: int
    place: Place | None
    as_note: bool


@dataclass(frozen=True)
class Journey:
    """The marks of a review that have not been looked for in its newest revision."""

    to: Revision
    texts: Mapping[int, str]  # digests of the revisions they stood on
    luggage: tuple[Luggage, ...]


async def carry_left_behind(desk: Desk) -> None:
    """Carry what a crash has left behind."""
    for review_id in await desk.read(lambda reader: reader.left_behind()):
        await carry_marks(desk, review_id)


async def carry_marks(desk: Desk, review_id: str) -> None:
    """Find the marks of a review in its newest revision; those that were looked for already stay as they are."""
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
    for each in reversed(earlier):
        if each.place is not None:
            return Luggage(annotation, each.revision, each.place, as_note)
    return Luggage(annotation, annotation.revision, annotation.place, as_note)


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
    document = await document_of(desk, journey.to.sha256)
    new = await desk.readings.of(document)
    placements: list[Placement] = []
    for number, sha256 in sorted(journey.texts.items()):
        earlier = await document_of(desk, sha256)
        old, pairing = await desk.readings.of(earlier), await desk.readings.pairing(earlier, document)
        luggage = [each for each in journey.luggage if each.stood_on == number]
        placements += await desk.readings.think(partial(placed, old, new, luggage, pairing, revision=journey.to.number))
    return tuple(placements)


def placed(
    old: Passages, new: Passages, luggage: Sequence[Luggage], pairing: Pairing, *, revision: int
) -> list[Placement]:
    """Placements of marks that all stood on one text."""
    on_words = [each for each in luggage if each.place is not None]
    found = carry(old, new, [each.place for each in on_words if each.place is not None], pairing)
    answers = {each.annotation.id: answer for each, answer in zip(on_words, found, strict=True)}
    return [placement(new, each, answers.get(each.annotation.id), revision=revision) for each in luggage]


def placement(new: Passages, it: Luggage, found: Found | None, *, revision: int) -> Placement:
    """Where one mark stands, in the words of the newest text."""
    name = it.annotation.id
    if found is None or it.annotation.kind is AnnotationKind.NOTE:
        return on_the_whole(name, revision)
    if found.place is not None:
        at = ground(new, found.place)
        fate = Fate(found.state)
        return Placement(name, revision, fate, at.place, at.quote, at.position, at.lines, at.occurrence, None, "")
    if it.as_note:
        return on_the_whole(name, revision)
    if found.hint is None:
        return Placement(name, revision, Fate.GONE, None, "", 0, None, (1, 1), None, "")
    hint, at_hint = new.quote(found.hint) or "", new.position(found.hint)  # it is listed where it may be
    return Placement(name, revision, Fate.GONE, None, "", at_hint, None, (1, 1), found.hint, hint)


def settle(change: Change, journey: Journey, placements: Sequence[Placement]) -> None:
    """Save where marks stand, but for those that were removed, addressed or placed meanwhile; unsent ones move on."""
    review_id, number = journey.to.review_id, journey.to.number
    now = {each.id: each for each in change.read.annotations(review_id)}
    done = {each.annotation_id for each in change.read.placements(review_id, revision=number)}
    fit = [each for each in placements if each.annotation_id not in done and now[each.annotation_id].carried]
    if not fit:
        return
    stand = {each.annotation_id for each in fit if each.fate is not Fate.GONE}
    moved = [(now[name], now[name].move_on(number)) for name in sorted(stand)]
    moving = [after for earlier, after in moved if after != earlier]
    count = Counter(each.fate for each in fit)
    ids = canonical([each.id for each in moving])
    carried = MarksCarried(
        journey.to, count[Fate.THERE], count[Fate.CHANGED], count[Fate.GONE], ids, placements_json(fit)
    )
    change.save_all([*moving, *fit], carried)
