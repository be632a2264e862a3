"""Values in memory by a digest: the newest ones, bounded by their size, each made once, in a thread for heavy work."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Generic, TypeVar

T = TypeVar("T")
V = TypeVar("V")


class Remembered(Generic[V]):
    """Keeps the values that were asked for last; the newest one is kept however large it is."""

    def __init__(self, *, most: int, size: Callable[[V], int]) -> None:
        self._most = most
        self._size = size
        self._kept: OrderedDict[str, V] = OrderedDict()
        self._total = 0

    def get(self, name: str) -> V | None:
        """A value that is still in memory."""
        found = self._kept.get(name)
        if found is not None:
            self._kept.move_to_end(name)
        return found

    def keep(self, name: str, value: V) -> V:
        """Remember a value and forget the oldest beyond the bound."""
        if name not in self._kept:
            self._kept[name] = value
            self._total += self._size(value)
        while self._total > self._most and len(self._kept) > 1:
            _, forgotten = self._kept.popitem(last=False)
            self._total -= self._size(forgotten)
        return value


class MadeOnce(Generic[V]):
    """Remembered values that take time to make: who asks for one that is being made waits for that one."""

    def __init__(self, *, most: int, size: Callable[[V], int]) -> None:
        self._values = Remembered[V](most=most, size=size)
        self._under_way: dict[str, asyncio.Future[V]] = {}

    def get(self, name: str) -> V | None:
        """A value that is still in memory."""
        return self._values.get(name)

    async def of(self, name: str, make: Callable[[], Awaitable[V]]) -> V:
        """The value of this name, made if it is not in memory. Whoever gives up waiting does not end the making."""
        value = self._values.get(name)
        return value if value is not None else await asyncio.shield(self.coming(name, make))

    def coming(self, name: str, make: Callable[[], Awaitable[V]]) -> asyncio.Future[V]:
        """The value of this name as it is being made, to be shielded by who waits for it."""
        if name not in self._under_way:
            self._under_way[name] = asyncio.ensure_future(self._make(name, make))
        return self._under_way[name]

    async def _make(self, name: str, make: Callable[[], Awaitable[V]]) -> V:
        """In one step of the loop it is remembered and no longer under way: nobody may come in between."""
        try:
            return self._values.keep(name, await make())
        finally:
            del self._under_way[name]


class WorkThread:
    """One thread: heavy work waits in line there, off the event loop."""

    def __init__(self, name: str) -> None:
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)

    async def run(self, work: Callable[[], T]) -> T:
        """Do something heavy in the thread."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    def close(self) -> None:
        """Let go of the thread."""
        self._pool.shutdown(wait=False, cancel_futures=True)
