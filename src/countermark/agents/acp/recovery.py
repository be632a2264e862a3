"""What a killed hub has left of a session: its last lines are translated, its turn is interrupted, its end is said."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from countermark.actions.desk import Desk
from countermark.actions.sessions.recording import record
from countermark.actions.sessions.recovering import lines_after, state_when_taken, translated_line
from countermark.agents.acp.context import SessionContext
from countermark.agents.acp.lines import read_line
from countermark.agents.acp.translate.differences import missing_events
from countermark.agents.acp.translate.hearing import Hearing
from countermark.agents.acp.waiting import end_open
from countermark.model.actors import THE_HUB
from countermark.model.asked import Ending
from countermark.model.gate_settings import GateSettings
from countermark.model.sessions.events import Disconnected, PromptInterrupted, SessionEvent, TitleChanged
from countermark.model.sessions.parts import PromptPart
from countermark.model.sessions.reducer import folded
from countermark.model.sessions.state import SessionState
from countermark.model.sessions.values import Connection, Direction, RawLine

HUB_ENDED = "Countermark was ended while the agent worked."
RUNNING = frozenset({Connection.STARTING, Connection.INITIALISED})


async def recover(desk: Desk, gate: GateSettings, session: str) -> None:
    """Bring one session to where its raw lines say that it was, and say that its agent has gone."""
    state = await desk.sessions.state(session)
    translated, last = await translated_again(desk, session, state)
    events: list[SessionEvent] = list(missing_events(state, translated))
    if translated.taken is not None:
        events.append(PromptInterrupted(translated.taken, HUB_ENDED))
    if state.connection in RUNNING:
        events.append(Disconnected(HUB_ENDED, failed=False))
    if events:
        state = await record(desk, session, events, line=last, by=THE_HUB)
    await end_open(context_of(desk, gate, session, state), Ending.AGENT_GONE)


async def translated_again(desk: Desk, session: str, state: SessionState) -> tuple[SessionState, int]:
    """The state with what the last lines say, and the number of the last one."""
    line = await translated_line(desk, session)
    hearing = Hearing(await before_lines(desk, session, state, line))
    hearing.prompt, hearing.conversation = state.taken, None
    part = None if state.taken is None else state.part(state.taken)
    hearing.translation.sent = part.prompt.sent if isinstance(part, PromptPart) else None
    at = desk.now()
    while lines := await lines_after(desk, session, line):
        for each in lines:
            hearing.take(each.direction, message_in(each), line=each.number, at=each.at)
        line, at = lines[-1].number, lines[-1].at
    hearing.translation.settle(at=at, whole=False)
    events = without_titles(hearing.translation.take_events(), state.title)
    return folded(((at, event) for event in events), start=state), line


async def before_lines(desk: Desk, session: str, state: SessionState, line: int) -> SessionState:
    """What the lines after one are told into: a turn is told again from its prompt on, and pieces are added up once.

    Where the oldest of these lines were dropped, what is known of the turn is more than they say.
    """
    if state.taken is None or state.part(state.taken) is None:
        return state
    first = await lines_after(desk, session, line, batches=1)
    if first and first[0].number > line + 1:
        return state
    return await state_when_taken(desk, session, state.taken)


def without_titles(events: Sequence[SessionEvent], title: str) -> Sequence[SessionEvent]:
    """Without what the agent calls the session, where a person has called it something else."""
    told = {event.title for event in events if isinstance(event, TitleChanged)}
    if title in ("", *told):
        return events
    return [event for event in events if not isinstance(event, TitleChanged)]


def message_in(line: RawLine) -> Any:
    """The message of a line; None for what is none."""
    if line.direction in (Direction.STDERR, Direction.JUNK):
        return None
    return read_line(line.text.encode()).message or None  # the way that it was read when it came


def context_of(desk: Desk, gate: GateSettings, session: str, state: SessionState) -> SessionContext:
    """What ends that which still waits for a person."""

    async def tell(*events: SessionEvent) -> None:
        await record(desk, session, events, line=0, by=THE_HUB)

    return SessionContext(
        desk=desk, gate=gate, session=session, agent=state.agent, folder=state.folder,
        conversation=state.conversation or "", record=tell, state=partial(desk.sessions.state, session),
        wish=lambda _: None,
    )  # fmt: skip
