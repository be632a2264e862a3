"""While somebody sits at the desk, the files of all sites are looked at: what a hand changes is seen there at once."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, aclosing, asynccontextmanager

from countermark.actions.desk import Desk
from countermark.actions.pages.following import followed
from countermark.actions.pages.sites import find_open_site
from countermark.model.pages.journal import PageSiteAdded, PageSiteForgotten


class SharedWatch:
    """One task looks at the files, however many desks are open."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._desks = 0
        self._task: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        """While somebody is inside, files are looked at; what has failed begins anew with the next one."""
        self._desks += 1
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(watch_all(self._desk))
        try:
            yield
        finally:
            self._desks -= 1
            if self._desks == 0:
                task, self._task = self._task, None
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)


async def watch_all(desk: Desk) -> None:
    """Never returns: follows every site that is known, and those that come, until it is cancelled."""
    followers: dict[str, AsyncExitStack] = {}
    start = desk.feed.head  # taken before the look, so that no site comes in between
    try:
        for site in await desk.read(lambda reader: reader.page_sites()):
            await begin(desk, site.id, followers)
        async with aclosing(desk.feed.follow(start)) as entries:
            async for entry in entries:
                if entry.kind == PageSiteAdded.kind:
                    await begin(desk, str(entry.body["site"]), followers)
                elif entry.kind == PageSiteForgotten.kind:
                    await end(str(entry.body["site"]), followers)
    finally:
        for site_id in list(followers):
            await end(site_id, followers)


async def begin(desk: Desk, site_id: str, followers: dict[str, AsyncExitStack]) -> None:
    """Follow a site, unless it is followed or was forgotten meanwhile."""
    open_site = await find_open_site(desk, site_id)
    if open_site is None or site_id in followers:
        return
    followers[site_id] = AsyncExitStack()
    await followers[site_id].enter_async_context(followed(desk, open_site))


async def end(site_id: str, followers: dict[str, AsyncExitStack]) -> None:
    """Follow a site no longer."""
    stack = followers.pop(site_id, None)
    if stack is not None:
        await stack.aclose()
