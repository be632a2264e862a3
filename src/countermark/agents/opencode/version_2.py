"""OpenCode 2, *not yet seen live*: written from its documents and from the routes that 1.18.33 serves below /api.

What is not known for certain is not guessed: forms, and events that nobody has described, are recorded and left
unanswered.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from countermark.actions.server_states import SavedGrant
from countermark.agents.fields import Fields, Malformed, object_field, text_field
from countermark.agents.opencode.heard import (
    Heard,
    HttpCall,
    RequestName,
    RequestSettled,
    SessionOver,
    ToolUse,
    TurnOver,
    UnknownShape,
)
from countermark.agents.opencode.requests import (
    PermissionFields,
    heard_request,
    id_field,
    permission_request,
    question_request,
)
from countermark.agents.opencode.version_1 import use_in

NAMES = PermissionFields("action", "resources", "source", demands_metadata=False)
MOST_SAVED = 1000
# The schema names them with `v2`, a running 2.0.7 without.
ASKED = frozenset({"permission.asked", "permission.v2.asked"})
REPLIED = frozenset({"permission.replied", "permission.v2.replied"})
QUESTION_ASKED = frozenset({"question.asked", "question.v2.asked"})
QUESTION_ENDED = frozenset({"question.replied", "question.v2.replied"})
QUESTION_REJECTED = frozenset({"question.rejected", "question.v2.rejected"})
TURN_OVER = frozenset({f"session.execution.{end}" for end in ("succeeded", "failed", "interrupted")})
# What is told of everything else; a kind that is not here is recorded once, and listed for whoever sees it first.
OF_OTHERS = frozenset(
    {
        *("catalog", "command", "file", "global", "installation", "integration", "lsp", "mcp", "message", "models-dev"),
        *("plugin", "project", "pty", "reference", "server", "session", "todo", "tui", "vcs", "workspace", "worktree"),
    }
)


class Version2:
    """See `Dialect`."""

    seen_live = False
    silence_seconds = None  # nobody has told of a heartbeat
    events = HttpCall("GET", "/api/event")

    def hear(self, event: Mapping[str, Any]) -> Sequence[Heard]:
        """`{"type", "location": {"directory"}, "data"}`."""
        kind = event.get("type")
        if not isinstance(kind, str):
            return [UnknownShape("(none)", "an event has no type")]
        try:
            return heard_in(kind, event)
        except Malformed as error:
            return [UnknownShape(kind, str(error))]

    def pending(self, folder: str) -> Sequence[HttpCall]:
        paths = ("/api/permission/request", "/api/question/request")
        return [HttpCall("GET", path, (("location[directory]", folder),)) for path in paths]

    def requests_in(self, answers: Sequence[object], folder: str) -> Sequence[Heard]:
        permissions, questions = (list_in(answer) for answer in answers)
        return [
            *(heard_permission(each, folder) for each in permissions),
            *(heard_question(each, folder) for each in questions),
        ]

    def status(self, folder: str) -> HttpCall | None:  # noqa: ARG002  asked of every version
        return None

    def busy_sessions(self, answer: object) -> frozenset[str]:
        raise Malformed(f"version 2 tells of no status, not {type(answer).__name__}")

    def message(self, session: str, message: str, folder: str) -> HttpCall:  # noqa: ARG002  asked of every version
        return HttpCall("GET", f"/api/session/{session}/message/{message}")

    def messages(self, session: str, folder: str) -> HttpCall:  # noqa: ARG002  asked of every version
        return HttpCall("GET", f"/api/session/{session}/message")

    def tool_use(self, answer: object, call: str) -> ToolUse | None:
        told = answer.get("data") if isinstance(answer, dict) else None
        for message in told if isinstance(told, list) else [told]:
            content = message.get("content") if isinstance(message, dict) else None
            for part in content if isinstance(content, list) else ():
                if isinstance(part, dict) and part.get("type") == "tool" and part.get("id") == call:
                    return use_in(part.get("name"), part.get("state"))
        return None

    def allow(self, request: RequestName) -> HttpCall:
        return reply(request, "permission", "reply", {"reply": "once"})

    def reject(self, request: RequestName, words: str | None) -> HttpCall:
        if request.is_question:
            return reply(request, "question", "reject", {})
        said = {"reply": "reject"} if words is None else {"reply": "reject", "message": words}
        return reply(request, "permission", "reply", said)

    def answer(self, request: RequestName, answers: Sequence[Sequence[str]]) -> HttpCall:
        return reply(request, "question", "reply", {"answers": [list(each) for each in answers]})

    def saved(self) -> HttpCall | None:
        return HttpCall("GET", "/api/permission/saved")

    def saved_in(self, answer: object) -> Sequence[SavedGrant]:
        rows = list_in(answer)
        if len(rows) > MOST_SAVED:
            raise Malformed(f"there are more than {MOST_SAVED} saved permissions")
        return [saved_grant(row if isinstance(row, dict) else {}) for row in rows]

    def take_back(self, grant: str) -> HttpCall:
        return HttpCall("DELETE", f"/api/permission/saved/{grant}")


def heard_in(kind: str, event: Fields) -> Sequence[Heard]:
    """What an event says. Raises `Malformed`."""
    if kind in ASKED or kind in QUESTION_ASKED:
        told, folder = object_field(event, "data"), folder_of(event)
        return [heard_permission(told, folder) if kind in ASKED else heard_question(told, folder)]
    if kind in REPLIED or kind in QUESTION_ENDED or kind in QUESTION_REJECTED:
        told = object_field(event, "data")
        rejected = kind in QUESTION_REJECTED or told.get("reply") == "reject"
        return [RequestSettled(id_field(told, "requestID"), id_field(told, "sessionID"), rejected)]
    if kind in TURN_OVER:
        return [TurnOver(id_field(object_field(event, "data"), "sessionID"), "")]
    if kind == "session.deleted":
        return [SessionOver(id_field(object_field(event, "data"), "sessionID"), "")]
    if kind.partition(".")[0] in OF_OTHERS:
        return ()
    return [UnknownShape(kind, "nobody knows this event")]


def folder_of(event: Fields) -> str:
    """Where it happened. Raises `Malformed`."""
    folder = text_field(object_field(event, "location"), "directory")
    if not folder.startswith("/"):
        raise Malformed("directory is no absolute path")
    return folder


def heard_permission(told: object, folder: str) -> Heard:
    """A permission that waits, or one that cannot be understood."""
    return heard_request(
        lambda found, where: permission_request(found, where, NAMES), told, folder, is_question=False,
        tool_field="action",
    )  # fmt: skip


def heard_question(told: object, folder: str) -> Heard:
    """Questions that wait, or some that cannot be understood."""
    return heard_request(question_request, told, folder, is_question=True, tool_field="header")


def list_in(answer: object) -> Sequence[object]:
    """The rows of a list. Raises `Malformed`."""
    rows = answer.get("data") if isinstance(answer, dict) else None
    if not isinstance(rows, list):
        raise Malformed("data is no list")
    return rows


def reply(request: RequestName, what: str, how: str, body: Fields) -> HttpCall:
    """The answer to a request."""
    return HttpCall("POST", f"/api/session/{request.session}/{what}/{request.id}/{how}", (), body)


def saved_grant(row: Fields) -> SavedGrant:
    """What the agent allows without asking. Raises `Malformed`."""
    return SavedGrant(id_field(row, "id"), f"{text_field(row, 'action')} {text_field(row, 'resource')}")
