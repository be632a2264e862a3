"""A unified difference of two texts, in linear time whatever they are: by the same alignment as the desk's own rows."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from countermark.documents.difference.patience import matching_blocks

AROUND = 3  # equal lines shown before and after a difference


class LineChange(NamedTuple):
    """Old lines from i to before old_end that become new ones from j to before new_end."""

    i: int
    old_end: int
    j: int
    new_end: int


def unified(old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    """The hunks, line by line, without the two lines that name the files; nothing for texts that are equal."""
    for hunk in hunks(changes_between(old, new)):
        yield from hunk_lines(old, new, hunk)


def changes_between(old: Sequence[str], new: Sequence[str]) -> Iterator[LineChange]:
    """What differs, in its order."""
    i = j = 0
    for run in matching_blocks(old, new):
        if run.i > i or run.j > j:
            yield LineChange(i, run.i, j, run.j)
        i, j = run.i + run.size, run.j + run.size


def hunks(changes: Iterable[LineChange]) -> Iterator[Sequence[LineChange]]:
    """Changes that are so near to each other that the lines around them meet."""
    hunk: list[LineChange] = []
    for change in changes:
        if hunk and change.i - hunk[-1].old_end > 2 * AROUND:
            yield hunk
            hunk = []
        hunk.append(change)
    if hunk:
        yield hunk


def hunk_lines(old: Sequence[str], new: Sequence[str], hunk: Sequence[LineChange]) -> Iterator[str]:
    """The head of a hunk, and its lines."""
    first, last = hunk[0], hunk[-1]
    lead = min(AROUND, first.i, first.j)
    trail = min(AROUND, len(old) - last.old_end, len(new) - last.new_end)
    was = span(first.i - lead, last.old_end + trail)
    now = span(first.j - lead, last.new_end + trail)
    yield f"@@ -{was} +{now} @@"
    at = first.i - lead
    for change in hunk:
        yield from (f" {line}" for line in old[at : change.i])
        yield from (f"-{line}" for line in old[change.i : change.old_end])
        yield from (f"+{line}" for line in new[change.j : change.new_end])
        at = change.old_end
    yield from (f" {line}" for line in old[at : at + trail])


def span(start: int, end: int) -> str:
    """Where lines stand, as `diff -u` says it: of no lines the one before them is named."""
    size = end - start
    if size == 1:
        return str(start + 1)
    return f"{start + 1 if size else start},{size}"
