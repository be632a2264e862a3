"""Two texts of a file as rows that can stand below or beside each other, with the words that differ marked.

Lines are what stands between line feeds, counted from 1: a person's mark names them, and quotes them to the letter.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Literal

from countermark.documents.difference.inline_words import PlacedWords, changes
from countermark.documents.difference.lines import Step, aligned
from countermark.documents.markdown import odd

AROUND = 3  # equal lines shown before and after a difference
WORD, END_WORD = '<b class="word">', "</b>"
RowKind = Literal["same", "removed", "added", "changed", "fold"]


@dataclass(frozen=True)
class CodeRow:
    """One line of the old text, of the new one, or of both; a fold stands for `lines` equal ones.

    The numbers count from 1 and are None where there is no such line; `was` and `now` are harmless HTML.
    """

    kind: RowKind
    old: int | None
    new: int | None
    was: str = ""
    now: str = ""
    lines: int = 1


@dataclass(frozen=True)
class CodeRows:
    """The rows of a difference; `left_out` of them are not among them."""

    rows: tuple[CodeRow, ...]
    added: int
    removed: int
    left_out: int = 0


def code_rows(old: str, new: str, *, most: int, whole: bool = False) -> CodeRows:
    """All rows in reading order, `most` at the most; equal lines far from a difference are folded, unless `whole`."""
    was, now = lines_of(old), lines_of(new)
    steps = list(aligned(was, now))
    rows = list(_rows(was, now, steps, whole=whole))
    return CodeRows(
        tuple(rows[:most]), added=sum(not step.same and step.new >= 0 for step in steps),
        removed=sum(not step.same and step.old >= 0 for step in steps), left_out=max(0, len(rows) - most),
    )  # fmt: skip


def lines_of(text: str) -> list[str]:
    """The lines of a text; an empty one after the last line feed is none."""
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def _rows(old: list[str], new: list[str], steps: Sequence[Step], *, whole: bool) -> Iterator[CodeRow]:
    same: list[Step] = []
    begun = False
    for step in steps:
        if step.same:
            same.append(step)
            continue
        yield from _equal(new, same, before=begun, after=True, whole=whole)
        same, begun = [], True
        yield _differing(old, new, step)
    yield from _equal(new, same, before=begun, after=False, whole=whole)


def _equal(new: list[str], same: list[Step], *, before: bool, after: bool, whole: bool) -> Iterator[CodeRow]:
    """Equal lines: those next to a difference are shown, the rest is folded."""
    head, tail = AROUND * before, len(same) - AROUND * after
    if whole or tail - head <= 2 * AROUND:
        head = tail = len(same)
    yield from (_same(new, one) for one in same[:head])
    if tail > head:
        yield CodeRow("fold", same[head].old + 1, same[head].new + 1, lines=tail - head)
        yield from (_same(new, one) for one in same[tail:])


def _same(new: list[str], step: Step) -> CodeRow:
    shown = _shown(new[step.new])
    return CodeRow("same", step.old + 1, step.new + 1, shown, shown)


def _differing(old: list[str], new: list[str], step: Step) -> CodeRow:
    if step.old < 0:
        return CodeRow("added", None, step.new + 1, now=_shown(new[step.new]))
    if step.new < 0:
        return CodeRow("removed", step.old + 1, None, was=_shown(old[step.old]))
    was, now = _marked(old[step.old], new[step.new])
    return CodeRow("changed", step.old + 1, step.new + 1, was, now)


def _marked(old: str, new: str) -> tuple[str, str]:
    """Both lines, the words that differ marked in each."""
    was, now = _words(old), _words(new)
    found = changes(was.keys, now.keys)
    return (
        _with_words(was, [(each.i1, each.i2) for each in found]),
        _with_words(now, [(each.j1, each.j2) for each in found]),
    )


def _words(line: str) -> PlacedWords:
    words = PlacedWords(escape(line.removesuffix("\r"), quote=False))
    words.read_code(0, len(words.html))
    return words


def _with_words(words: PlacedWords, runs: Sequence[tuple[int, int]]) -> str:
    pieces: list[str] = []
    at = 0
    for first, end in runs:
        if first == end:
            continue
        start, stop = words.starts[first], words.ends[end - 1]
        pieces += [words.html[at:start], WORD, words.html[start:stop], END_WORD]
        at = stop
    return odd.shown("".join([*pieces, words.html[at:]]), code=True)


def _shown(line: str) -> str:
    return odd.shown(escape(line.removesuffix("\r"), quote=False), code=True)
