"""What the hub has in memory of each site: its file, who writes to it now, who follows it, what was rendered of it."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

from countermark.model.errors import CountermarkError, NotFound
from countermark.model.pages.annotations import PageAnnotation, PageNote, PageStore, fingerprint
from countermark.model.pages.sites import PageSite
from countermark.model.pages.writes import Written
from countermark.store.pages.file import PageFile

logger = logging.getLogger(__name__)
T = TypeVar("T")

MOST_RENDERINGS = 16  # of one state of a file: pages that are open at once
THREADS = 4
NO_SITE = "There is no such site."
PageEntryValue = PageAnnotation | PageNote
Identity = tuple[int, int, int, int, int]


class Pieces:
    """What was rendered of single entries, kept as long as they are in the file: a change renders one of them anew."""

    def __init__(self) -> None:
        self._kept: dict[int, tuple[PageEntryValue, bytes]] = {}

    def of(self, store: PageStore, make: Callable[[PageEntryValue], bytes]) -> Mapping[int, bytes]:
        """What is shown of each entry, by the `id()` of the entry."""
        before, kept = self._kept, {}
        entries: Iterable[PageEntryValue] = chain(store.annotations, store.notes)
        for entry in entries:
            found = before.get(id(entry))
            kept[id(entry)] = found if found is not None and found[0] is entry else (entry, make(entry))
        self._kept = kept
        return {number: rendered for number, (_, rendered) in kept.items()}


Render = Callable[[PageStore, Pieces], bytes]


class OpenSite:
    """A site that the hub has in memory. Whoever changes its file or what the journal knows of it is `alone` in it."""

    def __init__(self, site: PageSite) -> None:
        self.site = site
        self.file = PageFile(Path(site.storage))
        self._lock = asyncio.Lock()
        self.known: dict[str, str] | None = None  # digests by name, once they are needed
        self.broken: str | None = None  # what the journal has said of a file that cannot be read
        self.writes: dict[str, Written] | None = None  # by their names; see repeats.py
        self.catching_up = False
        self.forgotten = False
        self.pieces = Pieces()
        self.followers = 0
        self.watch: asyncio.Task[None] | None = None
        self._rendered: tuple[PageStore | None, dict[str, bytes]] = (None, {})
        self._named: tuple[PageStore | None, str] = (None, "")

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """While inside, nobody else is. Raises `NotFound` if the site was forgotten while one waited."""
        async with self._lock:
            if self.forgotten:
                raise NotFound(NO_SITE)
            yield

    def fingerprint(self, store: PageStore) -> str:
        """The fingerprint of a state of this file; the newest one's is remembered."""
        named = self._named  # taken once: other threads ask for other states meanwhile
        if named[0] is not store:
            named = self._named = (store, fingerprint(store))
        return named[1]

    def read(self) -> PageStore:
        """The file as it is now, its fingerprint ready; for a thread. Raises `PageFileBroken` or `PageFileFailed`."""
        store = self.file.read()
        self.fingerprint(store)
        return store

    def change(
        self, work: Callable[[PageStore], PageStore], *, before_swap: Callable[[], object] = lambda: None
    ) -> PageStore:
        """The file as it is after a change, its fingerprint ready; for a thread. Raises what the two raise, too."""
        store = self.file.change(work, before_swap=before_swap)
        self.fingerprint(store)
        return store

    def made(self, store: PageStore, name: str) -> bytes | None:
        """What was rendered of a state of this file before."""
        of, made = self._rendered
        return made.get(name) if of is store else None

    def rendered(self, store: PageStore, name: str, make: Render) -> bytes:
        """What is shown of a state of this file, and remembered."""
        bytes_made = make(store, self.pieces)
        of, made = self._rendered  # several threads may do this: each with a dict of its own
        kept = list(made.items())[1 - MOST_RENDERINGS :] if of is store else []
        self._rendered = (store, {**dict(kept), name: bytes_made})
        return bytes_made

    def identity(self) -> tuple[Identity | None, float]:
        """Which file it is, as far as one can tell without reading it, and when it was written (seconds)."""
        try:
            found = Path(self.site.storage).lstat()
        except OSError:
            return None, 0.0
        return (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns), found.st_mtime


class OpenSites:
    """All sites that are in memory, threads for work on files, and what goes on in the background."""

    def __init__(self) -> None:
        self.closed = 0  # sites since the hub began
        self._sites: dict[str, OpenSite] = {}
        self._threads = ThreadPoolExecutor(max_workers=THREADS, thread_name_prefix="pages")
        self._tasks: set[asyncio.Task[Any]] = set()

    def find(self, site_id: str) -> OpenSite | None:
        """A site that was asked for before."""
        return self._sites.get(site_id)

    def enter(self, site: PageSite) -> OpenSite:
        """A site, read in if it was not asked for before."""
        open_site = self._sites.get(site.id)
        if open_site is None:
            open_site = self._sites[site.id] = OpenSite(site)
        return open_site

    def forget(self, site_id: str) -> None:
        """Forget a site and end the watch over its file."""
        self.closed += 1
        open_site = self._sites.pop(site_id, None)
        if open_site is not None and open_site.watch is not None:
            open_site.watch.cancel()

    async def think(self, work: Callable[[], T]) -> T:
        """Do something with a file in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    async def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something to its end, even if the one who asked for it goes away."""
        return await asyncio.shield(self.begin(work))

    def begin(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Do something in the background."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    async def close(self) -> None:
        """Finish what is under way and let go of the threads."""
        for open_site in self._sites.values():
            if open_site.watch is not None:
                open_site.watch.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and isinstance(error := task.exception(), CountermarkError):
            logger.debug("%s", error)  # whoever waits for it has it too
