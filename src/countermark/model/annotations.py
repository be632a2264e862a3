"""Annotations: a person's marks on places of a document, and where later revisions have left them."""

from dataclasses import dataclass
from enum import StrEnum

from countermark.model.anchors import Place


class AnnotationKind(StrEnum):
    """What a mark asks for."""

    DELETION = "deletion"
    INSERTION = "insertion"  # of `text`, right behind the quote
    REPLACEMENT = "replacement"  # of the quote by `text`
    COMMENT = "comment"
    NOTE = "note"  # on the whole: it stands on no place


class AnnotationStatus(StrEnum):
    """How far a mark has come."""

    OPEN = "open"
    IN_PROGRESS = "in_progress"
    ADDRESSED = "addressed"


class Fate(StrEnum):
    """What a later revision has made of the place a mark stood on."""

    THERE = "there"
    CHANGED = "changed"
    GONE = "gone"


@dataclass(frozen=True)
class Image:
    """A picture that goes with a mark, known by its digest."""

    name: str
    sha256: str
    media_type: str


@dataclass(frozen=True)
class Annotation:
    """One mark; times are milliseconds since 1970.

    `live_on` is the revision with whose answer it goes, or went; before that revision has a person's answer it is unsent.
    """

    id: str
    review_id: str
    revision: int  # the one it was made on
    live_on: int
    kind: AnnotationKind
    words: str  # the comment or the reason
    text: str  # the new words of an insertion or a replacement
    label: str | None  # a quick label of the person's own
    tip: str | None  # what the label tells the agent
    images: tuple[Image, ...]
    quote: str  # the marked text, word for word; empty for a note
    place: Place | None  # on `revision`; None for a note
    position: int  # where it begins in that revision's whole text, for the order; 0 for a note
    lines: tuple[int, int] | None  # of the source
    occurrence: tuple[int, int]  # this is the n-th of m places that read the same; (1, 1) for the only one
    anchor: str | None  # canonical JSON of an Anchor
    status: AnnotationStatus
    removed: bool
    version: int  # grows with each change
    created_at: int
    changed_at: int
    made_by: str


@dataclass(frozen=True)
class Placement:
    """Where a mark stands in a revision later than its own."""

    annotation_id: str
    revision: int
    fate: Fate
    place: Place | None  # None when it is gone
    quote: str  # what the place reads now; empty when it is gone
    position: int
    lines: tuple[int, int] | None
    occurrence: tuple[int, int]
    hint: Place | None  # a doubtful candidate for a mark that is gone
    hint_quote: str
