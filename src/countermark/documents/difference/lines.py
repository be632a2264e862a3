"""Which lines of code or of a source are the same, changed, gone or new."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rapidfuzz.distance import Indel

from countermark.documents.difference.patience import matching_blocks

ALIKE = 0.5  # share of characters that two lines have in common to be one, changed
PAIRS_AT_MOST = 225  # of lines weighed against each other in one gap; in a larger one they go by their order
LONGEST = 2_000  # characters of a line that are weighed


class Step(NamedTuple):
    """A line of the old text, of the new one, or of both; -1 where it is not."""

    old: int
    new: int
    same: bool


def aligned(old: Sequence[str], new: Sequence[str]) -> Iterator[Step]:
    """All lines of both texts in reading order, each once."""
    i = j = 0
    for start, at, size in matching_blocks(old, new):
        yield from _gap(old, new, range(i, start), range(j, at))
        for step in range(size):
            yield Step(start + step, at + step, same=True)
        i, j = start + size, at + size


def _gap(old: Sequence[str], new: Sequence[str], was: range, now: range) -> Iterator[Step]:
    """Lines between equal ones: those that resemble each other are one line, changed."""
    i, j = was.start, now.start
    for left, right in _pairs(old, new, was, now):
        yield from (Step(at, -1, same=False) for at in range(i, left))
        yield from (Step(-1, at, same=False) for at in range(j, right))
        yield Step(left, right, same=old[left] == new[right])
        i, j = left + 1, right + 1
    yield from (Step(at, -1, same=False) for at in range(i, was.stop))
    yield from (Step(-1, at, same=False) for at in range(j, now.stop))


def _pairs(old: Sequence[str], new: Sequence[str], was: range, now: range) -> list[tuple[int, int]]:
    if not was or not now:
        return []
    if len(was) * len(now) > PAIRS_AT_MOST:
        if len(was) != len(now):
            return []
        return [(i, j) for i, j in zip(was, now, strict=True) if alike(old[i], new[j]) >= ALIKE]
    return _best_in_order(old, new, was, now)


def _best_in_order(old: Sequence[str], new: Sequence[str], was: range, now: range) -> list[tuple[int, int]]:
    """The pairs that together have the most in common and do not cross."""
    best = [[0.0] * (len(now) + 1) for _ in range(len(was) + 1)]
    weights = [[alike(old[i], new[j]) for j in now] for i in was]
    for i in range(len(was) - 1, -1, -1):
        for j in range(len(now) - 1, -1, -1):
            one = weights[i][j]
            together = best[i + 1][j + 1] + one if one >= ALIKE else 0.0
            best[i][j] = max(best[i + 1][j], best[i][j + 1], together)
    found: list[tuple[int, int]] = []
    i = j = 0
    while i < len(was) and j < len(now):
        one = weights[i][j]
        if one >= ALIKE and best[i][j] == best[i + 1][j + 1] + one:
            found.append((was[i], now[j]))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return found


def alike(old: str, new: str) -> float:
    """The share of characters that two lines have in common, 0 to 1; blank lines resemble only each other."""
    was, now = old.strip(), new.strip()
    if not was or not now:
        return float(was == now)
    return Indel.normalized_similarity(was[:LONGEST], now[:LONGEST])
