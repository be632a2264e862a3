"""What Codex's hooks tell of a conversation: that it begins, goes on and ends."""

from collections.abc import Mapping

from countermark.agents.base import Nothing
from countermark.agents.codex.forms import NAME
from countermark.agents.fields import Fields
from countermark.agents.hook_events import asker_in, step_in
from countermark.model.asked import Asker, CallPoint
from countermark.model.conversations import ConversationEvent, ConversationStep

# Codex ends a hook at its timeout without a signal, and then does what was asked: we have answered before.
WAITS_SECONDS = 30 * 60
# What a tool has done is no step: while our hook waits no dialog of Codex is open, so nothing is answered there.
STEPS: Mapping[str, ConversationStep] = {
    "SessionStart": ConversationStep.STARTED,
    "UserPromptSubmit": ConversationStep.PROMPTED,
    "Stop": ConversationStep.TURN_ENDED,
    "Interrupt": ConversationStep.TURN_ENDED,
    "SessionEnd": ConversationStep.ENDED,
}


def step_of(event: Fields, step: ConversationStep) -> ConversationEvent | Nothing:
    """A step of a conversation of Codex."""
    return step_in(NAME, event, step)


def asker_of(event: Fields, point: CallPoint) -> Asker:
    """Who asks. Raises `Malformed`."""
    return asker_in(NAME, event, point, waits_seconds=WAITS_SECONDS)
