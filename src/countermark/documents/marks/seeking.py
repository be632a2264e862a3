"""Finds words that another desk has marked, where its place does not hold here: by the quote, however it is broken."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from countermark.documents.markdown.passages import Passages, line_at
from countermark.documents.marks.placements import ground
from countermark.model.annotations import Ground

MOST_CANDIDATES = 500  # places that read the same: of more, the first count
WORD = re.compile(r"\S+")


@dataclass(frozen=True, eq=False)
class Seeker:
    """One text, in which many quotes are looked for."""

    reading: Passages

    @cached_property
    def plain(self) -> tuple[str, list[int], list[int]]:
        """The words with one blank between them; where each of them begins there, and where in the whole text."""
        words, begins, stands, at = [], [], [], 0
        for match in WORD.finditer(self.reading.text):
            words.append(match[0])
            begins.append(at)
            stands.append(match.start())
            at += len(match[0]) + 1
        return " ".join(words), begins, stands

    def found(self, quote: str, *, occurrence: tuple[int, int], lines: tuple[int, int] | None) -> Ground | None:
        """The ground of a quote: of several places the named one if there are as many, else the nearest by its line."""
        spans = list(self.exact(quote)) or list(self.loose(quote))
        if not spans:
            return None
        nth, total = occurrence
        if len(spans) == total or lines is None:
            start, end = spans[min(nth, len(spans)) - 1]
        else:
            start, end = self.nearest(spans, lines[0])
        return ground(self.reading, self.reading.place(start, end))

    def nearest(self, spans: Sequence[tuple[int, int]], line: int) -> tuple[int, int]:
        """The span that begins nearest to a line of the source; in one pass over the text, however many there are."""
        distances: list[int] = []
        unit, at, row = -1, 0, 0
        for start, _ in spans:
            here = self.reading.unit_at(start)
            if here == unit:
                row += self.reading.text.count("\n", at, start)
            else:
                unit, row = here, line_at(self.reading, start)
            at = start
            distances.append(abs(min(row, self.reading.units[here].end_line) - line))
        return spans[distances.index(min(distances))]

    def exact(self, quote: str) -> Iterator[tuple[int, int]]:
        """Spans that read so to the letter."""
        if quote.strip():
            yield from ((at, at + len(quote)) for at in spots(self.reading.text, quote))

    def loose(self, quote: str) -> Iterator[tuple[int, int]]:
        """Spans that read so but for their blanks."""
        wanted = " ".join(quote.split())
        if wanted:
            plain = self.plain[0]
            yield from ((self.stands_at(at), self.stands_at(at + len(wanted) - 1) + 1) for at in spots(plain, wanted))

    def stands_at(self, position: int) -> int:
        """Where in the whole text a character of the plain one stands."""
        _, begins, stands = self.plain
        word = bisect_right(begins, position) - 1
        return stands[word] + position - begins[word]


def spots(text: str, wanted: str) -> Iterator[int]:
    """Where it stands in the text, without overlaps."""
    at = text.find(wanted)
    for _ in range(MOST_CANDIDATES):
        if at < 0:
            return
        yield at
        at = text.find(wanted, at + len(wanted))
