"""Anchors: where a mark sits, stored so that it can be found again after the text has changed."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Place:
    """A piece of one rendered document, from a character of a block up to before a character of the same or a later one.

    Offsets count UTF-16 units, as a browser does, in the block's own text: everything the block's element shows, without
    what blocks inside it show, word for word, nothing trimmed.
    """

    start_block: str
    start: int
    end_block: str
    end: int
