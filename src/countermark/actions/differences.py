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

    async def of(self, name: str, make: Callable[[], Comparison]) -> Comparison:
        """The comparison of this name, made off the event loop if it is not in memory."""
        found = self._kept.get(name)
        if found is not None:
            return found
        under_way = self._under_way.get(name)
        if under_way is None:
            under_way = asyncio.get_running_loop().run_in_executor(self._thread, make)
            self._under_way[name] = under_way
            under_way.add_done_callback(lambda _: self._under_way.pop(name, None))
        return self._kept.keep(name, await asyncio.shield(under_way))

    def close(self) -> None:
        """Let go of the thread."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def size(comparison: Comparison) -> int:
    """Characters of a comparison's HTML."""
    return sum(map(len, comparison.slices))
