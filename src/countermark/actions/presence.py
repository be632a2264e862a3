"""Presence: which agents hold the line right now; nothing of it is stored."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

Place = tuple[str, int]  # review id, revision number
GRACE_MS = 10_000  # an agent that lost the line may ring again before the desk says that it went away


class Presence:
    """Counts the connections that wait for each revision's answer, and remembers who dropped the line when."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._waiting: Counter[Place] = Counter()
        self._missed_since: dict[Place, int] = {}

    @contextmanager
    def holding(self, place: Place) -> Iterator[None]:
        """While this lasts, an agent waits there."""
        self._waiting[place] += 1
        self._missed_since.pop(place, None)
        try:
            yield
        finally:
            self._waiting[place] -= 1
            if self._waiting[place] == 0:
                del self._waiting[place]
                self._missed_since[place] = self._clock()

    def miss(self, places: Iterable[Place]) -> None:
        """Expect these agents to ring again: they waited when the hub last stopped."""
        for place in places:
            if not self.waits(place):
                self._missed_since[place] = self._clock()

    def overdue(self) -> list[Place]:
        """Agents that have not rung again within the grace; each is told once."""
        latest = self._clock() - GRACE_MS
        places = [place for place, since in self._missed_since.items() if since <= latest]
        for place in places:
            del self._missed_since[place]
        return places

    def waits(self, place: Place) -> bool:
        """Whether any agent waits there."""
        return self._waiting[place] > 0

    @property
    def count(self) -> int:
        """How many agents wait."""
        return self._waiting.total()
