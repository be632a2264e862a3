"""The words of a page, as the renderer has counted them."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Said:
    """The words of a page, in pieces: as its source says them, without what the renderer adds (numbers of footnotes).

    Odd characters are not spelled out here, and character references are read in code too: so is the source when the
    words of both are counted.
    """

    pieces: Sequence[str]
    turns: Sequence[tuple[int, int]]  # from which piece on which block speaks (its number; -1 is none), in order
    unplaced: AbstractSet[int]  # the numbers of the blocks of raw HTML, whose lines are not known exactly
