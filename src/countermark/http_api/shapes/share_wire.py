"""Shared reviews on the browser's wire, and on that of the person's commands."""

from typing import Annotated, Any

from pydantic import BaseModel, Field, StringConstraints

from countermark.model.shares import MAX_AUTHOR_CHARACTERS

Author = Annotated[str, StringConstraints(max_length=MAX_AUTHOR_CHARACTERS)]
ReviewId = Annotated[str, StringConstraints(max_length=40)]
MAX_OPENED_CHARACTERS = 8 * 1024 * 1024


class ShareAsked(BaseModel):
    """Which review is shared, and the name under which the person's own marks travel."""

    review: ReviewId
    author: Author
    others: bool = Field(default=True, description="Whether the marks of other people go along, under their names.")


class ShareIntoAsked(ShareAsked):
    """The same, into a file; without one into the review's own."""

    path: str | None = Field(default=None, max_length=4096, description="Absolute.")


class Shared(BaseModel):
    """What is shared, in the form that travels; the page itself makes a link of it, so that the key stays there."""

    shared: dict[str, Any] = Field(description="Version 1 of the form: docs/reference/sharing.md.")
    left_out: list[str] = Field(description="What could not come along, as sentences.")


class SharedLink(BaseModel):
    """A link that carries a review: whoever has it can read it."""

    link: str
    marks: int
    left_out: list[str]


class SharedFile(BaseModel):
    """A file that has its marks in a block now."""

    path: str
    marks: int
    left_out: list[str]


class OpenAsked(BaseModel):
    """A link, or the text of a file."""

    text: str = Field(max_length=MAX_OPENED_CHARACTERS)
    path: str | None = Field(default=None, max_length=4096, description="Of the file; absolute. None for a link.")


class Received(BaseModel):
    """What has become of what was shared; counts are of marks."""

    review: str
    opened: bool = Field(description="A review of its own was opened for it.")
    added: int
    changed: int
    same: int
    own: int = Field(description="The person's own, come back: they stay as they are here.")
    left_out: list[str]


class ChoiceAsked(BaseModel):
    """Which marks of other people go with the next answer, or stay out of it."""

    review: ReviewId
    annotations: list[ReviewId] = Field(max_length=5000)
    chosen: bool


class Chosen(BaseModel):
    """The journal's number after the choice."""

    seq: int
