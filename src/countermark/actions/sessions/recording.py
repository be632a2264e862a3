"""What whoever drives an agent records: raw lines first, then what they say, and that a prompt is taken."""

import json
from collections.abc import Callable, Sequence

import orjson

from countermark.actions.desk import Desk, must
from countermark.actions.sessions.writing import SessionChange, change_session
from countermark.model.actors import THE_HUB, Actor
from countermark.model.sessions.events import Noticed, PromptTaken, SessionEvent
from countermark.model.sessions.parts import NoticePart, Prompt, PromptPart
from countermark.model.sessions.state import SessionState
from countermark.model.sessions.values import Direction, LineBatch
from countermark.store.base import Transaction

KEPT_OF_IT = 3 / 4  # once there is more: so that this is done now and then, and not with every line
DROPPED = "traffic-dropped"  # the id of the notice that says so
RawLines = Sequence[tuple[int, Direction, str]]  # at, direction, text


async def keep_lines(desk: Desk, session_id: str, lines: RawLines) -> int:
    """Keep raw lines, durable when this returns, and return the number of the last one.

    Beside the journal: they are its raw protocol traffic. Over `desk.most_traffic` bytes the oldest batches of the
    session are dropped, and a notice says so. Raises `NotFound` or `StoreFailed`.
    """
    most = desk.most_traffic
    text = as_json(lines)

    def work(txn: Transaction) -> tuple[int, bool]:
        must(txn.session(session_id))
        totals = txn.line_totals(session_id)
        if not lines:
            return totals.last, False
        last, end = totals.last + len(lines), totals.end + len(text)
        txn.put(LineBatch(session_id, totals.last + 1, last, totals.end, end, text))
        is_full = end - totals.start > most
        if is_full:
            txn.drop_lines(session_id, before=min(totals.end, end - int(most * KEPT_OF_IT)))
        return last, is_full

    last, is_full = await desk.beside(work)
    if is_full:
        await note_dropped(desk, session_id)
    return last


def as_json(lines: RawLines) -> str:
    """Lines as they are kept. Thousands in a second, so the faster writer; it knows no half character pairs."""
    try:
        return orjson.dumps(lines).decode()
    except TypeError:
        return json.dumps(lines, separators=(",", ":"))


async def note_dropped(desk: Desk, session_id: str) -> None:
    """Say once in a session that its oldest raw lines are gone."""

    def work(its: SessionChange) -> None:
        if its.state.part(DROPPED) is None:
            title = f"The oldest raw lines are gone: {desk.most_traffic // 2**20} MB of them are kept for each session"
            its.tell(Noticed(NoticePart(DROPPED, its.change.at, "info", title, by_desk=True)))

    await change_session(desk, session_id, work, by=THE_HUB)


async def record(desk: Desk, session_id: str, events: Sequence[SessionEvent], *, line: int, by: Actor) -> SessionState:
    """Record what the agent has said, in one transaction; `line` is the last raw line that it stands for.

    Raises `NotFound` or `StoreFailed`; then nothing of it is recorded.
    """

    def work(its: SessionChange) -> SessionState:
        its.tell(*events, line=line)
        return its.state

    return await change_session(desk, session_id, work, by=by)


async def take_next(
    desk: Desk, session_id: str, *, compose: Callable[[SessionState, Prompt], str], by: Actor
) -> Prompt | None:
    """Take the next prompt: durable as taken when this returns, so that it is sent once, or never by itself.

    None while another one's turn is under way, when none waits, and in a closed session. `compose` makes the whole
    text that the agent gets; it is called within the transaction, perhaps twice. Raises `NotFound` or `StoreFailed`.
    """

    def work(its: SessionChange) -> Prompt | None:
        state = its.state
        if state.taken is not None or state.closed or not state.queue:
            return None
        prompt = state.queue[0]
        its.tell(PromptTaken(prompt.id, compose(state, prompt)))
        part = its.state.part(prompt.id)
        assert isinstance(part, PromptPart), "a prompt that was taken stands in the ledger"
        return part.prompt

    return await change_session(desk, session_id, work, by=by)
