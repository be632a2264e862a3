"""A command or a tool's arguments as a card shows them: every character, in runs of one look."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from countermark.documents.markdown.code import kinds_of_tokens
from countermark.documents.markdown.odd import pattern

LONGEST_COLOURED = 10_000  # characters; longer ones are shown in one ink
OPTION = re.compile(r"(?<=\s)-{1,2}[A-Za-z][\w-]*")


class Look(StrEnum):
    """How a run of characters looks."""

    PLAIN = "plain"
    KEYWORD = "keyword"
    STRING = "string"
    COMMENT = "comment"
    OPTION = "option"
    ESCAPE = "escape"  # stands for a character that is not seen


@dataclass(frozen=True)
class ShownRun:
    """A run of characters of one look; `risk` is the number of the mark that it belongs to."""

    text: str
    look: Look
    risk: int | None = None


@dataclass(frozen=True)
class MarkedPart:
    """A part that deserves the reader's eye: places in the text, the end not included."""

    start: int
    end: int
    number: int


@dataclass(frozen=True)
class Stretch:
    """Places in the text that have one look."""

    start: int
    end: int
    look: Look


def shown_runs(text: str, marked: Sequence[MarkedPart], *, language: str) -> list[ShownRun]:
    """The whole text in runs; a character that is not seen is spelled out in a run of its own."""
    stretches = [*coloured(text, language), *hidden(text)]
    places = [(each.start, each.end) for each in stretches] + [(each.start, each.end) for each in marked]
    edges = {0, len(text)} | {at for place in places for at in place}
    looks = dict[int, Look]()
    for stretch in stretches:  # hidden ones come last and win
        looks |= dict.fromkeys(range(stretch.start, stretch.end), stretch.look)
    risks = {at: it.number for it in reversed(marked) for at in range(it.start, it.end)}
    return [
        ShownRun(spelled_out(text[start:end], looks.get(start)), looks.get(start, Look.PLAIN), risks.get(start))
        for start, end in pairwise(sorted(edge for edge in edges if 0 <= edge <= len(text)))
    ]


def spelled_out(part: str, look: Look | None) -> str:
    """A hidden character by its number, everything else as it is."""
    return "".join(f"U+{ord(each):04X}" for each in part) if look is Look.ESCAPE else part


def hidden(text: str) -> Iterator[Stretch]:
    """Where characters stand that hide, reorder or imitate; in a command a carriage return, too."""
    for found in pattern(code=True).finditer(text):
        if found["odd"] is not None:
            yield Stretch(found.start(), found.end(), Look.ESCAPE)


def coloured(text: str, language: str) -> Iterator[Stretch]:
    """Keywords, strings, comments and options, as a reader's eye wants them; nothing of a long text."""
    if len(text) > LONGEST_COLOURED:
        return
    for start, end, kind in kinds_of_tokens(text, language):
        look = look_of(kind)
        if look is not None:
            yield Stretch(start, end, look)
    for found in OPTION.finditer(text):
        yield Stretch(found.start(), found.end(), Look.OPTION)


def look_of(kind: str) -> Look | None:
    """By Pygments' name of a token."""
    if kind.startswith("Token.Comment"):
        return Look.COMMENT
    if kind.startswith(("Token.Literal.String", "Token.String")):
        return Look.STRING
    return Look.KEYWORD if kind.startswith(("Token.Keyword", "Token.Name.Builtin")) else None
