"""Half a character, which nothing can store: a call with one in a name is refused with words, not lost in an error."""

import json

import pytest

from countermark.agents.catalog import translator
from countermark.agents.opencode.requests import heard_request, question_request
from countermark.model.conversations import MalformedCall

HALF = "half \ud800"
USUAL = {
    "session_id": "one", "cwd": "/srv/shop", "tool_name": "other", "tool_input": {"a": 1}, "turn_id": "t",
    "event": "tool", "sessionID": "one", "directory": "/srv/shop", "tool": "other", "args": {"a": 1},
}  # fmt: skip
ASKING = [
    ("claude-code", "PreToolUse"), ("codex", "PreToolUse"), ("copilot", "PreToolUse"), ("gemini", "BeforeTool"),
    ("qwen", "PreToolUse"), ("opencode", "-"),
]  # fmt: skip


@pytest.mark.parametrize(("agent", "event"), ASKING)
@pytest.mark.parametrize("fields", [("tool_name", "tool"), ("session_id", "sessionID"), ("cwd", "directory")])
def test_a_call_with_half_a_character_in_a_name_is_refused(agent: str, event: str, fields: tuple[str, str]) -> None:
    told = {**USUAL, "hook_event_name": event, **dict.fromkeys(fields, f"/srv/{HALF}")}
    speaks = translator(agent)
    payload = json.dumps(told).encode()
    heard = speaks.read(payload)
    assert isinstance(heard, MalformedCall)
    assert "half a character" in heard.why
    for text in (heard.tool, heard.asker.workspace, heard.asker.conversation or "", heard.why):
        text.encode()
    assert "half a character" in speaks.refused(payload, heard.why).stdout


def test_a_servers_request_with_half_a_character_names_its_tool_in_whole_ones() -> None:
    told = {"id": "que_1", "sessionID": "ses_1", "header": HALF, "questions": 7}
    heard = heard_request(question_request, told, "/srv/shop", is_question=True, tool_field="header")
    assert getattr(heard, "tool", None) == "half ?"
