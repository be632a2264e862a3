"""The feed for the browser: server-sent events that resume by sequence number."""

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing
from typing import Annotated

from fastapi import APIRouter, Header, Query, Request, Response
from starlette.types import Receive, Scope, Send

from countermark.actions.annotations import NEWEST, standing_on
from countermark.actions.journal import problems
from countermark.actions.pages.watching import watch_all
from countermark.http_api.context import Hub, TheHub
from countermark.http_api.guards.doors import SignedIn
from countermark.http_api.routes.held_line import hung_up
from countermark.http_api.shapes import render, wire
from countermark.model.annotations import Standing
from countermark.model.journal import Entry, SignedOut
from countermark.model.reviews import CANARY, Review
from countermark.store.base import Reader

router = APIRouter(prefix="/api/feed", tags=["feed"])

HEARTBEAT_SECONDS = 15
SEQ = re.compile(r"[0-9]{1,18}")
HEADERS = {"content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store", "x-accel-buffering": "no"}


@router.get(
    "",
    response_class=Response,
    responses={200: {"content": {"text/event-stream": {}}, "model": wire.FeedEntry | wire.Hello}},
)
async def follow(
    hub: TheHub,
    request: Request,
    since: Annotated[int | None, Query(ge=0)] = None,
    last_event_id: Annotated[str | None, Header()] = None,
) -> Response:
    """Every entry after a sequence number; `Last-Event-ID` wins over `since`, which wins over "from now on"."""
    resumed = int(last_event_id) if last_event_id and SEQ.fullmatch(last_event_id) else None
    start = resumed if resumed is not None else since if since is not None else hub.desk.feed.head
    signed_in: SignedIn = request.state.signed_in
    return EventStream(hub, since=min(start, hub.desk.feed.head), reader=signed_in.id)


class EventStream(Response):
    """A response that never ends by itself: it ends with the page, with the reader's sign-out, or with the hub."""

    def __init__(self, hub: Hub, *, since: int, reader: str) -> None:
        super().__init__(headers=HEADERS)
        self._hub = hub
        self._since = since
        self._reader = reader
        del self.headers["content-length"]

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        self._hub.desks += 1
        self._hub.desk_came.set()
        ends = [asyncio.ensure_future(each) for each in (self._pump(send), hung_up(receive), self._hub.closing.wait())]
        beside = asyncio.ensure_future(watch_all(self._hub.desk))
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._hub.desks -= 1
            ends.append(beside)
            for end in ends:
                end.cancel()
            await asyncio.gather(*ends, return_exceptions=True)
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _pump(self, send: Send) -> None:
        async for event in self._events():
            await send({"type": "http.response.body", "body": event.encode(), "more_body": True})

    async def _events(self) -> AsyncIterator[str]:
        told = await problems(self._hub.desk)
        yield self._hello(told)
        async with aclosing(self._hub.desk.feed.follow(self._since)) as entries:
            upcoming = asyncio.ensure_future(anext(entries))
            try:
                while True:
                    done, _ = await asyncio.wait([upcoming], timeout=HEARTBEAT_SECONDS)
                    if not done:
                        before, told = told, await problems(self._hub.desk)
                        yield ": still here\n\n" if told == before else self._hello(told)
                        continue
                    entry = upcoming.result()
                    yield await self._event(entry)
                    if entry.kind == SignedOut.kind and entry.body.get("sign_in") == self._reader:
                        return
                    upcoming = asyncio.ensure_future(anext(entries))
            finally:
                upcoming.cancel()
                await asyncio.gather(upcoming, return_exceptions=True)

    def _hello(self, told: Sequence[str]) -> str:
        hello = wire.Hello(seq=self._hub.desk.feed.head, version=self._hub.version, problems=list(told))
        return f"event: hello\ndata: {hello.model_dump_json()}\n\n"

    async def _event(self, entry: Entry) -> str:
        now, mark = await self._hub.desk.read(lambda reader: (review_now(reader, entry), mark_now(reader, entry)))
        told = render.feed_entry(entry, now=now, mark=mark)
        return f"id: {entry.seq}\nevent: {entry.kind}\ndata: {told.model_dump_json()}\n\n"


def review_now(reader: Reader, entry: Entry) -> Review | None:
    """The review that an entry is about, but for one that no list shows."""
    found = None if entry.review is None else reader.review(entry.review)
    return None if found is None or found.agent == CANARY else found


def mark_now(reader: Reader, entry: Entry) -> Standing | None:
    """The mark that an entry is about, unless it is removed by now."""
    name = entry.body.get("annotation")
    found = reader.annotation(name) if isinstance(name, str) else None
    return None if found is None or found.removed else standing_on(reader, found, NEWEST)
