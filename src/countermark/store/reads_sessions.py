"""What is asked of a store about sessions: what lists show, events, settings, and the raw lines of their traffic."""

from collections.abc import Collection, Sequence
from typing import Protocol

from countermark.model.sessions.values import LineBatch, LineTotals, Session, SessionSettings, StoredEvent


class ReadsSessions(Protocol):
    """Reading sessions."""

    def session(self, session_id: str) -> Session | None:
        """A session by its id."""
        ...

    def sessions(self, *, words: Sequence[str] = (), limit: int) -> Sequence[Session]:
        """Sessions, what changed last first; with folded words, those in whose texts each of them stands."""
        ...

    def unsettled_sessions(self) -> Sequence[Session]:
        """Those whose program runs or starts, or whose turn is under way, as the store has it; the oldest first."""
        ...

    def session_settings(self, session_id: str) -> SessionSettings | None:
        """What a session was opened with."""
        ...

    def session_events(self, session_id: str, *, after: int = 0, limit: int | None = None) -> Sequence[StoredEvent]:
        """The events of a session with `after < number`, ascending."""
        ...

    def session_events_named(self, names: Collection[tuple[str, int]]) -> Sequence[StoredEvent]:
        """The events of these sessions with these numbers that there are."""
        ...

    def session_event_about(self, session_id: str, *, type_name: str, about: str) -> StoredEvent | None:
        """The first event of a type about one thing."""
        ...

    def translated_line(self, session_id: str) -> int:
        """The number of the last raw line for which events stand; 0 for none."""
        ...

    def line_totals(self, session_id: str) -> LineTotals:
        """How far the traffic of a session has come."""
        ...

    def line_batches(self, session_id: str, *, after: int, limit: int) -> Sequence[LineBatch]:
        """The first batches that have lines after a number."""
        ...
