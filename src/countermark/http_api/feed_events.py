"""The journal as the desk's tabs get it: each entry is read once and rendered once, however many tabs look on."""

import asyncio
import json
from collections.abc import AsyncGenerator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from countermark.actions.desk import Desk
from countermark.actions.entries_now import Now, read_now
from countermark.actions.remembered import Remembered
from countermark.http_api.shapes import render
from countermark.http_api.shapes.server_events import event
from countermark.model.happenings import SignedOut
from countermark.model.journal import Entry
from countermark.whispers import HeardWhisper

EventKey = int | tuple[int, int]

AT_ONCE = 50  # entries rendered together: the first ones are sent while the next ones are read
REMEMBERED_BYTES = 16 * 1024 * 1024
# An entry that comes alone is sent at once. What comes after it goes out with the next stroke of a clock that all tabs
# have in common: in a burst, fifty tabs are sent the same bytes twenty times a second, and not each entry by itself.
STROKE_SECONDS = 0.05


@dataclass(frozen=True)
class FeedEvent:
    """One entry, or one whisper, as a server-sent event."""

    seq: int | None  # None for a whisper: nobody resumes there
    content: bytes
    signs_out: str | None = None  # the sign-in that has ended with it


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
        self._newest_keys: Sequence[EventKey] = ()
        self._rendering = asyncio.Lock()

    async def follow(self, since: int, *, pause_seconds: float) -> AsyncGenerator[FeedBatch | None, None]:
        """The events after `since`, as many at once as have come, for ever. Cancel to stop.

        With them, each in its place, the whispers from now on; and None whenever so many seconds have passed.
        """
        woken, feed, clock = asyncio.Event(), self._desk.feed, asyncio.get_running_loop().time
        due = clock() + pause_seconds
        with feed.waking(woken), self._desk.whispers.following(woken) as follower:
            while True:
                woken.clear()
                entries = await feed.after(since)
                since = entries[-1].seq if entries else since
                happened = in_order(entries, follower.take(until=since))
                for start in range(0, len(happened), AT_ONCE):
                    yield await self._batch_of(happened[start : start + AT_ONCE])
                if happened:
                    await next_stroke()
                if feed.head <= since:
                    await set_or_late(woken, seconds=due - clock())
                if clock() >= due:
                    yield None
                    due = clock() + pause_seconds

    async def _batch_of(self, happened: Sequence[Entry | HeardWhisper]) -> FeedBatch:
        keys = [key_of(each) for each in happened]
        async with self._rendering:  # who comes second finds what the first has rendered
            if self._newest_keys != keys:
                self._newest = FeedBatch(await self._rendered(happened))
                self._newest_keys = keys
            return self._newest

    async def _rendered(self, happened: Sequence[Entry | HeardWhisper]) -> Sequence[FeedEvent]:
        entries = [each for each in happened if isinstance(each, Entry)]
        known = {entry.seq: self._kept.get(str(entry.seq)) for entry in entries}
        fresh = [entry for entry in entries if known[entry.seq] is None]
        if fresh:
            for entry, now in zip(fresh, await read_now(self._desk, fresh), strict=True):
                known[entry.seq] = self._kept.keep(str(entry.seq), event_of(entry, now))
        events = (known[each.seq] if isinstance(each, Entry) else whispered(each) for each in happened)
        return [each for each in events if each is not None]


def key_of(happened: Entry | HeardWhisper) -> EventKey:
    """Tells an event from all others of this hub: events of equal keys are equal bytes."""
    if isinstance(happened, Entry):
        return happened.seq
    return happened.whisper.serial, happened.left_out


def in_order(entries: Sequence[Entry], whispers: Sequence[HeardWhisper]) -> Sequence[Entry | HeardWhisper]:
    """Both in the order in which they happened: a whisper stands behind the entry after which it was said."""
    if not whispers:
        return entries
    return sorted((*entries, *whispers), key=lambda each: each.seq if isinstance(each, Entry) else each.whisper.after)


async def set_or_late(event: asyncio.Event, *, seconds: float) -> None:
    """Sleep until an event is set, or so many seconds have passed."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()


async def next_stroke() -> None:
    """Sleep until the next stroke, which is the same moment for everybody on this loop."""
    await asyncio.sleep(STROKE_SECONDS - asyncio.get_running_loop().time() % STROKE_SECONDS)


def event_of(entry: Entry, now: Now) -> FeedEvent:
    """An entry with what it is about, as that is now."""
    body = render.feed_entry(entry, now)
    signs_out = entry.body.get("sign_in") if entry.kind == SignedOut.kind else None
    content = event(entry.kind, body.model_dump_json(), seq=entry.seq)
    return FeedEvent(entry.seq, content, str(signs_out) if signs_out else None)


def whispered(heard: HeardWhisper) -> FeedEvent:
    """A whisper as its followers get it, in the shape `Whisper` of the wire; its body is JSON already."""
    whisper = heard.whisper
    head = f'{{"session":{json.dumps(whisper.subject)},"n":{whisper.n},"left_out":{heard.left_out},'
    return FeedEvent(None, event("whisper", head + whisper.body.removeprefix("{")))
