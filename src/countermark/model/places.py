"""Places: where a mark sits in a document, and where that is in another revision."""

from dataclasses import dataclass
from typing import Literal

FoundState = Literal["there", "changed", "gone"]


@dataclass(frozen=True)
class Place:
    """A piece of a rendered document, from a character of a block up to before a character of the same or a later one.

    Offsets count UTF-16 units, as a browser does, in the block's own text: everything the block's element shows,
    without what blocks inside it show, word for word, nothing trimmed.
    """

    start_block: str
    start: int
    end_block: str
    end: int


@dataclass(frozen=True)
class CarriedPlace:
    """Where a place is in another revision."""

    state: FoundState
    place: Place | None  # None when it is gone
    hint: Place | None = None  # a doubtful candidate for what is gone
    confidence: float = 0.0  # 0 to 1
