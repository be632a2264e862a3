"""What Claude Code's hooks tell of a conversation: that it begins, goes on and ends, and what Claude itself refused."""

from collections.abc import Mapping

from countermark.agents.base import LONGEST_NAME, Nothing, name_at, text_at
from countermark.agents.claude_code.calls import tool_call
from countermark.agents.claude_code.forms import NAME
from countermark.agents.fields import Fields, folder_field, name_field, word_field
from countermark.model.asked import Asker, CallPoint
from countermark.model.conversations import CallDenied, ConversationEvent, ConversationStep

STEPS: Mapping[str, ConversationStep] = {
    "SessionStart": ConversationStep.STARTED,
    "UserPromptSubmit": ConversationStep.PROMPTED,
    "PostToolUse": ConversationStep.CALL_ENDED,
    "Notification": ConversationStep.NOTIFIED,
    "Stop": ConversationStep.TURN_ENDED,
    "SessionEnd": ConversationStep.ENDED,
}
# All calls of one answer of the model, those that the person has refused in the terminal among them. It names no single
# call: whatever its part of the conversation had asked before is over.
BATCH = "PostToolBatch"
NOT_ASKED = "Tool permission request failed"  # an SDK's host that is gone, in place of the tool's result


def batch_of(event: Fields) -> ConversationEvent | Nothing:
    """The end of all calls of one answer of the model; where Claude could not ask, nobody has answered."""
    calls = event.get("tool_calls")
    told = [call.get("tool_response") for call in calls if isinstance(call, dict)] if isinstance(calls, list) else []
    asked_in_vain = any(isinstance(words, str) and words.startswith(NOT_ASKED) for words in told)
    return step_of(event, ConversationStep.TURN_ENDED if asked_in_vain else ConversationStep.CALL_ENDED)


def step_of(event: Fields, step: ConversationStep) -> ConversationEvent | Nothing:
    """A step of a conversation; without the conversation's id there is nothing that it could be about."""
    conversation = name_at(event, "session_id")
    if conversation is None:
        return Nothing()
    return ConversationEvent(
        agent=NAME,
        workspace=name_at(event, "cwd") or "",
        conversation=conversation,
        step=step,
        call_id=name_at(event, "tool_use_id"),
        sub_agent=sub_agent_of(event),
    )


def asker_of(event: Fields, point: CallPoint) -> Asker:
    """Who asks. Raises `Malformed` without the conversation and the folder that it works in."""
    return Asker(
        agent=NAME,
        workspace=folder_field(event, "cwd"),
        conversation=name_field(event, "session_id"),
        point=point,
        call_id=name_field(event, "tool_use_id") if "tool_use_id" in event else None,
        sub_agent=sub_agent_of(event),
    )


def asker_as_far_as_told(event: Fields, point: CallPoint) -> Asker:
    """Who asks, where the payload does not say all of it."""
    workspace, conversation = (text_at(event, name) or "" for name in ("cwd", "session_id"))
    return Asker(
        agent=NAME, workspace=workspace[:LONGEST_NAME], conversation=conversation[:LONGEST_NAME] or None, point=point
    )


def sub_agent_of(event: Fields) -> str | None:
    """The part of Claude Code that works, with its kind: two of a kind may work at the same time."""
    name, kind = name_at(event, "agent_id"), name_at(event, "agent_type")
    return f"{kind} {name}" if name and kind else name or kind


def denied_by_claude(event: Fields) -> CallDenied:
    """A call that a rule or the classifier of Claude Code has refused. Raises `Malformed`."""
    asker = asker_of(event, CallPoint.DIALOG)
    return CallDenied(asker=asker, call=tool_call(event), why=word_field(event, "reason"))
