"""Rendered documents in memory, so that opening one twice costs nothing, and one thread that makes them."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from countermark.actions.remembered import Remembered
from countermark.documents.markdown import Document, render

REMEMBERED_CHARACTERS = 64 * 1024 * 1024  # of HTML


class Renderings:
    """The newest renderings, bounded by their size; a flood of texts waits in line and holds up nothing else."""

    def __init__(self) -> None:
        self._kept = Remembered[Document](most=REMEMBERED_CHARACTERS, size=size)
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="render")

    def remembered(self, sha256: str) -> Document | None:
        """A rendering that is still in memory."""
        return self._kept.get(sha256)

    async def of(self, sha256: str, text: str) -> Document:
        """The rendering of a text with this digest."""
        found = self.remembered(sha256)
        if found is not None:
            return found
        made = await asyncio.get_running_loop().run_in_executor(self._thread, render, text)
        return self._kept.keep(made.sha256, made)

    def close(self) -> None:
        """Let go of the thread."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def size(document: Document) -> int:
    """Characters of a document's HTML."""
    return sum(map(len, document.slices))
