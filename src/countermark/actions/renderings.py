"""Rendered documents in memory, so that opening one twice costs nothing, and one thread that makes them."""

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor

from countermark.documents.markdown import Document, render

REMEMBERED_CHARACTERS = 64 * 1024 * 1024  # of HTML


class Renderings:
    """The newest renderings, bounded by their size; a flood of texts waits in line and holds up nothing else."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Document] = OrderedDict()
        self._characters = 0
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="render")

    def remembered(self, sha256: str) -> Document | None:
        """A rendering that is still in memory."""
        found = self._kept.get(sha256)
        if found is not None:
            self._kept.move_to_end(sha256)
        return found

    async def of(self, sha256: str, text: str) -> Document:
        """The rendering of a text with this digest."""
        found = self.remembered(sha256)
        if found is not None:
            return found
        return self._keep(await asyncio.get_running_loop().run_in_executor(self._thread, render, text))

    def close(self) -> None:
        """Let go of the thread."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _keep(self, document: Document) -> Document:
        """Remember a rendering and forget the oldest beyond the bound."""
        if document.sha256 not in self._kept:
            self._kept[document.sha256] = document
            self._characters += size(document)
        while self._characters > REMEMBERED_CHARACTERS and len(self._kept) > 1:
            _, forgotten = self._kept.popitem(last=False)
            self._characters -= size(forgotten)
        return document


def size(document: Document) -> int:
    """Characters of a document's HTML."""
    return sum(map(len, document.slices))
