"""What Gemini CLI's hooks tell of a conversation, and who asks.

What a tool has done is no step: the payload names no call, and of two calls at once the wrong one could be over.
"""

from collections.abc import Mapping

from countermark.agents.base import LONGEST_NAME, Nothing, name_at, text_at
from countermark.agents.fields import Fields, folder_field, name_field
from countermark.agents.gemini.forms import NAME
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
    """A step of a conversation; without the conversation's id there is nothing that it could be about."""
    conversation = name_at(event, "session_id")
    if conversation is None:
        return Nothing()
    return ConversationEvent(agent=NAME, workspace=name_at(event, "cwd") or "", conversation=conversation, step=step)


def asker_of(event: Fields) -> Asker:
    """Who asks. Raises `Malformed` without the conversation and the folder that it works in."""
    return Asker(
        agent=NAME,
        workspace=folder_field(event, "cwd"),
        conversation=name_field(event, "session_id"),
        point=POINT,
        waits_seconds=WAITS_SECONDS,
    )


def asker_as_far_as_told(event: Fields) -> Asker:
    """Who asks, where the payload does not say all of it."""
    workspace, conversation = (text_at(event, name) or "" for name in ("cwd", "session_id"))
    return Asker(
        agent=NAME, workspace=workspace[:LONGEST_NAME], conversation=conversation[:LONGEST_NAME] or None, point=POINT
    )
