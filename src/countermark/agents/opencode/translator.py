"""OpenCode's plugin: what it asks in our words, and our answers as the small JSON that it reads.

An answer is `{"yes": bool, "words": str}`, with `args` where a person has changed the call and `stop` where the turn is
to end. The plugin takes nothing but `"yes": true` for a yes.
"""

import json
from typing import Any, assert_never

from countermark.agents.base import Heard, HookReply, json_object
from countermark.agents.decision_words import NO_LONGER_ASKED, NOBODY, STILL_OPEN, name_of, refusal
from countermark.agents.opencode.plugin_payloads import (
    STEPS,
    PluginEvent,
    call_asked,
    event_of,
    plan_submitted,
    step_told,
)
from countermark.model.any_item import AnyAnswer
from countermark.model.errors import Conflict
from countermark.model.feedback import feedback
from countermark.model.permissions import Outcome, PermissionAnswer
from countermark.model.questions import QuestionAnswer
from countermark.model.review_answers import ReviewAnswer
from countermark.model.reviews import Verdict

NO_RULE = "No rule has decided, and nobody else is asked here, so this was not done."
HUB_STOPPED = "The hub was stopped before there was an answer, so this was not done. It is no person's refusal."
NOT_YET = "Do not carry this plan out. Tell the user that it still waits for an answer."


def read(payload: bytes) -> Heard:
    """What the plugin asks or tells. Raises `BadInput` for JSON that is none, and for an event that is not known."""
    told = json_object(payload)
    event = event_of(told)
    match event:
        case PluginEvent.TOOL:
            return call_asked(told)
        case PluginEvent.PLAN:
            return plan_submitted(told)
        case PluginEvent.STARTED | PluginEvent.IDLE | PluginEvent.DELETED:
            return step_told(told, STEPS[event])
        case _:
            assert_never(event)


def reply(payload: bytes, answer: AnyAnswer) -> HookReply:  # noqa: ARG001  the answer alone says what was asked
    """What the plugin is told of an answer, or that there is none."""
    match answer:
        case ReviewAnswer():
            return answer_to_plan(answer)
        case PermissionAnswer():
            return answer_to_call(answer)
        case QuestionAnswer():
            raise Conflict("The plugin asks no questions.", hint="Report this: the hub has mixed up items.")
        case _:
            assert_never(answer)


def answer_to_call(answer: PermissionAnswer) -> HookReply:
    """What was decided about a call: whatever is no allow is a no."""
    decided = answer.decision
    match answer.outcome:
        case Outcome.ALLOWED:
            edited = {} if decided is None or decided.edited is None else {"args": json.loads(decided.edited)}
            return said(yes=True, words=f"Allowed by {name_of(answer.decider)}.", **edited)
        case Outcome.DENIED:
            stops = {"stop": True} if decided is not None and decided.stops_turn else {}
            return said(yes=False, words=refusal(answer), **stops)
        case Outcome.EXPIRED:
            return said(yes=False, words=NOBODY)
        case Outcome.WITHDRAWN:
            return said(yes=False, words=NO_LONGER_ASKED)
        case None:
            return said(yes=False, words=STILL_OPEN)


def answer_to_plan(answer: ReviewAnswer) -> HookReply:
    """The words of the verdict; without a person's one, that the plan is not to be carried out."""
    words = feedback(answer)
    if not answer.by_person:
        words = f"{words.rstrip()} {NOT_YET}\n"
    return said(yes=answer.verdict is Verdict.APPROVED, words=words)


def undecided(payload: bytes) -> HookReply:  # noqa: ARG001  every translator is asked the same
    """OpenCode would do it without asking anybody."""
    return said(yes=False, words=NO_RULE)


def asked_explicitly(payload: bytes, why: str) -> HookReply:  # noqa: ARG001  every translator is asked the same
    """OpenCode has no prompt that could be made to ask."""
    return said(yes=False, words=why)


def refused(payload: bytes, why: str) -> HookReply:  # noqa: ARG001  every translator is asked the same
    """A call that cannot be understood is not done."""
    return said(yes=False, words=f"Countermark cannot read this call, so it was not done: {why}.")


def dismissed(payload: bytes) -> HookReply:  # noqa: ARG001  every translator is asked the same
    """A person has ended the hub."""
    return said(yes=False, words=HUB_STOPPED)


def said(*, yes: bool, words: str, **more: Any) -> HookReply:
    """An answer as the plugin reads it."""
    return HookReply(stdout=json.dumps({"yes": yes, "words": words, **more}, ensure_ascii=False) + "\n")
