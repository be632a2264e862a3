"""The shapes of marks, their drafts, images and labels on the browser's wire."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Base64Bytes, BaseModel, Field

from countermark.model.annotations import ID, AnnotationKind, AnnotationStatus, Fate

Number = Annotated[int, Field(ge=1, le=2**31 - 1)]  # of a revision; no database takes any longer one
Offset = Annotated[int, Field(ge=0, le=2**31 - 1)]
AnnotationId = Annotated[str, Field(pattern=f"^{ID.pattern}$")]
Digest = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


def encodable(text: str) -> str:
    """Words that can be stored and sent. Raises `ValueError` for half a character pair."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise ValueError(f"the text is not valid Unicode at character {error.start + 1}") from None
    return text


Words = Annotated[str, AfterValidator(encodable)]


class Place(BaseModel):
    """A piece of a document, from a character of a block up to before one of the same or a later block."""

    start_block: Words = Field(max_length=200)
    start: Offset = Field(description="In UTF-16 units of the block's own text.")
    end_block: Words = Field(max_length=200)
    end: Offset


class Image(BaseModel):
    """A picture that goes with a mark."""

    name: Words
    sha256: Digest
    media_type: Words = ""


class Hint(BaseModel):
    """A doubtful candidate for a mark whose words are gone."""

    place: Place
    quote: str


class Annotation(BaseModel):
    """A mark as it stands on one revision."""

    id: str
    review: str
    revision: int = Field(description="The one it was made on.")
    live_on: int = Field(description="The one with whose answer it goes, or went.")
    placed_on: int = Field(description="The one that place, fate and everything about its place speak of.")
    kind: AnnotationKind
    words: str
    text: str
    label: str | None
    tip: str | None
    images: list[Image]
    quote: str
    status: AnnotationStatus
    sent: bool
    removed: bool
    version: int
    created_at: str
    changed_at: str
    place: Place | None
    position: int
    lines: tuple[int, int] | None
    occurrence: tuple[int, int]
    fate: Fate | None = Field(description="None on the revision it was made on.")
    reads_now: str | None = Field(description="The words there now, where they have changed.")
    hint: Hint | None
    author: str | None = Field(description="The name of another person whose mark it is; None for the person's own.")
    chosen: bool = Field(description="Whether it goes with an answer: another's mark once the person has chosen it.")


class AnnotationList(BaseModel):
    """Marks, and the sequence number from which the feed goes on."""

    annotations: list[Annotation]
    seq: int


class AnnotationNow(BaseModel):
    """A mark after a change."""

    annotation: Annotation
    seq: int


class AnnotationGiven(BaseModel):
    """A new mark; the quote is what the person sees at the place."""

    revision: Number
    kind: AnnotationKind
    words: Words = ""
    text: Words = ""
    label: Words | None = None
    tip: Words | None = None
    images: list[Image] = []
    place: Place | None = None
    quote: Words = ""


class AnnotationChange(BaseModel):
    """What to change of a mark; a place comes with its quote and the revision it is on."""

    version: int
    kind: AnnotationKind | None = None
    words: Words | None = None
    text: Words | None = None
    label: Words | None = None
    tip: Words | None = None
    images: list[Image] | None = None
    place: Place | None = None
    quote: Words | None = None
    revision: Number | None = None


class AnnotationKeep(BaseModel):
    """How an earlier mark is kept for the newest revision: where it stands, or as a note on the whole."""

    revision: Number
    keep_as: Literal["mark", "note"] = Field(alias="as")


class AnnotationUnkeep(BaseModel):
    """The newest revision, for which the mark was kept."""

    revision: Number


class MarkDraft(BaseModel):
    """A mark that is being written, but for the words of its comment."""

    kind: AnnotationKind
    place: Place | None = None
    quote: Words = ""
    text: Words = ""
    label: Words | None = None
    tip: Words | None = None
    images: list[Image] = []


class MarkDraftKept(BaseModel):
    """A mark that is being written, as it is kept; the slot is the mark's id."""

    slot: str
    revision: int
    text: str
    mark: MarkDraft | None
    version: int
    saved_at: str


class DraftKept(BaseModel):
    """Words to keep; `version` is the newest one the page knows, 0 for none."""

    revision: Number
    text: Words
    kind: Literal["approved", "changes_requested"] | None = None
    version: int = Field(default=0, ge=0, lt=2**31 - 1)
    slot: Literal["answer"] | AnnotationId = "answer"
    mark: MarkDraft | None = None


class ImageGiven(BaseModel):
    """An image's bytes in base 64."""

    name: Words
    data: Base64Bytes


class Label(BaseModel):
    """A quick label of the person's own, and what it tells the agent."""

    label: Words
    tip: Words = ""
