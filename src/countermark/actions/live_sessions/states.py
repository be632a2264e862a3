"""The state of a session, folded on from one in memory."""

from countermark.actions.live_sessions.codec import decoded
from countermark.model.errors import NotFound
from countermark.model.sessions.reducer import folded
from countermark.model.sessions.state import SessionState
from countermark.store.base import Reader


def state_in(reader: Reader, session_id: str, *, known: SessionState | None) -> SessionState:
    """The state as this transaction sees it, folded on from one in memory. Raises `NotFound`."""
    session = reader.session(session_id)
    if session is None:
        raise NotFound
    number = session.number
    start = known if known is not None and known.number <= number else SessionState()
    if start.number == number:
        return start
    events = [decoded(each) for each in reader.session_events(session_id, after=start.number)]
    return folded([(each.at, each.event) for each in events], start=start)
