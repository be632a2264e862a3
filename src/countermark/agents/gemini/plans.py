"""Plans of Gemini CLI: one that waits for approval in a file, the proof that Gemini goes on with it, and the answers.

Measured on 0.61: the model writes the plan into Gemini's own folder of plans and names the file; after a yes it reads
the file again.
"""

import json
import posixpath
import re

from countermark.agents.base import HookReply, Nothing, name_at, object_at, text_at
from countermark.agents.fields import Fields, Malformed, folder_field, name_field, object_field
from countermark.agents.gemini.conversation import asker_of
from countermark.agents.gemini.forms import NAME, no, yes
from countermark.model.feedback import feedback
from countermark.model.plan_files import PlanFile
from countermark.model.review_answers import ReviewAnswer
from countermark.model.reviews import Evidence, Verdict

# Gemini's own words behind a yes, whoever has said it; a no in its dialog has others.
APPROVED = re.compile(r"^The approved implementation plan is stored at: (?P<path>/.*)$", re.MULTILINE)


def plan(event: Fields) -> PlanFile:
    """The plan by its file. Raises `Malformed`."""
    asker = asker_of(event)
    folder = plans_folder(event)
    named = name_field(object_field(event, "tool_input"), "plan_filename").strip()
    return PlanFile(asker=asker, path=resolved(named, cwd=asker.workspace, folder=folder), folder=folder)


def plans_folder(event: Fields) -> str:
    """Where Gemini keeps the plans of this conversation: beside its transcript. Raises `Malformed`."""
    transcript, conversation = folder_field(event, "transcript_path"), name_field(event, "session_id")
    if "/" in conversation or conversation in (".", ".."):
        raise Malformed("session_id is no name of a folder")
    project = posixpath.dirname(posixpath.dirname(posixpath.normpath(transcript)))
    return f"{project}/{conversation}/plans"


def resolved(named: str, *, cwd: str, folder: str) -> str:
    """The file that Gemini means: below its project if that is in the folder of plans, else in that folder."""
    from_project, from_folder = (posixpath.normpath(posixpath.join(start, named)) for start in (cwd, folder))
    found = from_project if from_project.startswith(f"{folder}/") else from_folder
    if not found.startswith(f"{folder}/"):
        raise Malformed("plan_filename leaves the folder of Gemini's plans")
    return found


def evidence(event: Fields) -> Evidence | Nothing:
    """The plan tool has run, and its result says that the plan was approved: here, or in Gemini's own dialog too."""
    conversation = name_at(event, "session_id")
    said = APPROVED.search(text_at(object_at(event, "tool_response"), "llmContent") or "")
    if conversation is None or said is None:
        return Nothing()
    return Evidence(NAME, conversation, name_at(event, "cwd") or "", said["path"], None)


def answer_to_plan(event: Fields, answer: ReviewAnswer) -> HookReply:
    """The answer to a plan, or the notes of an approval once Gemini goes on with it."""
    if text_at(event, "hook_event_name") == "AfterTool":
        context = {"hookEventName": "AfterTool", "additionalContext": feedback(answer)}
        return HookReply(stdout=json.dumps({"hookSpecificOutput": context}))
    match answer.verdict:
        case Verdict.APPROVED:
            return yes()
        case Verdict.CHANGES_REQUESTED | Verdict.EXPIRED | Verdict.WITHDRAWN | None:
            return no(feedback(answer))
