"""What every agent is told: each verdict, to each agent, after each thing that the agent may have asked."""

import json
from dataclasses import replace
from typing import Any

import pytest

from countermark.agents import review_command
from countermark.agents.base import HookReply
from countermark.agents.catalog import TRANSLATORS, translator
from countermark.agents.claude_code.plans import OTHER_TEXT
from countermark.model.items import ItemKind, ItemVersion
from countermark.model.review_answers import ReviewAnswer
from countermark.model.reviews import Reason, ReviewKind, Verdict

SHA = "a" * 64
OPEN = ReviewAnswer(ItemVersion(ItemKind.REVIEW, "rv_1", 2), ReviewKind.PLAN, SHA, None)
ANSWERS = {
    "approved": replace(OPEN, verdict=Verdict.APPROVED),
    "approved with notes": replace(OPEN, verdict=Verdict.APPROVED, notes="Mind it.", feedback="Mind it, please.\n"),
    "changes requested": replace(OPEN, verdict=Verdict.CHANGES_REQUESTED, notes="No.", feedback="Not so.\n"),
    "expired": replace(OPEN, verdict=Verdict.EXPIRED),
    "asked again": replace(OPEN, verdict=Verdict.WITHDRAWN, reason=Reason.ASKED_AGAIN),
    "answered in the terminal": replace(OPEN, verdict=Verdict.WITHDRAWN, reason=Reason.ANSWERED_IN_TERMINAL),
    "its turn ended": replace(OPEN, verdict=Verdict.WITHDRAWN, reason=Reason.TURN_ENDED),
    "still open": OPEN,
}
PLAN = {"tool_name": "ExitPlanMode", "tool_input": {"plan": "# P", "planFilePath": "/p.md", "hidden": "x"}}
ASKED: dict[str, dict[str, Any]] = {
    "claude asks": {**PLAN, "hook_event_name": "PermissionRequest", "session_id": "c"},
    "claude goes on": {**PLAN, "hook_event_name": "PostToolUse", "session_id": "c", "tool_response": {}},
    "claude goes on with another text": {
        **PLAN, "hook_event_name": "PostToolUse", "session_id": "c", "tool_response": {"plan": "# Other"},
    },
    "opencode's plugin asks": {"event": "plan", "plan": "# P", "sessionID": "ses_1", "directory": "/p"},
    "gemini asks": {"hook_event_name": "BeforeTool", "tool_name": "exit_plan_mode"},
    "gemini goes on": {"hook_event_name": "AfterTool", "tool_name": "exit_plan_mode"},
    "qwen asks": {"hook_event_name": "PermissionRequest", "tool_name": "exit_plan_mode", "tool_input": {"plan": "# P"}},
    "qwen goes on": {"hook_event_name": "PostToolUse", "tool_name": "exit_plan_mode"},
    "a script asks": {"document": "# D"},
    "a script asks for a record": {"document": "# D", "json": True},
}  # fmt: skip
# Which of these are plans of whom; an agent that submits none has none here.
PLANS_OF: dict[str, tuple[str, ...]] = {
    "claude-code": ("claude asks",),
    "canary": ("claude asks",),
    "codex": (),
    "copilot": (),
    "gemini": ("gemini asks",),
    "opencode": ("opencode's plugin asks",),
    "qwen": ("qwen asks",),
    "review": ("a script asks", "a script asks for a record"),
}
SILENT = "nothing on stdout, exit 0: the agent's own prompt decides"
ALLOW = {"behavior": "allow", "updatedInput": {"plan": "# P", "planFilePath": "/p.md"}}


def replied(agent: str, asked: str, answer: str) -> HookReply:
    return translator(agent).reply(json.dumps(ASKED[asked]).encode(), ANSWERS[answer])


def decision(reply: HookReply) -> Any:
    """What Claude Code reads as a decision; `SILENT` where there is none."""
    if not reply.stdout:
        assert reply.exit_code == 0
        return SILENT
    output = json.loads(reply.stdout)["hookSpecificOutput"]
    assert output["hookEventName"] == "PermissionRequest"
    return output["decision"]


@pytest.mark.parametrize("agent", ["claude-code", "canary"])
@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("approved", ALLOW),
        ("approved with notes", ALLOW),
        ("changes requested", {"behavior": "deny", "message": "Not so.\n"}),
        ("expired", SILENT),
        ("asked again", SILENT),
        ("answered in the terminal", SILENT),
        ("its turn ended", SILENT),
        ("still open", SILENT),
    ],
)
def test_claude_code_asks(agent: str, answer: str, told: object) -> None:
    assert decision(replied(agent, "claude asks", answer)) == told


def test_the_table_has_every_answer() -> None:
    assert {answer.verdict for answer in ANSWERS.values()} == {None, *Verdict}
    assert {answer.reason for answer in ANSWERS.values()} == {None, *Reason}
    assert set(TRANSLATORS) == set(PLANS_OF)


def test_claude_code_goes_on_and_hears_the_notes() -> None:
    told = json.loads(replied("claude-code", "claude goes on", "approved with notes").stdout)
    assert told["hookSpecificOutput"] == {"hookEventName": "PostToolUse", "additionalContext": "Mind it, please.\n"}


def test_claude_code_that_goes_on_with_another_text_is_stopped() -> None:
    told = json.loads(replied("claude-code", "claude goes on with another text", "approved").stdout)
    assert told == {"decision": "block", "reason": OTHER_TEXT}


@pytest.mark.parametrize(
    ("answer", "decided", "first_words"),
    [
        ("approved", "allow", None),
        ("approved with notes", "allow", None),
        ("changes requested", "deny", "Not so."),
        ("expired", "deny", "Nobody answered in time; this plan is neither approved nor refused."),
        ("asked again", "deny", "This plan was withdrawn"),
        ("answered in the terminal", "deny", "This plan was withdrawn"),
        ("its turn ended", "deny", "This plan was withdrawn"),
        ("still open", "deny", "This plan still waits"),
    ],
)
def test_gemini_asks(answer: str, decided: str, first_words: str | None) -> None:
    told = json.loads(replied("gemini", "gemini asks", answer).stdout)
    assert told["decision"] == decided
    assert first_words is None or told["reason"].startswith(first_words)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("approved", {"behavior": "allow"}),
        ("approved with notes", {"behavior": "allow"}),
        ("changes requested", {"behavior": "deny", "message": "Not so.\n"}),
        ("expired", SILENT),
        ("asked again", SILENT),
        ("answered in the terminal", SILENT),
        ("its turn ended", SILENT),
        ("still open", SILENT),
    ],
)
def test_qwen_asks(answer: str, told: object) -> None:
    assert decision(replied("qwen", "qwen asks", answer)) == told


def test_qwen_goes_on_and_hears_the_notes() -> None:
    told = json.loads(replied("qwen", "qwen goes on", "approved with notes").stdout)["hookSpecificOutput"]
    assert told == {"hookEventName": "PostToolUse", "additionalContext": "Mind it, please.\n"}


def test_gemini_goes_on_and_hears_the_notes() -> None:
    told = json.loads(replied("gemini", "gemini goes on", "approved with notes").stdout)
    assert told == {"hookSpecificOutput": {"hookEventName": "AfterTool", "additionalContext": "Mind it, please.\n"}}


@pytest.mark.parametrize("asked", ["a script asks", "a script asks for a record"])
@pytest.mark.parametrize(
    ("answer", "code", "first_words"),
    [
        ("approved", 0, "This plan is approved."),
        ("approved with notes", 0, "Mind it, please."),
        ("changes requested", 1, "Not so."),
        ("expired", 5, "Nobody answered in time; this plan is neither approved nor refused."),
        ("asked again", 6, "Nobody has answered this document"),
        ("answered in the terminal", 6, "This plan was withdrawn"),
        ("its turn ended", 6, "This plan was withdrawn"),
        ("still open", 4, "This plan still waits"),
    ],
)
def test_a_script_asks(asked: str, answer: str, code: int, first_words: str) -> None:
    reply = replied("review", asked, answer)
    assert reply.exit_code == code == review_command.exit_code(ANSWERS[answer])
    if asked == "a script asks for a record":
        record = json.loads(reply.stdout)
        assert record["decision"] == ANSWERS[answer].verdict
        assert record["feedback"].startswith(first_words)
    else:
        is_answer = ANSWERS[answer].by_person
        assert (reply.stdout if is_answer else reply.stderr).startswith(first_words)
        assert (reply.stderr if is_answer else reply.stdout) == ""


@pytest.mark.parametrize("agent", sorted(agent for agent in PLANS_OF if PLANS_OF[agent]))
@pytest.mark.parametrize(
    "answer", ["expired", "asked again", "answered in the terminal", "its turn ended", "still open"]
)
def test_silence_is_nobodys_no_and_nobodys_yes(agent: str, answer: str) -> None:
    """The two rules without an exception, for whatever agent is added."""
    for reply in (replied(agent, name, answer) for name in PLANS_OF[agent]):
        assert '"allow"' not in reply.stdout
        # Gemini has no word for *nobody*: what it is told is that nobody has answered.
        assert '"deny"' not in reply.stdout or agent == "gemini"
        assert "NOT approved" not in reply.stdout + reply.stderr
        assert agent != "review" or reply.exit_code not in (0, 1)
