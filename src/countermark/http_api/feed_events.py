"""The journal as the desk's tabs get it: each entry is read once and rendered once, however many tabs look on."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from typing import assert_never

from countermark.actions.annotations import NEWEST, standing_on
from countermark.actions.desk import Desk
from countermark.actions.items import find_item
from countermark.actions.remembered import Remembered
from countermark.http_api.shapes import render
from countermark.model.annotations import Standing
from countermark.model.any_item import AnyItem
from countermark.model.happenings import SignedOut
from countermark.model.journal import Entry
from countermark.model.reviews import CANARY, Review
from countermark.store.base import Reader

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
                for event in await self._desk.read(lambda reader: [event_of(reader, entry) for entry in fresh]):
                    known[event.seq] = self._kept.keep(str(event.seq), event)
            return [event for event in known.values() if event is not None]


def event_of(reader: Reader, entry: Entry) -> FeedEvent:
    """An entry with what it is about, as that is now."""
    body = render.feed_entry(entry, now=item_now(reader, entry), mark=mark_now(reader, entry))
    signs_out = entry.body.get("sign_in") if entry.kind == SignedOut.kind else None
    return FeedEvent(entry.seq, entry.kind, body.model_dump_json(), str(signs_out) if signs_out else None)


def item_now(reader: Reader, entry: Entry) -> AnyItem | None:
    """The item that an entry is about, but for one that no list shows."""
    item = None if entry.item is None else find_item(reader, entry.item)
    match item:
        case None:
            return None
        case Review():
            return None if item.agent == CANARY else item
        case _:
            assert_never(item)


def mark_now(reader: Reader, entry: Entry) -> Standing | None:
    """The mark that an entry is about, unless it is removed by now."""
    name = entry.body.get("annotation")
    mark = reader.annotation(name) if isinstance(name, str) else None
    return None if mark is None or mark.removed else standing_on(reader, mark, NEWEST)
