"""Wire recordings of real agents, and what the desk makes of them."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from countermark.agents.acp.translate.hearing import Hearing
from countermark.model.sessions.events import SessionEvent
from countermark.model.sessions.reducer import folded
from countermark.model.sessions.state import SessionState
from countermark.model.sessions.values import Direction

RECORDINGS = Path(__file__).parent / "acp_pictures"
Line = tuple[Direction, Any, int]  # which way, the message, its time


def recorded_lines(name: str) -> Iterator[Line]:
    """The lines of a recording."""
    for text in (RECORDINGS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(text)
        direction = Direction.TO_AGENT if row["dir"] == "->" else Direction.FROM_AGENT
        yield direction, row["msg"], int(row["t"] * 1000)


def update(session_update: str, /, **fields: Any) -> Line:
    """A line with an update."""
    params = {"sessionId": "c", "update": {"sessionUpdate": session_update, **fields}}
    return Direction.FROM_AGENT, {"jsonrpc": "2.0", "method": "session/update", "params": params}, 0


def chunk(text: str, *, voice: str = "agent_message_chunk", named: str | None = None) -> Line:
    """A line with a piece of a message."""
    more = {} if named is None else {"messageId": named}
    return update(voice, content={"type": "text", "text": text}, **more)


def translated(lines: Sequence[Line], state: SessionState | None = None, *, first: int = 1) -> list[SessionEvent]:
    """The events that some lines make."""
    hearing = Hearing(state or SessionState())
    made: list[SessionEvent] = []
    for number, (direction, message, at) in enumerate(lines, first):
        hearing.take(direction, message, line=number, at=at)
        hearing.translation.stroke(at=at)
        made.extend(hearing.translation.take_events())
    hearing.translation.settle(at=0)
    return [*made, *hearing.translation.take_events()]


def state_after(lines: Sequence[Line], state: SessionState | None = None, *, first: int = 1) -> SessionState:
    """The state that they make."""
    events = translated(lines, state, first=first)
    return folded(((0, event) for event in events), start=state)
