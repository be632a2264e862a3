"""Rendered documents in memory, so that opening one twice costs nothing; long texts are rendered in a worker."""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from countermark.actions.remembered import MadeOnce, WorkThread
from countermark.model.errors import WorkFailed, WorkNotDone
from countermark.workers.pool import Workers

if TYPE_CHECKING:  # the renderer is loaded by who renders: no hub starts with it
    from countermark.documents.markdown.packed import PackedDocument
    from countermark.documents.markdown.streaming import ClosedBlock, StreamedMarkdown

logger = logging.getLogger(__name__)

REMEMBERED_BYTES = 5 * 1024 * 1024  # some eight documents of 1 MB; another is rendered anew in half a second
SHORT = 32_000  # characters: rendered within some 50 ms, whatever they are


class Renderings:
    """The newest renderings, bounded by their size; who asks for one that is being made waits for that one.

    A long text goes to a worker: it takes neither the hub's time nor, for good, its memory. The usual short plan is
    rendered in a thread of the hub, so that it waits for no process to start and for no long text; so is the first
    screen of a long one. A text that takes more time or memory than a worker has is shown as its source.
    """

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._documents = MadeOnce["PackedDocument"](most=REMEMBERED_BYTES, size=lambda each: each.size)
        self._slices: dict[str, asyncio.Future[tuple[str, ...]]] = {}  # of the long texts that are being rendered
        self._thread = WorkThread("render")
        self.close = self._thread.close

    def remembered(self, sha256: str) -> "PackedDocument | None":
        """A rendering that is still in memory."""
        return self._documents.get(sha256)

    def expect(self, text: str) -> None:
        """A text has come that may soon be asked for; nothing of it is rendered yet."""
        if len(text) > SHORT:
            from countermark.documents.markdown.packed import load_renderer

            self._workers.warm_up(load_renderer)

    async def of(self, sha256: str, text: str) -> "PackedDocument":
        """The rendering of a text with this digest. Raises `WorkNotDone` if no worker can be had now."""
        return await self._documents.of(sha256, partial(self._make, sha256, text))

    async def early(self, sha256: str, text: str) -> AsyncIterator[tuple[int, str]]:
        """Slices of a long text, with their numbers, as soon as each is known; the rest about it is under way then.

        The first screen comes first if it can be known before the rest, then all the others. None come of a text that
        is rendered by then, and of one that cannot be.
        """
        if len(text) <= SHORT:
            return
        from countermark.documents.markdown.beginning import beginning

        whole = self._documents.coming(sha256, partial(self._make, sha256, text))
        whole.add_done_callback(_said_later)
        first = await self._thread.run(partial(beginning, text))
        if whole.done():
            return
        if first is not None:
            yield 0, first.html
        slices = self._slices.get(sha256)
        for number, html in enumerate(() if slices is None else await asyncio.shield(slices)):
            if number > 0 or first is None:
                yield number, html

    async def streamed(self, stream: "StreamedMarkdown", text: str) -> "Sequence[tuple[ClosedBlock, str]]":
        """The blocks that close with more of a text, each with its HTML; one call after the other for one stream."""
        from countermark.documents.markdown.streaming import block_html

        def rendered() -> "list[tuple[ClosedBlock, str | None]]":
            blocks = stream.feed(text)
            return [(block, block_html(block) if len(block.source) <= SHORT else None) for block in blocks]

        blocks = await self._thread.run(rendered)
        return [(block, await self._long_block(block) if html is None else html) for block, html in blocks]

    async def _long_block(self, block: "ClosedBlock") -> str:
        from countermark.documents.markdown.streaming import block_html
        from countermark.documents.markdown.unset import unset

        try:
            return await self._workers.run(block_html, block)
        except WorkFailed:
            return await self._thread.run(lambda: unset(block.source).html)

    async def _make(self, sha256: str, text: str) -> "PackedDocument":
        from countermark.documents.markdown.packed import render_growing, render_packed, unset_packed

        if len(text) <= SHORT:
            return await self._thread.run(partial(render_packed, text))
        slices = self._slices[sha256] = asyncio.get_running_loop().create_future()
        try:
            return await self._workers.run_telling(partial(_tell, slices), render_growing, text)
        except WorkNotDone:
            raise
        except WorkFailed:
            logger.warning("a text takes too much to be rendered; its source is shown: %s", sha256)
            return await asyncio.to_thread(unset_packed, text)
        finally:
            del self._slices[sha256]
            _tell(slices, ())


def _tell(slices: "asyncio.Future[tuple[str, ...]]", known: tuple[str, ...]) -> None:
    """Once: a process that had to be replaced tells them again."""
    if not slices.done():
        slices.set_result(known)


def _said_later(whole: "asyncio.Future[PackedDocument]") -> None:
    """Who asks for the rest hears of a failure; if nobody does, nobody has to."""
    if not whole.cancelled():
        whole.exception()
