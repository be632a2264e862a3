"""What Copilot CLI 1.0.102 really sent to its hooks, in our words; what lacks something is refused."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countermark.agents.base import Heard, Nothing
from countermark.agents.copilot import translator
from countermark.agents.copilot.calls import TOUCHES_NOTHING
from countermark.agents.copilot.conversation import STEPS
from countermark.model.asked import CallPoint
from countermark.model.conversations import ConversationEvent, MalformedCall
from countermark.model.errors import BadInput
from countermark.model.permissions import PermissionAsk
from countermark.model.questions import PromptKind, QuestionAsk
from countermark.model.tool_calls import ToolKind
from tests.unit.agents.hook_payloads import JUNK, changed, names, recorded

CWD = "/home/dev/web-store"
UNNAMED = {"camel_post_tool_use_bash", "camel_session_start"}
MEANING: dict[str, type[Heard]] = {
    "camel_pre_tool_use_bash": PermissionAsk,
    "permission_request_bash": PermissionAsk,
    "permission_request_bash_sub_agent": PermissionAsk,
    "permission_request_create": PermissionAsk,
    "permission_request_edit": PermissionAsk,
    "permission_request_mcp": PermissionAsk,
    "post_tool_use_bash": Nothing,
    "pre_tool_use_bash": PermissionAsk,
    "pre_tool_use_bash_sub_agent": PermissionAsk,
    "pre_tool_use_create": PermissionAsk,
    "pre_tool_use_edit": PermissionAsk,
    "pre_tool_use_glob": PermissionAsk,
    "pre_tool_use_grep": PermissionAsk,
    "pre_tool_use_mcp": PermissionAsk,
    "pre_tool_use_question": QuestionAsk,
    "pre_tool_use_sql": Nothing,
    "pre_tool_use_task": Nothing,
    "pre_tool_use_view": PermissionAsk,
    "session_end": ConversationEvent,
    "session_start": ConversationEvent,
    "stop": ConversationEvent,
    "stop_sub_agent": ConversationEvent,
    "subagent_stop": ConversationEvent,
    "user_prompt_submit": ConversationEvent,
    "user_prompt_submit_sub_agent": ConversationEvent,
}
BASH = {"kind": ToolKind.BASH, "name": "bash", "command": "touch made.txt && ls -1"}


def event(tool: str, given: object, **more: object) -> bytes:
    base = {"hook_event_name": "PreToolUse", "session_id": "c-1", "cwd": CWD}
    return json.dumps({**base, "tool_name": tool, "tool_input": given, **more}).encode()


def asked(payload: bytes) -> PermissionAsk:
    found = translator.read(payload)
    assert isinstance(found, PermissionAsk), found
    return found


def malformed(payload: bytes) -> MalformedCall:
    found = translator.read(payload)
    assert isinstance(found, MalformedCall), found
    return found


def test_every_recorded_payload_is_in_the_table() -> None:
    assert names("copilot") == {*MEANING, *UNNAMED}


@pytest.mark.parametrize("name", sorted(MEANING))
def test_a_recorded_payload_is_understood(name: str) -> None:
    assert type(translator.read(recorded("copilot", name))) is MEANING[name]


@pytest.mark.parametrize("name", sorted(UNNAMED))
def test_an_event_without_a_name_says_how_hooks_are_registered(name: str) -> None:
    with pytest.raises(BadInput) as refusal:
        translator.read(recorded("copilot", name))
    assert "countermark install copilot" in str(refusal.value.hint)


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("pre_tool_use_bash", BASH),
        ("camel_pre_tool_use_bash", BASH),
        ("permission_request_bash", BASH),
        ("pre_tool_use_create", {"name": "create", "kind": ToolKind.EDIT, "paths": (f"{CWD}/n.txt",), "size": 3}),
        (
            "permission_request_create",
            {"name": "edit", "kind": ToolKind.EDIT, "paths": (f"{CWD}/n.txt",), "size": None},
        ),
        ("pre_tool_use_edit", {"name": "edit", "kind": ToolKind.EDIT, "paths": (f"{CWD}/old.txt",), "size": 2}),
        ("permission_request_edit", {"kind": ToolKind.EDIT, "paths": (f"{CWD}/old.txt",), "size": None}),
        ("pre_tool_use_view", {"name": "view", "kind": ToolKind.READ, "paths": ("/etc/hostname",)}),
        ("pre_tool_use_grep", {"name": "grep", "kind": ToolKind.READ, "paths": ("/etc/apt",)}),
        ("pre_tool_use_glob", {"name": "glob", "kind": ToolKind.READ, "paths": (CWD,)}),
        ("permission_request_mcp", {"kind": ToolKind.MCP, "server": "ship", "tool": "deploy"}),
        ("pre_tool_use_mcp", {"name": "ship-deploy", "kind": ToolKind.OTHER, "server": None}),
    ],
)
def test_a_tool_in_our_words(name: str, call: dict[str, object]) -> None:
    found = asked(recorded("copilot", name)).call
    assert {field: getattr(found, field) for field in call} == call


@pytest.mark.parametrize(
    ("tool", "given", "paths"),
    [
        ("Glob", {"pattern": "../*", "paths": ["a", "b"]}, ("a", "b", "/")),
        ("Glob", {"pattern": "/etc/*"}, (CWD, "/")),
        ("Grep", {"pattern": "../x", "paths": ["a"]}, ("a",)),
    ],
)
def test_what_is_searched(tool: str, given: object, paths: tuple[str, ...]) -> None:
    assert asked(event(tool, given)).call.paths == paths


@pytest.mark.parametrize("tool", ["a/b/c", "/b", "a/", "/"])
def test_a_name_that_may_be_of_two_servers_is_of_none(tool: str) -> None:
    assert asked(event(tool, {})).call.kind is ToolKind.OTHER


@pytest.mark.parametrize(
    ("name", "point", "takes_edits", "reason"),
    [
        ("pre_tool_use_bash", CallPoint.BEFORE_USE, True, "Make a file"),
        ("camel_pre_tool_use_bash", CallPoint.BEFORE_USE, True, "Make a file"),
        ("permission_request_bash", CallPoint.DIALOG, False, None),
    ],
)
def test_who_asks_and_where(name: str, point: CallPoint, takes_edits: bool, reason: str | None) -> None:
    found = asked(recorded("copilot", name))
    assert (found.asker.agent, found.asker.workspace, found.asker.point) == ("copilot", CWD, point)
    assert (found.takes_edits, found.reason, found.asker.waits_seconds) == (takes_edits, reason, 1800)


def test_a_sub_agent_belongs_to_the_conversation_of_the_person() -> None:
    before, dialog = (
        asked(recorded("copilot", f"{point}_bash_sub_agent")).asker for point in ("pre_tool_use", "permission_request")
    )
    ended = translator.read(recorded("copilot", "stop_sub_agent"))
    assert isinstance(ended, ConversationEvent)
    parent = json.loads(recorded("copilot", "subagent_stop"))["session_id"]
    assert {before.conversation, dialog.conversation, ended.conversation} == {parent}
    assert before.sub_agent == dialog.sub_agent == ended.sub_agent
    assert before.sub_agent is not None


def test_a_question_is_asked_at_the_desk_before_copilots_own_dialog() -> None:
    found = translator.read(recorded("copilot", "pre_tool_use_question"))
    assert isinstance(found, QuestionAsk)
    colour, copies = found.prompts
    assert (found.message, found.asker.point) == ("How shall it look?", CallPoint.DIALOG)
    assert (colour.header, colour.text, colour.kind, colour.free) == (
        "Colour",
        "Which colour?",
        PromptKind.CHOICE,
        True,
    )
    assert ([choice.value for choice in colour.choices], colour.required) == (["Red", "Blue"], True)
    assert (copies.kind, copies.required, copies.free) == (PromptKind.WHOLE_NUMBER, False, False)


@pytest.mark.parametrize("tool", sorted(TOUCHES_NOTHING))
def test_a_tool_that_touches_nothing_is_no_question_before_its_use(tool: str) -> None:
    assert translator.read(event(tool, {})) == Nothing()


@pytest.mark.parametrize("name", sorted(name for name, meaning in MEANING.items() if meaning is ConversationEvent))
def test_a_step_of_a_conversation(name: str) -> None:
    step = translator.read(recorded("copilot", name))
    assert isinstance(step, ConversationEvent)
    assert step.step is STEPS[json.loads(recorded("copilot", name))["hook_event_name"]]
    assert translator.read(changed(recorded("copilot", name), ("session_id",), ...)) == Nothing()


NEEDED: dict[str, list[tuple[str, ...]]] = {
    "pre_tool_use_bash": [("session_id",), ("cwd",), ("tool_name",), ("tool_input",), ("tool_input", "command")],
    "permission_request_bash": [("sessionId",), ("cwd",), ("toolName",), ("toolInput",), ("toolInput", "command")],
    "permission_request_edit": [("toolInput", "file_path"), ("toolInput", "diff")],
    "pre_tool_use_edit": [("tool_input", "path"), ("tool_input", "old_str"), ("tool_input", "new_str")],
    "pre_tool_use_create": [("tool_input", "path"), ("tool_input", "file_text")],
    "pre_tool_use_view": [("tool_input", "path")],
    "pre_tool_use_question": [
        ("session_id",),
        ("tool_input", "message"),
        ("tool_input", "requestedSchema"),
        ("tool_input", "requestedSchema", "properties"),
    ],
}
CUTS = [(name, path) for name, paths in NEEDED.items() for path in paths]


@pytest.mark.parametrize("value", [..., None, 7, True, [], ["x"]])
@pytest.mark.parametrize(("name", "path"), CUTS, ids=[f"{name}-{'.'.join(path)}" for name, path in CUTS])
def test_a_field_that_is_missing_or_of_another_type_is_refused(name: str, path: tuple[str, ...], value: object) -> None:
    payload = changed(recorded("copilot", name), path, value)
    assert malformed(payload).why
    assert '"allow"' not in translator.refused(payload, "x").stdout


@pytest.mark.parametrize("paths", [[], [""], [7], 7, {"a": 1}, ["x" * 5000], ["a\0"], ["a"] * 1001])
def test_folders_that_cannot_be_shown_are_refused(paths: object) -> None:
    assert malformed(event("Grep", {"pattern": "x", "paths": paths})).why.startswith("paths ")


@given(
    name=st.sampled_from(["PreToolUse", "PermissionRequest", "Stop", "X"]) | JUNK,
    tool=JUNK | st.sampled_from(["Bash", "edit", "Glob", "a/b", "ask_user"]),
    fields=st.dictionaries(
        st.sampled_from(["session_id", "sessionId", "hookName", "cwd", "tool_input", "toolArgs", "agent_id"]), JUNK
    ),
)
def test_whatever_comes_is_read_or_refused(name: object, tool: object, fields: dict[str, Any]) -> None:
    payload = json.dumps({**fields, "hook_event_name": name, "tool_name": tool}).encode()
    try:
        found = translator.read(payload)
    except BadInput:
        return
    if isinstance(found, MalformedCall):
        assert translator.refused(payload, found.why).stdout
