"""What Claude Code 2.1.330 really sent to its hooks, read by the translator: every recorded payload is in the table."""

import json
from pathlib import Path

import pytest

from countermark.agents.base import Nothing, WithoutPlan
from countermark.agents.claude_code import translator as claude_code
from countermark.model.conversations import CallDenied, ConversationEvent, ConversationStep
from countermark.model.items import ItemKind, ItemVersion
from countermark.model.permissions import PermissionAsk
from countermark.model.questions import QuestionAsk
from countermark.model.review_answers import ReviewAnswer
from countermark.model.reviews import Evidence, ReviewKind, Submission, Verdict

PAYLOADS = Path(__file__).parent / "payloads"
MEANING = {
    "elicitation_form": QuestionAsk,
    "notification_plan_waits": ConversationEvent,
    "permission_denied": CallDenied,
    "permission_request_bash": PermissionAsk,
    "permission_request_edit": PermissionAsk,
    "permission_request_inline_plan_dropped": WithoutPlan,
    "permission_request_plan": Submission,
    "permission_request_plan_revised": Submission,
    "permission_request_question": QuestionAsk,
    "permission_request_without_plan": WithoutPlan,
    "post_tool_batch_plan_approved": ConversationEvent,
    "post_tool_batch_plan_denied_by_hook": ConversationEvent,
    "post_tool_batch_plan_refused_in_terminal": ConversationEvent,
    "post_tool_use_bash": ConversationEvent,
    "post_tool_use_plan": Evidence,
    "post_tool_use_plan_approved_in_terminal": Evidence,
    "post_tool_use_plan_edited": Evidence,
    "pre_tool_use_bash": PermissionAsk,
    "pre_tool_use_edit": PermissionAsk,
    "pre_tool_use_plan": Nothing,
    "pre_tool_use_question": QuestionAsk,
    "pre_tool_use_read": PermissionAsk,
    "pre_tool_use_write": PermissionAsk,
    "session_end": ConversationEvent,
    "session_start": ConversationEvent,
    "session_start_resumed": ConversationEvent,
    "stop": ConversationEvent,
    "user_prompt_submit": ConversationEvent,
}
STEPS = {
    "notification_plan_waits": ConversationStep.NOTIFIED,
    "post_tool_batch_plan_approved": ConversationStep.CALL_ENDED,
    "post_tool_batch_plan_denied_by_hook": ConversationStep.CALL_ENDED,
    "post_tool_batch_plan_refused_in_terminal": ConversationStep.CALL_ENDED,
    "post_tool_use_bash": ConversationStep.CALL_ENDED,
    "session_end": ConversationStep.ENDED,
    "session_start": ConversationStep.STARTED,
    "session_start_resumed": ConversationStep.STARTED,
    "stop": ConversationStep.TURN_ENDED,
    "user_prompt_submit": ConversationStep.PROMPTED,
}


def recorded(name: str) -> bytes:
    return (PAYLOADS / f"{name}.json").read_bytes()


def test_every_recorded_payload_is_in_the_table() -> None:
    assert {path.stem for path in PAYLOADS.glob("*.json")} == set(MEANING)


@pytest.mark.parametrize("name", sorted(MEANING))
def test_a_recorded_payload_is_understood(name: str) -> None:
    assert type(claude_code.read(recorded(name))) is MEANING[name]


def test_every_step_of_a_conversation_is_told() -> None:
    assert STEPS.keys() == {name for name, meaning in MEANING.items() if meaning is ConversationEvent}
    assert set(STEPS.values()) == set(ConversationStep)


@pytest.mark.parametrize("name", sorted(STEPS))
def test_a_step_of_a_conversation(name: str) -> None:
    sent = json.loads(recorded(name))
    event = claude_code.read(recorded(name))
    assert isinstance(event, ConversationEvent)
    assert (event.step, event.conversation, event.workspace) == (STEPS[name], sent["session_id"], "/home/dev/web-store")
    assert (event.call_id, event.sub_agent) == (sent.get("tool_use_id"), None)


def test_a_host_that_is_gone_has_not_answered() -> None:
    sent = json.loads(recorded("post_tool_batch_plan_approved"))
    sent["tool_calls"][0]["tool_response"] = "Tool permission request failed: AbortError: Stream closed"
    event = claude_code.read(json.dumps(sent).encode())
    assert isinstance(event, ConversationEvent)
    assert event.step is ConversationStep.TURN_ENDED


@pytest.mark.parametrize("calls", [None, 7, [7], [{}], [{"tool_response": [{"type": "text"}]}]])
def test_a_batch_is_over_whatever_its_calls_say(calls: object) -> None:
    sent = json.loads(recorded("post_tool_batch_plan_approved"))
    event = claude_code.read(json.dumps({**sent, "tool_calls": calls}).encode())
    assert isinstance(event, ConversationEvent)
    assert event.step is ConversationStep.CALL_ENDED


def test_a_plan_is_taken_as_claude_code_sends_it() -> None:
    sent = json.loads(recorded("permission_request_plan"))
    plan = claude_code.read(recorded("permission_request_plan"))
    assert isinstance(plan, Submission)
    assert plan.text == sent["tool_input"]["plan"]
    assert plan.path == sent["tool_input"]["planFilePath"]
    assert (plan.conversation, plan.workspace) == (sent["session_id"], "/home/dev/web-store")


@pytest.mark.parametrize("name", ["post_tool_use_plan", "post_tool_use_plan_approved_in_terminal"])
def test_the_evidence_names_the_conversation_and_the_plan_file(name: str) -> None:
    sent = json.loads(recorded(name))
    evidence = claude_code.read(recorded(name))
    assert isinstance(evidence, Evidence)
    assert (evidence.conversation, evidence.path) == (sent["session_id"], sent["tool_response"]["filePath"])


@pytest.mark.parametrize("mode", [None, "acceptEdits"])
@pytest.mark.parametrize("verdict", [Verdict.APPROVED, Verdict.CHANGES_REQUESTED])
def test_a_mode_goes_with_an_approval_alone(mode: str | None, verdict: Verdict) -> None:
    payload = recorded("permission_request_plan")
    version, chosen = ItemVersion(ItemKind.REVIEW, "rv_1", 1), mode if verdict is Verdict.APPROVED else None
    decided = ReviewAnswer(version, ReviewKind.PLAN, "a" * 64, verdict, notes="Words.", mode=chosen)
    told = json.loads(claude_code.reply(payload, decided).stdout)["hookSpecificOutput"]["decision"]
    if mode is None or verdict is Verdict.CHANGES_REQUESTED:
        assert "updatedPermissions" not in told
    else:
        assert told["updatedPermissions"] == [{"type": "setMode", "mode": mode, "destination": "session"}]
