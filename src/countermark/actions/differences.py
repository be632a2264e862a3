"""Comparisons in memory, so that the next slice of one costs nothing; long texts are compared in a worker."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec

from countermark.actions.remembered import Remembered
from countermark.documents.difference.packed_comparison import PackedComparison
from countermark.workers.pool import Workers

P = ParamSpec("P")

REMEMBERED_BYTES = 8 * 1024 * 1024  # some ten comparisons of texts of 1 MB
MOST_SECONDS = 10.0  # twice what the slowest of bench/comparison_memory.py takes when nothing else runs


class Differences:
    """The newest comparisons, bounded by their size; who asks for one that is being made waits for that one."""

    def __init__(self, workers: Workers, *, most_seconds: float = MOST_SECONDS) -> None:
        self._workers = workers
        self._most_seconds = most_seconds
        self._kept = Remembered[PackedComparison](most=REMEMBERED_BYTES, size=lambda each: each.size)
        self._under_way: dict[str, asyncio.Future[PackedComparison]] = {}
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="compare")

    def remembered(self, name: str) -> PackedComparison | None:
        """A comparison that is still in memory."""
        return self._kept.get(name)

    async def of(self, name: str, make: Callable[[], Awaitable[PackedComparison]]) -> PackedComparison:
        """The comparison of this name, made if it is not in memory."""
        found = self.remembered(name)
        if found is not None:
            return found
        if name not in self._under_way:
            self._under_way[name] = asyncio.ensure_future(self._made(name, make))
        return await asyncio.shield(self._under_way[name])

    async def _made(self, name: str, make: Callable[[], Awaitable[PackedComparison]]) -> PackedComparison:
        """In one step of the loop it is remembered and no longer under way: nobody may come in between."""
        try:
            return self._kept.keep(name, await make())
        finally:
            del self._under_way[name]

    async def think(self, make: Callable[[], PackedComparison]) -> PackedComparison:
        """Compare short texts, in the thread, off the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, make)

    async def send(
        self, make: Callable[P, PackedComparison], *arguments: P.args, **keywords: P.kwargs
    ) -> PackedComparison:
        """Compare long texts, in a worker. Raises `WorkFailed` for those that take too much time or memory."""
        return await self._workers.run_within(self._most_seconds, make, *arguments, **keywords)

    def close(self) -> None:
        """Let go of the thread."""
        self._thread.shutdown(wait=False, cancel_futures=True)
