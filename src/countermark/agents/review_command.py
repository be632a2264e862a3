"""`countermark review`: any Markdown from any script, with an answer made for scripts."""

import json
from collections.abc import Mapping
from enum import IntEnum
from typing import Any

from countermark.agents.base import HookReply, file_at, json_object, name_at, text_at
from countermark.model.any_item import AnyAnswer
from countermark.model.errors import BadInput, Conflict
from countermark.model.feedback import feedback
from countermark.model.review_answers import ReviewAnswer
from countermark.model.reviews import Reason, ReviewKind, Submission, Verdict

NAME = "review"
MAX_WAIT_SECONDS = 7 * 24 * 60 * 60
TAKEN_OVER = (
    "Nobody has answered this document: the same file was submitted again, and the newer command waits in place of "
    "this one.\n"
)


class Exit(IntEnum):
    """How the command ends. 2 is argparse's own: the command line cannot be understood."""

    APPROVED = 0
    CHANGES_REQUESTED = 1
    NO_HUB = 3
    FAILED = 4
    EXPIRED = 5
    WITHDRAWN = 6


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
        takes_over=True,
        kind=ReviewKind.DOCUMENT,
    )


def wait_in(asked: Mapping[str, Any]) -> int | None:
    """How long the caller wants to wait, in whole seconds."""
    value = asked.get("wait_seconds")
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MAX_WAIT_SECONDS:
        raise BadInput(f"wait_seconds must be a whole number from 1 to {MAX_WAIT_SECONDS}.", hint="Correct --wait.")
    return value


def reply(payload: bytes, answer: AnyAnswer) -> HookReply:
    """The feedback as text or as one JSON record; and the exit code of the verdict."""
    if not isinstance(answer, ReviewAnswer):
        raise Conflict("A script submits documents, and nothing else.", hint="Report this: the hub has mixed up items.")
    asked = json_object(payload)
    words = TAKEN_OVER if answer.reason is Reason.ASKED_AGAIN else feedback(answer)
    if asked.get("json") is True:
        return HookReply(
            stdout=json.dumps(record(answer, words), ensure_ascii=False) + "\n", exit_code=exit_code(answer)
        )
    if answer.by_person:
        return HookReply(stdout=words, exit_code=exit_code(answer))
    return HookReply(stderr=words, exit_code=exit_code(answer))


def dismissed(payload: bytes) -> HookReply:
    """A person has ended the hub."""
    what = "The hub was stopped before there was an answer."
    do = "The question stays on the desk; run the same command again to go on waiting."
    printed = error_record("hub_stopped", what, do) if json_object(payload).get("json") is True else ""
    return HookReply(stdout=printed, stderr=f"countermark: {what}\n  {do}\n", exit_code=Exit.NO_HUB)


def undecided(payload: bytes) -> HookReply:
    """No rule is asked about a document."""
    return refused(payload, "no rule decides about documents")


def asked_explicitly(payload: bytes, why: str) -> HookReply:
    """A script has no prompt of its own."""
    return refused(payload, why)


def refused(payload: bytes, why: str) -> HookReply:
    """Nothing is decided, and the script is told why."""
    printed = error_record("refused", why, "Correct the command.") if json_object(payload).get("json") is True else ""
    return HookReply(stdout=printed, stderr=f"countermark: {why}\n", exit_code=Exit.FAILED)


def error_record(code: str, message: str, hint: str) -> str:
    """The line for scripts when there is no decision, because something went wrong."""
    return json.dumps({"error": {"code": code, "message": message, "hint": hint}, "decision": None}) + "\n"


def record(answer: ReviewAnswer, words: str) -> Mapping[str, object]:
    """The decision as a record for scripts."""
    return {
        "decision": answer.verdict,
        "review": answer.version.id,
        "revision": answer.version.number,
        "sha256": answer.sha256,
        "notes": answer.notes,
        "feedback": words,
    }


def exit_code(answer: ReviewAnswer) -> int:
    """What a script can branch on."""
    match answer.verdict:
        case Verdict.APPROVED:
            return Exit.APPROVED
        case Verdict.CHANGES_REQUESTED:
            return Exit.CHANGES_REQUESTED
        case Verdict.EXPIRED:
            return Exit.EXPIRED
        case Verdict.WITHDRAWN:
            return Exit.WITHDRAWN
        case None:
            return Exit.FAILED
