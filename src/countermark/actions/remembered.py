"""Values in memory by a digest, the newest ones, bounded by their size."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

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
