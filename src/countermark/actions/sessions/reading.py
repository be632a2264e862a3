"""Reading sessions: the state at a number, everything after it, lists, and the raw traffic."""

from collections.abc import Sequence
from dataclasses import dataclass

from countermark.actions.desk import Desk, must
from countermark.actions.live_sessions.codec import decoded
from countermark.actions.sessions.recovering import lines_after
from countermark.actions.sessions.words import folded
from countermark.model.sessions.events import NumberedEvent
from countermark.model.sessions.orders import OpenParts
from countermark.model.sessions.state import SessionState
from countermark.model.sessions.values import RawLine, Session
from countermark.store.base import Reader

MOST_SESSIONS = 200
MOST_WORDS = 20
MOST_EVENTS = 1000
MOST_LINES = 500
MOST_CHARACTERS = 4 * 1024 * 1024  # of raw lines at once; one line is always told


@dataclass(frozen=True)
class SessionWhole:
    """A session after its event `state.number`, and what it shows beyond its events."""

    session: Session
    state: SessionState
    open: OpenParts


async def snapshot(desk: Desk, session_id: str) -> SessionWhole:
    """The session as it is; everything after it comes with the feed. Raises `NotFound`."""
    state = await desk.sessions.state(session_id)
    session = must(await desk.read(lambda reader: reader.session(session_id)))
    return SessionWhole(session, state, desk.sessions.shown(session_id))


async def events_after(
    desk: Desk, session_id: str, number: int, *, limit: int = MOST_EVENTS
) -> Sequence[NumberedEvent]:
    """The events after a number, oldest first. Raises `NotFound`."""

    def work(reader: Reader) -> Sequence[NumberedEvent]:
        must(reader.session(session_id))
        return [decoded(each) for each in reader.session_events(session_id, after=number, limit=limit)]

    return await desk.read(work)


async def events_named(desk: Desk, names: Sequence[tuple[str, int]]) -> dict[tuple[str, int], NumberedEvent]:
    """Events by their sessions and numbers, as far as there are any."""

    def work(reader: Reader) -> dict[tuple[str, int], NumberedEvent]:
        return {(each.session, each.number): decoded(each) for each in reader.session_events_named(names)}

    return await desk.read(work)


async def list_sessions(desk: Desk, words: str = "", *, limit: int = MOST_SESSIONS) -> Sequence[Session]:
    """Sessions, what changed last first; with words, those whose titles, prompts and messages have each of them."""
    wanted = folded(words).split()[:MOST_WORDS]
    return await desk.read(lambda reader: reader.sessions(words=wanted, limit=limit))


async def traffic(desk: Desk, session_id: str, after: int, *, limit: int = MOST_LINES) -> Sequence[RawLine]:
    """The raw lines after a number, as many as fit into one answer. Raises `NotFound`."""
    must(await desk.read(lambda reader: reader.session(session_id)))
    lines, size = list[RawLine](), 0
    for line in await lines_after(desk, session_id, after, batches=limit):
        size += len(line.text)
        if len(lines) == limit or (lines and size > MOST_CHARACTERS):
            break
        lines.append(line)
    return lines
