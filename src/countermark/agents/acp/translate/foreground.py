"""Version 2: when a turn is over. The answer to a prompt only says that it was taken; the agent's states say more.

A state that is told again is no new end, so what counts is that the agent goes from work to idleness. Agents that go
there without having said that they work, because a turn was stopped or failed at once, are understood, too.
"""

from dataclasses import dataclass

IDLE, ERROR = "idle", "error"


@dataclass
class Foreground:
    """What an agent does for the person, of one connection."""

    works: bool = False  # as it has said last
    reason: str | None = None  # why it has stopped last
    prompted: bool = False  # a prompt was written, and its turn is not over
    acknowledged: bool = False  # that prompt was taken
    told: bool = False  # something that is new since then
    stopping: bool = False  # the person has stopped the turn
    early: bool = False  # it has stopped since the prompt was written, before it has said that it took the prompt

    def prompt(self) -> None:
        """A prompt was written."""
        self.prompted = True
        self.acknowledged = self.told = self.stopping = self.early = False

    def taken(self) -> bool:
        """The prompt was taken; gives whether its turn is over already."""
        self.acknowledged = self.prompted
        return self.early and not self.works and self._over()

    def state(self, name: str | None, reason: str | None) -> bool:
        """A state of the agent, and why it stopped; gives whether a turn is over.

        A state that nobody knows is work.
        """
        if name != IDLE:
            self.works = True
            return False
        is_repeated = not self._has_moved and reason in (None, self.reason)
        self.works, self.reason = False, reason
        if is_repeated and reason != ERROR:
            return False
        self.early = self.prompted
        return self.acknowledged and self._over()

    @property
    def _has_moved(self) -> bool:
        return self.works or self.told or self.stopping

    def _over(self) -> bool:
        self.prompted = self.acknowledged = False
        return True
