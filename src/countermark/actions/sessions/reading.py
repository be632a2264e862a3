"""Reading sessions: the state at a number, everything after it, lists, and the raw traffic."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import TypeVar

from countermark.actions.desk import Desk, must
from countermark.actions.live_sessions.codec import decoded
from countermark.actions.sessions.recovering import lines_after
from countermark.actions.sessions.windows import MOST_EARLIER, MOST_NEWEST, LedgerWindow, window_of
from countermark.actions.sessions.words import folded, subject_of
from countermark.model.errors import NotFound
from countermark.model.sessions.events import NumberedEvent
from countermark.model.sessions.ledger import Ledger
from countermark.model.sessions.orders import OpenParts
from countermark.model.sessions.parts import Part, PromptPart
from countermark.model.sessions.state import SessionState
from countermark.model.sessions.values import LONGEST_TITLE, RawLine, Session
from countermark.store.base import Reader

T = TypeVar("T")

MOST_SESSIONS = 200
MOST_WORDS = 20
MOST_EVENTS = 1000
MOST_LINES = 500
MOST_CHARACTERS = 4 * 1024 * 1024  # of raw lines or events at once


@dataclass(frozen=True)
class SessionWhole:
    """A session after its event `state.number`, and what it shows beyond its events.

    The ledger of `state` is its newest parts; there are `earlier` ones before them.
    """

    session: Session
    state: SessionState
    earlier: int
    open: OpenParts


@dataclass(frozen=True)
class EarlierParts:
    """Parts of the ledger as they are after event `number`; there are `earlier` ones before them."""

    parts: tuple[Part, ...]
    earlier: int
    number: int


async def snapshot(desk: Desk, session_id: str) -> SessionWhole:
    """The session as it is; everything after it comes with the feed. Raises `NotFound`."""
    state = await desk.sessions.state(session_id)
    session = must(await desk.read(lambda reader: reader.session(session_id)))
    newest = window_of(state.ledger, most=MOST_NEWEST)
    shown = replace(state, ledger=newest.parts, title=state.title or title_of(state, newest))
    return SessionWhole(session, shown, newest.earlier, desk.sessions.shown(session_id))


def title_of(state: SessionState, newest: LedgerWindow) -> str:
    """A session without a title is called by its first words, which a desk has not where it gets the newest parts."""
    if newest.earlier == 0:
        return ""
    first = next((part.prompt for part in state.ledger if isinstance(part, PromptPart)), None)
    return "" if first is None else first.text.strip().partition("\n")[0][:LONGEST_TITLE]


async def earlier_parts(desk: Desk, session_id: str, before: int) -> EarlierParts:
    """The parts of the ledger that stand before a place, counted from 0. Raises `NotFound`."""
    state = await desk.sessions.state(session_id)
    window = window_of(state.ledger, before=before, most=MOST_EARLIER)
    return EarlierParts(window.parts, window.earlier, state.number)


async def events_after(
    desk: Desk, session_id: str, number: int, *, limit: int = MOST_EVENTS
) -> Sequence[NumberedEvent]:
    """The events after a number, oldest first, as many as fit into one answer. Raises `NotFound`."""

    def work(reader: Reader) -> Sequence[NumberedEvent]:
        must(reader.session(session_id))
        stored = reader.session_events(session_id, after=number, limit=limit)
        return [decoded(each) for each in fitting(stored, lambda each: len(each.body))]

    events = await desk.read(work)
    state = await desk.sessions.state(session_id)
    return [placed(each, state) for each in events]


async def events_named(desk: Desk, names: Sequence[tuple[str, int]]) -> dict[tuple[str, int], NumberedEvent]:
    """Events by their sessions and numbers, as far as there are any."""

    def work(reader: Reader) -> Sequence[NumberedEvent]:
        return [decoded(each) for each in reader.session_events_named(names)]

    events = await desk.read(work)
    states = {name: await state_with(desk, name, events) for name in {each.session for each in events}}
    return {(each.session, each.number): placed(each, states[each.session]) for each in events}


async def state_with(desk: Desk, session_id: str, events: Sequence[NumberedEvent]) -> SessionState:
    """A state in which all of these events are; an empty one, if the session was removed just now."""
    known = desk.sessions.known(session_id)
    if known is not None and all(each.number <= known.number for each in events if each.session == session_id):
        return known
    try:
        return await desk.sessions.state(session_id)
    except NotFound:
        return SessionState()


def placed(numbered: NumberedEvent, state: SessionState) -> NumberedEvent:
    """The event with the place of its part, by which a desk that has only the newest parts knows an older one."""
    about = subject_of(numbered.event)
    return numbered if about is None else replace(numbered, place=Ledger.of(state.ledger).place_of(about))


def fitting(rows: Sequence[T], size: Callable[[T], int]) -> Sequence[T]:
    """The first ones that fit into one answer; one always does."""
    sizes = accumulate(map(size, rows))
    return [
        row for place, (row, end) in enumerate(zip(rows, sizes, strict=True)) if place == 0 or end <= MOST_CHARACTERS
    ]


async def list_sessions(desk: Desk, words: str = "", *, limit: int = MOST_SESSIONS) -> Sequence[Session]:
    """Sessions, what changed last first; with words, those whose titles, prompts and messages have each of them."""
    wanted = folded(words).split()[:MOST_WORDS]
    return await desk.read(lambda reader: reader.sessions(words=wanted, limit=limit))


async def traffic(desk: Desk, session_id: str, after: int, *, limit: int = MOST_LINES) -> Sequence[RawLine]:
    """The raw lines after a number, as many as fit into one answer. Raises `NotFound`."""
    must(await desk.read(lambda reader: reader.session(session_id)))
    lines = await lines_after(desk, session_id, after, batches=limit)
    return fitting(lines[:limit], lambda line: len(line.text))
