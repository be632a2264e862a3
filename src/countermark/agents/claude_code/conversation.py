"""What Claude Code's hooks tell of a conversation: that it begins, goes on and ends, and what Claude itself refused."""

from collections.abc import Mapping

from countermark.agents.base import Nothing
from countermark.agents.claude_code.calls import tool_call
from countermark.agents.claude_code.forms import NAME
from countermark.agents.fields import Fields, word_field
from countermark.agents.hook_events import asker_in, step_in
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
    """A step of a conversation of Claude Code."""
    return step_in(NAME, event, step)


def asker_of(event: Fields, point: CallPoint) -> Asker:
    """Who asks. Raises `Malformed`."""
    return asker_in(NAME, event, point)


def denied_by_claude(event: Fields) -> CallDenied:
    """A call that a rule or the classifier of Claude Code has refused. Raises `Malformed`."""
    asker = asker_of(event, CallPoint.DIALOG)
    return CallDenied(asker=asker, call=tool_call(event), why=word_field(event, "reason"))
