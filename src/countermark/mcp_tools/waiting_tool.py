"""The tool that waits: it gives the annotations that are new or gone since a fingerprint, and the next fingerprint."""

import asyncio
from collections.abc import Sequence

from countermark.actions.pages import annotations as pages
from countermark.actions.pages.records import LONGEST_PAGE, LONGEST_TOLD, MOST_TOLD, cut
from countermark.mcp_tools import arguments as take
from countermark.mcp_tools.answers import ToolAnswer, annotation_fields, as_json, listing, problems_note, said, wrong
from countermark.mcp_tools.call import HubEnding, McpCall
from countermark.mcp_tools.page_tools import chosen
from countermark.mcp_tools.snapshots import (
    NOTHING,
    Removal,
    Snapshot,
    digests_of,
    entries_of,
    latest_in,
    next_entry,
    removals_in,
    seq_of,
    were_otherwise,
)
from countermark.model.pages.annotations import PageAnnotation, PageStore, fingerprint

ENTRY_SECONDS = 2  # how long the journal's word of a removal may come after the file
NO_FINGERPRINT = "since must be a fingerprint that an earlier call has given; leave it out to begin."


class WantedAnnotations:
    """One wait for annotations, and what it has found so far: that is told however the wait ends."""

    def __init__(self, call: McpCall, asked: take.WaitForAnnotations) -> None:
        self._call = call
        self._asked = asked
        self._until = asyncio.get_running_loop().time() + asked.timeoutSeconds
        self._known: Snapshot | None = None
        self._otherwise: set[str] = set()  # ids that have had another status since the fingerprint
        self._seq = 0  # how far the journal has been read for that
        self._now = Snapshot({}, 0)
        self.store = PageStore()
        self.fingerprint = ""
        self.found: list[PageAnnotation] = []
        self._gone: dict[str, Removal] = {}  # as the journal says
        self.removed: list[Removal] = []

    @property
    def has_news(self) -> bool:
        """Whether there is anything to tell."""
        return bool(self.found or self.removed)

    async def news(self) -> None:
        """Until there is something new, or the time is over. Raises `HubEnding`."""
        await self._read()
        since = self._asked.since
        # A state that is the present one needs no memory.
        self._known = None if since is None else self._call.snapshots.of(self._call.site, since)
        if self._known is not None:
            self._seq = self._known.seq
        else:  # after a restart the journal still knows when that was
            seq = None if since is None else await seq_of(self._call.desk, self._call.site, since)
            self._seq = self._now.seq if seq is None else seq
        await self._compare()
        await self._hear_why()
        while not self.has_news and (left := self._left()) > 0 and await self._changes(left):
            await self._look()
        if self.has_news and (pause := min(self._asked.batchSeconds, self._left())) > 0:
            await self._call.unless_ending(asyncio.sleep(pause))
            await self._look()

    async def _changes(self, seconds: float) -> bool:
        waiting = pages.wait_for(
            self._call.desk, self._call.site, since=self.fingerprint, statuses=(), page_url=None, seconds=seconds
        )
        return await self._call.unless_ending(waiting) is not None

    async def _look(self) -> None:
        await self._read()
        await self._compare()
        await self._hear_why()

    async def _hear_why(self) -> None:
        """Wait for the journal's word of what is gone: a removal by the page is in the file before it is in there."""
        loop = asyncio.get_running_loop()
        end = loop.time() + ENTRY_SECONDS
        while any(each.outcome == "removed" for each in self.removed) and (left := end - loop.time()) > 0:
            await self._call.unless_ending(next_entry(self._call.desk, self._call.site, after=self._seq, seconds=left))
            await self._read()
            await self._compare()

    async def _read(self) -> None:
        desk, site = self._call.desk, self._call.site
        seq = desk.feed.head  # before the file: what happens while it is read is rather told twice than never
        self.store = await pages.read_site(desk, site)
        self._now = Snapshot(await desk.pages.think(lambda: digests_of(self.store)), seq)
        self.fingerprint = fingerprint(self.store)
        if self._call.snapshots.of(site, self.fingerprint) is None:
            self._call.snapshots.keep(site, self.fingerprint, self._now)

    async def _compare(self) -> None:
        """Find what is new."""
        desk, site, status = self._call.desk, self._call.site, self._asked.status
        entries = await entries_of(desk, site, after=self._seq, until=self._now.seq)
        self._seq = max(self._seq, self._now.seq)
        if self._known is not None:
            self._otherwise |= were_otherwise(entries, status=status)
        self._gone |= removals_in(entries)
        wanted = chosen(self.store, self._asked.pageUrl, status)
        self.found = [each for each in wanted if self._is_new(each)]
        self.removed = self._removals()

    def _removals(self) -> list[Removal]:
        """The annotations that are gone; if it is remembered which ones the agent knows, only of those."""
        page = self._asked.pageUrl
        known = self._gone if self._known is None else self._known.digests
        gone = [self._gone.get(name) or Removal(name, "removed", "", "") for name in known]
        return [
            each
            for each in gone
            if each.id not in self._now.digests and (not page or each.page in ("", cut(page, LONGEST_PAGE)))
        ]

    def ends(self) -> None:
        """Remember that the agent is told of these: they are not new to it any more in this state of the file."""
        if self.has_news:
            self._call.snapshots.keep(self._call.site, self.fingerprint, self._now)

    def _is_new(self, annotation: PageAnnotation) -> bool:
        """By what is remembered, else by the times in the file; without a fingerprint everything is new."""
        since, name = self._asked.since, annotation.id
        if since is None or since == NOTHING:
            return True
        if self._known is None:
            return annotation.updated_at > (latest_in(since) or "")
        return name in self._otherwise or self._known.digests.get(name) != self._now.digests[name]

    def _left(self) -> float:
        return self._until - asyncio.get_running_loop().time()


async def wait_for_annotations(call: McpCall, asked: take.WaitForAnnotations) -> ToolAnswer:
    """Block until there is something new for the agent to do."""
    if asked.since is not None and latest_in(asked.since) is None:
        return wrong(NO_FINGERPRINT)
    watch = WantedAnnotations(call, asked)
    ending = False
    async with call.waiting(asked.timeoutSeconds, "Waiting for annotations."):
        try:
            await watch.news()
        except HubEnding:
            ending = True
    watch.ends()
    more = "list_annotations gives the others."
    text, note = listing([annotation_fields(each) for each in watch.found], offset=0, limit=None, more=more)
    head = as_json({"fingerprint": watch.fingerprint, "timedOut": not watch.has_news})
    stopping = "The hub is being stopped; ask again later." if ending and not watch.has_news else ""
    problems = problems_note(watch.store.problems, file=call.caller.site.storage)
    removed = f', "removed": {as_json(removals_told(watch.removed))}' if watch.removed else ""
    return said(f'{head[:-1]}, "annotations": {text}{removed}}}', note or stopping, problems)


def removals_told(removed: Sequence[Removal]) -> list[dict[str, str]]:
    """Annotations that are gone, as agents get them; of very many the first."""
    return [
        {"id": each.id, "outcome": each.outcome}
        | ({"pageUrl": each.page, "note": each.note[:LONGEST_TOLD]} if each.page else {})
        for each in removed[:MOST_TOLD]
    ]
