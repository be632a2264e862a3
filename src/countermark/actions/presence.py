"""Presence: which agents hold the line right now; nothing of it is stored."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from countermark.model.items import ItemVersion

GRACE_MS = 10_000  # an agent that lost the line may ask again before the desk says that it went away


@dataclass(frozen=True)
class Absence:
    """An agent that has not asked again in time."""

    version: ItemVersion
    said_goodbye: bool  # it has taken its call back; else the line was lost


class Presence:
    """Counts the connections that wait for each answer, and remembers who dropped the line when."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._waiting: Counter[ItemVersion] = Counter()
        self._missed_since: dict[ItemVersion, int] = {}
        self._taken_back: set[ItemVersion] = set()

    @contextmanager
    def holding(self, version: ItemVersion) -> Iterator[None]:
        """While this lasts, an agent waits there."""
        self._waiting[version] += 1
        self._missed_since.pop(version, None)
        self._taken_back.discard(version)
        try:
            yield
        finally:
            self._waiting[version] -= 1
            if self._waiting[version] == 0:
                del self._waiting[version]
                self._missed_since[version] = self._clock()

    def miss(self, versions: Iterable[ItemVersion]) -> None:
        """Expect these agents to ask again: they waited when the hub last stopped, or have asked without waiting."""
        for version in versions:
            if not self.waits(version):
                self._missed_since[version] = self._clock()
                self._taken_back.discard(version)

    def take_back(self, version: ItemVersion) -> None:
        """The call that waited there was taken back; whoever asks again within the grace goes on waiting."""
        if version in self._missed_since:  # else another call waits there, too
            self._taken_back.add(version)

    def overdue(self) -> list[Absence]:
        """Agents that have not asked again within the grace; each is told once."""
        latest = self._clock() - GRACE_MS
        versions = [version for version, since in self._missed_since.items() if since <= latest]
        absent = [Absence(version, version in self._taken_back) for version in versions]
        for version in versions:
            del self._missed_since[version]
        self._taken_back.difference_update(versions)
        return absent

    def waits(self, version: ItemVersion) -> bool:
        """Whether any agent waits there."""
        return self._waiting[version] > 0

    @property
    def count(self) -> int:
        """How many agents wait."""
        return self._waiting.total()
