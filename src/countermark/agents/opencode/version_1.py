"""OpenCode 1, measured on 1.18.33: its events, lists and replies."""

from collections.abc import Mapping, Sequence
from typing import Any

from countermark.actions.server_states import SavedGrant
from countermark.agents.fields import Malformed
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

NAMES = PermissionFields("permission", "patterns", "tool", demands_metadata=True)
OURS = ("permission.", "question.")
# 1.18.33 tells of its second family of routes with events of their own, which none of its conversations uses.
OTHERS = ("permission.v2.", "question.v2.")
NEWEST_MESSAGES = 30


class Version1:
    """See `Dialect`."""

    seen_live = True
    silence_seconds = 45.0  # a heartbeat comes every 10 s
    events = HttpCall("GET", "/global/event")

    def hear(self, event: Mapping[str, Any]) -> Sequence[Heard]:
        """`{"directory", "payload": {"type", "properties"}}`."""
        payload = event.get("payload")
        kind = payload.get("type") if isinstance(payload, dict) else None
        if not isinstance(payload, dict) or not isinstance(kind, str):
            return [UnknownShape("(none)", "an event has no type")]
        folder, told = event.get("directory"), payload.get("properties")
        if kind.startswith(OTHERS) or not (kind.startswith(OURS) or kind.startswith("session.")):
            return ()
        if not isinstance(folder, str) or not folder.startswith("/") or not isinstance(told, dict):
            return [UnknownShape(kind, "it names no folder, or has no properties")]
        return heard_in(kind, told, folder)

    def pending(self, folder: str) -> Sequence[HttpCall]:
        return [HttpCall("GET", path, in_folder(folder)) for path in ("/permission", "/question")]

    def requests_in(self, answers: Sequence[object], folder: str) -> Sequence[Heard]:
        permissions, questions = answers
        if not isinstance(permissions, list) or not isinstance(questions, list):
            raise Malformed("what waits is no list")
        return [
            *(heard_permission(each, folder) for each in permissions),
            *(heard_question(each, folder) for each in questions),
        ]

    def status(self, folder: str) -> HttpCall | None:
        return HttpCall("GET", "/session/status", in_folder(folder))

    def busy_sessions(self, answer: object) -> frozenset[str]:
        if not isinstance(answer, dict):
            raise Malformed("the status of the sessions is no object")
        return frozenset(
            session for session, status in answer.items()
            if isinstance(status, dict) and status.get("type") != "idle"
        )  # fmt: skip

    def message(self, session: str, message: str, folder: str) -> HttpCall:
        return HttpCall("GET", f"/session/{session}/message/{message}", in_folder(folder))

    def messages(self, session: str, folder: str) -> HttpCall:
        return HttpCall("GET", f"/session/{session}/message", (*in_folder(folder), ("limit", str(NEWEST_MESSAGES))))

    def tool_use(self, answer: object, call: str) -> ToolUse | None:
        messages = answer if isinstance(answer, list) else [answer]
        for message in messages:
            for part in parts_of(message):
                if part.get("type") == "tool" and part.get("callID") == call:
                    return use_in(part.get("tool"), part.get("state"))
        return None

    def allow(self, request: RequestName) -> HttpCall:
        return reply(request, {"reply": "once"})

    def reject(self, request: RequestName, words: str | None) -> HttpCall:
        if request.is_question:
            return HttpCall("POST", f"/question/{request.id}/reject", in_folder(request.folder), {})
        return reply(request, {"reply": "reject"} if words is None else {"reply": "reject", "message": words})

    def answer(self, request: RequestName, answers: Sequence[Sequence[str]]) -> HttpCall:
        body = {"answers": [list(each) for each in answers]}
        return HttpCall("POST", f"/question/{request.id}/reply", in_folder(request.folder), body)

    def saved(self) -> HttpCall | None:
        return None  # what it allows for longer it forgets when it ends

    def saved_in(self, answer: object) -> Sequence[SavedGrant]:
        raise Malformed(f"version 1 lists nothing that it has saved, not {type(answer).__name__}")

    def take_back(self, grant: str) -> HttpCall:
        raise Malformed(f"version 1 has saved nothing, so not {grant} either")


def heard_in(kind: str, told: Mapping[str, Any], folder: str) -> Sequence[Heard]:
    """What an event of one folder says."""
    try:
        match kind:
            case "permission.asked":
                return [heard_permission(told, folder)]
            case "question.asked":
                return [heard_question(told, folder)]
            case "permission.replied":
                rejected = told.get("reply") == "reject"
                return [RequestSettled(id_field(told, "requestID"), id_field(told, "sessionID"), rejected)]
            case "question.replied" | "question.rejected":
                rejected = kind == "question.rejected"
                return [RequestSettled(id_field(told, "requestID"), id_field(told, "sessionID"), rejected)]
            case "session.idle":
                return [TurnOver(id_field(told, "sessionID"), folder)]
            case "session.deleted":
                return [SessionOver(id_field(told, "sessionID"), folder)]
            case _:
                return [UnknownShape(kind, "nobody knows this event")] if kind.startswith(OURS) else ()
    except Malformed as error:
        return [UnknownShape(kind, str(error))]


def heard_permission(told: object, folder: str) -> Heard:
    """A permission that waits, or one that cannot be understood."""
    return heard_request(
        lambda found, where: permission_request(found, where, NAMES), told, folder, is_question=False,
        tool_field="permission",
    )  # fmt: skip


def heard_question(told: object, folder: str) -> Heard:
    """Questions that wait, or some that cannot be understood."""
    return heard_request(question_request, told, folder, is_question=True, tool_field="header")


def in_folder(folder: str) -> tuple[tuple[str, str], ...]:
    """Which project is meant."""
    return (("directory", folder),)


def reply(request: RequestName, body: Mapping[str, str]) -> HttpCall:
    """The answer to a permission."""
    return HttpCall("POST", f"/permission/{request.id}/reply", in_folder(request.folder), body)


def parts_of(message: object) -> Sequence[Mapping[str, Any]]:
    """The parts of a message."""
    parts = message.get("parts") if isinstance(message, dict) else None
    return [each for each in parts if isinstance(each, dict)] if isinstance(parts, list) else ()


def use_in(tool: object, state: object) -> ToolUse:
    """The call of a tool in what is told of its state."""
    found = state if isinstance(state, dict) else {}
    status, error = found.get("status"), found.get("error")
    said = error.get("message") if isinstance(error, dict) else error
    return ToolUse(
        tool, found.get("input"), status if isinstance(status, str) else "", said if isinstance(said, str) else ""
    )
