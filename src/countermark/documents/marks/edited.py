"""Step 2 of finding an anchor: the block was edited, split or merged. Only new blocks come into question.

Portable: web/src/anchors has the same, line by line.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from countermark.documents.difference.alignment import aligned, carried, kept, paired, settled, subsequence, total
from countermark.documents.markdown.bearings import BEYOND, Bearings
from countermark.documents.markdown.bearings import NEAR as SIDE
from countermark.documents.marks.sought import Landing, Sought, closing, landing, opening
from countermark.documents.marks.standing import support

SHORTLIST = 24
COMMON = 200  # a word that more new blocks hold than this tells nothing
FEW = 3  # a neighbour that stands at more places than this leads nowhere
SURVIVES = 0.4  # of the marked words must stand in an edited block
SIMILAR = 0.55  # a block must be to be ours wherever it stands
SIMILAR_NEAR, NEAR = 0.4, 3.0  # beside a neighbour of ours (Bearings.nearness)
SIMILAR_BETWEEN, BETWEEN = 0.33, 6.0  # between two neighbours of ours
SIMILAR_BLIND = 0.7  # without a known old revision, and then only beside a neighbour
PART = 0.7  # share of a block that stands in another if it has become a part of it
PART_WORDS, PART_WEIGHT = 3, 12  # that must be at least
CLEAR = 0.04  # by how much the best of several must lead in rank,
CLEAR_SUPPORT = 1.0  # or by what is around it (standing.support)
REST = 0.6  # of what is missing at an end must stand in the next new block


@dataclass(frozen=True)
class Candidate:
    """A new block that may be ours, edited."""

    unit: int
    similarity: float  # of the blocks: 0 to 1
    survival: float  # share of the marked words that are left
    nearness: float
    to: Sequence[int]  # for each old word its new one, or -1

    @property
    def rank(self) -> float:
        """By which the best is chosen."""
        return self.similarity + 0.5 * self.survival + 0.04 * self.nearness


def edited(sought: Sought, bearings: Bearings, known: frozenset[str] | None) -> tuple[Landing | None, Landing | None]:
    """Where the edited block is, and a doubtful candidate if that is not clear."""
    candidates = [candidate(sought, bearings, unit) for unit in shortlist(sought, bearings, known)]
    if not candidates:
        return None, None
    candidates.sort(key=lambda one: (-one.rank, one.unit))
    best, clear = _best(sought, bearings, candidates)
    new = bearings.worded[best.unit]
    words = carried(best.to, *sought.piece, len(new.words))
    if words is None:
        return None, None
    found = landing(sought, new, best.unit, words, min(best.survival, best.similarity))
    copied = sought.anchor.hash in bearings.standing  # ours may be one of those that stand, and was not edited at all
    if not clear or (copied and best.nearness < NEAR) or not acceptable(best, blind=known is None):
        return None, found
    return _grown(sought, bearings, known, best, found), None


def _best(sought: Sought, bearings: Bearings, candidates: Sequence[Candidate]) -> tuple[Candidate, bool]:
    """The best candidate, and whether it is clearly the best. Rivals that rank alike are told apart by what is around.

    Copies that were all edited alike keep their order.
    """
    rivals = [one for one in candidates if candidates[0].rank - one.rank < CLEAR]
    if len(rivals) == 1:
        return rivals[0], True
    rivals.sort(key=lambda one: one.unit)
    if len({bearings.hashes[one.unit] for one in rivals}) == 1 and len(rivals) == sought.anchor.copies:
        return rivals[min(sought.anchor.ordinal, len(rivals)) - 1], True
    if _halves(rivals):
        return rivals[0], True
    supports = [support(sought, bearings, one.unit) for one in rivals]
    first = supports.index(max(supports))
    lead = min(supports[first] - other for at, other in enumerate(supports) if at != first)
    return rivals[first], lead >= CLEAR_SUPPORT


def _halves(rivals: Sequence[Candidate]) -> bool:
    """Are these two neighbours that hold different words of ours: a block that was split in the middle?"""
    if len(rivals) != 2 or rivals[0].unit + 1 != rivals[1].unit:
        return False
    return not any(one >= 0 and other >= 0 for one, other in zip(rivals[0].to, rivals[1].to, strict=True))


def acceptable(one: Candidate, *, blind: bool) -> bool:
    """Is this our block? `blind`: nothing is known of the old revision, so the block may have stood there as it is."""
    if one.survival < SURVIVES:
        return False
    if blind:
        return one.nearness >= NEAR and one.similarity >= SIMILAR_BLIND
    return (
        one.similarity >= SIMILAR
        or (one.nearness >= NEAR and one.similarity >= SIMILAR_NEAR)
        or (one.nearness >= BETWEEN and one.similarity >= SIMILAR_BETWEEN)
    )


def candidate(sought: Sought, bearings: Bearings, unit: int) -> Candidate:
    """A new unit, compared with ours word by word.

    The similarity is the weight of the words in both, twice, by the weight of both blocks. If most of one block is in
    the other, only that part of the other counts in which it stands: what was joined or split is no less ours.
    """
    old, new = sought.old, bearings.worded[unit]
    to = settled(old, new, aligned(old, new, by_line=sought.anchor.kind == "code" == bearings.kinds[unit]))
    hits = [at for at in range(len(to)) if to[at] >= 0]
    both = kept(old.words, to, 0, len(to))
    ours, theirs = sought.block_weight, total(new.words)
    if hits and len(hits) >= PART_WORDS and both >= PART_WEIGHT:
        if both >= PART * ours:
            theirs = total(new.words[to[hits[0]] : to[hits[-1]] + 1])
        elif both >= PART * theirs:
            ours = total(old.words[hits[0] : hits[-1] + 1])
    similarity = 2 * both / max(ours + theirs, 1) if sought.whole else both / max(ours, 1)
    survival = kept(old.words, to, *sought.piece) / max(sought.weight, 1)
    return Candidate(unit, similarity, survival, bearings.nearness(unit, sought.anchor.neighbours), to)


def shortlist(sought: Sought, bearings: Bearings, known: frozenset[str] | None) -> list[int]:
    """At most 24 new units that share rare words with ours, and those beside our old neighbours; in document order."""
    arrivals, anchor = bearings.arrivals(known), sought.anchor
    score: dict[int, float] = {}
    for word in dict.fromkeys(sought.old.words):
        holders = arrivals.holders.get(word, ())
        if len(holders) <= COMMON:
            for unit in holders:
                score[unit] = score.get(unit, 0.0) + 1 / len(holders)
    listed = set(sorted(score, key=lambda unit: (-score[unit], unit))[:SHORTLIST])
    for at, name in enumerate(anchor.neighbours):
        places = bearings.standing.get(name, [])
        if len(places) <= FEW:
            reach = at % SIDE + 1
            for place in places:
                listed.update(range(place + 1, place + reach + 1) if at < SIDE else range(place - reach, place))
    old = {*anchor.neighbours, *anchor.section, anchor.hash}
    return [
        unit
        for unit in sorted(listed)
        if 0 <= unit < len(bearings.hashes)
        and bearings.hashes[unit] not in old
        and (known is None or bearings.hashes[unit] not in known)
    ]


def _grown(
    sought: Sought, bearings: Bearings, known: frozenset[str] | None, best: Candidate, found: Landing
) -> Landing:
    """The landing, with the new block behind or before it that has taken the rest of the marked words: a split."""
    first, last = sought.piece
    hits = [at for at in range(first, last) if best.to[at] >= 0]
    unit, start, end_unit, end = found.unit, found.start, found.last, found.end
    if bearings.kinds[unit] != sought.anchor.kind:
        return found
    behind = _rest(sought, bearings, known, best.unit + 1, hits[-1] + 1, last)
    if behind is not None and hits[-1] + 1 < last and _stands(bearings, sought.anchor.neighbours[SIDE]):
        end_unit, end = best.unit + 1, closing(sought, bearings.worded[best.unit + 1], behind[1])
    before = _rest(sought, bearings, known, best.unit - 1, first, hits[0])
    if before is not None and hits[0] > first and _stands(bearings, sought.anchor.neighbours[0]):
        unit, start = best.unit - 1, opening(sought, bearings.worded[best.unit - 1], before[0])
    return Landing(unit, start, end_unit, end, found.confidence)


def _stands(bearings: Bearings, neighbour: str) -> bool:
    """Is our old neighbour still there? Else the new block beside ours may be that neighbour, edited."""
    return neighbour == BEYOND or neighbour in bearings.standing


def _rest(
    sought: Sought, bearings: Bearings, known: frozenset[str] | None, unit: int, first: int, last: int
) -> tuple[int, int] | None:
    """The first and the last word of a new unit among the marked words from first to before last, if most are there.

    A part of a split block is of its kind: a heading's mark stays out of the paragraph below it.
    """
    if first >= last or not 0 <= unit < len(bearings.hashes) or known is None or bearings.hashes[unit] in known:
        return None
    if bearings.kinds[unit] != sought.anchor.kind:
        return None
    rest = sought.old.words[first:last]
    pairs = subsequence(rest, bearings.worded[unit].words)
    if paired(rest, pairs) < REST * total(rest):
        return None
    return pairs[0][1], pairs[-1][1]
