"""What is known of a document's units before anything is looked for in it: made once, used by every mark."""

from collections.abc import Sequence

from countermark.documents.markdown.words import Worded

NEAR = 3  # neighbours on each side
WEIGHTS = (3.0, 1.5, 1.0)  # of the nearest neighbour, the next, the one behind it
BEYOND = ""  # stands for a neighbour before the first or behind the last unit


class Bearings:
    """Units by their words, hashes, neighbours and headings."""

    def __init__(self, texts: Sequence[str], kinds: Sequence[str], sections: Sequence[tuple[str, ...]]) -> None:
        self.texts = texts
        self.kinds = kinds
        self.sections = sections
        by_text = {text: Worded(text) for text in texts}
        self.worded = [by_text[text] for text in texts]  # equal texts are split into words once

    def share(self, other: "Bearings") -> None:
        """Take over the words of equal texts, so that what stands in two revisions is read once."""
        known = dict(zip(other.texts, other.worded, strict=True))
        self.worded = [known.get(unit.text, unit) for unit in self.worded]

    def neighbour(self, unit: int) -> str:
        """The hash of a unit, or what stands for none."""
        return self.worded[unit].hash if 0 <= unit < len(self.worded) else BEYOND

    def neighbours(self, unit: int) -> tuple[str, ...]:
        """Three before, the nearest first, then three after."""
        before = [self.neighbour(unit - at) for at in range(1, NEAR + 1)]
        return (*before, *(self.neighbour(unit + at) for at in range(1, NEAR + 1)))

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
