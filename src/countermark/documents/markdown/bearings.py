"""What is known of a document's units before anything is looked for in it: made once, used by every mark.

Portable: web/src/anchors has the same, line by line.
"""

from collections.abc import Sequence
from functools import cached_property

from countermark.documents.markdown.words import Worded, digest, split

NEAR = 3  # neighbours on each side
WEIGHTS = (3.0, 1.5, 1.0)  # of the nearest neighbour, the next, the one behind it
ALL_NEAR = 2 * sum(WEIGHTS)
BEYOND = ""  # stands for a neighbour before the first or behind the last unit


class Arrivals:
    """The units that an old revision did not have, and which words they hold."""

    def __init__(self, units: Sequence[int], worded: Sequence[Worded]) -> None:
        self.units = units
        self.holders: dict[str, list[int]] = {}
        for unit in units:
            for word in dict.fromkeys(worded[unit].words):
                self.holders.setdefault(word, []).append(unit)


class Bearings:
    """Units by their words, hashes, neighbours and headings."""

    def __init__(self, texts: Sequence[str], kinds: Sequence[str], sections: Sequence[tuple[str, ...]]) -> None:
        self.texts = texts
        self.kinds = kinds
        self.sections = sections
        self.worded = [Worded(text) for text in texts]
        self._arrivals: dict[frozenset[str] | None, Arrivals] = {}

    def share(self, other: "Bearings") -> None:
        """Take over the words of equal texts, so that what stands in two revisions is read once."""
        known = dict(zip(other.texts, other.worded, strict=True))
        self.worded = [known.get(unit.text, unit) for unit in self.worded]

    @cached_property
    def hashes(self) -> list[str]:
        """Of each unit's words in normal form."""
        return [unit.hash for unit in self.worded]

    @cached_property
    def known(self) -> frozenset[str]:
        """All hashes: what a later revision needs to know of this one."""
        return frozenset(self.hashes)

    @cached_property
    def standing(self) -> dict[str, list[int]]:
        """The units of each hash, in order."""
        units: dict[str, list[int]] = {}
        for unit, name in enumerate(self.hashes):
            units.setdefault(name, []).append(unit)
        return units

    @cached_property
    def section_hashes(self) -> list[tuple[str, ...]]:
        """The hashes of the headings above each unit, outermost first."""
        made: dict[tuple[str, ...], tuple[str, ...]] = {}
        for section in self.sections:
            if section not in made:
                made[section] = tuple(digest(split(heading)) for heading in section)
        return [made[section] for section in self.sections]

    def neighbour(self, unit: int) -> str:
        """The hash of a unit, or what stands for none."""
        return self.worded[unit].hash if 0 <= unit < len(self.worded) else BEYOND

    def neighbours(self, unit: int) -> tuple[str, ...]:
        """Three before, the nearest first, then three after."""
        before = [self.neighbour(unit - at) for at in range(1, NEAR + 1)]
        return (*before, *(self.neighbour(unit + at) for at in range(1, NEAR + 1)))

    def arrivals(self, known: frozenset[str] | None) -> Arrivals:
        """The units that are not known from the old revision; without one, all."""
        if known not in self._arrivals:
            hashes = self.hashes
            units = [unit for unit in range(len(hashes)) if known is None or hashes[unit] not in known]
            self._arrivals = {known: Arrivals(units, self.worded)}
        return self._arrivals[known]

    def nearness(self, unit: int, neighbours: Sequence[str]) -> float:
        """How far a unit has the neighbours that ours had: 0 to 11.

        A neighbour at its old distance counts its weight, one on the same side at another distance half of it.
        """
        return nearness(self.neighbours(unit), neighbours)


def nearness(around: Sequence[str], neighbours: Sequence[str]) -> float:
    """How far the neighbours of one unit are those of another; both as `Bearings.neighbours` gives them."""
    score = 0.0
    for side in (0, NEAR):
        near = around[side : side + NEAR]
        for at in range(NEAR):
            name = neighbours[side + at]
            if name == near[at]:
                score += WEIGHTS[at]
            elif name != BEYOND and name in near:
                score += WEIGHTS[at] / 2
    return score
