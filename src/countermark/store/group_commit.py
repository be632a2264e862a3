"""Group commit: changes that come while another is being written share a transaction, and the waiting for the disk."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from threading import Lock
from typing import Any, TypeVar

from countermark.store.base import Transaction

T = TypeVar("T")
Work = Callable[[Transaction], Any]

MOST = 100  # changes in one group, so that the first one does not wait long for the last one


class Group:
    """Changes that are made together or not at all; `outcome` has the result of each, in their order."""

    outcome: asyncio.Future[Sequence[Any]]

    def __init__(self) -> None:
        self.change_failed = False  # one of several, not their commit: the others are not to blame
        self._works: list[Work] = []
        self._is_open = True
        self._lock = Lock()  # who joins does so on the event loop, and the changes are made in a thread

    def join(self, work: Work) -> int | None:
        """The place of the change in the group; None if the group is full, or being made already."""
        with self._lock:
            if not self._is_open or len(self._works) == MOST:
                return None
            self._works.append(work)
            return len(self._works) - 1

    def make(self, transaction: Transaction) -> Sequence[Any]:
        """Make all changes, in the order in which they came; each sees what those before it have done."""
        with self._lock:
            self._is_open = False
        self.change_failed = len(self._works) > 1  # until all are made
        results = [work(transaction) for work in self._works]
        self.change_failed = False
        return results


class GroupCommit:
    """Takes changes from many tasks; `transact` makes a group of them in one transaction, in the thread that writes.

    A change that raises takes its group back. Then each change of the group is made in a transaction of its own, so
    that nobody hears of another one's failure. So a change may be made twice, and only the last time counts.
    """

    def __init__(self, executor: Executor, transact: Callable[[Group], Sequence[Any]]) -> None:
        self._executor = executor
        self._transact = transact
        self._newest: Group | None = None

    async def make(self, work: Callable[[Transaction], T]) -> T:
        """The result of the change, once it is durable. Who goes away meanwhile does not stop it."""
        group, place = self._join(work)
        await asyncio.wait([group.outcome])
        if group.change_failed:
            group, place = self._begin(work), 0
            await asyncio.wait([group.outcome])
        result: T = group.outcome.result()[place]
        return result

    def _join(self, work: Work) -> tuple[Group, int]:
        place = None if self._newest is None else self._newest.join(work)
        if self._newest is None or place is None:
            self._newest, place = self._begin(work), 0
        return self._newest, place

    def _begin(self, work: Work) -> Group:
        group = Group()
        group.join(work)
        group.outcome = asyncio.get_running_loop().run_in_executor(self._executor, self._transact, group)
        group.outcome.add_done_callback(self._forget)
        return group

    def _forget(self, outcome: "asyncio.Future[Sequence[Any]]") -> None:
        """Let go of the texts in a group; if all who waited have gone away, nobody has to hear of its failure."""
        if self._newest is not None and self._newest.outcome is outcome:
            self._newest = None
        if not outcome.cancelled():
            outcome.exception()
