"""The feed for the browser: server-sent events that resume by sequence number."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import Annotated

from fastapi import APIRouter, Header, Query, Request, Response
from starlette.types import Receive, Scope, Send

from countermark.actions.journal import problems
from countermark.actions.retention import last_dropped
from countermark.http_api.context import Hub
from countermark.http_api.dependencies import TheHub
from countermark.http_api.guards.doors import SignInIdentity
from countermark.http_api.routes.event_stream import HEARTBEAT, EventStream, last_seen
from countermark.http_api.shapes import whisper_wire, wire
from countermark.http_api.shapes.server_events import event

router = APIRouter(prefix="/api/feed", tags=["feed"])

HEARTBEAT_SECONDS = 15
HEADERS = {"cache-control": "no-store"}


@router.get(
    "",
    response_class=Response,
    responses={
        200: {"content": {"text/event-stream": {}}, "model": wire.FeedEntry | wire.Hello | whisper_wire.Whisper}
    },
)
async def follow(
    hub: TheHub,
    request: Request,
    since: Annotated[int | None, Query(ge=0)] = None,
    last_event_id: Annotated[str | None, Header()] = None,
) -> Response:
    """Every entry after a sequence number; `Last-Event-ID` wins over `since`, which wins over "from now on".

    Between the entries, without an id, come whispers: what passes while agents work, from now on and never again.
    """
    head = hub.desk.feed.head
    resumed = last_seen(last_event_id)
    start = resumed if resumed is not None else since if since is not None else head
    signed_in: SignInIdentity = request.state.signed_in
    return DeskStream(hub, events_for(hub, since=min(start, head), reader=signed_in.id))


class DeskStream(EventStream):
    """The stream of one tab: while it is open, a desk is open, and page files are watched."""

    def __init__(self, hub: Hub, events: AsyncGenerator[bytes, None]) -> None:
        super().__init__(events, closing=hub.closing, headers=HEADERS)
        self._hub = hub

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._hub.desks += 1
        self._hub.desk_came.set()
        try:
            async with self._hub.watch.held():
                await super().__call__(scope, receive, send)
        finally:
            self._hub.desks -= 1


async def events_for(hub: Hub, *, since: int, reader: str) -> AsyncGenerator[bytes, None]:
    """A hello, then entries and whispers; the hello again when the files of the data folder have other problems."""
    known, dropped = await problems(hub.desk), await last_dropped(hub.desk)
    yield hello(hub, known, dropped=dropped)
    async with aclosing(hub.events.follow(since, pause_seconds=HEARTBEAT_SECONDS)) as batches:
        async for batch in batches:
            if batch is None:
                before, known = known, await problems(hub.desk)
                yield HEARTBEAT if known == before else hello(hub, known, dropped=dropped)
                continue
            last = batch.until_sign_out(reader)
            yield (last or batch).content
            if last is not None:
                return


def hello(hub: Hub, known: Sequence[str], *, dropped: int) -> bytes:
    """What a tab learns first."""
    content = wire.Hello(seq=hub.desk.feed.head, version=hub.version, problems=list(known), dropped=dropped)
    return event("hello", content.model_dump_json())
