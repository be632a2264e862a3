"""What Gemini CLI's hooks tell of a conversation, and who asks.

What a tool has done is no step: the payload names no call, and of two calls at once the wrong one could be over.
"""

from collections.abc import Mapping

from countermark.agents.base import Nothing
from countermark.agents.fields import Fields
from countermark.agents.gemini.forms import NAME
from countermark.agents.hook_events import asker_in, step_in
from countermark.model.asked import Asker, CallPoint
from countermark.model.conversations import ConversationEvent, ConversationStep

STEPS: Mapping[str, ConversationStep] = {
    "BeforeAgent": ConversationStep.PROMPTED,
    "AfterAgent": ConversationStep.TURN_ENDED,
    "SessionEnd": ConversationStep.ENDED,
}
# At a hook's timeout Gemini does what was asked: we have answered before. The installed timeout is longer.
WAITS_SECONDS = 24 * 60 * 60
# The payload names no approval mode, and no later hook can answer: so nobody else may be counted on to ask. Where the
# mode has a dialog, it comes after our yes.
POINT = CallPoint.ALONE


def step_of(event: Fields, step: ConversationStep) -> ConversationEvent | Nothing:
    """A step of a conversation of Gemini CLI."""
    return step_in(NAME, event, step)


def asker_of(event: Fields) -> Asker:
    """Who asks. Raises `Malformed`."""
    return asker_in(NAME, event, POINT, waits_seconds=WAITS_SECONDS)
