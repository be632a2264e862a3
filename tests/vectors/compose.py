"""Places in small documents, what became of the documents, and where each place is then: cases for carrying."""

from dataclasses import dataclass
from functools import cache
from random import Random
from zlib import crc32

from countermark.documents.markdown.passages import Passages
from countermark.model.places import Place
from tests.vectors.documents import DOCUMENTS
from tests.vectors.revisions import EDITS, Piece, first, read, words

SIZES = ("a word", "some words", "part of words", "all", "two blocks")
SEED = 3


def selected(pieces: list[Piece], text: Passages, at: int, size: str, random: Random) -> Place | None:
    """A place that begins in a unit, as a person would select it."""
    unit, spans = text.units[at], words(pieces[at])
    if size == "all":
        start, end = spans[0][0], spans[-1][1]
    elif size == "a word":
        start, end = random.choice(spans)
    elif size == "some words":
        number = random.randrange(len(spans))
        start, end = spans[number][0], spans[min(number + random.randint(1, 7), len(spans) - 1)][1]
    elif size == "part of words":
        start = random.randrange(len(unit.text) - 1) if len(unit.text) > 1 else 0
        end = min(start + random.randint(2, 30), len(unit.text))
    elif at + 1 < len(pieces):
        start = random.choice(spans)[0]
        return text.place(unit.start + start, text.units[at + 1].start + random.choice(words(pieces[at + 1]))[1])
    else:
        return None
    return text.place(unit.start + start, unit.start + end)


def origin(old: Passages, place: Place, new: Passages, pieces: list[Piece]) -> tuple[int, int] | None:
    """Where what is left of the place stands in the new text, by construction: from its first to its last character."""
    span = old.span(place)
    assert span is not None
    left = [
        new.units[number].start + at
        for number, piece in enumerate(pieces)
        for at, whence in enumerate(piece.origins)
        if whence is not None and span[0] <= old.units[whence[0]].start + whence[1] < span[1]
    ]
    return (min(left), max(left) + 1) if left else None


@dataclass(frozen=True)
class Composed:
    """A place in an old text, and where what is left of it stands in the new one; None if it was deleted."""

    name: str
    old: Passages
    new: Passages
    place: Place
    origin: Place | None


@cache
def composed() -> tuple[Composed, ...]:
    """All cases: each document with each edit."""
    cases = []
    for name, source in DOCUMENTS.items():
        pieces = first(source)
        old = read(pieces)
        for edit in EDITS:
            random = Random(crc32(f"{name} {edit} {SEED}".encode()))
            for size in random.sample(SIZES, 1 if name == "long" else 3):
                at = random.randrange(len(pieces))
                place = selected(pieces, old, at, size, random)
                if place is not None:
                    after = [piece for piece in EDITS[edit](pieces, at, random) if words(piece)]
                    random.random()  # the draws that follow stay those that were always made
                    new = read(after)
                    span = origin(old, place, new, after)
                    there = None if span is None else new.place(*span)
                    cases.append(Composed(f"{name}: {edit}, {size}", old, new, place, there))
    return tuple(cases)
