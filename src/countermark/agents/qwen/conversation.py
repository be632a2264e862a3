"""What Qwen Code's hooks tell of a conversation, and who asks.

What a tool has done is no step: while our hook waits no dialog of Qwen's is open, so nothing is answered there.
"""

from collections.abc import Mapping

from countermark.agents.base import LONGEST_NAME, Nothing, name_at, text_at
from countermark.agents.fields import Fields, folder_field, name_field
from countermark.agents.qwen.forms import NAME, is_before_use
from countermark.model.asked import Asker, CallPoint
from countermark.model.conversations import ConversationEvent, ConversationStep

STEPS: Mapping[str, ConversationStep] = {
    "SessionStart": ConversationStep.STARTED,
    "UserPromptSubmit": ConversationStep.PROMPTED,
    "Stop": ConversationStep.TURN_ENDED,
    "SessionEnd": ConversationStep.ENDED,
}
ASKS_NOBODY = "yolo"
# At a hook's timeout Qwen does what was asked: we have answered before. The installed timeout is longer.
WAITS_SECONDS = 24 * 60 * 60


def point_of(event: Fields) -> CallPoint:
    """Before its dialog; else right before use, where a mode that asks nobody leaves nobody but us."""
    if not is_before_use(event):
        return CallPoint.DIALOG
    return CallPoint.ALONE if text_at(event, "permission_mode") == ASKS_NOBODY else CallPoint.AFTER_DIALOG


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
        sub_agent=name_at(event, "agent_id"),
    )


def asker_of(event: Fields) -> Asker:
    """Who asks. Raises `Malformed` without the conversation and the folder that it works in."""
    return Asker(
        agent=NAME,
        workspace=folder_field(event, "cwd"),
        conversation=name_field(event, "session_id"),
        point=point_of(event),
        call_id=name_field(event, "tool_use_id") if "tool_use_id" in event else None,
        sub_agent=name_at(event, "agent_id"),
        waits_seconds=WAITS_SECONDS,
    )


def asker_as_far_as_told(event: Fields) -> Asker:
    """Who asks, where the payload does not say all of it."""
    workspace, conversation = (text_at(event, name) or "" for name in ("cwd", "session_id"))
    return Asker(
        agent=NAME,
        workspace=workspace[:LONGEST_NAME],
        conversation=conversation[:LONGEST_NAME] or None,
        point=point_of(event),
    )
