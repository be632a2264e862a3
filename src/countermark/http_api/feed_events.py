"""The journal as the desk's tabs get it: each entry is read once and rendered once, however many tabs look on."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass

from countermark.actions.desk import Desk
from countermark.actions.entries_now import Now, read_now
from countermark.actions.remembered import Remembered
from countermark.http_api.shapes import render
from countermark.model.happenings import SignedOut
from countermark.model.journal import Entry

AT_ONCE = 50  # entries rendered together: the first ones are sent while the next ones are read
REMEMBERED_BYTES = 16 * 1024 * 1024


@dataclass(frozen=True)
class FeedEvent:
    """One entry as a server-sent event."""

    seq: int
    kind: str
    data: str  # JSON on one line
    signs_out: str | None  # the sign-in that has ended with it


class FeedEvents:
    """The newest events, bounded by their size; an older one is rendered anew for who resumes there."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._kept = Remembered[FeedEvent](most=REMEMBERED_BYTES, size=lambda event: len(event.data))
        self._rendering = asyncio.Lock()

    async def follow(self, since: int) -> AsyncGenerator[Sequence[FeedEvent], None]:
        """The events after `since`, as many at once as have come, for ever; cancel to stop."""
        while True:
            entries = await self._desk.feed.after(since)
            for start in range(0, len(entries), AT_ONCE):
                yield await self._rendered(entries[start : start + AT_ONCE])
            since = entries[-1].seq if entries else since
            await self._desk.feed.grown(since)

    async def _rendered(self, entries: Sequence[Entry]) -> Sequence[FeedEvent]:
        async with self._rendering:  # who comes second finds what the first has rendered
            known = {entry.seq: self._kept.get(str(entry.seq)) for entry in entries}
            fresh = [entry for entry in entries if known[entry.seq] is None]
            if fresh:
                for entry, now in zip(fresh, await read_now(self._desk, fresh), strict=True):
                    known[entry.seq] = self._kept.keep(str(entry.seq), event_of(entry, now))
            return [event for event in known.values() if event is not None]


def event_of(entry: Entry, now: Now) -> FeedEvent:
    """An entry with what it is about, as that is now."""
    item, mark = now
    body = render.feed_entry(entry, now=item, mark=mark)
    signs_out = entry.body.get("sign_in") if entry.kind == SignedOut.kind else None
    return FeedEvent(entry.seq, entry.kind, body.model_dump_json(), str(signs_out) if signs_out else None)
