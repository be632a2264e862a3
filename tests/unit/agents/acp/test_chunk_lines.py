"""Pieces of a message are read by a faster parser: to the same values, and nothing else is."""

import json

import pytest

from countermark.agents.acp.lines import LineKind, chunk_in, read_line

HUGE = 10**22 + 1


def line(kind: str, **more: object) -> bytes:
    update = {"sessionUpdate": kind, "content": {"type": "text", "text": 'é "😀"\n\u2028'}, **more}
    return json.dumps(
        {"jsonrpc": "2.0", "method": "session/update", "params": {"sessionId": "c", "update": update}}
    ).encode()


@pytest.mark.parametrize("kind", ["agent_message_chunk", "agent_thought_chunk", "user_message_chunk"])
def test_a_chunk_reads_alike(kind: str) -> None:
    read = read_line(line(kind, messageId="m", _meta={"n": 1.5, "none": None, "deep": [[1]]}))
    assert (read.kind, read.message) == (LineKind.NOTIFICATION, json.loads(read.text))


def test_what_an_agent_does_keeps_its_long_numbers() -> None:
    content = line("tool_call", rawInput={"amount": HUGE})
    assert chunk_in(content) is None
    assert read_line(content).message["params"]["update"]["rawInput"]["amount"] == HUGE


@pytest.mark.parametrize(
    "content", [b"[1]", b"null", b'{"params": 1}', b'{"params": {"update": []}}', b"{", b"\xff", b""]
)
def test_what_is_no_chunk_is_left_to_the_other_parser(content: bytes) -> None:
    assert chunk_in(content) is None


def test_a_chunk_with_an_id_is_a_request() -> None:
    asked = json.loads(line("agent_message_chunk"))
    assert read_line(json.dumps({**asked, "id": 7}).encode()).kind is LineKind.REQUEST
