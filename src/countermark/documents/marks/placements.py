"""Where marks that stood on one text stand in the next: pure, so that a worker can find them in long texts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from countermark.documents.difference.pairing import Pairing, pair
from countermark.documents.markdown.packed import PackedDocument
from countermark.documents.markdown.passages import Passages, passages
from countermark.documents.marks.carrying import Carrier
from countermark.documents.marks.fulfilment import Done, Fulfilment, MarkWish
from countermark.model.annotations import Annotation, AnnotationKind, Fate, Ground, Placement, on_the_whole
from countermark.model.places import CarriedPlace, Place


@dataclass(frozen=True)
class Luggage:
    """A mark that is to be looked for: where it stood last, and what a person has made of it since."""

    annotation: Annotation
    stood_on: int
    place: Place | None
    as_note: bool  # kept as a note on the whole
    reopened: bool  # it was done as asked, and opened again: then only the person says that it is done


def placed_anew(
    old: PackedDocument, new: PackedDocument, luggage: Sequence[Luggage], *, revision: int
) -> list[Placement]:
    """Placements of marks, the documents read and paired for them."""
    was, now = passages(old.document()), passages(new.document())
    return placed(was, now, luggage, pair(was, now), revision=revision)


def placed(
    old: Passages, new: Passages, luggage: Sequence[Luggage], pairing: Pairing, *, revision: int
) -> list[Placement]:
    """Placements of marks that all stood on one text."""
    carrier = Carrier(old, new, pairing)
    fulfilment = Fulfilment(carrier)
    placements: list[Placement] = []
    for each in luggage:
        found = None if each.place is None else carrier.carried(each.place)
        done = None if found is None else done_as_asked(fulfilment, each, found)
        now = placement(new, each, found, revision=revision) if done is None else fulfilled(new, each, done, revision)
        placements.append(now)
    return placements


ASKED: Mapping[AnnotationKind, MarkWish] = {
    AnnotationKind.DELETION: "deletion",
    AnnotationKind.INSERTION: "insertion",
    AnnotationKind.REPLACEMENT: "replacement",
}


def done_as_asked(fulfilment: Fulfilment, it: Luggage, found: CarriedPlace) -> Done | None:
    """What the agent made of a mark that it was sent; a comment can ask for anything, so it is never judged."""
    mark = it.annotation
    if it.place is None or it.reopened or not mark.sent or mark.kind not in ASKED:
        return None
    return fulfilment.done(ASKED[mark.kind], mark.text, it.place, found)


def fulfilled(new: Passages, it: Luggage, done: Done, revision: int) -> Placement:
    """The place of what was asked; a deletion is listed where it stood."""
    name = it.annotation.id
    if done.place is None:
        beside = done.beside
        at_beside, words = (0, "") if beside is None else (new.position(beside), new.quote(beside) or "")
        return Placement(name, revision, Fate.DONE, None, "", at_beside, None, (1, 1), beside, words)
    at = ground(new, done.place)
    return Placement(name, revision, Fate.DONE, at.place, at.quote, at.position, at.lines, at.occurrence, None, "")


def placement(new: Passages, it: Luggage, found: CarriedPlace | None, *, revision: int) -> Placement:
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


def ground(reading: Passages, place: Place) -> Ground:
    """The ground at a place that is known to exist."""
    return Ground(
        place, reading.quote(place) or "", reading.position(place), reading.lines(place), reading.occurrence(place)
    )
