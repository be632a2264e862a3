"""Patience alignment: what is equal in two long sequences, found outwards from the entries that stand once in both."""

from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple

from countermark.documents.difference.alignment import longest_rising, once

DEEPEST = 10  # gaps within gaps: each level reads its gap once, so that the time stays linear whatever an agent sends


class Run(NamedTuple):
    """Entries that are equal in a row: old ones from i on, new ones from j on, so many."""

    i: int
    j: int
    size: int


class Gap(NamedTuple):
    """What lies between two runs: old entries from i to before old_end, new ones from j to before new_end."""

    i: int
    old_end: int
    j: int
    new_end: int


def matching_blocks(old: Sequence[Hashable], new: Sequence[Hashable]) -> list[Run]:
    """Equal runs, rising in both; like difflib's they end with a run of length 0.

    Equal beginnings and ends are runs. Between them the longest rising row of entries that stand once in both is
    taken, and each gap of that row is aligned in the same way, for other entries may stand once in it. A gap without
    such an entry stays unaligned: its equal entries do not say which is which.
    """
    runs: list[Run] = []
    gaps = [Gap(0, len(old), 0, len(new))]
    for _ in range(DEEPEST):
        gaps = [inner for gap in gaps for inner in _narrowed(old, new, gap, runs)]
        if not gaps:
            break
    return [*_joined(sorted(runs)), Run(len(old), len(new), 0)]


def _narrowed(old: Sequence[Hashable], new: Sequence[Hashable], gap: Gap, runs: list[Run]) -> list[Gap]:
    """Take the runs of one gap, and return the gaps that lie between them."""
    i, old_end, j, new_end = gap
    while i < old_end and j < new_end and old[i] == new[j]:
        i, j = i + 1, j + 1
    if i > gap.i:
        runs.append(Run(gap.i, gap.j, i - gap.i))
    while i < old_end and j < new_end and old[old_end - 1] == new[new_end - 1]:
        old_end, new_end = old_end - 1, new_end - 1
    if old_end < gap.old_end:
        runs.append(Run(old_end, new_end, gap.old_end - old_end))
    if old_end - i < 2 > new_end - j:  # nothing is left, or two entries that differ
        return []
    row = list(_rows(old[i:old_end], new[j:new_end]))
    inner: list[Gap] = []
    first, behind = i, j
    for x, y, size in [*row, Run(old_end - i, new_end - j, 0)] if row else ():
        if first < i + x and behind < j + y:
            inner.append(Gap(first, i + x, behind, j + y))
        first, behind = i + x + size, j + y + size
    runs += [Run(i + x, j + y, size) for x, y, size in row]
    return inner


def _rows(old: Sequence[Hashable], new: Sequence[Hashable]) -> Iterator[Run]:
    """The longest rising row of entries that stand once in both, those in a row together."""
    places, seen = once(new), once(old)
    if places.keys().isdisjoint(seen):
        return
    mine = [at for entry, at in seen.items() if entry in places]
    theirs = [places[entry] for entry in seen if entry in places]
    i = j = size = 0
    for number in longest_rising(theirs):
        x, y = mine[number], theirs[number]
        if size and x == i + size and y == j + size:
            size += 1
        else:
            if size:
                yield Run(i, j, size)
            i, j, size = x, y, 1
    yield Run(i, j, size)


def _joined(runs: list[Run]) -> Iterator[Run]:
    """Runs that follow on each other in both as one."""
    if not runs:
        return
    i, j, size = runs[0]
    for run in runs[1:]:
        if run.i == i + size and run.j == j + size:
            size += run.size
        else:
            yield Run(i, j, size)
            i, j, size = run
    yield Run(i, j, size)
