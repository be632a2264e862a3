"""The deadlines of items, measured by a clock that nobody sets: how much time each has left."""

import time
from collections.abc import Callable, Iterable

from countermark.model.items import AgentWait, ItemVersion

# It goes on while the machine sleeps, as a person's half hour does; macOS' usual monotonic clock does so too.
STEADY = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


def steady_ms() -> int:
    """Milliseconds since some moment; a clock that is set forward or back changes nothing."""
    return time.clock_gettime_ns(STEADY) // 1_000_000


class Deadlines:
    """What is left of each item's time: told by the calendar once, when the hub first looks at it."""

    def __init__(self, steady: Callable[[], int]) -> None:
        self._steady = steady
        self._due: dict[tuple[ItemVersion, int], int] = {}

    def left(self, waiting: Iterable[AgentWait], *, now: int) -> dict[ItemVersion, int]:
        """Milliseconds that are left for each; a calendar that is wrong at a start makes none longer than it was.

        A deadline that was changed since is told by the calendar anew.
        """
        before, self._due = self._due, {}
        for each in waiting:
            if each.expires_at is not None:
                remaining = min(each.expires_at - each.opened_at, each.expires_at - now)
                known = (each.version, each.expires_at)
                self._due[known] = before.get(known, self._steady() + remaining)
        return {version: due - self._steady() for (version, _), due in self._due.items()}
