"""Permissions from the real hook program to a person and back, with real processes."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.journeys.hook_process import HookProcess
from tests.real_agents.gatekeeper import Gatekeeper
from tests.real_agents.person import Hub, Json, countermark
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
        asked = keeper.sees_permission()
        card = keeper.card(asked)
        assert "".join(piece["text"] for piece in card["shown"]) == "make deploy"
        assert card["reason"] == "Put the build on the server"
        keeper.answers(asked, "once")
        told = hook.ends()
    assert told.decision == {"behavior": "allow"}
    shown = keeper.sees_end(asked, outcome="allowed", delivery="received")
    assert shown["decider"]["kind"] == "person"


def test_denied_with_words(workplace: Workplace, keeper: Gatekeeper) -> None:
    with HookProcess(workplace, bash(workplace, "make deploy")) as hook:
        keeper.answers(keeper.sees_permission(), "no_with_words", words="Deploy to staging first.")
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
        keeper.answers(keeper.sees_permission(), "conversation")
        hook.ends()
    with HookProcess(workplace, bash(workplace, "make deploy", event="PreToolUse", call="toolu_2")) as again:
        told = again.ends()
    assert json.loads(told.stdout)["hookSpecificOutput"]["permissionDecision"] == "allow"
    assert keeper.waiting() == []


def test_always_writes_the_rule_that_was_shown(workplace: Workplace, keeper: Gatekeeper) -> None:
    with HookProcess(workplace, bash(workplace, "make deploy")) as hook:
        asked = keeper.sees_permission()
        proposal = keeper.card(asked)["proposal"]
        keeper.answers(asked, "always", until=proposal["until"], rules_sha256=proposal["sha256"])
        assert hook.ends().decision == {"behavior": "allow"}
    rules = (Path(workplace.desk_folder) / "rules.toml").read_text()
    assert proposal["toml"] in rules
    assert "expires" in rules
    with HookProcess(workplace, bash(workplace, "make deploy", event="PreToolUse", call="toolu_3")) as again:
        told = again.ends()
    assert json.loads(told.stdout)["hookSpecificOutput"]["permissionDecision"] == "allow"


def test_why_is_told(workplace: Workplace, keeper: Gatekeeper) -> None:
    with HookProcess(workplace, bash(workplace, "git status", event="PreToolUse", call="toolu_4")) as hook:
        hook.ends()
    decided = keeper.journal()[0]["item"]["id"]
    told = countermark(workplace, "rules", "explain", decided)
    assert "allowed, by rule " in told
    assert "+ allow " in told
    assert "- deny " in told


def test_nobody_answers(workplace: Workplace, keeper: Gatekeeper) -> None:
    """Its time runs out: nothing is printed, so that the dialog in the terminal stays open."""
    (workplace.desk_folder / "settings.toml").write_text("[permissions]\nwait = 2\n")
    keeper.restarts_hub()
    with HookProcess(workplace, bash(workplace, "make deploy")) as hook:
        asked = keeper.sees_permission()
        told = hook.ends()
    assert told.stdout == ""
    shown = keeper.sees_end(asked, outcome="expired")
    assert shown["decider"]["kind"] == "timeout"


def test_held_at_the_desk_nobody_answers(workplace: Workplace, keeper: Gatekeeper) -> None:
    """Before use there is no dialog: the call is refused, and not in a person's name."""
    (workplace.desk_folder / "settings.toml").write_text('[permissions]\nwait = 2\nask_at = "desk"\n')
    keeper.restarts_hub()
    with HookProcess(workplace, bash(workplace, "make deploy", event="PreToolUse", call="toolu_5")) as hook:
        keeper.sees_permission()
        told = hook.ends()
    output = json.loads(told.stdout)["hookSpecificOutput"]
    assert output["permissionDecision"] == "deny"
    assert "obody answered" in output["permissionDecisionReason"]


def test_a_killed_hub_loses_neither_question_nor_answer(workplace: Workplace, hub: Hub, keeper: Gatekeeper) -> None:
    with HookProcess(workplace, bash(workplace, "make deploy")) as hook:
        asked = keeper.sees_permission()
        hub.kill()
        keeper.comes_back()
        assert keeper.sees_permission()["id"] == asked["id"]
        keeper.answers(asked, "once")
        assert hook.ends().decision == {"behavior": "allow"}


def test_a_countdown_stands_still_while_another_is_answered(workplace: Workplace, keeper: Gatekeeper) -> None:
    (workplace.desk_folder / "settings.toml").write_text("[permissions]\nwait = 3\n")
    keeper.restarts_hub()
    with HookProcess(workplace, bash(workplace, "make deploy")) as hook:
        asked = keeper.sees_permission()
        keeper.attends(answering=True)
        keeper.waits_for_journal("countdowns_held")
        later = keeper.sees_later_than(asked["expires_at"])
        assert keeper.waiting()[0]["id"] == asked["id"], later
        keeper.attends(answering=False)
        resumed = keeper.sees_permission()
        assert resumed["expires_at"] > asked["expires_at"]
        assert hook.ends().stdout == ""
    keeper.sees_end(asked, outcome="expired")


def test_its_conversation_ends(workplace: Workplace, keeper: Gatekeeper) -> None:
    with HookProcess(workplace, bash(workplace, "make deploy")) as hook:
        asked = keeper.sees_permission()
        ended = {
            "session_id": "talk-1", "cwd": str(workplace.project), "hook_event_name": "SessionEnd", "reason": "other",
        }  # fmt: skip
        with HookProcess(workplace, ended) as end:
            end.ends()
        assert hook.ends().stdout == ""
    assert keeper.sees_end(asked, outcome="withdrawn")["ending"] == "conversation_ended"


def test_what_cannot_be_understood_is_refused_without_a_card(workplace: Workplace, keeper: Gatekeeper) -> None:
    broken = bash(workplace, "make deploy", event="PreToolUse", call="toolu_6")
    broken["tool_input"] = {"command": ["make", "deploy"]}
    with HookProcess(workplace, broken) as hook:
        told = hook.ends()
    assert json.loads(told.stdout)["hookSpecificOutput"]["permissionDecision"] == "deny"
    assert keeper.waiting() == []
    assert keeper.journal()[0]["kind"] == "call_refused"


def test_the_denies_of_a_broken_file_hold_after_a_restart(workplace: Workplace, keeper: Gatekeeper) -> None:
    rules = workplace.desk_folder / "rules.toml"
    rules.write_text('version = 1\n[[rule]]\nid = "no-deploy"\ntool = "bash"\ncommand = ["make", "deploy"]\n'
                     'decision = "deny"\nmessage = "Deploys are for people."\n')  # fmt: skip
    asked = bash(workplace, "make deploy", event="PreToolUse", call="toolu_7")
    with HookProcess(workplace, asked) as hook:
        assert "Deploys are for people." in hook.ends().stdout
    rules.write_text("version = 1\nnonsense")
    keeper.restarts_hub()
    with HookProcess(workplace, asked) as hook:
        assert json.loads(hook.ends().stdout)["hookSpecificOutput"]["permissionDecision"] == "deny"
    with HookProcess(workplace, bash(workplace, "git status", event="PreToolUse", call="toolu_8")) as other:
        assert json.loads(other.ends().stdout)["hookSpecificOutput"]["permissionDecision"] == "ask"
