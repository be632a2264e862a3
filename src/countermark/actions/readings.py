"""Documents as text to be marked, in memory, and one thread that reads them, finds places and carries marks."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from countermark.actions.remembered import Remembered
from countermark.documents.blocks import Document
from countermark.documents.passages import Passages, passages

T = TypeVar("T")

REMEMBERED_CHARACTERS = 16 * 1024 * 1024  # of words; a document's units take some ten times that


class Readings:
    """The newest documents' passages, bounded by their size; heavy work on them waits in line, off the event loop."""

    def __init__(self) -> None:
        self._kept = Remembered[Passages](most=REMEMBERED_CHARACTERS, size=lambda each: len(each.text))
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="marks")

    async def of(self, document: Document) -> Passages:
        """The passages of a document."""
        found = self._kept.get(document.sha256)
        if found is not None:
            return found
        return self._kept.keep(document.sha256, await self.think(lambda: passages(document)))

    async def think(self, work: Callable[[], T]) -> T:
        """Do something heavy in the thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def close(self) -> None:
        """Let go of the thread."""
        self._thread.shutdown(wait=False, cancel_futures=True)
