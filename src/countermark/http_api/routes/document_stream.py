"""A revision's document for the browser: every slice in one answer, each as soon as it is known."""

import asyncio
from collections.abc import AsyncIterator

from fastapi import APIRouter, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel

from countermark.actions import documents
from countermark.actions.desk import Desk, must
from countermark.documents.markdown.beginning import Beginning
from countermark.documents.markdown.packed import PackedDocument
from countermark.http_api.context import TheDesk
from countermark.http_api.guards.errors import error_responses, refusal_body
from countermark.http_api.shapes import annotation_wire, render, wire
from countermark.model.errors import CountermarkError

router = APIRouter(prefix="/api/reviews", tags=["reviews"], responses=error_responses(404))

LINES = "application/x-ndjson"


@router.get(
    "/{review_id}/revisions/{number}/slices", response_class=Response,
    responses={200: {"content": {LINES: {}}, "model": wire.DocumentSlice}},
)  # fmt: skip
async def read_slices(desk: TheDesk, review_id: str, number: annotation_wire.Number) -> Response:
    """All slices of a revision's document, each a line of JSON, the first one before the rest is rendered.

    Where it comes early it comes twice: the second time with how many there are. An error after that is a line, too.
    """
    revision = must(await desk.read(lambda reader: reader.revision(review_id, number)))
    first = await documents.first_of(desk, revision.sha256)
    return StreamingResponse(slice_lines(desk, revision.sha256, first), media_type=LINES)


async def document_lines(desk: Desk, sha256: str) -> AsyncIterator[bytes]:
    """The slices as JSON; an error is a line."""
    try:
        first = await documents.first_of(desk, sha256)
    except CountermarkError as error:
        yield refusal_line(error)
        return
    async for each in slice_lines(desk, sha256, first):
        yield each


async def slice_lines(desk: Desk, sha256: str, first: Beginning | PackedDocument) -> AsyncIterator[bytes]:
    """The slices as JSON; who else waits for the hub has a turn after each."""
    if isinstance(first, Beginning):
        yield line(render.early_slice(first, sha256=sha256))
        try:
            first = await documents.packed_of(desk, sha256)
        except CountermarkError as error:
            yield refusal_line(error)
            return
    for number in range(len(first.parts)):
        yield line(render.document_slice(first, number))
        await asyncio.sleep(0)


def line(it: BaseModel) -> bytes:
    """A value as a line: JSON has no line ends but the last."""
    return it.model_dump_json().encode() + b"\n"


def refusal_line(error: CountermarkError) -> bytes:
    """An error as a line."""
    return refusal_body(error) + b"\n"
