"""What Copilot's hooks tell of a conversation: that it begins, goes on and ends, and which part of it speaks."""

from collections.abc import Mapping
from dataclasses import replace

from countermark.agents.base import Nothing, name_at
from countermark.agents.copilot.forms import NAME
from countermark.agents.fields import Fields
from countermark.agents.hook_events import asker_in, step_in
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
    """A step of the conversation that the person has."""
    told, conversation = step_in(NAME, event, step), conversation_of(event)
    if isinstance(told, Nothing) or conversation is None:
        return Nothing()
    return replace(told, conversation=conversation)


def asker_of(event: Fields, point: CallPoint) -> Asker:
    """Who asks. Raises `Malformed`."""
    asker = asker_in(NAME, event, point, waits_seconds=WAITS_SECONDS)
    return replace(asker, conversation=conversation_of(event))


def conversation_of(event: Fields) -> str | None:
    """The conversation that the person has; a sub-agent's events name its own one as theirs, but its dialogs do not."""
    named, sub_agent, parent = (name_at(event, name) for name in ("session_id", "agent_id", "parent_agent_id"))
    return parent if parent is not None and named == sub_agent else named
