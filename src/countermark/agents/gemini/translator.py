"""Gemini CLI: the JSON of its hooks to and from the model, event by event (measured on 0.61).

Gemini asks its hooks before each call, whatever its approval mode, and does what they do not forbid.
"""

from typing import assert_never

from countermark.agents.base import Heard, HookReply, Nothing, json_object, text_at
from countermark.agents.fields import Fields, Malformed, name_field
from countermark.agents.gemini.calls import PLAN_TOOL, QUESTION_TOOL, TOUCHES_NOTHING
from countermark.agents.gemini.conversation import POINT, STEPS, asker_of, step_of
from countermark.agents.gemini.forms import NAME, no, silence
from countermark.agents.gemini.permissions import answer_to_permission, permission_asked
from countermark.agents.gemini.plans import answer_to_plan, evidence, plan
from countermark.agents.gemini.questions import answer_to_question, own_question
from countermark.agents.hook_events import asker_as_far_as_told
from countermark.model.any_item import AnyAnswer
from countermark.model.conversations import MalformedCall
from countermark.model.errors import BadInput
from countermark.model.permissions import PermissionAnswer
from countermark.model.questions import QuestionAnswer
from countermark.model.review_answers import ReviewAnswer

BEFORE_USE = "BeforeTool"
HUB_STOPPED = "the hub was stopped before anybody had answered"


def read(payload: bytes) -> Heard:
    """What Gemini asks or tells. Raises `BadInput` for JSON that is none and for an event without a name."""
    event = json_object(payload)
    name, tool = text_at(event, "hook_event_name"), text_at(event, "tool_name")
    if name is None:
        raise BadInput("hook_event_name is missing or is no text.", hint="Send the agent's JSON as it is.")
    match name:
        case "BeforeTool":
            return Nothing() if tool in TOUCHES_NOTHING else read_call(event)
        case "AfterTool":
            return evidence(event) if tool == PLAN_TOOL else Nothing()
        case _ if name in STEPS:
            return step_of(event, STEPS[name])
        case _:
            return Nothing()


def read_call(event: Fields) -> Heard:
    """A call, a question or a plan; what cannot be understood is refused, and it is said why."""
    try:
        tool = name_field(event, "tool_name")
        if tool == PLAN_TOOL:
            return plan(event)
        asker = asker_of(event)
        return own_question(asker, event) if tool == QUESTION_TOOL else permission_asked(asker, event)
    except Malformed as problem:
        named = text_at(event, "tool_name") or ""
        return MalformedCall(asker=asker_as_far_as_told(NAME, event, POINT), tool=named, why=str(problem))


def reply(payload: bytes, answer: AnyAnswer) -> HookReply:
    """What Gemini is told of an answer, or that there is none, in the form that its event takes."""
    match answer:
        case ReviewAnswer():
            return answer_to_plan(json_object(payload), answer)
        case PermissionAnswer():
            return answer_to_permission(answer)
        case QuestionAnswer():
            return answer_to_question(answer)
        case _:
            assert_never(answer)


def undecided(payload: bytes) -> HookReply:
    """Nobody else is sure to be asked, so nothing is left to Gemini but its own questions."""
    return not_done_or_silent(json_object(payload), "No rule of the user allows this.")


def asked_explicitly(payload: bytes, why: str) -> HookReply:
    """A rule wants a person to be asked: without a terminal Gemini would wait for ever, so the call is not done."""
    return not_done_or_silent(json_object(payload), why)


def refused(payload: bytes, why: str) -> HookReply:
    """A call that cannot be understood is not done."""
    if text_at(json_object(payload), "hook_event_name") != BEFORE_USE:
        return silence(why)
    return no(f"Countermark cannot read this call, so it was not done: {why}.")


def dismissed(payload: bytes) -> HookReply:
    """A person has ended the hub: what nobody has allowed is not done."""
    return not_done_or_silent(json_object(payload), f"Not done: {HUB_STOPPED}. It may be asked again.")


def not_done_or_silent(event: Fields, why: str) -> HookReply:
    """A question's own dialog comes when we are silent; before any other tool is used silence would be a yes."""
    is_call = text_at(event, "hook_event_name") == BEFORE_USE and text_at(event, "tool_name") != QUESTION_TOOL
    return no(why) if is_call else silence(why)
