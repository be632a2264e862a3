"""The hook without an answer: before a tool is used it says *ask* or *deny*, elsewhere nothing, *allow* nowhere."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from countermark.agent_side.hook import SILENCE_IS_YES
from countermark.agent_side.unreachable import SAID, printed
from tests.unit.agent_side.agents_view import HOOK, AgentsHook
from tests.unit.doorbell.scripted_hub import ScriptedHub

BEFORE_USE = {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "ls"}}


@pytest.fixture
def hub(home: Path) -> Iterator[ScriptedHub]:
    with ScriptedHub(home) as hub:
        yield hub


def payload(**changed: object) -> bytes:
    return json.dumps({**BEFORE_USE, **changed}).encode()


def asks(output: bytes) -> bool:
    """Whether this is the one thing that may be said without a hub."""
    said = json.loads(output)["hookSpecificOutput"]
    return (said["hookEventName"], said["permissionDecision"]) == ("PreToolUse", "ask")


@pytest.mark.parametrize("status", [400, 403, 404, 413, 429, 500, 503])
def test_before_a_tool_is_used_a_refusal_makes_claude_ask(hub: ScriptedHub, home: Path, status: int) -> None:
    hook = AgentsHook(home, payload())
    hub.next_call().refuses(status, "no", "The hub's own reason.")
    code, stdout, stderr = hook.ends()
    assert (code, stderr) == (0, "countermark: The hub's own reason.\n")
    assert asks(stdout)
    assert "The hub's own reason." in json.loads(stdout)["hookSpecificOutput"]["permissionDecisionReason"]


@pytest.mark.parametrize(
    "other",
    [
        {"hook_event_name": "PermissionRequest"},
        {"hook_event_name": "Elicitation"},
        {"hook_event_name": "PostToolUse"},
        {"hook_event_name": "Stop"},
        {"tool_name": "ExitPlanMode"},
        {"tool_name": "AskUserQuestion"},
        {"hook_event_name": ["PreToolUse"]},
    ],
)
def test_where_claude_asks_by_itself_nothing_is_printed(hub: ScriptedHub, home: Path, other: dict[str, object]) -> None:
    hook = AgentsHook(home, payload(**other))
    hub.next_call().refuses(500, "no", "No.")
    assert hook.ends() == (0, b"", "countermark: No.\n")


def test_another_agent_is_told_nothing_in_claudes_words(hub: ScriptedHub, home: Path) -> None:
    hook = AgentsHook(home, payload(), command=(*HOOK, "other-agent"))
    hub.next_call().refuses(500, "no", "No.")
    assert hook.ends() == (0, b"", "countermark: No.\n")


@pytest.mark.parametrize(
    ("agent", "decision"), [("claude-code", "ask"), ("codex", "deny"), ("copilot", "ask"), ("qwen", "ask")]
)
def test_each_agent_is_told_what_it_can_take(hub: ScriptedHub, home: Path, agent: str, decision: str) -> None:
    hook = AgentsHook(home, payload(), command=(*HOOK, agent))
    hub.next_call().refuses(500, "no", "No.")
    code, stdout, stderr = hook.ends()
    assert (code, stderr) == (0, "countermark: No.\n")
    assert json.loads(stdout)["hookSpecificOutput"]["permissionDecision"] == decision


def test_who_is_told_something_has_words_and_never_an_allow() -> None:
    assert set(SILENCE_IS_YES) == set(SAID)
    assert set(SAID.values()) <= {"ask", "deny"}


@pytest.mark.parametrize("agent", sorted(SAID))
def test_a_question_of_the_agents_own_is_left_to_its_dialog(agent: str) -> None:
    assert printed(agent, payload(tool_name="request_user_input"), "why") == b""


@pytest.mark.parametrize(
    "sent", [payload()[:-3], payload() + b"\xff", b'{"x": ' + payload(), b"[" * 100_000 + payload()]
)
def test_a_broken_payload_is_asked_about_where_it_can_be_told(sent: bytes) -> None:
    assert asks(printed("claude-code", sent, "why"))


@pytest.mark.parametrize(
    "sent", [b"", b"PreToolUse", b"[]", b'"hook_event_name"', json.dumps({"command": payload().decode()}).encode()[:-1]]
)
def test_what_names_no_event_is_told_nothing(sent: bytes) -> None:
    assert printed("claude-code", sent, "why") == b""


@pytest.mark.parametrize(
    ("tool", "said"), [("run_shell_command", "deny"), ("exit_plan_mode", "deny"), ("ask_user", None)]
)
def test_gemini_is_told_no_in_its_own_form_and_keeps_its_questions(tool: str, said: str | None) -> None:
    output = printed("gemini", payload(hook_event_name="BeforeTool", tool_name=tool), "no hub")
    assert (json.loads(output)["decision"] if output else None) == said
    assert said is None or "no hub" in json.loads(output)["reason"]


@pytest.mark.parametrize("event", ["AfterTool", "AfterAgent", "SessionEnd"])
def test_gemini_is_told_nothing_where_it_asks_nothing(event: str) -> None:
    assert printed("gemini", payload(hook_event_name=event), "no hub") == b""
