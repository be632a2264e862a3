"""Copilot CLI: the JSON of its hooks to and from the model, event by event (measured on 1.0.102)."""

from typing import assert_never

from countermark.agents.base import Heard, HookReply, Nothing, text_at
from countermark.agents.copilot.calls import QUESTION_TOOL, TOUCHES_NOTHING, own_name
from countermark.agents.copilot.conversation import STEPS, asker_of, step_of
from countermark.agents.copilot.forms import (
    NAME,
    AskEvent,
    decision,
    event_in,
    is_before_use,
    silence,
    verdict_before_use,
)
from countermark.agents.copilot.permissions import answer_before_use, answer_beside_dialog, permission_asked
from countermark.agents.copilot.questions import answer_to_question, own_question
from countermark.agents.fields import Fields, Malformed
from countermark.agents.hook_events import asker_as_far_as_told
from countermark.model.any_item import AnyAnswer
from countermark.model.asked import CallPoint
from countermark.model.conversations import MalformedCall
from countermark.model.errors import Conflict
from countermark.model.permissions import PermissionAnswer
from countermark.model.questions import QuestionAnswer
from countermark.model.review_answers import ReviewAnswer

HUB_STOPPED = "the hub was stopped; answer in the terminal"


def read(payload: bytes) -> Heard:
    """What Copilot asks or tells. Raises `BadInput` for JSON that is none and for an event that has no name."""
    event = event_in(payload)
    name, tool = text_at(event, "hook_event_name"), text_at(event, "tool_name")
    match name:
        case AskEvent.PRE_TOOL_USE:
            # A question's own dialog comes as soon as we are silent; a call may be done without one.
            point = CallPoint.DIALOG if own_name(tool) == QUESTION_TOOL else CallPoint.BEFORE_USE
            return Nothing() if own_name(tool) in TOUCHES_NOTHING else read_call(event, point)
        case AskEvent.PERMISSION_REQUEST:
            return read_call(event, CallPoint.DIALOG)
        case str() if name in STEPS:
            return step_of(event, STEPS[name])
        case _:
            return Nothing()


def read_call(event: Fields, point: CallPoint) -> Heard:
    """A call or a question; what cannot be understood is refused, and it is said why."""
    try:
        asker = asker_of(event, point)
        return own_question(asker, event) if is_question(event) else permission_asked(asker, event)
    except Malformed as problem:
        tool = text_at(event, "tool_name") or ""
        return MalformedCall(asker=asker_as_far_as_told(NAME, event, point), tool=tool, why=str(problem))


def reply(payload: bytes, answer: AnyAnswer) -> HookReply:
    """What Copilot is told of an answer, or that there is none, in the form that its event takes."""
    event = event_in(payload)
    match answer:
        case PermissionAnswer():
            return answer_before_use(answer) if is_before_use(event) else answer_beside_dialog(answer)
        case QuestionAnswer():
            return answer_to_question(event, answer)
        case ReviewAnswer():
            raise Conflict("Copilot submits no plans.", hint="Report this: the hub has mixed up items.")
        case _:
            assert_never(answer)


def undecided(payload: bytes) -> HookReply:  # noqa: ARG001  every translator is asked the same
    """No rule has matched: Copilot goes on as it would without us, with its own rules and its own dialog."""
    return HookReply()


def asked_explicitly(payload: bytes, why: str) -> HookReply:
    """A rule wants a person to be asked: Copilot opens its dialog, and where it has none the call is not done."""
    return asked_explicitly_or_silent(event_in(payload), why)


def refused(payload: bytes, why: str) -> HookReply:
    """A call that cannot be understood is not done."""
    event, words = event_in(payload), f"Countermark cannot read this call, so it was not done: {why}."
    return verdict_before_use("deny", words) if is_before_use(event) else decision("deny", message=words)


def dismissed(payload: bytes) -> HookReply:
    """A person has ended the hub: Copilot asks in its terminal."""
    return asked_explicitly_or_silent(event_in(payload), f"Countermark: {HUB_STOPPED}")


def asked_explicitly_or_silent(event: Fields, why: str) -> HookReply:
    """Before a tool is used nothing else is sure to lead to a person; a dialog's request leads to the dialog."""
    if is_before_use(event) and not is_question(event):
        return verdict_before_use("ask", why)
    return silence(why.removeprefix("Countermark: "))


def is_question(event: Fields) -> bool:
    """Whether Copilot is about to ask its person something, by a dialog of its own."""
    return is_before_use(event) and own_name(text_at(event, "tool_name")) == QUESTION_TOOL
