"""What the order of lines says: history that is told late is no news, and a call is known before it is acted for."""

from typing import Any

from countermark.agents.acp.translate.hearing import Hearing
from countermark.model.sessions.events import CallChanged
from countermark.model.sessions.parts import MessagePart
from countermark.model.sessions.state import SessionState
from countermark.model.sessions.values import Direction
from tests.vectors.acp_lines import Line, chunk, state_after, update


def ours(number: int, method: str, **params: Any) -> Line:
    """A request of the desk."""
    return Direction.TO_AGENT, {"jsonrpc": "2.0", "id": number, "method": method, "params": params}, 0


def answer(number: int, **result: Any) -> Line:
    return Direction.FROM_AGENT, {"jsonrpc": "2.0", "id": number, "result": result}, 0


LOADED = [
    ours(1, "session/load", sessionId="c", cwd="/home/ada/shop", mcpServers=[]),
    answer(1),
    chunk("What was asked", voice="user_message_chunk"),
    chunk("What was answered"),
]
SPOKEN = [ours(2, "session/prompt", sessionId="c", prompt=[]), chunk("Something new"), answer(2, stopReason="end_turn")]


def messages(state: SessionState) -> list[tuple[str, bool]]:
    return [(part.text, part.replayed) for part in state.ledger if isinstance(part, MessagePart)]


def test_a_session_that_has_its_history_takes_nothing_of_it_again() -> None:
    before = state_after([chunk("What was answered"), answer(0)])
    assert messages(state_after([*LOADED, *SPOKEN], before, first=10)) == [
        ("What was answered", False),
        ("Something new", False),
    ]


def test_a_session_that_begins_with_it_takes_it_as_history() -> None:
    assert messages(state_after([*LOADED, *SPOKEN])) == [
        ("What was asked", True),
        ("What was answered", True),
        ("Something new", False),
    ]


def test_what_is_known_of_a_call_is_recorded_before_the_desk_acts_for_it() -> None:
    """The gate looks for the call that a write belongs to."""
    write = {"jsonrpc": "2.0", "id": 0, "method": "fs/write_text_file", "params": {"path": "/home/ada/shop/new.txt"}}
    lines = [
        update("tool_call", toolCallId="w", title="Write", kind="edit", status="pending"),
        update("tool_call_update", toolCallId="w", locations=[{"path": "/home/ada/shop/new.txt"}]),
    ]
    hearing = Hearing(SessionState())
    for number, (direction, message, at) in enumerate(lines, 1):
        hearing.take(direction, message, line=number, at=at)
    hearing.translation.take_events()
    hearing.take(Direction.FROM_AGENT, write, line=3, at=0)
    changed = [event.part for event in hearing.translation.take_events() if isinstance(event, CallChanged)]
    assert [[each.path for each in part.locations] for part in changed] == [["/home/ada/shop/new.txt"]]
