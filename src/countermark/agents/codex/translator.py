"""Codex CLI: the JSON of its hooks to and from the model, event by event (measured on 0.169).

Codex asks its hooks first, and opens its own dialog when they have said nothing. Why its plans are not taken:
docs/decisions/0051-agents-by-their-hooks.md.
"""

from typing import assert_never

from countermark.agents.base import Heard, HookReply, Nothing, json_object, text_at
from countermark.agents.codex.calls import QUESTION_TOOL, TOUCHES_NOTHING
from countermark.agents.codex.conversation import STEPS, asker_of, step_of
from countermark.agents.codex.forms import NAME, AskEvent, is_before_use, no, silence
from countermark.agents.codex.permissions import answer_to_permission, permission_asked
from countermark.agents.codex.questions import answer_to_question, own_question
from countermark.agents.fields import Fields, Malformed, name_field
from countermark.agents.hook_events import asker_as_far_as_told
from countermark.model.any_item import AnyAnswer
from countermark.model.asked import CallPoint
from countermark.model.conversations import MalformedCall
from countermark.model.errors import BadInput, Conflict
from countermark.model.permissions import PermissionAnswer
from countermark.model.questions import QuestionAnswer
from countermark.model.review_answers import ReviewAnswer

HUB_STOPPED = "the hub was stopped before anybody had answered"


def read(payload: bytes) -> Heard:
    """What Codex asks or tells. Raises `BadInput` for JSON that is none and for an event without a name."""
    event = json_object(payload)
    name, tool = text_at(event, "hook_event_name"), text_at(event, "tool_name")
    if name is None:
        raise BadInput("hook_event_name is missing or is no text.", hint="Send the agent's JSON as it is.")
    match name:
        case AskEvent.PRE_TOOL_USE:
            return Nothing() if tool in TOUCHES_NOTHING else read_call(event, point_before_use(tool))
        case AskEvent.PERMISSION_REQUEST:
            return read_call(event, CallPoint.DIALOG)
        case _ if name in STEPS:
            return step_of(event, STEPS[name])
        case _:
            return Nothing()


def point_before_use(tool: str | None) -> CallPoint:
    """A question's own dialog comes as soon as we are silent; a call may be done without one."""
    return CallPoint.DIALOG if tool == QUESTION_TOOL else CallPoint.BEFORE_USE


def read_call(event: Fields, point: CallPoint) -> Heard:
    """A call or a question; what cannot be understood is refused, and it is said why."""
    try:
        asker = asker_of(event, point)
        if name_field(event, "tool_name") == QUESTION_TOOL and is_before_use(event):
            return own_question(asker, event)
        return permission_asked(asker, event)
    except Malformed as problem:
        tool = text_at(event, "tool_name") or ""
        return MalformedCall(asker=asker_as_far_as_told(NAME, event, point), tool=tool, why=str(problem))


def reply(payload: bytes, answer: AnyAnswer) -> HookReply:
    """What Codex is told of an answer, or that there is none, in the form that its event takes."""
    event = json_object(payload)
    match answer:
        case PermissionAnswer():
            return answer_to_permission(event, answer)
        case QuestionAnswer():
            return answer_to_question(event, answer)
        case ReviewAnswer():
            raise Conflict("Codex submits no plans.", hint="Report this: the hub has mixed up items.")
        case _:
            assert_never(answer)


def undecided(payload: bytes) -> HookReply:  # noqa: ARG001  every translator is asked the same
    """No rule has matched: Codex goes on as it would without us, with its own policy, sandbox and dialog."""
    return HookReply()


def asked_explicitly(payload: bytes, why: str) -> HookReply:
    """A rule wants a person to be asked: before its use Codex cannot be made to, so the call is not done."""
    return not_done_or_silent(json_object(payload), why)


def refused(payload: bytes, why: str) -> HookReply:
    """A call that cannot be understood is not done."""
    return no(json_object(payload), f"Countermark cannot read this call, so it was not done: {why}.")


def dismissed(payload: bytes) -> HookReply:
    """A person has ended the hub: what Codex has no dialog for is not done."""
    return not_done_or_silent(json_object(payload), f"Not done: {HUB_STOPPED}. It may be asked again.")


def not_done_or_silent(event: Fields, why: str) -> HookReply:
    """Before its use silence would be a yes; a question's and a dialog's own prompt comes when we are silent."""
    if is_before_use(event) and text_at(event, "tool_name") != QUESTION_TOOL:
        return no(event, why)
    return silence(why)
