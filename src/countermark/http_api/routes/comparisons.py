"""What changed between two revisions, for the browser."""

from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Query

from countermark.actions.comparisons import Compared, compared
from countermark.http_api.dependencies import TheDesk
from countermark.http_api.guards.api_errors import error_responses
from countermark.http_api.shapes import render, wire
from countermark.http_api.shapes.annotation_wire import Number
from countermark.http_api.shapes.comparison_wire import ComparisonSlice, ComparisonSummary, View
from countermark.model.errors import NotFound

TEXTS = ("inline", "side")  # the source shows all of itself

router = APIRouter(prefix="/api/reviews", tags=["reviews"], responses=error_responses(404, 409))


@router.get("/{review_id}/comparison")
async def read_comparison(
    desk: TheDesk,
    review_id: str,
    old: Number,
    new: Number,
    view: View = "inline",
    part: Annotated[int, Query(ge=0, alias="slice")] = 0,
) -> ComparisonSlice:
    """A slice of what changed between two revisions: inline, side by side, or the source, with or without folds."""
    found = await compared(desk, review_id, old=old, new=new, view=view)
    slices = len(found.comparison.parts)
    if part >= slices:
        raise NotFound(f"This comparison has {slices} slices, counted from 0.")
    return slice_of(found, part, view=view)


def slice_of(it: Compared, number: int, *, view: View) -> ComparisonSlice:
    """One slice as the wire shows it."""
    first = number == 0
    toc = [wire.Heading(id=each.id, level=each.level, text=each.text) for each in it.document.toc] if first else None
    return ComparisonSlice(
        html=it.comparison.slice(number), slice=number, slices=len(it.comparison.parts),
        old=it.old.number, new=it.new.number, old_sha256=it.old.sha256, new_sha256=it.new.sha256, view=view,
        toc=toc,
        summary=ComparisonSummary(**asdict(it.comparison.summary)) if first else None,
        unshown=render.unshown(it.document.unshown) if first and view in TEXTS else None,
    )  # fmt: skip
