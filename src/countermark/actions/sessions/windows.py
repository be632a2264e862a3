"""A part of the ledger that one answer can carry: as much of it as one can look at, the newest first to be there."""

from collections.abc import Sequence
from dataclasses import dataclass

from countermark.model.sessions.ledger import Ledger
from countermark.model.sessions.part_sizes import size_of
from countermark.model.sessions.parts import Part

MOST_NEWEST = 500  # parts with which a desk begins
MOST_EARLIER = 200  # parts that come with each wish for earlier ones
MOST_CHARACTERS = 1_000_000  # of all parts of a window; one part is always there


@dataclass(frozen=True)
class LedgerWindow:
    """Parts that stand one behind the other, oldest first; `earlier` is how many there are before them."""

    parts: tuple[Part, ...]
    earlier: int


def window_of(ledger: Sequence[Part], *, before: int | None = None, most: int) -> LedgerWindow:
    """The newest parts, of those that stand before a place if one is named."""
    parts = Ledger.of(ledger)
    end = len(parts) if before is None else min(before, len(parts))
    first, size = end, 0
    while first > max(0, end - most):
        size += size_of(parts[first - 1])
        if size > MOST_CHARACTERS and first < end:
            break
        first -= 1
    return LedgerWindow(parts[first:end], first)
