"""What happens to a site's annotations, told to its open pages as server-sent events that resume by number."""

import json
from collections.abc import AsyncGenerator

from starlette.types import Receive, Scope, Send

from countermark.actions.pages import annotations as pages
from countermark.http_api.context import Hub
from countermark.http_api.routes.event_stream import HEARTBEAT, EventStream, last_seen, with_silences
from countermark.http_api.shapes.server_events import event
from countermark.model.errors import Busy

HEARTBEAT_SECONDS = 10
MOST_STREAMS = 64  # of one site: tabs, and whatever else looks on
TOO_MANY = "Too many tabs of this site listen already."


class PageEvents(EventStream):
    """The changes of one site, from the one after `last_event_id` on; it also ends with the site."""

    def __init__(self, hub: Hub, site: str, *, last_event_id: str | None) -> None:
        self._streams = hub.page_streams
        self._site = site
        if self._streams[site] >= MOST_STREAMS:
            raise Busy(TOO_MANY, hint="Close some of them.")
        head = hub.desk.feed.head
        seen = last_seen(last_event_id)
        since = head if seen is None else min(seen, head)
        super().__init__(events_of(hub, site, since=since), closing=hub.closing)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._streams[self._site] += 1
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._streams[self._site] -= 1


async def events_of(hub: Hub, site: str, *, since: int) -> AsyncGenerator[bytes, None]:
    """The changes of one site as events, with a sign of life before the first and in every silence."""
    yield b": here\n\n"
    async for change in with_silences(pages.changes(hub.desk, site, since=since), seconds=HEARTBEAT_SECONDS):
        yield HEARTBEAT if change is None else event("change", change_json(change), seq=change.seq)


def change_json(change: pages.PageChange) -> str:
    """One change, for a page."""
    return json.dumps(
        {
            "fingerprint": change.fingerprint,
            "kind": change.kind,
            "id": change.id,
            "by": change.by,
            "write": change.write,
        }
    )
