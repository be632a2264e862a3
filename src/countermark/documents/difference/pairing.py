"""Two revisions of a document: which old unit is which new one. Marks and comparisons share the answer."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from rapidfuzz.distance import LCSseq

from countermark.documents.difference.alignment import subsequence
from countermark.documents.difference.patience import matching_blocks
from countermark.documents.markdown.bearings import NEAR, Bearings, nearness
from countermark.documents.markdown.passages import Passages
from countermark.documents.markdown.words import LETTERS

SHORTLIST = 12  # new units that an old one is compared with;
COMPARED = 60_000  # fewer if that makes more pairs than this
FEWEST = 4
COMMON = 60  # a word that more new units hold than this tells nothing,
RAREST = 6  # and of the others these many tell enough
ALIKE = 0.4  # share of words that two units have in common if they are one, edited
ALIKE_NEAR = 0.25  # if they lie at the same neighbour
PART = 0.7  # share of the shorter one's words that must be in the longer one, if that is all that speaks for them
PART_WORDS = 5
LONG = 100_000_000  # pairs of words that are compared for a similarity
UNITS_AT_MOST = 400_000_000  # pairs of units that are aligned at once: 50 MB, a tenth of a second
BESIDE = 0.15  # what a neighbour in common is worth
BOTH_SIDES = 2
NEIGHBOUR = 3.0  # nearness that one direct neighbour gives
FIRST_LETTER, FIRST_SIGN = 0x10000, 0x100000  # words become characters from here on, far from surrogates


class Pair(NamedTuple):
    """An old unit and what has become of it; numbers of units."""

    old: int
    new: int
    same: bool  # the same words, but for case, blanks and kinds of quotes
    moved: bool  # it has changed its place among those that stayed
    similarity: float  # 0 to 1


@dataclass(frozen=True, slots=True)
class Pairing:
    """All units of two revisions. No unit is in two pairs."""

    pairs: tuple[Pair, ...]  # in the order of the new ones
    vanished: tuple[int, ...]  # old units without a partner
    arrived: tuple[int, ...]  # new units without a partner


def pair(old: Passages, new: Passages) -> Pairing:
    """Pair the units: equal ones in order, equal ones that moved, then, best first, those that resemble each other."""
    new.bearings.share(old.bearings)
    pairer = Pairer(old.bearings, new.bearings)
    pairer.in_order()
    pairer.moved()
    pairer.resembling()
    return pairer.pairing()


class Pairer:
    """What is paired so far."""

    def __init__(self, old: Bearings, new: Bearings) -> None:
        self.old, self.new = old, new
        self.to: dict[int, int] = {}
        self.back: dict[int, int] = {}
        self.similarity: dict[int, float] = {}

    def take(self, i: int, j: int, similarity: float) -> None:
        """These two are one."""
        self.to[i], self.back[j], self.similarity[i] = j, i, similarity

    def in_order(self) -> None:
        """Units that keep their order: equal to the last blank by patience, in each gap then equal in their words."""
        old, new = self.old, self.new
        i = j = 0
        for start, other, size in matching_blocks(old.texts, new.texts):
            if i < start and j < other:
                was_hashes, now_hashes = _hashes(old, i, start), _hashes(new, j, other)
                for x, y in subsequence(was_hashes, now_hashes, most_cells=UNITS_AT_MOST):
                    self.take(i + x, j + y, 1.0)
            i, j = start + size, other + size
            was, now = range(start, i), range(other, j)
            self.to.update(zip(was, now, strict=True))
            self.back.update(zip(now, was, strict=True))
            self.similarity.update(dict.fromkeys(was, 1.0))

    def moved(self) -> None:
        """Equal units that are left. Of several, those whose neighbours agree come first."""
        left: dict[str, list[int]] = {}
        for j, unit in enumerate(self.new.worded):
            if j not in self.back:
                left.setdefault(unit.hash, []).append(j)
        around, nearness_of = cache(self.new.neighbours), cache(nearness)  # repeated sections ask for few, and often
        ranked: list[tuple[float, int, int]] = []
        for i, unit in enumerate(self.old.worded):
            if i in self.to or unit.hash not in left:
                continue
            neighbours = self.old.neighbours(i)
            telling = _telling(unit.words)
            for j in left[unit.hash][:SHORTLIST]:
                near = nearness_of(around(j), neighbours)
                if telling or near >= NEIGHBOUR:
                    ranked.append((-near - (self.old.texts[i] == self.new.texts[j]), i, j))
        for _, i, j in sorted(ranked):
            if i not in self.to and j not in self.back:
                self.take(i, j, 1.0)

    def resembling(self) -> None:
        """Units without a partner, best pair first; what lies beside a pair that is made gains by it."""
        spelling = Spelling()
        beside = {i: self._beside(i) for i in range(len(self.old.texts)) if i not in self.to}
        self._in_place(beside, spelling)
        for _, i, j, similarity in sorted(self._alike(beside, spelling)):
            if i not in self.to and j not in self.back:
                self.take(i, j, similarity)

    def _in_place(self, beside: Mapping[int, dict[int, int]], spelling: "Spelling") -> None:
        """Units that stand between the neighbours of old ones, where nothing can be a better pair.

        No other unit stands beside either of the two, and without that even equal words rank lower.
        """
        for i, j in [(i, j) for i, places in beside.items() for j, near in places.items() if near == BOTH_SIDES]:
            was, now = spelling.of(self.old.worded[i].words), spelling.of(self.new.worded[j].words)
            similarity, _ = _likeness(was, now)
            if similarity + BOTH_SIDES * BESIDE > 1:
                self.take(i, j, similarity)

    def _alike(
        self, beside: Mapping[int, dict[int, int]], spelling: "Spelling"
    ) -> Iterator[tuple[float, int, int, float]]:
        vanished = [i for i in beside if i not in self.to]
        spelled = {j: spelling.of(self.new.worded[j].words) for j in range(len(self.new.texts)) if j not in self.back}
        holders: dict[str, list[int]] = {}
        for j, letters in spelled.items():
            for letter in dict.fromkeys(letters):
                holders.setdefault(letter, []).append(j)
        shortlist = max(min(SHORTLIST, COMPARED // max(len(vanished), 1)), FEWEST)
        for i in vanished:
            words = spelling.of(self.old.worded[i].words)
            for j in self._candidates(words, holders, beside[i], shortlist):
                similarity, is_part = _likeness(words, spelled[j])
                near = beside[i].get(j, 0)
                if similarity >= (ALIKE_NEAR if near else ALIKE) or is_part:
                    yield -similarity - BESIDE * near, i, j, similarity

    def _candidates(
        self, words: str, holders: dict[str, list[int]], beside: dict[int, int], shortlist: int
    ) -> list[int]:
        """New units that share rare words with an old one, and those that lie at its neighbours."""
        told = [units for letter in dict.fromkeys(words) if 0 < len(units := holders.get(letter, [])) <= COMMON]
        best = _best(sorted(told, key=len)[:RAREST], shortlist)
        return list(dict.fromkeys([*best, *sorted(beside)]))

    def _beside(self, i: int) -> dict[int, int]:
        """New units without partner where an old one stood: 2 (both sides) between its neighbours, 1 at either."""
        found: dict[int, int] = {}
        for step in (-1, 1):
            other, far = i + step, 1
            while 0 <= other < len(self.old.texts) and other not in self.to and far < NEAR:
                other, far = other + step, far + 1
            if other in self.to:
                for at in range(1, far + 1):
                    j = self.to[other] - step * at
                    if not 0 <= j < len(self.new.texts) or j in self.back:
                        break
                    found[j] = found.get(j, 0) + (at == far)
        return {j: near for j, near in found.items() if near}

    def pairing(self) -> Pairing:
        """All that was found."""
        moved, similarity, old, new = _crossing(self.to), self.similarity, self.old, self.new
        pairs: list[Pair] = []
        for j, i in sorted(self.back.items()):
            same = old.texts[i] == new.texts[j] or old.worded[i].hash == new.worded[j].hash
            pairs.append(Pair(i, j, same, i in moved, similarity[i]))
        return Pairing(
            tuple(pairs),
            tuple(i for i in range(len(self.old.texts)) if i not in self.to),
            tuple(j for j in range(len(self.new.texts)) if j not in self.back),
        )


def _hashes(bearings: Bearings, first: int, behind: int) -> list[str]:
    """Of some units; most units of two revisions are equal to the last blank and are never split into words."""
    return [unit.hash for unit in bearings.worded[first:behind]]


def _best(told: list[list[int]], shortlist: int) -> list[int]:
    """The units that share most, those of rarer words first; of equal ones the lower first.

    Units with one of the words alone count the same for that word: only the first few of them can be among the best.
    """
    once, often = set[int](), set[int]()
    for units in told:
        often |= once.intersection(units)
        once.update(units)
    hopeful = often.union(*(units[: shortlist + len(often)] for units in told))
    score: dict[int, float] = {}
    for units in told:
        for j in hopeful.intersection(units):
            score[j] = score.get(j, 0.0) + 1 / len(units)
    return sorted(sorted(score), key=score.__getitem__, reverse=True)[:shortlist]


def _telling(words: list[str]) -> bool:
    """Do these words say enough to be known by themselves?"""
    return len(words) >= 3 or sum(map(len, words)) >= 8


class Letters(dict[str, str]):
    """A character for each word; none for one that is a sign, where only words count."""

    def __init__(self, first: int, *, signs: bool) -> None:
        super().__init__()
        self.first, self.signs = first, signs
        self.letters = (0x110000 if signs else FIRST_SIGN) - first

    def __missing__(self, word: str) -> str:
        counts = self.signs or LETTERS.search(word) is not None
        letter = self[word] = chr(self.first + len(self) % self.letters) if counts else ""
        return letter


class Spelling:
    """Words as characters, one each, so that they compare fast; signs do not count where there are words."""

    def __init__(self) -> None:
        self.words, self.signs = Letters(FIRST_LETTER, signs=False), Letters(FIRST_SIGN, signs=True)

    def of(self, words: list[str]) -> str:
        """The characters of some words."""
        return "".join(map(self.words.__getitem__, words)) or "".join(map(self.signs.__getitem__, words))


def _likeness(one: str, other: str) -> tuple[float, bool]:
    """The share of words that two units have in common, and whether the shorter is a part of the longer."""
    both = _shared(one, other)
    longer, shorter = max(len(one), len(other), 1), max(min(len(one), len(other)), 1)
    return 2 * both / (longer + shorter), both >= PART * shorter and shorter >= PART_WORDS


def _shared(one: str, other: str) -> int:
    """How many words two texts share in order; of very long ones, how many they share at all."""
    if len(one) * len(other) <= LONG:
        return int(LCSseq.similarity(one, other))
    return (Counter(one) & Counter(other)).total()


def _crossing(to: dict[int, int]) -> set[int]:
    """The old units that changed their place: all but a longest run that keeps its order."""
    if all(to[i] < to[j] for i, j in pairwise(sorted(to))):
        return set()
    tails: list[int] = []  # of the runs of each length the least new unit that ends one
    ends: list[int] = []  # and its old unit
    before: dict[int, int] = {}
    for i in sorted(to):
        at = bisect_left(tails, to[i])
        if at:
            before[i] = ends[at - 1]
        if at == len(tails):
            tails.append(to[i])
            ends.append(i)
        else:
            tails[at], ends[at] = to[i], i
    stayed: set[int] = set()
    last = ends[-1] if ends else None
    while last is not None:
        stayed.add(last)
        last = before.get(last)
    return set(to) - stayed
