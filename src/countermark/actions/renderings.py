"""Rendered documents in memory, so that opening one twice costs nothing; long texts are rendered in a worker."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from countermark.actions.remembered import Remembered
from countermark.documents.markdown.packed import PackedDocument, render_packed
from countermark.workers.pool import Workers

REMEMBERED_BYTES = 5 * 1024 * 1024  # some eight documents of 1 MB; another is rendered anew in half a second
SHORT = 32_000  # characters: rendered within some 50 ms, whatever they are


class Renderings:
    """The newest renderings, bounded by their size; who asks for one that is being made waits for that one.

    A long text goes to a worker: it takes neither the hub's time nor, for good, its memory. The usual short plan is
    rendered in a thread of the hub, so that it waits for no process to start and for no long text.
    """

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._kept = Remembered[PackedDocument](most=REMEMBERED_BYTES, size=lambda each: each.size)
        self._under_way: dict[str, asyncio.Future[PackedDocument]] = {}
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="render")

    def remembered(self, sha256: str) -> PackedDocument | None:
        """A rendering that is still in memory."""
        return self._kept.get(sha256)

    async def of(self, sha256: str, text: str) -> PackedDocument:
        """The rendering of a text with this digest. Raises `WorkFailed` for one that takes too long."""
        known = self.remembered(sha256)
        if known is not None:
            return known
        if sha256 not in self._under_way:
            self._under_way[sha256] = asyncio.ensure_future(self._made(sha256, text))
        return await asyncio.shield(self._under_way[sha256])

    async def _made(self, sha256: str, text: str) -> PackedDocument:
        try:
            if len(text) <= SHORT:
                made = await asyncio.get_running_loop().run_in_executor(self._thread, render_packed, text)
            else:
                made = await self._workers.run(render_packed, text)
            return self._kept.keep(sha256, made)
        finally:
            del self._under_way[sha256]

    def close(self) -> None:
        """Let go of the thread."""
        self._thread.shutdown(wait=False, cancel_futures=True)
