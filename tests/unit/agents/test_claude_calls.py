"""What Claude Code's tools are in our words; a payload that lacks something is refused by the field's name."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from countermark.agents.base import Nothing
from countermark.agents.claude_code import translator
from countermark.agents.claude_code.calls import TOUCHES_NOTHING
from countermark.model.asked import CallPoint
from countermark.model.conversations import CallDenied, MalformedCall
from countermark.model.errors import BadInput
from countermark.model.permissions import PermissionAsk
from countermark.model.questions import Choice, PromptKind, QuestionAsk, QuestionSource
from countermark.model.tool_calls import ToolKind
from tests.unit.agents.test_recorded_payloads import MEANING, recorded

ASKING = sorted(name for name, meaning in MEANING.items() if meaning in (PermissionAsk, QuestionAsk, CallDenied))
CWD = "/home/dev/web-store"


def event(tool: str, given: object, *, name: str = "PreToolUse", **more: object) -> bytes:
    base = {"session_id": "c-1", "cwd": CWD, "hook_event_name": name, "tool_use_id": "toolu_1"}
    return json.dumps({**base, "tool_name": tool, "tool_input": given, **more}).encode()


def asked(tool: str, given: object, **more: Any) -> PermissionAsk:
    found = translator.read(event(tool, given, **more))
    assert isinstance(found, PermissionAsk), found
    return found


def malformed(payload: bytes) -> MalformedCall:
    found = translator.read(payload)
    assert isinstance(found, MalformedCall), found
    return found


@pytest.mark.parametrize(
    ("tool", "given", "call"),
    [
        ("Bash", {"command": "ls -1", "description": "List"}, {"kind": ToolKind.BASH, "command": "ls -1"}),
        ("Read", {"file_path": "/etc/hosts"}, {"kind": ToolKind.READ, "paths": ("/etc/hosts",)}),
        ("NotebookRead", {"notebook_path": "/n.ipynb"}, {"kind": ToolKind.READ, "paths": ("/n.ipynb",)}),
        ("LS", {"path": "/srv"}, {"kind": ToolKind.READ, "paths": ("/srv",)}),
        ("LS", {}, {"kind": ToolKind.READ, "paths": (CWD,)}),
        ("Grep", {"pattern": "x"}, {"kind": ToolKind.READ, "paths": (CWD,)}),
        ("Grep", {"pattern": "../x", "path": "src"}, {"kind": ToolKind.READ, "paths": ("src",)}),
        ("Glob", {"pattern": "**/*.{ts,tsx}"}, {"kind": ToolKind.READ, "paths": (CWD,)}),
        ("Glob", {"pattern": "/etc/**"}, {"kind": ToolKind.READ, "paths": (CWD, "/")}),
        ("Glob", {"pattern": "~/.ssh/*"}, {"kind": ToolKind.READ, "paths": (CWD, "/")}),
        ("Glob", {"pattern": "src/../../*", "path": "a"}, {"kind": ToolKind.READ, "paths": ("a", "/")}),
        ("Glob", {"pattern": "{src,../../etc}/*"}, {"kind": ToolKind.READ, "paths": (CWD, "/")}),
        ("Glob", {"pattern": "{a,/etc}/*"}, {"kind": ToolKind.READ, "paths": (CWD, "/")}),
        ("Write", {"file_path": "a.md", "content": "é"}, {"kind": ToolKind.EDIT, "paths": ("a.md",), "size": 2}),
        ("Write", {"file_path": "a.md", "content": ""}, {"kind": ToolKind.EDIT, "paths": ("a.md",), "size": 0}),
        (
            "Edit",
            {"file_path": "a.md", "old_string": "", "new_string": "abc"},
            {"kind": ToolKind.EDIT, "paths": ("a.md",), "size": 3},
        ),
        (
            "Edit",
            {"file_path": "a.md", "old_string": "b", "new_string": "abc", "replace_all": True},
            {"kind": ToolKind.EDIT, "paths": ("a.md",), "size": None},
        ),
        (
            "MultiEdit",
            {
                "file_path": "a",
                "edits": [{"old_string": "b", "new_string": "c"}, {"old_string": "d", "new_string": ""}],
            },
            {"kind": ToolKind.EDIT, "paths": ("a",), "size": 1},
        ),
        (
            "NotebookEdit",
            {"notebook_path": "n.ipynb", "new_source": "xy"},
            {"kind": ToolKind.EDIT, "paths": ("n.ipynb",), "size": 2},
        ),
        (
            "WebFetch",
            {"url": "https://example.org/a", "prompt": "p"},
            {"kind": ToolKind.FETCH, "url": "https://example.org/a"},
        ),
        ("mcp__desk__list_all", {}, {"kind": ToolKind.MCP, "server": "desk", "tool": "list_all"}),
        ("mcp__a_b__c__d", {"x": 1}, {"kind": ToolKind.MCP, "server": "a_b", "tool": "c__d"}),
        ("WebSearch", {"query": "q"}, {"kind": ToolKind.OTHER}),
        ("CronCreate", {}, {"kind": ToolKind.OTHER}),
    ],
)
def test_a_tool_in_our_words(tool: str, given: object, call: dict[str, object]) -> None:
    found = asked(tool, given).call
    assert (found.name, found.cwd, json.loads(found.arguments)) == (tool, CWD, given)
    fields = ("kind", "command", "paths", "size", "url", "server", "tool", "deletes")
    without: dict[str, object] = dict.fromkeys(fields) | {"paths": (), "deletes": False}
    assert {name: getattr(found, name) for name in fields} == without | call


@pytest.mark.parametrize(
    ("told", "server", "tool"),
    [
        ({"name": "a.b__c", "source": "user"}, "a.b__c", "d"),
        ({"name": "a.b"}, "a.b", "c__d"),
        ({"name": "another"}, "a_b", "c__d"),
        ({"name": 7}, "a_b", "c__d"),
        ("a.b__c", "a_b", "c__d"),
    ],
)
def test_a_server_is_named_as_the_person_has_named_it(told: object, server: str, tool: str) -> None:
    call = asked("mcp__a_b__c__d", {}, mcp_server=told).call
    assert (call.kind, call.server, call.tool) == (ToolKind.MCP, server, tool)


def test_arguments_are_canonical_so_that_the_same_call_has_one_digest() -> None:
    one = asked("Bash", {"command": "ls", "description": "é"}).call
    other = asked("Bash", {"description": "é", "command": "ls"}, name="PermissionRequest").call
    assert one.arguments == '{"command":"ls","description":"é"}'
    assert one.digest == other.digest


@pytest.mark.parametrize(
    ("name", "point"), [("PreToolUse", CallPoint.BEFORE_USE), ("PermissionRequest", CallPoint.DIALOG)]
)
def test_who_asks_and_where(name: str, point: CallPoint) -> None:
    found = asked("Bash", {"command": "ls", "description": "Look"}, name=name, agent_id="a1", agent_type="Explore")
    asker = found.asker
    assert (asker.agent, asker.workspace, asker.conversation) == ("claude-code", CWD, "c-1")
    assert (asker.point, asker.call_id, asker.sub_agent) == (point, "toolu_1", "Explore a1")
    assert (found.reason, found.takes_edits) == ("Look", True)


def test_a_dialog_has_no_id_of_the_call() -> None:
    found = translator.read(recorded("permission_request_bash"))
    assert isinstance(found, PermissionAsk)
    assert found.asker.call_id is None


@pytest.mark.parametrize("tool", sorted(TOUCHES_NOTHING))
def test_a_tool_that_touches_nothing_is_no_question_before_its_use(tool: str) -> None:
    assert translator.read(event(tool, {})) == Nothing()
    assert asked(tool, {}, name="PermissionRequest").call.kind is ToolKind.OTHER


def test_what_claude_itself_has_refused() -> None:
    found = translator.read(recorded("permission_denied"))
    assert isinstance(found, CallDenied)
    assert (found.call.kind, found.why) == (ToolKind.BASH, "Classifier unavailable")


def cut(sent: dict[str, Any], path: tuple[str, ...], value: object) -> bytes:
    """The payload with one field gone (`...`) or of another type."""
    changed: dict[str, Any] = json.loads(json.dumps(sent))
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    if value is ...:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return json.dumps(changed).encode()


def needed(sent: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    """The fields without which a payload says too little."""
    yield from [("session_id",), ("cwd",)]
    if sent["hook_event_name"] == "Elicitation":
        yield from [("mcp_server_name",), ("message",), ("requested_schema",), ("requested_schema", "properties")]
        return
    yield from [("tool_name",), ("tool_input",)]
    if sent["hook_event_name"] == "PermissionDenied":
        yield ("reason",)
    for field in ("command", "file_path", "content", "old_string", "new_string", "questions"):
        if field in sent["tool_input"]:
            yield ("tool_input", field)


CUTS = [(name, path) for name in ASKING for path in needed(json.loads(recorded(name)))]


@pytest.mark.parametrize("value", [..., None, 7, True, [], ["x"]])
@pytest.mark.parametrize(("name", "path"), CUTS, ids=[f"{name}-{'.'.join(path)}" for name, path in CUTS])
def test_a_field_that_is_missing_or_of_another_type_is_named(name: str, path: tuple[str, ...], value: object) -> None:
    assert path[-1] in malformed(cut(json.loads(recorded(name)), path, value)).why


@pytest.mark.parametrize(
    ("payload", "why"),
    [
        (event("Bash", {"command": " "}), "command is empty"),
        (event("Bash", {"command": "ls \0"}), "command has a NUL character in it"),
        (event("Bash", {"command": "ls \ud800"}), "tool_input has half a character in it"),
        (event("Bash", {"command": "ls", "timeout": float("inf")}), "tool_input has a number in it that JSON"),
        (event("Read", {"file_path": "/" + "x" * 5000}), "file_path is longer than 4096 characters"),
        (event("Glob", {"path": "src"}), "pattern is missing"),
        (event("Edit", {"file_path": "a", "old_string": "b", "new_string": "c", "replace_all": 1}), "replace_all is"),
        (event("MultiEdit", {"file_path": "a", "edits": []}), "edits has 0 entries"),
        (event("WebFetch", {"url": 1}), "url is no text"),
        (event("mcp__desk", {}), "tool_name names no server and tool"),
        (event("Bash", {"command": "ls"}, cwd="web-store"), "cwd is no absolute path"),
        (event("Bash", {"command": "ls"}, tool_use_id=3), "tool_use_id is no text"),
    ],
)
def test_a_call_that_cannot_be_understood(payload: bytes, why: str) -> None:
    found = malformed(payload)
    assert found.why.startswith(why)
    assert found.tool


@pytest.mark.parametrize("payload", [b"", b"{", b"[]", b"\xff", recorded("pre_tool_use_bash")[:-40], b"{}"])
def test_what_is_no_payload_at_all(payload: bytes) -> None:
    with pytest.raises(BadInput):
        translator.read(payload)


def question(*questions: dict[str, Any]) -> QuestionAsk | MalformedCall:
    found = translator.read(event("AskUserQuestion", {"questions": list(questions)}, name="PermissionRequest"))
    assert isinstance(found, QuestionAsk | MalformedCall)
    return found


COLOUR: dict[str, Any] = {"question": "Which colour?", "options": [{"label": "Red"}, {"label": "Blue"}]}


def test_several_questions_with_all_that_they_offer() -> None:
    layout = {"label": "Two columns", "description": "wide", "preview": "| a | b |"}
    ask = question({**COLOUR, "header": "Colour"}, {"question": "Layout?", "options": [layout], "multiSelect": True})
    assert isinstance(ask, QuestionAsk)
    first, second = ask.prompts
    assert (first.name, first.header, first.kind, first.several) == (
        "Which colour?",
        "Colour",
        PromptKind.CHOICE,
        False,
    )
    assert second.choices == (Choice("Two columns", "Two columns", "wide", "| a | b |"),)
    assert (second.several, second.free, second.required) == (True, True, True)
    assert (ask.source, json.loads(ask.arguments)["questions"][0]) == (
        QuestionSource.AGENT, {**COLOUR, "header": "Colour"},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("questions", "why"),
    [
        ([], "questions has 0 entries"),
        ([COLOUR] * 51, "questions has 51 entries"),
        ([COLOUR, COLOUR], "questions has the same question twice"),
        ([{**COLOUR, "question": "x" * 5000}], "question is longer"),
        ([{**COLOUR, "options": []}], "options has 0 entries"),
        ([{**COLOUR, "options": [{"label": 1}]}], "label is no text"),
        ([{**COLOUR, "options": [{"label": "a", "preview": 1}]}], "preview is no text"),
        ([{**COLOUR, "multiSelect": "yes"}], "multiSelect is neither"),
    ],
)
def test_a_question_that_cannot_be_shown(questions: list[dict[str, Any]], why: str) -> None:
    found = question(*questions)
    assert isinstance(found, MalformedCall)
    assert found.why.startswith(why)
