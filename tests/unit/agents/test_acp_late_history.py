"""An agent that answers `session/load` before it tells the conversation again (Gemini 0.61): none of it is new."""

from typing import Any

from countermark.model.sessions.parts import MessagePart
from countermark.model.sessions.state import SessionState
from countermark.model.sessions.values import Direction
from tests.vectors.acp_lines import Line, chunk, state_after


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
