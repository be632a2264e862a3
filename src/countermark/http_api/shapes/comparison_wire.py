"""The shapes of a comparison on the browser's wire."""

from typing import Literal

from pydantic import BaseModel, Field

from countermark.http_api.shapes.wire import Heading, UnshownWords

View = Literal["inline", "side", "source", "source_whole"]


class ComparisonSummary(BaseModel):
    """How much changed. A block counts once."""

    words_added: int
    words_removed: int
    blocks_changed: int
    blocks_added: int
    blocks_removed: int
    blocks_moved: int
    blocks_split: int = Field(description="Or joined.")


class ComparisonSlice(BaseModel):
    """A part of a comparison that the page can take in without a pause; the first one brings contents and figures."""

    html: str
    slice: int
    slices: int
    old: int
    new: int
    old_sha256: str
    new_sha256: str
    view: View
    toc: list[Heading] | None
    summary: ComparisonSummary | None
    unshown: UnshownWords | None = Field(
        description="What the source of the new revision says and the text does not, in the first part of texts."
    )
