"""What an agent tells of shortening what it remembers, bit by bit, makes one whole part."""

from collections.abc import Iterable
from dataclasses import replace

from countermark.agents.acp.translate.reading import MOST_CHARACTERS
from countermark.model.sessions.parts import CompactionPart


class Compactions:
    """All of one connection; only a summary that is still being told is not recorded at once."""

    def __init__(self, known: Iterable[CompactionPart]) -> None:
        self._known = {part.id: part for part in known}
        self._open: tuple[str, int] | None = None  # with the line that began it

    def told(self, name: str, status: str | None, summary: str | None, error: str | None, *, at: int) -> CompactionPart:
        """How far one has come; a summary replaces the one before."""
        known = self._named(name, at)
        if self._open is not None and self._open[0] == name:
            self._open = None
        part = self._known[name] = replace(
            known, status=status or known.status, error=error or known.error,
            summary=known.summary if summary is None else summary,
        )  # fmt: skip
        return part

    def text(self, name: str, text: str, *, line: int, at: int) -> CompactionPart | None:
        """A summary goes on; another one that was open until now has to be recorded."""
        known = self._named(name, at)
        self._known[name] = replace(known, summary=(known.summary + text)[:MOST_CHARACTERS])
        if self._open is not None and self._open[0] == name:
            return None
        before = self.settle()
        self._open = (name, line)
        return before

    def settle(self) -> CompactionPart | None:
        """The one that is open, as it is; it is open no longer."""
        before, self._open = self._open, None
        return None if before is None else self._known[before[0]]

    @property
    def open_since(self) -> int | None:
        """The line that began what is not recorded."""
        return None if self._open is None else self._open[1]

    def _named(self, name: str, at: int) -> CompactionPart:
        return self._known.get(name) or CompactionPart(name, at, "in_progress")
