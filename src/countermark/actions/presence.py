"""Presence: which agents hold the line right now; nothing of it is stored."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from countermark.model.items import ItemVersion

GRACE_MS = 10_000  # an agent that lost the line may ask again before the desk says that it went away


class Presence:
    """Counts the connections that wait for each answer, and remembers who dropped the line when."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._waiting: Counter[ItemVersion] = Counter()
        self._missed_since: dict[ItemVersion, int] = {}

    @contextmanager
    def holding(self, version: ItemVersion) -> Iterator[None]:
        """While this lasts, an agent waits there."""
        self._waiting[version] += 1
        self._missed_since.pop(version, None)
        try:
            yield
        finally:
            self._waiting[version] -= 1
            if self._waiting[version] == 0:
                del self._waiting[version]
                self._missed_since[version] = self._clock()

    def miss(self, versions: Iterable[ItemVersion]) -> None:
        """Expect these agents to ask again: they waited when the hub last stopped."""
        for version in versions:
            if not self.waits(version):
                self._missed_since[version] = self._clock()

    def overdue(self) -> list[ItemVersion]:
        """Agents that have not asked again within the grace; each is told once."""
        latest = self._clock() - GRACE_MS
        versions = [version for version, since in self._missed_since.items() if since <= latest]
        for version in versions:
            del self._missed_since[version]
        return versions

    def waits(self, version: ItemVersion) -> bool:
        """Whether any agent waits there."""
        return self._waiting[version] > 0

    @property
    def count(self) -> int:
        """How many agents wait."""
        return self._waiting.total()
