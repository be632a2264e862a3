"""Shared reviews: a text and the marks of several people, as they travel from one desk to another."""

from dataclasses import dataclass, field
from enum import StrEnum

from countermark.model.annotations import AnnotationKind
from countermark.model.places import Place

MAX_SHARED_BYTES = 5 * 1024 * 1024  # of what is shared, as JSON, before it is compressed
MAX_SHARED_MARKS = 5_000
MAX_AUTHOR_CHARACTERS = 100
SHARED = "shared"  # the agent of reviews that came from another desk: nobody waits for them
UNNAMED = "a reviewer without a name"
NOBODY = ""  # the author of a mark whose maker is not named


class ShareForm(StrEnum):
    """How a review travels."""

    LINK = "link"
    FILE = "file"  # as a block in the file itself


@dataclass(frozen=True, kw_only=True)
class SharedMark:
    """One mark as it travels: it says whose it is, and is found again by its place or by its quote."""

    id: str  # the same at each desk that it comes to
    author: str  # the name that its maker has given; `NOBODY` for none
    kind: AnnotationKind
    words: str = ""
    text: str = ""  # the new words of an insertion or a replacement
    label: str | None = None
    tip: str | None = None
    quote: str = ""
    place: Place | None = None  # None for a note, and where only the quote tells it
    lines: tuple[int, int] | None = None
    occurrence: tuple[int, int] = (1, 1)


@dataclass(frozen=True, kw_only=True)
class SharedReview:
    """A text with marks; `review` is its id at the desk that it comes from, if it has one there."""

    title: str
    text: str
    author: str  # who shares it
    marks: tuple[SharedMark, ...] = ()
    review: str | None = None
    made_at: int | None = None  # milliseconds since 1970
    left_out: tuple[str, ...] = field(default=())  # what could not travel, or was not understood, as sentences
