"""`countermark review`: any Markdown from any script, with an answer made for scripts."""

import json
from collections.abc import Mapping
from typing import Any

from countermark.agents.base import HookReply, file_at, json_object, name_at, text_at
from countermark.model.errors import BadInput
from countermark.model.feedback import feedback
from countermark.model.reviews import Revision, Submission, Verdict

NAME = "review"
UNANSWERED = 2
MAX_WAIT_SECONDS = 7 * 24 * 60 * 60


def read(payload: bytes) -> Submission:
    """The document that a script submits. Raises `BadInput` without a document."""
    asked = json_object(payload)
    text = text_at(asked, "document")
    if text is None:
        raise BadInput("There is no document to review.", hint="Give a file with Markdown in it, or pipe it in.")
    path = file_at(asked, "path")
    return Submission(
        NAME,
        text,
        text_at(asked, "title"),
        name_at(asked, "cwd") or "",
        None,
        path,
        wait_seconds=wait_in(asked),
        untitled=path.rpartition("/")[2] if path else "Untitled document",
    )


def wait_in(asked: Mapping[str, Any]) -> int | None:
    """How long the caller wants to wait, in whole seconds."""
    value = asked.get("wait_seconds")
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MAX_WAIT_SECONDS:
        raise BadInput(f"wait_seconds must be a whole number from 1 to {MAX_WAIT_SECONDS}.", hint="Correct --wait.")
    return value


def reply(payload: bytes, revision: Revision) -> HookReply:
    """The feedback as text or as one JSON record; exit 0 approved, 1 changes requested, 2 no answer."""
    asked = json_object(payload)
    words = feedback(revision, what="document")
    if asked.get("json") is True:
        return HookReply(
            stdout=json.dumps(record(revision, words), ensure_ascii=False) + "\n", exit_code=exit_code(revision)
        )
    if revision.decided_by_person:
        return HookReply(stdout=words, exit_code=exit_code(revision))
    return HookReply(stderr=words, exit_code=exit_code(revision))


def record(revision: Revision, words: str) -> Mapping[str, object]:
    """The decision as a record for scripts."""
    return {
        "decision": revision.verdict,
        "review": revision.review_id,
        "revision": revision.number,
        "sha256": revision.sha256,
        "notes": revision.notes,
        "feedback": words,
    }


def exit_code(revision: Revision) -> int:
    """What a script can branch on."""
    match revision.verdict:
        case Verdict.APPROVED:
            return 0
        case Verdict.CHANGES_REQUESTED:
            return 1
        case Verdict.EXPIRED | Verdict.WITHDRAWN | None:
            return UNANSWERED
