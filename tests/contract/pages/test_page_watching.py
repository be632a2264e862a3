"""While desks are open the files of all sites are looked at, once, however many desks there are."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

from countermark.actions.open_sites import OpenSite
from countermark.actions.pages.sites import open_site_of
from countermark.actions.pages.watching import SharedWatch
from tests.contract.pages.page_desk import bring, hub


async def begins(open_site: OpenSite) -> None:
    while open_site.followers == 0:  # noqa: ASYNC110  a count that no event tells of
        await asyncio.sleep(0)


async def test_one_look_for_all_desks_and_none_without(tmp_path: Path) -> None:
    async with hub(tmp_path) as desk:
        open_site = await open_site_of(desk, await bring(desk, tmp_path))
        watch = SharedWatch(desk)
        async with AsyncExitStack() as desks, asyncio.timeout(10):
            for _ in range(3):
                await desks.enter_async_context(watch.held())
            await begins(open_site)
            async with watch.held():
                assert open_site.followers == 1
            assert open_site.followers == 1
        assert open_site.followers == 0
        async with watch.held(), asyncio.timeout(10):
            await begins(open_site)
        assert open_site.watch is None
