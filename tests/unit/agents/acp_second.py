"""Lines of a conversation in version 2 of the protocol."""

from typing import Any

from countermark.model.sessions.state import SessionState
from countermark.model.sessions.values import Direction
from tests.vectors.acp_lines import Line, state_after, update


def ours(number: int, method: str, **params: Any) -> Line:
    return Direction.TO_AGENT, {"jsonrpc": "2.0", "id": number, "method": method, "params": params}, 0


def answer(number: int, **result: Any) -> Line:
    return Direction.FROM_AGENT, {"jsonrpc": "2.0", "id": number, "result": result}, 0


def text(words: str) -> dict[str, str]:
    return {"type": "text", "text": words}


def chunk(name: str, words: str, *, kind: str = "agent_message_chunk") -> Line:
    return update(kind, messageId=name, content=text(words))


def call(name: str = "c", /, **fields: Any) -> Line:
    return update("tool_call_update", toolCallId=name, **fields)


RUNNING, IDLE = update("state_update", state="running"), update("state_update", state="idle", stopReason="end_turn")
AGREED = [
    ours(1, "initialize", protocolVersion=2),
    answer(1, protocolVersion=2, info={"name": "a", "version": "1"}, capabilities={"session": {}}),
    ours(2, "session/new", cwd="/w", mcpServers=[]),
    answer(2, sessionId="c"),
]
PROMPTED = [*AGREED, ours(3, "session/prompt", sessionId="c", prompt=[text("Go on.")]), answer(3, messageId="u1")]


def after(*lines: Line) -> SessionState:
    return state_after([*PROMPTED, *lines])
