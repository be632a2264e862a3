"""Whether a person answers something just now; nothing of it is stored."""

from collections.abc import Callable

LEASE_MS = 12_000  # the page says every five seconds that a person goes on answering
LONGEST_HOLD_MS = 15 * 60_000  # a page that is left with a choice made must not hold agents for ever


class HeldCountdowns:
    """A lease that the page renews while a person answers."""

    def __init__(self, steady: Callable[[], int]) -> None:
        self._steady = steady
        self._since: int | None = None
        self._until = 0
        self._worn_out = False  # held for the longest time, and the page has gone on saying that a person answers

    def renew(self) -> bool:
        """A person answers; True where nobody did before."""
        begins, now = self._since is None, self._steady()
        if self._worn_out and now < self._until:
            self._until = now + LEASE_MS
            return False
        self._worn_out = False
        self._since = now if self._since is None else self._since
        self._until = min(now + LEASE_MS, self._since + LONGEST_HOLD_MS)
        return begins

    def end(self) -> int | None:
        """Nobody answers any more; for how many milliseconds somebody did, or None."""
        since, self._since = self._since, None
        if since is None:
            self._worn_out = False
            return None
        now = self._steady()
        held = min(now, self._until) - since
        self._worn_out = held >= LONGEST_HOLD_MS
        self._until = now + LEASE_MS
        return held

    @property
    def held_ms(self) -> int | None:
        """For how many milliseconds countdowns have stood still; None where they run."""
        return None if self._since is None else self._steady() - self._since

    @property
    def held(self) -> bool:
        """Whether countdowns stand still."""
        return self._since is not None

    @property
    def lapsed(self) -> bool:
        """Whether the page should have said by now that the person goes on."""
        return self._since is not None and self._steady() >= self._until
