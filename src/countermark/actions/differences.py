"""Comparisons in memory, so that the next slice of one costs nothing; long texts are compared in a worker."""

from collections.abc import Callable
from typing import TYPE_CHECKING, ParamSpec

from countermark.actions.remembered import MadeOnce, WorkThread
from countermark.workers.pool import Workers

if TYPE_CHECKING:  # what compares is loaded by who has something to compare: no hub starts with it
    from countermark.documents.difference.packed_comparison import PackedComparison

P = ParamSpec("P")

REMEMBERED_BYTES = 8 * 1024 * 1024  # some ten comparisons of texts of 1 MB
MOST_SECONDS = 10.0  # twice what the slowest of bench/comparison_memory.py takes when nothing else runs


class Differences(MadeOnce["PackedComparison"]):
    """The newest comparisons, by the digests of both texts and the view."""

    def __init__(self, workers: Workers, *, most_seconds: float = MOST_SECONDS) -> None:
        super().__init__(most=REMEMBERED_BYTES, size=lambda each: each.size)
        self._workers = workers
        self._most_seconds = most_seconds
        self._thread = WorkThread("compare")
        self.think = self._thread.run  # for short texts
        self.close = self._thread.close

    async def send(
        self, make: "Callable[P, PackedComparison]", *arguments: P.args, **keywords: P.kwargs
    ) -> "PackedComparison":
        """Compare long texts, in a worker. Raises `WorkFailed` for those that take too much time or memory."""
        return await self._workers.run_within(self._most_seconds, make, *arguments, **keywords)
