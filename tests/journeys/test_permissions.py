"""Permissions from the real hook program to a person and back, with real processes."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.journeys.hook_process import HookProcess
from tests.real_agents.gatekeeper import Gatekeeper
from tests.real_agents.person import Hub, Json
from tests.real_agents.workplace import Workplace


@pytest.fixture
def keeper(workplace: Workplace, hub: Hub) -> Iterator[Gatekeeper]:
    assert hub.ready()
    with Gatekeeper(workplace) as somebody:
        yield somebody


def bash(workplace: Workplace, command: str, *, event: str = "PermissionRequest", call: str | None = None) -> Json:
    """What Claude Code 2.1.330 writes to its hook about a command."""
    return {
        "session_id": "talk-1",
        "transcript_path": "/home/dev/.claude/projects/web-store/talk-1.jsonl",
        "cwd": str(workplace.project),
        "permission_mode": "default",
        "hook_event_name": event,
        "tool_name": "Bash",
        "tool_input": {"command": command, "description": "Put the build on the server"},
        **({} if call is None else {"tool_use_id": call}),
    }


def test_allowed_once(workplace: Workplace, keeper: Gatekeeper) -> None:
    with HookProcess(workplace, bash(workplace, "make deploy")) as hook:
        asked = keeper.sees_asked()
        card = keeper.card(asked)
        assert "".join(piece["text"] for piece in card["shown"]) == "make deploy"
        assert card["reason"] == "Put the build on the server"
        keeper.answers(asked, "once")
        told = hook.ends()
    assert told.decision == {"behavior": "allow"}
    shown = keeper.sees_ended(asked, outcome="allowed", delivery="received")
    assert shown["decider"]["kind"] == "person"


def test_denied_with_words(workplace: Workplace, keeper: Gatekeeper) -> None:
    with HookProcess(workplace, bash(workplace, "make deploy")) as hook:
        keeper.answers(keeper.sees_asked(), "no_with_words", words="Deploy to staging first.")
        told = hook.ends()
    assert told.decision["behavior"] == "deny"
    assert "Deploy to staging first." in told.decision["message"]


def test_a_rule_decides_without_a_card(workplace: Workplace, keeper: Gatekeeper) -> None:
    with HookProcess(workplace, bash(workplace, "git status", event="PreToolUse", call="toolu_1")) as hook:
        told = hook.ends()
    assert json.loads(told.stdout)["hookSpecificOutput"]["permissionDecision"] == "allow"
    assert keeper.waiting() == []
    decided, asked = keeper.journal()[:2]
    assert [asked["kind"], decided["kind"]] == ["permission_asked", "permission_decided"]
    assert (asked["actor"]["kind"], decided["actor"]["kind"]) == ("agent", "rule")


def test_a_conversation_is_allowed_the_same_again(workplace: Workplace, keeper: Gatekeeper) -> None:
    with HookProcess(workplace, bash(workplace, "make deploy")) as hook:
        keeper.answers(keeper.sees_asked(), "conversation")
        hook.ends()
    with HookProcess(workplace, bash(workplace, "make deploy", event="PreToolUse", call="toolu_2")) as again:
        told = again.ends()
    assert json.loads(told.stdout)["hookSpecificOutput"]["permissionDecision"] == "allow"
    assert keeper.waiting() == []


def test_always_writes_the_rule_that_was_shown(workplace: Workplace, keeper: Gatekeeper) -> None:
    with HookProcess(workplace, bash(workplace, "make deploy")) as hook:
        asked = keeper.sees_asked()
        proposal = keeper.card(asked)["proposal"]
        keeper.answers(asked, "always", until=proposal["until"], rules_sha256=proposal["sha256"])
        assert hook.ends().decision == {"behavior": "allow"}
    rules = (Path(workplace.desk_folder) / "rules.toml").read_text()
    assert proposal["toml"] in rules
    assert "expires" in rules
    with HookProcess(workplace, bash(workplace, "make deploy", event="PreToolUse", call="toolu_3")) as again:
        told = again.ends()
    assert json.loads(told.stdout)["hookSpecificOutput"]["permissionDecision"] == "allow"
