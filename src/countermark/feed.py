"""The feed: the journal as it grows, for everybody who waits for something."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import contextmanager
from itertools import takewhile

from countermark.model.items import ItemVersion
from countermark.model.journal import Entry
from countermark.store.base import Store

REMEMBERED = 2048  # newest entries kept in memory; older ones are read from the store
REMEMBERED_CHARACTERS = 16 * 1024 * 1024  # of their bodies: a mark brings its whole passage along each time it changes
PAGE = 100


class Feed:
    """Hands every entry to every follower, in order, each from where it left off.

    The journal table is the truth: who calls `catch_up` only says that it has grown, and who calls `take_in` what it
    has just written there.
    """

    def __init__(self, store: Store, *, head: int) -> None:
        self.store = store
        self.head = head
        self._newest: deque[Entry] = deque()
        self._characters = 0
        self._grown = asyncio.Condition()
        self._reading = asyncio.Lock()
        self._watched: dict[ItemVersion, list[asyncio.Event]] = {}
        self._wakes: list[asyncio.Event] = []

    async def catch_up(self) -> None:
        """Read the new entries of the journal and wake all who wait."""
        async with self._reading:
            await self._read_on()
        await self._wake_followers()

    async def take_in(self, entries: Sequence[Entry]) -> None:
        """The same, told by who has written these entries: they are durable, and need not be read again."""
        async with self._reading:
            if self.head >= entries[-1].seq:  # somebody else has read them meanwhile
                return
            if self.head + 1 == entries[0].seq:
                self._take(entries)
            else:
                await self._read_on()
        await self._wake_followers()

    async def _read_on(self) -> None:
        while page := await self._page(after=self.head):
            self._take(page)
            if len(page) < PAGE:  # whoever has written since then comes here, too
                break

    def _take(self, page: Sequence[Entry]) -> None:
        self._remember(page)
        self.head = page[-1].seq
        self._wake_watchers(page)

    async def _wake_followers(self) -> None:
        for woken in self._wakes:
            woken.set()
        async with self._grown:
            self._grown.notify_all()

    async def follow(self, since: int) -> AsyncGenerator[Entry, None]:
        """Every entry after `since`, for ever; cancel to stop."""
        while True:
            for entry in await self.after(since):
                since = entry.seq
                yield entry
            await self.grown(since)

    async def grown(self, since: int) -> None:
        """Return once the journal has more than `since` entries."""
        async with self._grown:
            await self._grown.wait_for(lambda: self.head > since)

    async def after(self, since: int) -> Sequence[Entry]:
        """The entries after `since`, oldest first: all that are remembered, or the next page of older ones."""
        if self._newest and self._newest[0].seq <= since + 1:
            return list(self._remembered_after(since))[::-1]
        return await self._page(after=since) if since < self.head else []

    @contextmanager
    def waking(self, woken: asyncio.Event) -> Iterator[None]:
        """Set an event whenever the journal has grown: for who waits for something else, too."""
        self._wakes.append(woken)
        try:
            yield
        finally:
            self._wakes.remove(woken)

    @contextmanager
    def watching(self, version: ItemVersion, *, since: int | None) -> Iterator[asyncio.Event]:
        """An event that each entry about this version sets: hundreds of waiting agents sleep through the others.

        It is set from the start if there may be one after the entry `since`, or always for None.
        """
        event = asyncio.Event()
        self._watched.setdefault(version, []).append(event)
        if since is None or self._may_tell_of(version, since):
            event.set()
        try:
            yield event
        finally:
            self._watched[version].remove(event)
            if not self._watched[version]:
                del self._watched[version]

    def _may_tell_of(self, version: ItemVersion, since: int) -> bool:
        if self.head > since and (not self._newest or self._newest[0].seq > since + 1):
            return True  # it is not remembered
        return any(entry.item is not None and entry.item.id == version.id for entry in self._remembered_after(since))

    def _remembered_after(self, since: int) -> Iterator[Entry]:
        """From the new end, and newest first: most followers lack the last few only."""
        return takewhile(lambda entry: entry.seq > since, reversed(self._newest))

    def _wake_watchers(self, page: Sequence[Entry]) -> None:
        for entry in page:
            for event in self._watched.get(entry.item, ()) if entry.item else ():
                event.set()

    def _remember(self, page: Sequence[Entry]) -> None:
        self._newest.extend(page)
        self._characters += sum(map(size, page))
        while len(self._newest) > REMEMBERED or (self._characters > REMEMBERED_CHARACTERS and len(self._newest) > 1):
            self._characters -= size(self._newest.popleft())

    async def _page(self, *, after: int) -> Sequence[Entry]:
        return await self.store.read(lambda reader: reader.entries(after=after, limit=PAGE))


def size(entry: Entry) -> int:
    """Characters of an entry's body."""
    return sum(len(value) for value in entry.body.values() if isinstance(value, str))
