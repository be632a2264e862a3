"""Qwen Code: the JSON of its hooks to and from the model, event by event (measured on 0.24).

It forked from Gemini CLI; its hooks are Claude Code's by name. `PermissionRequest` comes before its dialog opens,
`PreToolUse` last, right before a tool is used.
"""

from typing import assert_never

from countermark.agents.base import Heard, HookReply, Nothing, json_object, text_at
from countermark.agents.fields import Fields, Malformed, name_field
from countermark.agents.hook_events import asker_as_far_as_told
from countermark.agents.qwen.calls import PLAN_TOOL, QUESTION_TOOL, TOUCHES_NOTHING
from countermark.agents.qwen.conversation import STEPS, asker_of, point_of, step_of
from countermark.agents.qwen.forms import NAME, AskEvent, before_use, is_before_use, no, silence
from countermark.agents.qwen.permissions import answer_to_permission, permission_asked
from countermark.agents.qwen.plans import answer_to_plan, evidence, plan
from countermark.agents.qwen.questions import answer_to_question, own_question
from countermark.model.any_item import AnyAnswer
from countermark.model.conversations import MalformedCall
from countermark.model.errors import BadInput
from countermark.model.permissions import PermissionAnswer
from countermark.model.questions import QuestionAnswer
from countermark.model.review_answers import ReviewAnswer

HUB_STOPPED = "Countermark: the hub was stopped before anybody had answered"


def read(payload: bytes) -> Heard:
    """What Qwen asks or tells. Raises `BadInput` for JSON that is none and for an event without a name."""
    event = json_object(payload)
    name, tool = text_at(event, "hook_event_name"), text_at(event, "tool_name")
    if name is None:
        raise BadInput("hook_event_name is missing or is no text.", hint="Send the agent's JSON as it is.")
    match name:
        case AskEvent.PRE_TOOL_USE:
            return Nothing() if tool in TOUCHES_NOTHING else read_call(event)
        case AskEvent.PERMISSION_REQUEST:
            return plan(event) if tool == PLAN_TOOL else read_call(event)
        case "PostToolUse":
            return evidence(event) if tool == PLAN_TOOL else Nothing()
        case _ if name in STEPS:
            return step_of(event, STEPS[name])
        case _:
            return Nothing()


def read_call(event: Fields) -> Heard:
    """A call or a question; what cannot be understood is refused, and it is said why."""
    try:
        asker = asker_of(event)
        if name_field(event, "tool_name") == QUESTION_TOOL:
            return own_question(asker, event)
        return permission_asked(asker, event)
    except Malformed as problem:
        named = text_at(event, "tool_name") or ""
        return MalformedCall(asker=asker_as_far_as_told(NAME, event, point_of(event)), tool=named, why=str(problem))


def reply(payload: bytes, answer: AnyAnswer) -> HookReply:
    """What Qwen is told of an answer, or that there is none, in the form that its event takes."""
    event = json_object(payload)
    match answer:
        case ReviewAnswer():
            return answer_to_plan(event, answer)
        case PermissionAnswer():
            return answer_to_permission(event, answer)
        case QuestionAnswer():
            return answer_to_question(event, answer)
        case _:
            assert_never(answer)


def undecided(payload: bytes) -> HookReply:  # noqa: ARG001  every translator is asked the same
    """No rule has matched: Qwen goes on as it would without us."""
    return HookReply()


def asked_explicitly(payload: bytes, why: str) -> HookReply:
    """A rule wants a person to be asked: Qwen opens a dialog, whatever its mode; without a terminal it is a no."""
    return asked_or_silent(json_object(payload), why)


def refused(payload: bytes, why: str) -> HookReply:
    """A call that cannot be understood is not done."""
    return no(json_object(payload), f"Countermark cannot read this call, so it was not done: {why}.")


def dismissed(payload: bytes) -> HookReply:
    """A person has ended the hub: Qwen asks in its terminal."""
    return asked_or_silent(json_object(payload), HUB_STOPPED)


def asked_or_silent(event: Fields, why: str) -> HookReply:
    """Before use nothing else leads to a person; before its own dialog that comes when we are silent."""
    return before_use("ask", why) if is_before_use(event) else silence(why)
