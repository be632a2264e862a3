"""Whether a revision has done what a mark asked: its words are gone, or the asked words stand where it stood.

Only what the two texts show beyond doubt counts. What is doubtful is not done, and stays in front of the person.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from countermark.documents.markdown.passages import passages
from countermark.documents.markdown.rendering import render
from countermark.documents.markdown.words import LETTERS, split
from countermark.documents.marks.carrying import Carrier
from countermark.documents.marks.sought import Landing, place_of
from countermark.model.places import CarriedPlace, Place

MarkWish = Literal["deletion", "insertion", "replacement"]

CONTEXT = 2  # words with letters on each side of a mark that must stand as they stood
MOST_BETWEEN = 4_000  # words between two neighbours; what a person asks for by hand is shorter
MOST_VANISHED = 12  # old units without a partner that are passed over on the way to a neighbour
STOPS = frozenset(".,;:!?")


class Piece(NamedTuple):
    """The words of one old unit that a mark holds, from the first to before the last."""

    unit: int
    first: int
    last: int


class Edge(NamedTuple):
    """A boundary between words of the new text: before this word of this unit."""

    unit: int
    word: int


class Gap(NamedTuple):
    """What stands in the new text between the neighbours of a mark."""

    start: Edge
    end: Edge
    words: list[str]


@dataclass(frozen=True, slots=True)
class Done:
    """What a mark asked is done."""

    place: Place | None  # of the new words, or of the words behind which they stand; None for a deletion
    beside: Place | None  # the word beside which deleted ones stood


class Fulfilment:
    """Judges the marks of one revision against the next."""

    def __init__(self, carrier: Carrier) -> None:
        self.carrier = carrier
        self.old, self.new = carrier.a.worded, carrier.b.worded

    def done(self, asked: MarkWish, text: str, place: Place, found: CarriedPlace) -> Done | None:
        """Where what was asked stands; None if it is not done, or not beyond doubt. `found` is what carrying says."""
        pieces = self._pieces(place)
        if not pieces:
            return None
        match asked:
            case "deletion":
                return self._deleted(pieces, found)
            case "replacement":
                return self._replaced(pieces, asked_words(text))
            case "insertion":
                return self._inserted(pieces[-1], asked_words(text), found)

    def _pieces(self, place: Place) -> list[Piece]:
        old = self.carrier.old
        span = old.span(place)
        if span is None:
            return []
        pieces: list[Piece] = []
        for unit in range(old.unit_at(span[0]), old.unit_at(span[1] - 1) + 1):
            start, end = span[0] - old.units[unit].start, span[1] - old.units[unit].start
            first, last = self.old[unit].within(max(start, 0), end)
            if first < last:
                spans = self.old[unit].spans
                if spans[first][0] < start or spans[last - 1][1] > end:
                    return []  # a part of a word
                pieces.append(Piece(unit, first, last))
        return pieces

    def _deleted(self, pieces: Sequence[Piece], found: CarriedPlace) -> Done | None:
        """Nothing of it is left, nothing came in its stead, and it does not stand elsewhere."""
        gap = self._as_expected(pieces, [])
        if gap is None and found.state == "gone" and found.hint is None:
            between = self._gap(pieces[0], pieces[-1])
            gap = between if between and not any(map(LETTERS.search, between.words)) else None
        if gap is None or any(self._stands_elsewhere(piece) for piece in pieces):
            return None
        return Done(None, self._beside(gap))

    def _replaced(self, pieces: Sequence[Piece], wanted: Sequence[list[str]]) -> Done | None:
        """The new words, all of them and nothing else, stand between the neighbours of the old ones."""
        before = [word for piece in pieces for word in self.old[piece.unit].words[piece.first : piece.last]]
        for words in wanted:
            if same(before, words):
                return None
            gap = self._as_expected(pieces, words) or self._gap(pieces[0], pieces[-1])
            if gap is not None and same(gap.words, words):
                return self._between(gap)
        return None

    def _inserted(self, piece: Piece, wanted: Sequence[list[str]], found: CarriedPlace) -> Done | None:
        """The new words stand right behind the last marked one, or as blocks of their own behind its block."""
        if found.place is None:
            return None
        behind = Piece(piece.unit, piece.last, piece.last)
        for words in wanted:
            gaps = (self._as_expected([behind], words), self._gap(behind, behind), self._next_blocks(piece.unit))
            if any(gap is not None and same(gap.words, words) for gap in gaps):
                return Done(found.place, None)
        return None

    def _as_expected(self, pieces: Sequence[Piece], words: list[str]) -> Gap | None:
        """Where a block reads as it did around the mark with these words in its place, and did not read so before."""
        partner = self.carrier.partners.get(pieces[0].unit)
        if len(pieces) > 1 or partner is None:
            return None
        old, new, piece = self.old[partner.old].words, self.new[partner.new].words, pieces[0]
        left, right = _context(old[: piece.first][::-1])[::-1], _context(old[piece.last :])
        if not left and not right:
            return None
        pattern, at_start, at_end = (
            [*left, *words, *right],
            len(left) == piece.first,
            len(right) == len(old) - piece.last,
        )
        places = _runs(pattern, new, at_start=at_start, at_end=at_end)
        if len(places) != 1 or _runs(pattern, old, at_start=at_start, at_end=at_end):
            return None
        at = places[0] + len(left)
        return Gap(Edge(partner.new, at), Edge(partner.new, at + len(words)), words)

    def _gap(self, first: Piece, last: Piece) -> Gap | None:
        """What stands between the neighbours of these pieces; None if a neighbour is lost or they changed order."""
        start, end = self._edge_before(first), self._edge_behind(last)
        return None if start is None or end is None else self._read(start, end)

    def _next_blocks(self, unit: int) -> Gap | None:
        """The new blocks behind the one that holds the end of a mark."""
        partner, end = self.carrier.partners.get(unit), self._next_unit(unit)
        if partner is None or end is None:
            return None
        return self._read(Edge(partner.new, len(self.new[partner.new].words)), end)

    def _edge_before(self, piece: Piece) -> Edge | None:
        """Behind the nearest word before a piece, which must be left; signs may have gone with the piece."""
        words, partner = self.old[piece.unit].words, self.carrier.partners.get(piece.unit)
        to = self.carrier.alignment_of(partner) if partner else []
        for word in range(piece.first - 1, -1, -1):
            if partner and to[word] >= 0:
                return Edge(partner.new, to[word] + 1)
            if LETTERS.search(words[word]):
                return None
        if partner and any(at >= 0 for at in to[piece.last :]):
            return Edge(partner.new, 0)
        return self._previous_unit(piece.unit)

    def _edge_behind(self, piece: Piece) -> Edge | None:
        """Before the nearest word behind a piece."""
        words, partner = self.old[piece.unit].words, self.carrier.partners.get(piece.unit)
        to = self.carrier.alignment_of(partner) if partner else []
        for word in range(piece.last, len(words)):
            if partner and to[word] >= 0:
                return Edge(partner.new, to[word])
            if LETTERS.search(words[word]):
                return None
        if partner and any(at >= 0 for at in to[: piece.first]):
            return Edge(partner.new, len(self.new[partner.new].words))
        return self._next_unit(piece.unit)

    def _previous_unit(self, unit: int) -> Edge | None:
        """The end of what the unit before has become; units that are gone too are passed over."""
        for at in range(unit - 1, max(unit - 1 - MOST_VANISHED, -1), -1):
            if partner := self.carrier.partners.get(at):
                return Edge(partner.new, len(self.new[partner.new].words))
        return Edge(0, 0) if unit <= MOST_VANISHED else None

    def _next_unit(self, unit: int) -> Edge | None:
        """The beginning of what the unit behind has become."""
        for at in range(unit + 1, min(unit + 1 + MOST_VANISHED, len(self.old))):
            if partner := self.carrier.partners.get(at):
                return Edge(partner.new, 0)
        return Edge(len(self.new), 0) if unit + 1 + MOST_VANISHED >= len(self.old) else None

    def _read(self, start: Edge, end: Edge) -> Gap | None:
        """The words from one edge to the other; None if they are in no order, or enclose too much."""
        words: list[str] = []
        for unit in range(start.unit, min(end.unit + 1, len(self.new))):
            first = start.word if unit == start.unit else 0
            words += self.new[unit].words[first : end.word if unit == end.unit else None]
            if len(words) > MOST_BETWEEN:
                return None
        return Gap(start, end, words) if start <= end else None

    def _stands_elsewhere(self, piece: Piece) -> bool:
        """Whether the words of a piece have moved to new text rather than gone."""
        quote = self.old[piece.unit].words[piece.first : piece.last]
        if self.carrier.taken(quote, piece.unit) is not None:
            return True
        partner = self.carrier.partners.get(piece.unit)
        if partner is not None:
            here, there = self.new[partner.new].words, self.old[piece.unit].words
            if len(_runs(quote, here)) >= len(_runs(quote, there)):
                return True
        others = [unit for unit in self.carrier.shortlist(quote) if partner is None or unit != partner.new]
        return any(self._says_more_often(quote, unit) for unit in others)

    def _says_more_often(self, quote: list[str], unit: int) -> bool:
        """Whether new text holds words that it did not hold before; a single word must be all of it."""
        words, owner = self.new[unit].words, self.carrier.owners.get(unit)
        if words == quote:
            return True
        before = [] if owner is None else _runs(quote, self.old[owner].words)
        return len(quote) > 1 and len(_runs(quote, words)) > len(before)

    def _beside(self, gap: Gap) -> Place | None:
        """The word behind which, or else before which, the gap lies."""
        unit, word = gap.start
        if word and unit < len(self.new):
            return self._place(Edge(unit, word - 1), gap.start)
        unit, word = gap.end
        if unit < len(self.new) and word < len(self.new[unit].words):
            return self._place(gap.end, Edge(unit, word + 1))
        return None

    def _between(self, gap: Gap) -> Done | None:
        """The words of a gap, which may begin and end at the edges of blocks."""
        start, end = gap.start, gap.end
        while start.unit < len(self.new) and start.word == len(self.new[start.unit].words):
            start = Edge(start.unit + 1, 0)
        while end.word == 0 and end.unit > start.unit:
            end = Edge(end.unit - 1, len(self.new[end.unit - 1].words))
        return Done(self._place(start, end), None) if start < end else None

    def _place(self, start: Edge, end: Edge) -> Place:
        first, last = self.new[start.unit].spans[start.word][0], self.new[end.unit].spans[end.word - 1][1]
        return place_of(self.carrier.new, Landing(start.unit, first, end.unit, last, 1.0))


def asked_words(text: str) -> list[list[str]]:
    """What a person has typed, in normal form: as it stands, and as Markdown shows it."""
    shown = [word for unit in passages(render(text)).units for word in split(unit.text)]
    return [words for words in (split(text), shown) if words]


def same(one: list[str], other: list[str]) -> bool:
    """The same words, but for stops at the ends."""
    if one == other:
        return True
    bare = _bare(one)
    return bool(bare) and bare == _bare(other)


def _bare(words: list[str]) -> list[str]:
    first, last = 0, len(words)
    while first < last and words[first] in STOPS:
        first += 1
    while last > first and words[last - 1] in STOPS:
        last -= 1
    return words[first:last]


def _context(words: Sequence[str]) -> list[str]:
    """The nearest words, until two of them have letters."""
    letters = 0
    for at, word in enumerate(words, start=1):
        letters += LETTERS.search(word) is not None
        if letters == CONTEXT:
            return list(words[:at])
    return list(words)


def _runs(part: Sequence[str], whole: Sequence[str], *, at_start: bool = False, at_end: bool = False) -> list[int]:
    """Where words stand in a row, if asked at the very start or end."""
    if not part:
        return []
    first, last = 0, len(whole) - len(part)
    if at_end:
        first = max(last, 0)
    if at_start:
        last = min(last, 0)
    return [at for at in range(first, last + 1) if whole[at] == part[0] and list(whole[at : at + len(part)]) == part]
