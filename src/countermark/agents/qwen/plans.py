"""Plans of Qwen Code: one that waits for approval, the proof that Qwen goes on with it, and the answers to both.

Measured on 0.24: a no with words counts; a yes of a hook does not, so Qwen's own dialog opens after it.
"""

import json

from countermark.agents.base import HookReply, Nothing, WithoutPlan, name_at, object_at, text_at
from countermark.agents.fields import Fields
from countermark.agents.qwen.forms import NAME, no, silence, yes
from countermark.model.feedback import feedback
from countermark.model.review_answers import ReviewAnswer
from countermark.model.reviews import Evidence, Submission, Verdict


def plan(event: Fields) -> Submission | WithoutPlan:
    """The plan in the tool's input."""
    conversation, workspace = name_at(event, "session_id"), name_at(event, "cwd") or ""
    text = text_at(object_at(event, "tool_input"), "plan")
    if text is None:
        return WithoutPlan(NAME, workspace, conversation)
    return Submission(NAME, text, None, workspace, conversation, None)


def evidence(event: Fields) -> Evidence | Nothing:
    """The plan tool has run: the person has said yes in Qwen's dialog."""
    conversation = name_at(event, "session_id")
    if conversation is None:
        return Nothing()
    return Evidence(NAME, conversation, name_at(event, "cwd") or "", None, None)


def answer_to_plan(event: Fields, answer: ReviewAnswer) -> HookReply:
    """The answer to a plan, or the notes of an approval once Qwen goes on with it."""
    if text_at(event, "hook_event_name") == "PostToolUse":
        context = {"hookEventName": "PostToolUse", "additionalContext": feedback(answer)}
        return HookReply(stdout=json.dumps({"hookSpecificOutput": context}))
    match answer.verdict:
        case Verdict.APPROVED:
            return yes(event, "")
        case Verdict.CHANGES_REQUESTED:
            return no(event, feedback(answer))
        case Verdict.EXPIRED | Verdict.WITHDRAWN | None:
            return silence("nobody has answered this plan; Qwen Code asks in the terminal")
