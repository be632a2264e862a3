"""What happens to a site's annotations, told to its open pages as server-sent events that resume by number."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import aclosing

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from countermark.actions.pages import annotations as pages
from countermark.http_api.context import Hub
from countermark.http_api.routes.held_line import hung_up
from countermark.model.errors import Busy

HEARTBEAT_SECONDS = 10
MOST_STREAMS = 64  # of one site: tabs, and whatever else looks on
SEQ = re.compile(r"[0-9]{1,18}")
HEADERS = {"content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no"}
TOO_MANY = "Too many tabs of this site listen already."


class PageEvents(Response):
    """A response that ends with the page, with the site, or with the hub."""

    def __init__(self, hub: Hub, site: str, *, last_event_id: str | None) -> None:
        super().__init__(headers=HEADERS)
        if hub.page_streams[site] >= MOST_STREAMS:
            raise Busy(TOO_MANY, hint="Close some of them.")
        head = hub.desk.feed.head
        asked = int(last_event_id) if last_event_id and SEQ.fullmatch(last_event_id) else head
        self._hub = hub
        self._site = site
        self._since = min(asked, head)
        del self.headers["content-length"]

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        self._hub.page_streams[self._site] += 1
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            await send({"type": "http.response.body", "body": b": here\n\n", "more_body": True})
            await self._until_the_end(receive, send)
        finally:
            self._hub.page_streams[self._site] -= 1
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _until_the_end(self, receive: Receive, send: Send) -> None:
        ends = [asyncio.ensure_future(each) for each in (self._pump(send), hung_up(receive), self._hub.closing.wait())]
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for end in ends:
                end.cancel()
            await asyncio.gather(*ends, return_exceptions=True)

    async def _pump(self, send: Send) -> None:
        async for event in self._events():
            await send({"type": "http.response.body", "body": event.encode(), "more_body": True})

    async def _events(self) -> AsyncIterator[str]:
        async with aclosing(pages.changes(self._hub.desk, self._site, since=self._since)) as changes:
            upcoming = asyncio.ensure_future(anext(changes, None))
            try:
                while True:
                    done, _ = await asyncio.wait([upcoming], timeout=HEARTBEAT_SECONDS)
                    if not done:
                        yield ": still here\n\n"
                        continue
                    change = upcoming.result()
                    if change is None:
                        return
                    yield event_of(change)
                    upcoming = asyncio.ensure_future(anext(changes, None))
            finally:
                upcoming.cancel()
                await asyncio.gather(upcoming, return_exceptions=True)


def event_of(change: pages.PageChange) -> str:
    """One change as an event."""
    told = {
        "fingerprint": change.fingerprint, "kind": change.kind, "id": change.id, "by": change.by, "write": change.write,
    }  # fmt: skip
    return f"id: {change.seq}\nevent: change\ndata: {json.dumps(told)}\n\n"
