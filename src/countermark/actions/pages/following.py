"""Following a site: its file is looked at while somebody follows, and what happens to it is told one by one."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Collection
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import dataclass

from countermark.actions.desk import Desk
from countermark.actions.open_sites import OpenSite
from countermark.actions.pages.sites import find_open_site, open_site_of
from countermark.actions.pages.writing import catch_up
from countermark.model.journal import Entry
from countermark.model.pages.annotations import PageStatus, PageStore
from countermark.model.pages.journal import (
    PageChangeDropped,
    PageChangeIntended,
    PageSiteAdded,
    PageSiteForgotten,
    PageSiteReturned,
)

LOOK_SECONDS = 0.4  # between two looks at a file that somebody follows
JUST_WRITTEN_MS = 2000  # in which a second change may leave no other trace than other content
NO_CHANGE = {kind.kind for kind in (PageSiteAdded, PageSiteReturned, PageChangeIntended, PageChangeDropped)}


@dataclass(frozen=True)
class PageChange:
    """Something that happened to a site's file; `id` is None when it is about more than one entry."""

    seq: int
    kind: str
    id: str | None
    by: str
    write: str | None
    fingerprint: str


async def changes(desk: Desk, site_id: str, *, since: int | None = None) -> AsyncGenerator[PageChange, None]:
    """Every change after an entry of the journal, or from now on; ends when the site is forgotten.

    Raises `NotFound`. Close it (`aclosing`), so that nobody goes on looking at the file.
    """
    start = desk.feed.head if since is None else since
    open_site = await open_site_of(desk, site_id)
    async with followed(desk, open_site), aclosing(desk.feed.follow(start)) as entries:
        async for entry in entries:
            if entry.body.get("site") != site_id or entry.kind in NO_CHANGE:
                continue
            if entry.kind == PageSiteForgotten.kind:
                if open_site.forgotten:
                    return
                continue  # it was brought again since
            yield change_in(entry)


def change_in(entry: Entry) -> PageChange:
    """What an entry of the journal says to those who follow a site."""
    found, write = entry.body.get("entry"), entry.body.get("write")
    return PageChange(
        entry.seq, entry.kind, str(found) if found is not None else None, entry.actor.kind.value,
        str(write) if write is not None else None, str(entry.body.get("fingerprint", "")),
    )  # fmt: skip


async def wait_for(
    desk: Desk, site_id: str, *, since: str | None, statuses: Collection[PageStatus] = (), page_url: str | None = None,
    seconds: float,
) -> PageStore | None:  # fmt: skip
    """The file as soon as it is another than `since` (a fingerprint) and holds an annotation that is wanted.

    Without statuses and page any state but `since` will do. None when the time is over. Raises `NotFound` or
    `PageFileBroken`.
    """
    open_site = await open_site_of(desk, site_id)

    async def look() -> PageStore | None:
        store = await desk.pages.think(open_site.read)
        fresh = since is None or open_site.fingerprint(store) != since
        return store if fresh and (not (statuses or page_url) or has_wanted(store, statuses, page_url)) else None

    head = desk.feed.head  # taken before the look, so that nothing falls between looking and following
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds), aclosing(changes(desk, site_id, since=head)) as coming:
            if found := await look():
                return found
            async for _ in coming:
                if found := await look():
                    return found
    return None


def has_wanted(store: PageStore, statuses: Collection[PageStatus], page_url: str | None) -> bool:
    """Whether there is an annotation of these statuses (any, if none is named) on this page (any, if None)."""
    return any(
        (not statuses or each.status in statuses) and page_url in (None, each.page_url) for each in store.annotations
    )


@asynccontextmanager
async def followed(desk: Desk, open_site: OpenSite) -> AsyncIterator[None]:
    """While inside, the file is looked at."""
    open_site.followers += 1
    if open_site.watch is None:
        open_site.watch = asyncio.get_running_loop().create_task(watch(desk, open_site))
    try:
        yield
    finally:
        open_site.followers -= 1
        if open_site.followers == 0 and open_site.watch is not None:
            open_site.watch.cancel()
            open_site.watch = None


async def watch(desk: Desk, open_site: OpenSite) -> None:
    """Look at a file again and again."""
    seen, caught_up = None, False
    while True:
        identity, written_at = await desk.pages.think(open_site.identity)
        if not caught_up or identity != seen or desk.now() - written_at * 1000 < JUST_WRITTEN_MS:
            # To its end, even if the last follower goes: the journal and the open site must not know different things.
            caught_up = await desk.pages.finish(catch_up(desk, open_site))
        seen = identity
        await asyncio.sleep(LOOK_SECONDS)


async def reconcile(desk: Desk, site_id: str) -> None:
    """Write down what others have done to a site's file, and settle what a crash has cut in two."""
    open_site = await find_open_site(desk, site_id)
    if open_site is not None:
        await desk.pages.finish(catch_up(desk, open_site))


async def reconcile_all(desk: Desk) -> None:
    """The same for every site."""
    for each in await desk.read(lambda reader: reader.page_sites()):
        await reconcile(desk, each.id)
