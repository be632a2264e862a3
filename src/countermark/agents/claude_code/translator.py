"""Claude Code: the JSON of its hooks to and from the model, event by event."""

from typing import assert_never

from countermark.agents.asked_forms import values_of
from countermark.agents.base import Heard, HookReply, Nothing, json_object, text_at
from countermark.agents.claude_code import conversation
from countermark.agents.claude_code.calls import PLAN_TOOL, QUESTION_TOOL, TOUCHES_NOTHING
from countermark.agents.claude_code.conversation import (
    STEPS,
    asker_of,
    batch_of,
    denied_by_claude,
    step_of,
)
from countermark.agents.claude_code.elicitation import servers_question
from countermark.agents.claude_code.forms import NAME, AskEvent, decision, hook_output, silence, verdict_before_use
from countermark.agents.claude_code.permissions import answer_before_use, answer_beside_dialog, permission_asked
from countermark.agents.claude_code.plans import answer_to_plan, evidence, plan
from countermark.agents.claude_code.questions import answered_input, own_question
from countermark.agents.decision_words import (
    CLOSED,
    DIALOG_STAYS,
    NO_LONGER,
    NO_LONGER_ASKED,
    NOBODY,
    STILL_OPEN,
    declined,
)
from countermark.agents.fields import Fields, Malformed, name_field
from countermark.agents.hook_events import asker_as_far_as_told
from countermark.model.any_item import AnyAnswer
from countermark.model.asked import CallPoint
from countermark.model.conversations import MalformedCall
from countermark.model.errors import BadInput
from countermark.model.permissions import PermissionAnswer
from countermark.model.questions import QuestionAnswer, QuestionOutcome
from countermark.model.review_answers import ReviewAnswer

HUB_STOPPED = "the hub was stopped; answer in the terminal"


def read(payload: bytes) -> Heard:
    """What Claude Code asks or tells. Raises `BadInput` for JSON that is none and for an event without a name."""
    event = json_object(payload)
    name, tool = text_at(event, "hook_event_name"), text_at(event, "tool_name")
    if name is None:
        raise BadInput("hook_event_name is missing or is no text.", hint="Send the agent's JSON as it is.")
    if tool == PLAN_TOOL:
        return read_plan(event, name)
    match name:
        case AskEvent.PRE_TOOL_USE:
            return Nothing() if tool in TOUCHES_NOTHING else read_call(event, CallPoint.BEFORE_USE)
        case AskEvent.PERMISSION_REQUEST | AskEvent.ELICITATION | "PermissionDenied":
            return read_call(event, CallPoint.DIALOG)
        case conversation.BATCH:
            return batch_of(event)
        case _ if name in STEPS:
            return step_of(event, STEPS[name])
        case _:
            return Nothing()


def read_plan(event: Fields, name: str) -> Heard:
    """A plan that waits for approval, or the proof that Claude goes on with one."""
    match name:
        case AskEvent.PERMISSION_REQUEST:
            return plan(event)
        case "PostToolUse":
            return evidence(event)
        case _:
            return Nothing()


def read_call(event: Fields, point: CallPoint) -> Heard:
    """A call or a question; what cannot be understood is refused, and it is said why."""
    try:
        if event["hook_event_name"] == "PermissionDenied":
            return denied_by_claude(event)
        asker = asker_of(event, point)
        if event["hook_event_name"] == AskEvent.ELICITATION:
            return servers_question(asker, event)
        if name_field(event, "tool_name") == QUESTION_TOOL:
            return own_question(asker, event)
        return permission_asked(asker, event)
    except Malformed as problem:
        tool = text_at(event, "tool_name") or text_at(event, "mcp_server_name") or ""
        return MalformedCall(asker=asker_as_far_as_told(NAME, event, point), tool=tool, why=str(problem))


def reply(payload: bytes, answer: AnyAnswer) -> HookReply:
    """What Claude Code is told of an answer, or that there is none, in the form that its event takes."""
    event = json_object(payload)
    match answer:
        case ReviewAnswer():
            return answer_to_plan(event, answer)
        case PermissionAnswer():
            return answer_before_use(answer) if is_before_use(event) else answer_beside_dialog(answer)
        case QuestionAnswer():
            return answer_to_server(event, answer) if is_elicitation(event) else answer_to_question(event, answer)
        case _:
            assert_never(answer)


def answer_to_question(event: Fields, answer: QuestionAnswer) -> HookReply:
    """The answers go back as the tool's input: Claude Code then takes them for those of its own dialog."""
    match answer.outcome:
        case QuestionOutcome.ANSWERED if answer.reply is not None:
            given = answered_input(event, answer.reply)
            if is_before_use(event):
                return verdict_before_use("allow", "The user has answered.", updatedInput=given)
            return decision({"behavior": "allow", "updatedInput": given})
        case QuestionOutcome.DECLINED:
            return no(event, declined(answer))
        case QuestionOutcome.CANCELLED:
            return no(event, CLOSED)
        case QuestionOutcome.EXPIRED:
            return no(event, NOBODY) if is_before_use(event) else silence(DIALOG_STAYS)
        case QuestionOutcome.WITHDRAWN:
            return no(event, NO_LONGER_ASKED) if is_before_use(event) else silence(NO_LONGER)
        case _:
            return asked_explicitly_or_silent(event, STILL_OPEN)


def answer_to_server(event: Fields, answer: QuestionAnswer) -> HookReply:
    """A server hears an answer, a no, or that there is neither; without one Claude's own dialog asks."""
    match answer.outcome:
        case QuestionOutcome.ANSWERED if answer.reply is not None:
            filled = (
                {} if event.get("mode") == "url" else {"content": values_of(event["requested_schema"], answer.reply)}
            )
            return hook_output(AskEvent.ELICITATION, {"action": "accept", **filled})
        case QuestionOutcome.DECLINED:
            return hook_output(AskEvent.ELICITATION, {"action": "decline"})
        case QuestionOutcome.CANCELLED:
            return hook_output(AskEvent.ELICITATION, {"action": "cancel"})
        case QuestionOutcome.EXPIRED:
            return silence(DIALOG_STAYS)
        case _:
            return silence(NO_LONGER)


def undecided(payload: bytes) -> HookReply:  # noqa: ARG001  every translator is asked the same
    """No rule has matched: Claude Code goes on as it would without us, with its own rules and its own dialog."""
    return HookReply()


def asked_explicitly(payload: bytes, why: str) -> HookReply:
    """A rule wants a person to be asked: Claude Code opens its dialog, whatever its own rules allow."""
    return asked_explicitly_or_silent(json_object(payload), why)


def refused(payload: bytes, why: str) -> HookReply:
    """A call that cannot be understood is not done."""
    event = json_object(payload)
    if is_elicitation(event):
        return hook_output(AskEvent.ELICITATION, {"action": "cancel"})
    return no(event, f"Countermark cannot read this call, so it was not done: {why}.")


def dismissed(payload: bytes) -> HookReply:
    """A person has ended the hub: Claude Code asks in its terminal."""
    return asked_explicitly_or_silent(json_object(payload), f"Countermark: {HUB_STOPPED}")


def asked_explicitly_or_silent(event: Fields, why: str) -> HookReply:
    """Before a tool is used nothing else leads to a person; in any other event the agent's dialog is open anyway."""
    if is_before_use(event) and text_at(event, "tool_name") != QUESTION_TOOL:
        return verdict_before_use("ask", why)
    return silence(why.removeprefix("Countermark: "))


def no(event: Fields, why: str) -> HookReply:
    """A no in the form of the event; one that takes none is not answered."""
    match text_at(event, "hook_event_name"):
        case AskEvent.PRE_TOOL_USE:
            return verdict_before_use("deny", why)
        case AskEvent.PERMISSION_REQUEST:
            return decision({"behavior": "deny", "message": why})
        case _:
            return silence(why)


def is_before_use(event: Fields) -> bool:
    """Whether Claude Code asks before the tool is used, without a dialog of its own."""
    return text_at(event, "hook_event_name") == AskEvent.PRE_TOOL_USE


def is_elicitation(event: Fields) -> bool:
    """Whether an MCP server asks."""
    return text_at(event, "hook_event_name") == AskEvent.ELICITATION
