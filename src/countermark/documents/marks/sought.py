"""A marked piece of a unit as it is looked for in another revision, and where it has been found."""

from dataclasses import dataclass
from functools import cached_property

from countermark.documents.difference.alignment import total
from countermark.documents.markdown.passages import Passages
from countermark.documents.markdown.words import Worded
from countermark.model.places import Place
from countermark.model.text_units import utf16


@dataclass(frozen=True)
class Sought:
    """A block as it was, and the piece of it that was marked, in code points."""

    old: Worded
    start: int  # of the piece in `old`
    end: int

    @cached_property
    def piece(self) -> tuple[int, int]:
        """The words that are marked, from the first to before the last."""
        return self.old.within(self.start, self.end)

    @cached_property
    def weight(self) -> int:
        """Of the marked words."""
        return total(self.old.words[self.piece[0] : self.piece[1]])


@dataclass(frozen=True)
class Landing:
    """A span of the new revision, mostly of one unit."""

    unit: int
    start: int
    last: int  # the unit in which it ends
    end: int
    confidence: float


def raw(text: Worded, first: int, last: int) -> list[str]:
    """The words from first to before last as they are written."""
    return [text.text[start:end] for start, end in text.spans[first:last]]


def opening(sought: Sought, new: Worded, word: int) -> int:
    """Where the piece begins, if this is its first word: in it as before, or with the blanks before it as before."""
    old, first = sought.old, sought.piece[0]
    start, was = new.spans[word][0], old.spans[first][0]
    if sought.start < was:
        blanks = old.text[sought.start : was]
        return start - len(blanks) if new.text[max(start - len(blanks), 0) : start] == blanks else start
    cut = _alike(old, first, new, word)
    return start + sought.start - was if cut else start


def closing(sought: Sought, new: Worded, word: int) -> int:
    """Where the piece ends, if its last word is this one."""
    old, last = sought.old, sought.piece[1] - 1
    end, was = new.spans[word][1], old.spans[last][1]
    if sought.end > was:
        blanks = old.text[was : sought.end]
        return end + len(blanks) if new.text[end : end + len(blanks)] == blanks else end
    cut = _alike(old, last, new, word)
    return end + sought.end - was if cut else end


def _alike(old: Worded, at: int, new: Worded, word: int) -> bool:
    """Are these the same letters, one for one, so that one may be cut where the other was?"""
    (start, end), (new_start, new_end) = old.spans[at], new.spans[word]
    return old.words[at] == new.words[word] and end - start == new_end - new_start


def landing(sought: Sought, new: Worded, unit: int, words: tuple[int, int], confidence: float) -> Landing:
    """The span of some words of a unit, from the first to before the last."""
    start, end = opening(sought, new, words[0]), closing(sought, new, words[1] - 1)
    if start >= end:
        start, end = new.spans[words[0]][0], new.spans[words[1] - 1][1]
    return Landing(unit, start, unit, end, confidence)


def place_of(passages: Passages, one: Landing) -> Place:
    """A landing as a place."""
    head, tail = passages.units[one.unit], passages.units[one.last]
    return Place(head.block, utf16(head.text[: one.start]), tail.block, utf16(tail.text[: one.end]))


def reads(text: str) -> list[str]:
    """What a text says, blanks aside."""
    worded = Worded(text)
    return raw(worded, 0, len(worded.spans))
