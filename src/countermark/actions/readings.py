"""Documents as text to be marked, and how two are paired, in memory; and one thread that does the work on them."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from countermark.actions.remembered import Remembered
from countermark.documents.blocks import Document
from countermark.documents.pairing import Pairing, pair
from countermark.documents.passages import Passages, passages

T = TypeVar("T")

REMEMBERED_CHARACTERS = 16 * 1024 * 1024  # of words; a document's units take some ten times that
REMEMBERED_UNITS = 400_000  # in pairs or alone; some 100 bytes each


class Readings:
    """The newest documents' passages, bounded by their size; heavy work on them waits in line, off the event loop."""

    def __init__(self) -> None:
        self._kept = Remembered[Passages](most=REMEMBERED_CHARACTERS, size=lambda each: len(each.text))
        self._pairings = Remembered[Pairing](most=REMEMBERED_UNITS, size=size)  # known to the thread alone
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="marks")

    async def of(self, document: Document) -> Passages:
        """The passages of a document."""
        found = self._kept.get(document.sha256)
        if found is not None:
            return found
        return self._kept.keep(document.sha256, await self.think(lambda: passages(document)))

    async def pairing(self, old: Document, new: Document) -> Pairing:
        """Which unit of one document is which of the other: carrying marks and comparing need the same answer."""
        was, now = await self.of(old), await self.of(new)
        return await self.think(partial(self._paired, f"{old.sha256} {new.sha256}", was, now))

    def _paired(self, name: str, old: Passages, new: Passages) -> Pairing:
        return self._pairings.get(name) or self._pairings.keep(name, pair(old, new))

    async def think(self, work: Callable[[], T]) -> T:
        """Do something heavy in the thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def close(self) -> None:
        """Let go of the thread."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def size(pairing: Pairing) -> int:
    """Units that it speaks of; one at least, for two empty documents."""
    return 1 + len(pairing.pairs) + len(pairing.vanished) + len(pairing.arrived)
