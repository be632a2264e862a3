"""The tool that waits: it gives what is new since a fingerprint, and the fingerprint to go on from."""

import asyncio
from collections.abc import Mapping

from countermark.actions import pages
from countermark.mcp_tools import arguments as take
from countermark.mcp_tools.answers import Said, as_json, listing, problems_note, said, wrong
from countermark.mcp_tools.call import Call, Ending
from countermark.mcp_tools.page_tools import chosen
from countermark.mcp_tools.snapshots import digests_of, latest_in, new_since
from countermark.model.pages import PageStore, fingerprint

NO_FINGERPRINT = "since must be a fingerprint that an earlier call has given; leave it out to begin."


class Watch:
    """One wait for annotations."""

    def __init__(self, call: Call, asked: take.WaitForAnnotations) -> None:
        self._call = call
        self._asked = asked
        self._until = asyncio.get_running_loop().time() + asked.timeoutSeconds
        self._known: Mapping[str, str] | None = None
        self._latest = ""
        self.fingerprint = ""
        self.store = PageStore()

    async def news(self) -> set[str]:
        """The ids of what is new, as soon as there is something; none when the time is over."""
        await self._take(await pages.read(self._call.desk, self._call.site))
        since = self._asked.since
        # Without a fingerprint everything is new; a state that is the present one needs no memory.
        self._known = {} if since is None else self._call.snapshots.of(self._call.site, since)
        self._latest = latest_in(since or "0:") or ""
        found = self._wanted()
        while not found and (left := self._left()) > 0:
            store = await self._next(left)
            if store is None:
                break
            await self._take(store)
            found = self._wanted()
        if found and (pause := min(self._asked.batchSeconds, self._left())) > 0:
            await self._call.unless_ending(asyncio.sleep(pause))
            await self._take(await pages.read(self._call.desk, self._call.site))
            found = self._wanted()
        return found

    async def _next(self, seconds: float) -> PageStore | None:
        waiting = pages.wait_for(
            self._call.desk, self._call.site, since=self.fingerprint, statuses=(), page_url=None, seconds=seconds
        )
        return await self._call.unless_ending(waiting)

    async def _take(self, store: PageStore) -> None:
        digests = await self._call.desk.pages.think(lambda: digests_of(store))
        self.store, self.fingerprint = store, fingerprint(store)
        self._call.snapshots.keep(self._call.site, self.fingerprint, digests)

    def _wanted(self) -> set[str]:
        fresh = new_since(self.store, self._known, latest=self._latest)
        return {each.id for each in chosen(self.store, self._asked.pageUrl, self._asked.status) if each.id in fresh}

    def _left(self) -> float:
        return self._until - asyncio.get_running_loop().time()


async def wait_for_annotations(call: Call, asked: take.WaitForAnnotations) -> Said:
    """Block until there is something new for the agent to do."""
    if asked.since is not None and latest_in(asked.since) is None:
        return wrong(NO_FINGERPRINT)
    watch = Watch(call, asked)
    ending = False
    async with call.waiting(asked.timeoutSeconds, "Waiting for annotations."):
        try:
            found = await watch.news()
        except Ending:
            found, ending = set(), True
    items = [each.shown for each in watch.store.annotations if each.id in found]
    text, note = listing(items, offset=0, limit=None, more="list_annotations gives the others.")
    head = as_json({"fingerprint": watch.fingerprint, "timedOut": not found})
    note = note or ("The hub is being stopped; ask again later." if ending else "")
    problems = problems_note(watch.store.problems, file=call.caller.site.storage)
    return said(f'{head[:-1]}, "annotations": {text}}}', note, problems)
