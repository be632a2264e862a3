"""What Qwen Code's hooks tell of a conversation, and who asks.

What a tool has done is no step: while our hook waits no dialog of Qwen's is open, so nothing is answered there.
"""

from collections.abc import Mapping

from countermark.agents.base import Nothing, text_at
from countermark.agents.fields import Fields
from countermark.agents.hook_events import asker_in, step_in
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
    """A step of a conversation of Qwen Code."""
    return step_in(NAME, event, step)


def asker_of(event: Fields) -> Asker:
    """Who asks. Raises `Malformed`."""
    return asker_in(NAME, event, point_of(event), waits_seconds=WAITS_SECONDS)
