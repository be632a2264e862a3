"""A response of server-sent events: it ends with its events, with its reader, or with the hub."""

import asyncio
import re
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing, suppress
from typing import Any, TypeVar

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from countermark.first_completed import EndedFirst, run_until
from countermark.http_api.routes.held_line import hung_up

T = TypeVar("T")
SEQ = re.compile(r"[0-9]{1,18}")
HEADERS = {"content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no"}
HEARTBEAT = b": still here\n\n"  # a comment, which a reader ignores and a proxy counts as traffic


class EventStream(Response):
    """Sends each of `events`, which `event` has rendered; `closing` is set when the hub ends."""

    def __init__(
        self, events: AsyncGenerator[bytes, None], *, closing: asyncio.Event, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(headers={**HEADERS, **(headers or {})})
        self._events = events
        self._closing = closing
        del self.headers["content-length"]

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        with suppress(EndedFirst):
            await run_until(self._send_all(send), hung_up(receive), self._closing.wait())
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _send_all(self, send: Send) -> None:
        async with aclosing(self._events) as events:
            async for event in events:
                await send({"type": "http.response.body", "body": event, "more_body": True})


def last_seen(last_event_id: str | None) -> int | None:
    """The sequence number in a `Last-Event-ID`; None without one."""
    return int(last_event_id) if last_event_id and SEQ.fullmatch(last_event_id) else None


async def with_silences(items: AsyncGenerator[T, Any], *, seconds: float) -> AsyncIterator[T | None]:
    """Each item as it comes, and None whenever none has come for so many seconds."""
    async with aclosing(items):
        upcoming = asyncio.ensure_future(anext(items))
        try:
            while True:
                done, _ = await asyncio.wait([upcoming], timeout=seconds)
                if not done:
                    yield None
                    continue
                try:
                    item = upcoming.result()
                except StopAsyncIteration:
                    return
                yield item
                upcoming = asyncio.ensure_future(anext(items))
        finally:
            upcoming.cancel()
            await asyncio.gather(upcoming, return_exceptions=True)
