"""Whether a person looks at a desk just now; nothing of it is stored."""

from collections.abc import Callable

LOOK_MS = 120_000  # the page says it again while the person reads, types or points
MOST_PAGES = 64


class Onlookers:
    """A lease for each page that is looked at."""

    def __init__(self, steady: Callable[[], int]) -> None:
        self._steady = steady
        self._until: dict[str, int] = {}

    def look(self, page: str, *, looking: bool) -> None:
        """A page is looked at, or is hidden now; the longest silent ones are forgotten when there are too many."""
        self._until.pop(page, None)
        if looking:
            self._until[page] = self._steady() + LOOK_MS
        while len(self._until) > MOST_PAGES:
            del self._until[next(iter(self._until))]

    @property
    def looking(self) -> bool:
        """Whether any page is looked at."""
        now = self._steady()
        return any(until > now for until in self._until.values())
