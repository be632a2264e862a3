"""A revision's document for the browser: every slice in one answer, each as soon as it is known."""

import asyncio
from collections.abc import AsyncIterator

from fastapi import APIRouter, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel

from countermark.actions import documents
from countermark.actions.desk import Desk, must
from countermark.http_api.dependencies import TheDesk
from countermark.http_api.guards.api_errors import error_responses
from countermark.http_api.guards.errors import refusal_body
from countermark.http_api.shapes import annotation_wire, render, wire
from countermark.model.errors import CountermarkError

router = APIRouter(prefix="/api/reviews", tags=["reviews"], responses=error_responses(404, 409))

LINES = "application/x-ndjson"


@router.get(
    "/{review_id}/revisions/{number}/slices", response_class=Response,
    responses={200: {"content": {LINES: {}}, "model": wire.DocumentSlice}},
)  # fmt: skip
async def read_slices(desk: TheDesk, review_id: str, number: annotation_wire.Number) -> Response:
    """All slices of a revision's document, each a line of JSON as soon as it is known.

    Those that come before all is known about the document do not say how many there are; the first one comes again
    then, and the others behind it unless they have all come. An error after the first line is a line, too.
    """
    revision = must(await desk.read(lambda reader: reader.revision(review_id, number)))
    revision.check_remembered()
    return StreamingResponse(document_lines(desk, revision.sha256), media_type=LINES)


async def document_lines(desk: Desk, sha256: str) -> AsyncIterator[bytes]:
    """The slices as JSON; who else waits for the hub has a turn after each."""
    told: list[str] = []
    try:
        async for number, html in documents.early_slices(desk, sha256):
            yield line(render.early_slice(html, number, sha256=sha256))
            told.append(html)
            await asyncio.sleep(0)
        document = await documents.packed_of(desk, sha256)
    except CountermarkError as error:
        yield refusal_body(error) + b"\n"
        return
    all_told = len(told) == len(document.parts) and told[0] == document.slice(0)  # no other text, such as its source
    for number in range(1 if all_told else len(document.parts)):
        yield line(render.document_slice(document, number))
        await asyncio.sleep(0)


def line(it: BaseModel) -> bytes:
    """A value as a line: JSON has no line ends but the last."""
    return it.model_dump_json().encode() + b"\n"
