"""The text of a rendered document as a person selects in it: units, and words with their places."""

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
TOKEN = re.compile(rf"[{CJK}]|[^\W{CJK}]+|[^\w\s]")


@dataclass(frozen=True)
class Token:
    """A word or a single sign, with its code points in the whole text."""

    word: str
    start: int
    end: int
    unit: int


@dataclass(frozen=True)
class Text:
    """Units joined by line ends, as in the text model of the marks."""

    units: tuple[str, ...]

    @cached_property
    def whole(self) -> str:
        return "\n".join(self.units)

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Where each unit starts in the whole."""
        starts, at = [], 0
        for unit in self.units:
            starts.append(at)
            at += len(unit) + 1
        return tuple(starts)

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """Every word and sign, in order."""
        return tuple(
            Token(found[0], start + found.start(), start + found.end(), number)
            for number, (unit, start) in enumerate(zip(self.units, self.starts, strict=True))
            for found in TOKEN.finditer(unit)
        )

    @cached_property
    def token_starts(self) -> tuple[int, ...]:
        return tuple(token.start for token in self.tokens)

    @cached_property
    def firsts(self) -> tuple[int, ...]:
        """For each unit its first token, and one past the last token of all at the end."""
        firsts = [0] * (len(self.units) + 1)
        for token in self.tokens:
            firsts[token.unit + 1] += 1
        for number in range(len(self.units)):
            firsts[number + 1] += firsts[number]
        return tuple(firsts)

    @cached_property
    def plain(self) -> tuple[str, ...]:
        """Each unit with single spaces."""
        return tuple(" ".join(unit.split()) for unit in self.units)

    def unit_at(self, at: int) -> int:
        """The unit that a character belongs to."""
        return bisect_right(self.starts, at) - 1

    def tokens_in(self, start: int, end: int) -> range:
        """The tokens that begin in a span."""
        first = bisect_right(self.token_starts, start - 1)
        return range(first, bisect_right(self.token_starts, end - 1))


@dataclass(frozen=True)
class Span:
    """What a person selected: code points of the whole text, end exclusive."""

    start: int
    end: int
