"""Plans of Claude Code: one that waits for approval, the proof that Claude goes on with it, and the answers to both.

Measured on 2.1.330; what its hooks say and accept is recorded in docs/decisions/0010-approve-with-notes.md.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from countermark.agents.base import HookReply, Nothing, WithoutPlan, file_at, name_at, object_at, text_at
from countermark.agents.claude_code.forms import NAME, decision
from countermark.model.feedback import feedback
from countermark.model.review_answers import ReviewAnswer
from countermark.model.reviews import Evidence, Submission, Verdict

SHOWN = ("plan", "planFilePath")  # of the tool's input
# Claude Code puts longer additional context into a file and shows the model only its beginning; it counts as
# JavaScript does, an emoji twice.
MAX_CONTEXT_UNITS = 10_000
OTHER_TEXT = (
    "Stop: the plan's file was changed after the plan was shown, so the text you now have is NOT the text that was "
    "approved. Do not carry it out. Tell the user, enter plan mode again and submit the plan anew."
)


def plan(event: Mapping[str, Any]) -> Submission | WithoutPlan:
    """The plan that Claude Code put into the tool's input; 2.1.330 leaves it out when no plan file was written."""
    tool_input = object_at(event, "tool_input")
    conversation, workspace = name_at(event, "session_id"), name_at(event, "cwd") or ""
    text = text_at(tool_input, "plan")
    if text is None:
        return WithoutPlan(NAME, workspace, conversation)
    # Claude carries out what the plan's file holds when the answer comes, not what it has submitted.
    file = file_at(tool_input, "planFilePath")
    return Submission(NAME, text, None, workspace, conversation, file, checked_against_file=True)


def evidence(event: Mapping[str, Any]) -> Evidence | Nothing:
    """The plan tool has run: somebody approved, here or in the terminal."""
    conversation = name_at(event, "session_id")
    if conversation is None:
        return Nothing()
    response = object_at(event, "tool_response")
    approved = text_at(response, "plan")
    sha256 = None if approved is None else hashlib.sha256(approved.encode("utf-8", "replace")).hexdigest()
    return Evidence(NAME, conversation, name_at(event, "cwd") or "", file_at(response, "filePath"), sha256)


def answer_to_plan(event: Mapping[str, Any], answer: ReviewAnswer) -> HookReply:
    """The answer to a plan, or the notes of an approval once Claude Code goes on with it."""
    if text_at(event, "hook_event_name") != "PostToolUse":
        return decision_on(event, answer)
    going_on_with = evidence(event)
    if isinstance(going_on_with, Evidence) and not answer.fits(going_on_with):
        return HookReply(stdout=json.dumps({"decision": "block", "reason": OTHER_TEXT}))
    return notes(answer)


def decision_on(event: Mapping[str, Any], answer: ReviewAnswer) -> HookReply:
    """Allow or deny as Claude Code accepts it; for anything but a person's answer print nothing."""
    match answer.verdict:
        case Verdict.APPROVED:
            # Without `updatedInput` an allow for the plan tool is ignored. The plan goes back as it came, so that the
            # approved text is the text that was shown; anything else that the agent has put beside it was never shown.
            tool_input = object_at(event, "tool_input")
            shown = {name: tool_input[name] for name in SHOWN if name in tool_input}
            return decision({"behavior": "allow", "updatedInput": shown, **going_on(answer)})
        case Verdict.CHANGES_REQUESTED:
            return decision({"behavior": "deny", "message": feedback(answer)})
        case Verdict.EXPIRED:
            return HookReply(stderr="countermark: nobody answered in time; the prompt in the terminal is still open\n")
        case Verdict.WITHDRAWN | None:
            return HookReply(stderr="countermark: this plan is no longer asked about\n")


def going_on(answer: ReviewAnswer) -> Mapping[str, Any]:
    """The mode in which Claude goes on, for this conversation only; without one it is the manual one."""
    if answer.mode is None:
        return {}
    return {"updatedPermissions": [{"type": "setMode", "mode": answer.mode, "destination": "session"}]}


def notes(answer: ReviewAnswer) -> HookReply:
    """Notes of an approval: as context of the plan tool's result, right before the model goes on."""
    words = feedback(answer)
    if len(words.encode("utf-16-le")) // 2 <= MAX_CONTEXT_UNITS:
        output = {"hookEventName": "PostToolUse", "additionalContext": words}
        return HookReply(stdout=json.dumps({"hookSpecificOutput": output}))
    return HookReply(
        stdout=json.dumps({"decision": "block", "reason": f"(No error: notes from the review.)\n\n{words}"})
    )
