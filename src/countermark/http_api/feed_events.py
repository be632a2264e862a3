"""The journal as the desk's tabs get it: each entry is read once and rendered once, however many tabs look on."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from functools import cached_property

from countermark.actions.desk import Desk
from countermark.actions.entries_now import Now, read_now
from countermark.actions.remembered import Remembered
from countermark.http_api.shapes import render
from countermark.http_api.shapes.server_events import event
from countermark.model.happenings import SignedOut
from countermark.model.journal import Entry

AT_ONCE = 50  # entries rendered together: the first ones are sent while the next ones are read
REMEMBERED_BYTES = 16 * 1024 * 1024
# An entry that comes alone is sent at once. What comes after it goes out with the next stroke of a clock that all tabs
# have in common: in a burst, fifty tabs are sent the same bytes twenty times a second, and not each entry by itself.
STROKE_SECONDS = 0.05


@dataclass(frozen=True)
class FeedEvent:
    """One entry as a server-sent event."""

    seq: int
    content: bytes
    signs_out: str | None  # the sign-in that has ended with it


@dataclass(frozen=True)
class FeedBatch:
    """Events that are sent together."""

    events: Sequence[FeedEvent]

    @cached_property
    def content(self) -> bytes:
        """All of them, as every tab gets them."""
        return b"".join(each.content for each in self.events)

    def until_sign_out(self, sign_in: str) -> "FeedBatch | None":
        """What somebody may see who signs out with one of these events; None if nobody of that name does."""
        ends = next((place for place, each in enumerate(self.events, start=1) if each.signs_out == sign_in), None)
        return None if ends is None else FeedBatch(self.events[:ends])


class FeedEvents:
    """The newest events, bounded by their size; an older one is rendered anew for who resumes there."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._kept = Remembered[FeedEvent](most=REMEMBERED_BYTES, size=lambda event: len(event.content))
        self._newest = FeedBatch([])
        self._rendering = asyncio.Lock()

    async def follow(self, since: int, *, silence_seconds: float) -> AsyncGenerator[FeedBatch | None, None]:
        """The events after `since`, as many at once as have come, for ever; None in each silence. Cancel to stop."""
        while True:
            entries = await self._desk.feed.after(since)
            for start in range(0, len(entries), AT_ONCE):
                yield await self._batch_of(entries[start : start + AT_ONCE])
            if entries:
                since = entries[-1].seq
                await next_stroke()
            try:
                async with asyncio.timeout(silence_seconds):
                    await self._desk.feed.grown(since)
            except TimeoutError:
                yield None

    async def _batch_of(self, entries: Sequence[Entry]) -> FeedBatch:
        async with self._rendering:  # who comes second finds what the first has rendered
            if [each.seq for each in self._newest.events] != [each.seq for each in entries]:
                self._newest = FeedBatch(await self._rendered(entries))
            return self._newest

    async def _rendered(self, entries: Sequence[Entry]) -> Sequence[FeedEvent]:
        known = {entry.seq: self._kept.get(str(entry.seq)) for entry in entries}
        fresh = [entry for entry in entries if known[entry.seq] is None]
        if fresh:
            for entry, now in zip(fresh, await read_now(self._desk, fresh), strict=True):
                known[entry.seq] = self._kept.keep(str(entry.seq), event_of(entry, now))
        return [each for each in known.values() if each is not None]


async def next_stroke() -> None:
    """Sleep until the next stroke, which is the same moment for everybody on this loop."""
    await asyncio.sleep(STROKE_SECONDS - asyncio.get_running_loop().time() % STROKE_SECONDS)


def event_of(entry: Entry, now: Now) -> FeedEvent:
    """An entry with what it is about, as that is now."""
    body = render.feed_entry(entry, now)
    signs_out = entry.body.get("sign_in") if entry.kind == SignedOut.kind else None
    content = event(entry.kind, body.model_dump_json(), seq=entry.seq)
    return FeedEvent(entry.seq, content, str(signs_out) if signs_out else None)
