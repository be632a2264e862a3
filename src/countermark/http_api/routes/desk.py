"""What a fresh page needs, in one answer: what waits, and the document that it shows first."""

from collections.abc import AsyncIterator
from dataclasses import asdict

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse

from countermark.actions import review_lists
from countermark.http_api.context import Hub
from countermark.http_api.dependencies import TheHub
from countermark.http_api.routes.document_stream import LINES, document_lines, line
from countermark.http_api.routes.sign_in import desk_start
from countermark.http_api.shapes import desk_wire, render, wire
from countermark.http_api.shapes.times import iso_or_none
from countermark.model.reviews import Review

router = APIRouter(prefix="/api/desk", tags=["desk"])


@router.get(
    "", response_class=Response,
    responses={200: {"content": {LINES: {}}, "model": desk_wire.DeskOpening | wire.DocumentSlice}},
)  # fmt: skip
async def open_desk(hub: TheHub, request: Request) -> Response:
    """What a fresh page needs, in lines of JSON: what waits, then the slices of the document that it shows first."""
    opening = await review_lists.opening(hub.desk)
    return StreamingResponse(opening_lines(hub, request, opening), media_type=LINES)


async def opening_lines(hub: Hub, request: Request, opening: review_lists.FreshDesk) -> AsyncIterator[bytes]:
    """The list at once, so that it waits for no rendering; then the document. An error in that is a line, too."""
    first, held_ms = opening.first, hub.desk.attention.held_ms
    yield line(
        desk_wire.DeskOpening(
            start=desk_start(hub, request, opening.settings, seq=opening.seq),
            open=wire.ItemList(items=[render.item(each) for each in opening.items], seq=opening.seq),
            held_since=iso_or_none(None if held_ms is None else hub.desk.now() - held_ms),
            first=None if first is None else wire.ItemVersion(**asdict(first.version)),
        )
    )
    if isinstance(first, Review):  # a card comes by a request of its own: it is short
        async for each in document_lines(hub.desk, first.latest.sha256):
            yield each
