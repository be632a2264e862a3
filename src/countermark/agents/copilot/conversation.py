"""What Copilot's hooks tell of a conversation: that it begins, goes on and ends, and which part of it speaks."""

from collections.abc import Mapping

from countermark.agents.base import LONGEST_NAME, Nothing, name_at, text_at
from countermark.agents.copilot.forms import NAME
from countermark.agents.fields import Fields, folder_field, name_field
from countermark.model.asked import Asker, CallPoint
from countermark.model.conversations import ConversationEvent, ConversationStep

# At its timeout a hook counts as silent, and Copilot's own rules decide: we have answered before.
WAITS_SECONDS = 30 * 60
# What a tool has done is no step: it names no call, and others of the same answer of the model may wait still.
STEPS: Mapping[str, ConversationStep] = {
    "SessionStart": ConversationStep.STARTED,
    "UserPromptSubmit": ConversationStep.PROMPTED,
    "Stop": ConversationStep.TURN_ENDED,
    "SubagentStop": ConversationStep.TURN_ENDED,
    "SessionEnd": ConversationStep.ENDED,
}


def step_of(event: Fields, step: ConversationStep) -> ConversationEvent | Nothing:
    """A step of a conversation; without the conversation's id there is nothing that it could be about."""
    conversation = conversation_of(event)
    if conversation is None:
        return Nothing()
    return ConversationEvent(
        agent=NAME,
        workspace=name_at(event, "cwd") or "",
        conversation=conversation,
        step=step,
        sub_agent=sub_agent_of(event),
    )


def asker_of(event: Fields, point: CallPoint) -> Asker:
    """Who asks. Raises `Malformed` without the conversation and the folder that it works in."""
    name_field(event, "session_id")
    return Asker(
        agent=NAME,
        workspace=folder_field(event, "cwd"),
        conversation=conversation_of(event),
        point=point,
        sub_agent=sub_agent_of(event),
        waits_seconds=WAITS_SECONDS,
    )


def asker_as_far_as_told(event: Fields, point: CallPoint) -> Asker:
    """Who asks, where the payload does not say all of it."""
    workspace, conversation = (text_at(event, name) or "" for name in ("cwd", "session_id"))
    return Asker(
        agent=NAME, workspace=workspace[:LONGEST_NAME], conversation=conversation[:LONGEST_NAME] or None, point=point
    )


def conversation_of(event: Fields) -> str | None:
    """The conversation that the person has; a sub-agent's events name its own one as theirs, but its dialogs do not."""
    named, sub_agent, parent = (name_at(event, name) for name in ("session_id", "agent_id", "parent_agent_id"))
    return parent if parent is not None and named == sub_agent else named


def sub_agent_of(event: Fields) -> str | None:
    """The part of Copilot that works, with its kind: two of a kind may work at the same time."""
    name, kind = name_at(event, "agent_id"), name_at(event, "agent_type")
    return f"{kind} {name}" if name and kind else name or kind
