"""Comparisons in memory, so that the next slice of one costs nothing, and one thread that makes them."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from countermark.actions.remembered import Remembered
from countermark.documents.difference import Comparison

REMEMBERED_CHARACTERS = 48 * 1024 * 1024  # of HTML


class Differences:
    """The newest comparisons, bounded by their size; who asks for one that is being made waits for that one."""

    def __init__(self) -> None:
        self._kept = Remembered[Comparison](most=REMEMBERED_CHARACTERS, size=size)
        self._under_way: dict[str, asyncio.Future[Comparison]] = {}
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="compare")

    def remembered(self, name: str) -> Comparison | None:
        """A comparison that is still in memory."""
        return self._kept.get(name)

    async def of(self, name: str, make: Callable[[], Comparison]) -> Comparison:
        """The comparison of this name, made off the event loop if it is not in memory."""
        found = self.remembered(name)
        if found is not None:
            return found
        if name not in self._under_way:
            self._under_way[name] = asyncio.ensure_future(self._made(name, make))
        return await asyncio.shield(self._under_way[name])

    async def _made(self, name: str, make: Callable[[], Comparison]) -> Comparison:
        """In one step of the loop it is remembered and no longer under way: nobody may come in between."""
        try:
            return self._kept.keep(name, await asyncio.get_running_loop().run_in_executor(self._thread, make))
        finally:
            del self._under_way[name]

    def close(self) -> None:
        """Let go of the thread."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def size(comparison: Comparison) -> int:
    """Characters of a comparison's HTML."""
    return sum(map(len, comparison.slices))
