"""Which of the blocks that both revisions have stayed in their order, and which were moved."""

from bisect import bisect_left
from collections.abc import Sequence

RUNS_WEIGHED = 4_000  # more runs than this: the longest order counts blocks, not words


def in_order(pairs: Sequence[tuple[int, int, int]]) -> set[int]:
    """Of pairs (old, new, weight), sorted by new, the new ones that form the heaviest order without crossings.

    Nothing of the rest can stay where it was without something heavier having moved.
    """
    runs = _runs(pairs)
    if len(runs) == 1:
        return {new for _, new, _ in pairs}
    kept = _heaviest(runs) if len(runs) <= RUNS_WEIGHED else _longest(runs)
    return {pairs[at][1] for run in kept for at in range(runs[run][0], runs[run][1])}


def _runs(pairs: Sequence[tuple[int, int, int]]) -> list[tuple[int, int, int, int]]:
    """Neighbours whose old ones rise too, as (first, behind the last, old of the first, weight).

    Between the old ones of a run no other pair's old one lies, so that runs can be ordered whole.
    """
    rank = {old: at for at, (old, _, _) in enumerate(sorted(pairs))}
    runs: list[tuple[int, int, int, int]] = []
    for at, (old, _, weight) in enumerate(pairs):
        if runs and rank[old] == rank[pairs[at - 1][0]] + 1:
            first, _, begins, sum_ = runs[-1]
            runs[-1] = (first, at + 1, begins, sum_ + weight)
        else:
            runs.append((at, at + 1, old, weight))
    return runs


def _heaviest(runs: Sequence[tuple[int, int, int, int]]) -> list[int]:
    """The runs of the heaviest rising order, by a tree of prefix maxima."""
    olds = sorted(run[2] for run in runs)
    best: list[tuple[int, int]] = [(0, -1)] * (len(olds) + 1)
    before: list[int] = []
    top = (0, -1)
    for number, (_, _, old, weight) in enumerate(runs):
        place = bisect_left(olds, old)
        reached = (0, -1)
        at = place
        while at > 0:
            reached = max(reached, best[at])
            at -= at & -at
        before.append(reached[1])
        mine = (reached[0] + weight, number)
        top = max(top, mine)
        at = place + 1
        while at <= len(olds):
            best[at] = max(best[at], mine)
            at += at & -at
    return _traced(before, top[1])


def _longest(runs: Sequence[tuple[int, int, int, int]]) -> list[int]:
    """The runs of the longest rising order."""
    tails: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for number, (_, _, old, _) in enumerate(runs):
        at = bisect_left(tails, old)
        before.append(ends[at - 1] if at else -1)
        tails[at : at + 1] = [old]
        ends[at : at + 1] = [number]
    return _traced(before, ends[-1] if ends else -1)


def _traced(before: Sequence[int], last: int) -> list[int]:
    kept: list[int] = []
    while last >= 0:
        kept.append(last)
        last = before[last]
    return kept
