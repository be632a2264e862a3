"""What both versions of OpenCode's server tell and are told: pure functions over recorded shapes and hostile ones.

Version 1's are as 1.18.33 sent them. Version 2's are made from its documents and its OpenAPI: *not yet seen live*.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from countermark.agents.fields import Malformed
from countermark.agents.opencode.asks import permission_asked, question_asked
from countermark.agents.opencode.dialect import Dialect
from countermark.agents.opencode.event_stream import EventSplitter
from countermark.agents.opencode.heard import (
    Heard,
    HttpCall,
    MalformedRequest,
    PermissionRequest,
    QuestionRequest,
    RequestSettled,
    SessionOver,
    ToolUse,
    TurnOver,
    UnknownShape,
)
from countermark.agents.opencode.requests import is_id
from countermark.agents.opencode.version_1 import Version1
from countermark.agents.opencode.version_2 import Version2
from countermark.agents.opencode.versions import dialect_of, version_in
from countermark.model.asked import CallPoint
from countermark.model.tool_calls import ToolKind

FOLDER = "/srv/shop"
ASKED = {
    "id": "per_1ffe306bf0012Jz0MO5oPRmGEH", "sessionID": "ses_e001d2193ffe5RpN4EOjgHF3sY", "permission": "bash",
    "patterns": ["touch a.txt", "ls -1"], "metadata": {"command": "touch a.txt && ls -1"}, "always": ["touch *"],
    "tool": {"messageID": "msg_1ffe2f0f6001aImath9cOpDlEC", "callID": "call_14cb1bfe27534a77943cc78d"},
}  # fmt: skip
QUESTION = {
    "id": "que_1", "sessionID": "ses_1", "tool": {"messageID": "msg_1", "callID": "call_1"},
    "questions": [
        {"question": "Which colour?", "header": "Colour", "options": [{"label": "Red", "description": "warm"}]}
    ],
}  # fmt: skip
ASKED_2 = {
    "id": "per_1", "sessionID": "ses_1", "action": "shell", "resources": ["touch a.txt"],
    "source": {"type": "tool", "messageID": "msg_1", "callID": "call_1"},
}  # fmt: skip


def event_1(kind: str, properties: object, *, folder: object = FOLDER) -> dict[str, Any]:
    return {
        "directory": folder,
        "project": "global",
        "payload": {"id": "evt_1", "type": kind, "properties": properties},
    }


def event_2(kind: str, told: object) -> dict[str, Any]:
    return {"id": "evt_1", "created": 1, "type": kind, "location": {"directory": FOLDER}, "data": told}


def heard(dialect: Dialect, event: Mapping[str, Any]) -> Heard:
    (only,) = dialect.hear(event)
    return only


def test_version_1_asks_for_leave() -> None:
    request = heard(Version1(), event_1("permission.asked", ASKED))
    assert isinstance(request, PermissionRequest)
    assert (request.permission, request.folder, request.call) == ("bash", FOLDER, ASKED["tool"]["callID"])  # type: ignore[index]
    use = ToolUse("bash", {"command": "touch a.txt && ls -1", "description": "Make it"}, "running", "")
    asked = permission_asked(request, use, server="s")
    assert (asked.call.kind, asked.call.command, asked.call.name) == (ToolKind.BASH, "touch a.txt && ls -1", "bash")
    assert (asked.reason, asked.asker.point, asked.asker.agent_server) == ("Make it", CallPoint.DIALOG, "s")


def test_without_a_call_only_a_person_decides_about_what_the_request_says() -> None:
    request = heard(Version1(), event_1("permission.asked", {**ASKED, "tool": None}))
    assert isinstance(request, PermissionRequest)
    call = permission_asked(request, None, server="s").call
    assert (call.kind, call.name, call.command) == (ToolKind.OTHER, "bash", None)
    assert json.loads(call.arguments)["patterns"] == ["touch a.txt", "ls -1"]


def test_whether_to_go_on_with_a_loop_is_not_the_call_itself() -> None:
    request = heard(Version1(), event_1("permission.asked", {**ASKED, "permission": "doom_loop"}))
    assert isinstance(request, PermissionRequest)
    use = ToolUse("bash", {"command": "git status"}, "running", "")
    assert permission_asked(request, use, server="s").call.kind is ToolKind.OTHER


@pytest.mark.parametrize(
    ("dialect", "event"),
    [
        (Version1(), event_1("question.asked", QUESTION)),
        (Version2(), event_2("question.v2.asked", QUESTION)),
        (Version2(), event_2("question.asked", QUESTION)),
    ],
)
def test_questions_keep_their_order_and_take_words(dialect: Dialect, event: Mapping[str, Any]) -> None:
    request = heard(dialect, event)
    assert isinstance(request, QuestionRequest)
    (prompt,) = question_asked(request, server="s").prompts
    assert (prompt.name, prompt.text, prompt.free, prompt.several) == ("0", "Which colour?", True, False)


@pytest.mark.parametrize(
    ("dialect", "event", "meaning"),
    [
        (
            Version1(),
            event_1("permission.replied", {"sessionID": "s", "requestID": "p", "reply": "reject"}),
            RequestSettled("p", "s", rejected=True),
        ),
        (
            Version1(),
            event_1("question.replied", {"sessionID": "s", "requestID": "q", "answers": [["Blue"]]}),
            RequestSettled("q", "s", rejected=False),
        ),
        (
            Version1(),
            event_1("question.rejected", {"sessionID": "s", "requestID": "q"}),
            RequestSettled("q", "s", True),
        ),
        (Version1(), event_1("session.idle", {"sessionID": "s"}), TurnOver("s", FOLDER)),
        (Version1(), event_1("session.deleted", {"sessionID": "s", "info": {}}), SessionOver("s", FOLDER)),
        (
            Version2(),
            event_2("permission.v2.replied", {"sessionID": "s", "requestID": "p", "reply": "once"}),
            RequestSettled("p", "s", rejected=False),
        ),
        (Version2(), event_2("session.execution.interrupted", {"sessionID": "s"}), TurnOver("s", "")),
        (Version2(), event_2("session.deleted", {"sessionID": "s"}), SessionOver("s", "")),
    ],
)
def test_what_becomes_of_requests(dialect: Dialect, event: Mapping[str, Any], meaning: Heard) -> None:
    assert heard(dialect, event) == meaning


@pytest.mark.parametrize("kind", ["server.connected", "message.part.updated", "session.status", "permission.v2.asked"])
def test_version_1_says_much_that_does_not_matter_here(kind: str) -> None:
    assert not Version1().hear(event_1(kind, {"anything": 1}))


@pytest.mark.parametrize(
    ("dialect", "event"),
    [
        (Version1(), event_1("permission.asked.again", ASKED)),
        (Version1(), {"directory": FOLDER, "payload": 3}),
        (Version1(), event_1("permission.asked", ASKED, folder=None)),
        (Version1(), event_1("permission.replied", {"sessionID": 3})),
        (Version2(), event_2("form.created", {"id": "frm_1"})),
        (Version2(), event_2("never.heard.of", {})),
        (Version2(), {"type": 3}),
        (Version2(), {**event_2("permission.asked", ASKED_2), "location": None}),
    ],
)
def test_unknown_shapes_are_named_and_never_answered(dialect: Dialect, event: Mapping[str, Any]) -> None:
    assert isinstance(heard(dialect, event), UnknownShape)


def broken(whole: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Each field missing, of another type, and huge."""
    for name in whole:
        if name in ("always", "metadata", "save"):
            continue
        yield f"without {name}", {key: value for key, value in whole.items() if key != name}
        wrongs: tuple[Any, ...] = (3, [], {}, ["x", 3], "\0", "x" * 100_000, "../../session", "")
        for wrong in wrongs:
            is_fine = (wrong == [] and name in ("patterns", "resources")) or (
                wrong == "../../session" and name in ("permission", "action")
            )
            if not is_fine:
                yield f"{name}={str(wrong)[:20]}", {**whole, name: wrong}


OPTIONAL = {"without tool", "without source"}


@pytest.mark.parametrize(("name", "told"), [each for each in broken(ASKED) if each[0] not in OPTIONAL])
def test_a_permission_of_version_1_that_lacks_something_is_malformed(name: str, told: Mapping[str, Any]) -> None:
    found = heard(Version1(), event_1("permission.asked", told))
    assert isinstance(found, MalformedRequest), name
    assert not found.is_question


@pytest.mark.parametrize(("name", "told"), [each for each in broken(ASKED_2) if each[0] not in OPTIONAL])
def test_a_permission_of_version_2_that_lacks_something_is_malformed(name: str, told: Mapping[str, Any]) -> None:
    assert isinstance(heard(Version2(), event_2("permission.asked", told)), MalformedRequest), name


@pytest.mark.parametrize(("name", "told"), [each for each in broken(QUESTION) if each[0] not in OPTIONAL])
def test_a_question_that_lacks_something_is_malformed(name: str, told: Mapping[str, Any]) -> None:
    assert isinstance(heard(Version1(), event_1("question.asked", told)), MalformedRequest), name


def test_the_metadata_must_be_there_in_version_1_alone() -> None:
    without = {key: value for key, value in ASKED.items() if key != "metadata"}
    assert isinstance(heard(Version1(), event_1("permission.asked", without)), MalformedRequest)
    assert isinstance(heard(Version2(), event_2("permission.asked", ASKED_2)), PermissionRequest)


def test_neither_version_is_ever_told_always() -> None:
    for dialect, event in (
        (Version1(), event_1("permission.asked", ASKED)), (Version2(), event_2("permission.asked", ASKED_2)),
    ):  # fmt: skip
        request = heard(dialect, event)
        assert isinstance(request, PermissionRequest)
        assert dialect.allow(request.name).body == {"reply": "once"}
        assert dialect.reject(request.name, None).body == {"reply": "reject"}
        assert dialect.reject(request.name, "No.").body == {"reply": "reject", "message": "No."}


def test_replies_go_where_each_version_takes_them() -> None:
    one = heard(Version1(), event_1("question.asked", QUESTION))
    assert isinstance(one, QuestionRequest)
    there = (("directory", FOLDER),)
    assert Version1().answer(one.name, [("Blue",)]) == HttpCall(
        "POST", "/question/que_1/reply", there, {"answers": [["Blue"]]}
    )
    assert Version2().answer(one.name, [("Blue",)]).path == "/api/session/ses_1/question/que_1/reply"
    assert Version2().reject(one.name, None).path == "/api/session/ses_1/question/que_1/reject"


def test_a_call_is_found_in_its_message() -> None:
    state = {"status": "running", "input": {"command": "ls"}}
    message = {"info": {}, "parts": [{"type": "text"}, {"type": "tool", "callID": "c", "tool": "bash", "state": state}]}
    assert Version1().tool_use(message, "c") == ToolUse("bash", {"command": "ls"}, "running", "")
    assert Version1().tool_use([message], "other") is None
    told = {"data": {"type": "assistant", "content": [{"type": "tool", "id": "c", "name": "shell", "state": state}]}}
    assert Version2().tool_use(told, "c") == ToolUse("shell", {"command": "ls"}, "running", "")


@pytest.mark.parametrize("answer", [None, 3, [], {"parts": 3}, {"data": [{"content": [3]}]}, [{"parts": [None]}]])
def test_a_message_of_another_shape_has_no_call(answer: object) -> None:
    assert Version1().tool_use(answer, "c") is None
    assert Version2().tool_use(answer, "c") is None


def test_version_2_lists_what_it_has_saved() -> None:
    rows = {"data": [{"id": "sav_1", "projectID": "p", "action": "shell", "resource": "touch *"}]}
    (grant,) = Version2().saved_in(rows)
    assert (grant.id, grant.title) == ("sav_1", "shell touch *")
    assert Version2().take_back(grant.id) == HttpCall("DELETE", "/api/permission/saved/sav_1")
    for odd in (None, {"data": 3}, {"data": [3]}, {"data": [{"id": "../x", "action": "a", "resource": "b"}]}):
        with pytest.raises(Malformed):
            Version2().saved_in(odd)


@pytest.mark.parametrize(
    ("version", "dialect"), [("1.18.33", Version1), ("2.0.12", Version2), ("3.1.0", Version2), (None, Version2)]
)
def test_the_version_says_who_speaks(version: str | None, dialect: type[Dialect]) -> None:
    assert isinstance(dialect_of(version), dialect)


@pytest.mark.parametrize("version", ["", "0.9", "latest", "v1", "-1.0", "9" * 5000])
def test_what_is_no_version_is_refused(version: str) -> None:
    if version.startswith("9"):
        assert isinstance(dialect_of(version), Version2)
        return
    with pytest.raises(Malformed):
        dialect_of(version)


@pytest.mark.parametrize("health", [None, {}, {"healthy": False}, {"healthy": True, "version": 3}, [True]])
def test_what_is_no_server_of_opencode_is_refused(health: object) -> None:
    with pytest.raises(Malformed):
        version_in(health)


@pytest.mark.parametrize("given", ["../x", "a/b", "", "a b", "ü", "x" * 201, "a%2f"])
def test_what_could_leave_its_part_of_a_path_is_no_id(given: str) -> None:
    assert not is_id(given)


def test_a_stream_is_the_same_however_it_is_cut() -> None:
    stream = b'data: {"a":1}\r\n\r\n: a comment\n\ndata: {"b":\ndata: 2}\n\nevent: x\ndata:3\n\ndata: never ends'
    for size in range(1, len(stream)):
        splitter = EventSplitter()
        pieces = (stream[start : start + size] for start in range(0, len(stream), size))
        found = [data for piece in pieces for data in splitter.feed(piece)]
        assert found == [b'{"a":1}', b'{"b":\n2}', b"3"]


def test_an_event_that_is_too_long_is_not_kept_and_the_next_one_is_read() -> None:
    splitter = EventSplitter(longest=50)
    found = [data for _ in range(10) for data in splitter.feed(b"data: " + b"x" * 20)]
    found += splitter.feed(b"\n\ndata: next\n\n")
    assert found == [None, b"next"]
