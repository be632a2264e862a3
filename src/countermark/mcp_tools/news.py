"""Who is told when a resource changes: one follower for each site that somebody has subscribed to."""

import asyncio
import hashlib
import logging
from collections.abc import AsyncIterator
from contextlib import aclosing

from countermark.actions.desk import Desk
from countermark.actions.pages import annotations as pages
from countermark.mcp_tools.resources import EXPORT, parse_uri, read_resource
from countermark.model.errors import Busy, CountermarkError

logger = logging.getLogger(__name__)

MOST_WATCHED = 200  # resources by one client
EXPORTED = "\nExported: "  # the line with the time, which alone is no change


class Subscriber:
    """One client's subscriptions at a site; a resource that changes twice before the client is told is told once."""

    def __init__(self, site: str) -> None:
        self.site = site
        self.watched: dict[str, str] = {}  # digests by address
        self._pending: dict[str, None] = {}
        self._something = asyncio.Event()

    def tell(self, uri: str) -> None:
        """A resource has changed."""
        self._pending[uri] = None
        self._something.set()

    async def news(self) -> AsyncIterator[str]:
        """The addresses of what has changed, for ever."""
        while True:
            await self._something.wait()
            while self._pending:
                uri = next(iter(self._pending))
                del self._pending[uri]
                yield uri
            self._something.clear()


class News:
    """All subscribers by their sites."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._subscribers: dict[str, list[Subscriber]] = {}
        self._followers: dict[str, asyncio.Task[None]] = {}

    async def watch(self, subscriber: Subscriber, uri: str) -> None:
        """Tell this subscriber of a resource from now on. Raises `NotFound` or `Busy`."""
        parse_uri(uri)
        if len(subscriber.watched) >= MOST_WATCHED:
            raise Busy(f"{MOST_WATCHED} subscriptions of one client are enough.")
        subscribers = self._subscribers.setdefault(subscriber.site, [])
        if subscriber not in subscribers:
            subscribers.append(subscriber)
        if subscriber.site not in self._followers:
            self._followers[subscriber.site] = asyncio.create_task(self._follow(subscriber.site))
        subscriber.watched[uri] = await self._digest(subscriber.site, uri)

    def leave(self, subscriber: Subscriber) -> None:
        """End the subscriptions of this client; the follower of a site without subscribers ends, too."""
        subscribers = self._subscribers.get(subscriber.site, [])
        if subscriber in subscribers:
            subscribers.remove(subscriber)
        if not subscribers:
            self._subscribers.pop(subscriber.site, None)
            follower = self._followers.pop(subscriber.site, None)
            if follower is not None:
                follower.cancel()

    def close(self) -> None:
        """End all following."""
        for follower in self._followers.values():
            follower.cancel()

    async def _follow(self, site: str) -> None:
        head = self._desk.feed.head
        try:
            async with aclosing(pages.changes(self._desk, site, since=head)) as changes:
                async for _ in changes:
                    await self._compare(site)
        except CountermarkError as error:
            logger.warning("a site is no longer followed: %s", error)
        finally:
            if self._followers.get(site) is asyncio.current_task():
                del self._followers[site]

    async def _compare(self, site: str) -> None:
        """Tell the subscribers of each resource whose text has changed."""
        now: dict[str, str] = {}
        for subscriber in list(self._subscribers.get(site, ())):
            for uri, before in list(subscriber.watched.items()):
                if uri not in now:
                    now[uri] = await self._digest(site, uri)
                if now[uri] != before and uri in subscriber.watched:
                    subscriber.watched[uri] = now[uri]
                    subscriber.tell(uri)

    async def _digest(self, site: str, uri: str) -> str:
        """The digest of a resource's text; if it cannot be read, the reason stands in its place."""
        try:
            text = await read_resource(self._desk, site, uri)
        except CountermarkError as error:
            return f"{error.code} {error}"
        if uri.startswith(EXPORT):
            before, _, after = text.partition(EXPORTED)
            text = before + after.partition("\n")[2]
        return hashlib.sha256(text.encode()).hexdigest()
