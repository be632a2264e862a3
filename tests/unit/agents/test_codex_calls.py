"""What Codex 0.169 really sent to its hooks, in our words; what lacks something is refused by the field's name."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countermark.agents.base import Heard, Nothing
from countermark.agents.codex import translator
from countermark.agents.codex.calls import TOUCHES_NOTHING
from countermark.agents.codex.conversation import STEPS
from countermark.agents.codex.patches import Patch, read_patch
from countermark.agents.fields import Malformed
from countermark.model.asked import CallPoint
from countermark.model.conversations import ConversationEvent, MalformedCall
from countermark.model.errors import BadInput
from countermark.model.permissions import PermissionAsk
from countermark.model.questions import Choice, QuestionAsk
from countermark.model.tool_calls import ToolKind
from tests.unit.agents.hook_payloads import JUNK, changed, names, recorded

CWD = "/home/dev/web-store"
MEANING: dict[str, type[Heard]] = {
    "interrupt": ConversationEvent,
    "permission_request_bash": PermissionAsk,
    "permission_request_mcp": PermissionAsk,
    "permission_request_patch": PermissionAsk,
    "post_tool_use_bash": Nothing,
    "post_tool_use_mcp": Nothing,
    "post_tool_use_patch": Nothing,
    "post_tool_use_question": Nothing,
    "pre_tool_use_bash": PermissionAsk,
    "pre_tool_use_bash_never_asks": PermissionAsk,
    "pre_tool_use_bash_other_folder": PermissionAsk,
    "pre_tool_use_bash_sub_agent": PermissionAsk,
    "pre_tool_use_get_goal": Nothing,
    "pre_tool_use_mcp": PermissionAsk,
    "pre_tool_use_patch": PermissionAsk,
    "pre_tool_use_patch_outside": PermissionAsk,
    "pre_tool_use_question": QuestionAsk,
    "pre_tool_use_spawn_agent": Nothing,
    "pre_tool_use_view_image": PermissionAsk,
    "session_end": ConversationEvent,
    "session_start": ConversationEvent,
    "stop": ConversationEvent,
    "user_prompt_submit": ConversationEvent,
    "user_prompt_submit_sub_agent": ConversationEvent,
}
ASKING = sorted(name for name, meaning in MEANING.items() if meaning in (PermissionAsk, QuestionAsk))


def event(tool: str, given: object, *, name: str = "PreToolUse", **more: object) -> bytes:
    base = {"session_id": "c-1", "cwd": CWD, "hook_event_name": name}
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
    assert names("codex") == set(MEANING)


@pytest.mark.parametrize("name", sorted(MEANING))
def test_a_recorded_payload_is_understood(name: str) -> None:
    assert type(translator.read(recorded("codex", name))) is MEANING[name]


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("pre_tool_use_bash", {"name": "Bash", "kind": ToolKind.BASH, "command": "touch made.txt && ls -1"}),
        ("pre_tool_use_bash_other_folder", {"kind": ToolKind.BASH, "cwd": f"{CWD}/sub"}),
        (
            "pre_tool_use_patch",
            {
                "name": "apply_patch", "kind": ToolKind.EDIT, "deletes": True, "size": 11, "command": None,
                "paths": ("made-by-patch.txt", "old.txt", "new.txt", "gone.txt"),
            },
        ),
        ("pre_tool_use_patch_outside", {"paths": ("../outside.txt",), "deletes": False}),
        ("pre_tool_use_mcp", {"kind": ToolKind.MCP, "server": "ship", "tool": "deploy"}),
        ("pre_tool_use_view_image", {"kind": ToolKind.READ, "paths": ("/etc/hostname",)}),
    ],
)  # fmt: skip
def test_a_tool_in_our_words(name: str, call: dict[str, object]) -> None:
    found = asked(recorded("codex", name)).call
    assert {field: getattr(found, field) for field in call} == call


@pytest.mark.parametrize("tool", ["bash", "patch", "mcp"])
def test_a_call_has_one_digest_at_both_points(tool: str) -> None:
    before, dialog = (asked(recorded("codex", f"{point}_{tool}")) for point in ("pre_tool_use", "permission_request"))
    assert before.call == dialog.call
    assert (before.asker.point, dialog.asker.point) == (CallPoint.BEFORE_USE, CallPoint.DIALOG)
    assert before.asker.call_id is not None
    assert dialog.asker.call_id is None


def test_why_codex_asks_is_no_part_of_what_it_does() -> None:
    dialog = asked(recorded("codex", "permission_request_bash"))
    assert dialog.reason == "May I make a file?"
    assert json.loads(dialog.call.arguments) == {"command": "touch made.txt && ls -1"}


def test_what_a_servers_tool_is_described_with_is_an_argument_of_it() -> None:
    found = asked(event("mcp__ship__deploy", {"description": "x"}, name="PermissionRequest"))
    assert (found.reason, found.call.arguments) == (None, '{"description":"x"}')


def test_codex_takes_no_other_arguments_and_cannot_be_made_to_ask() -> None:
    for name in ASKING:
        found = translator.read(recorded("codex", name))
        if isinstance(found, PermissionAsk):
            assert (found.takes_edits, found.asks_when_told) == (False, False)


def test_the_hub_answers_before_codex_ends_the_hook() -> None:
    assert asked(recorded("codex", "pre_tool_use_bash")).asker.waits_seconds == 1800


def test_a_sub_agent_is_named() -> None:
    found = asked(recorded("codex", "pre_tool_use_bash_sub_agent"))
    sent = json.loads(recorded("codex", "pre_tool_use_bash_sub_agent"))
    assert (found.asker.conversation, found.asker.sub_agent) == (sent["session_id"], f"default {sent['agent_id']}")


@pytest.mark.parametrize("tool", sorted(TOUCHES_NOTHING))
def test_a_tool_that_touches_nothing_is_no_question_before_its_use(tool: str) -> None:
    assert translator.read(event(tool, {})) == Nothing()
    assert asked(event(tool, {}, name="PermissionRequest")).call.kind is ToolKind.OTHER


def test_a_question_is_asked_at_the_desk_before_codexs_own_dialog() -> None:
    found = translator.read(recorded("codex", "pre_tool_use_question"))
    assert isinstance(found, QuestionAsk)
    (prompt,) = found.prompts
    assert (prompt.name, prompt.text, prompt.header, prompt.free) == ("q1", "Which colour?", "Colour", True)
    assert prompt.choices == (Choice("Red", "Red", "warm"), Choice("Blue", "Blue", "cold"))
    assert found.asker.point is CallPoint.DIALOG


@pytest.mark.parametrize("name", sorted(name for name, meaning in MEANING.items() if meaning is ConversationEvent))
def test_a_step_of_a_conversation(name: str) -> None:
    sent = json.loads(recorded("codex", name))
    step = translator.read(recorded("codex", name))
    assert isinstance(step, ConversationEvent)
    assert (step.step, step.conversation) == (STEPS[sent["hook_event_name"]], sent["session_id"])
    assert translator.read(changed(recorded("codex", name), ("session_id",), ...)) == Nothing()


FIELDS = [("session_id",), ("cwd",), ("tool_name",), ("tool_input",), ("tool_input", "command"), ("tool_use_id",)]


@pytest.mark.parametrize("value", [..., None, 7, True, [], ["x"], ""])
@pytest.mark.parametrize("path", FIELDS)
@pytest.mark.parametrize("name", ["pre_tool_use_bash", "pre_tool_use_patch"])
def test_a_field_that_is_missing_or_of_another_type_is_named(name: str, path: tuple[str, ...], value: object) -> None:
    payload = changed(recorded("codex", name), path, value)
    if (path, value) == (("tool_use_id",), ...):
        assert asked(payload).asker.call_id is None
    else:
        assert path[-1] in malformed(payload).why


@pytest.mark.parametrize(
    ("payload", "why"),
    [
        (event("Bash", {"command": "ls \0"}), "command has a NUL character in it"),
        (event("Bash", {"command": "ls \ud800"}), "tool_input has half a character in it"),
        (event("Bash", {"command": "ls"}, cwd="sub"), "cwd is no absolute path"),
        (event("apply_patch", {"command": "hello"}), "the patch does not begin and end as patches do"),
        (event("mcp__only", {}), "tool_name names no server and tool"),
        (event("request_user_input", {"questions": []}), "questions has 0 entries; 1 to 50 can be shown"),
        (
            event("request_user_input", {"questions": [{"id": "a", "question": "b", "options": [{"label": "c"}]}] * 2}),
            "questions has the same question twice",
        ),
    ],
)
def test_what_cannot_be_understood_says_why(payload: bytes, why: str) -> None:
    assert malformed(payload).why == why


@pytest.mark.parametrize("payload", [b"", b"[]", b"{}", b'{"hook_event_name": 7}', b"\xff", b"[" * 100_000])
def test_what_is_no_event_is_bad_input(payload: bytes) -> None:
    with pytest.raises(BadInput):
        translator.read(payload)


@given(
    name=st.sampled_from(["PreToolUse", "PermissionRequest", "Stop", "X"]),
    tool=JUNK | st.sampled_from(["Bash", "apply_patch", "request_user_input", "view_image", "mcp__a__b"]),
    fields=st.dictionaries(st.sampled_from(["session_id", "cwd", "tool_input", "agent_id", "tool_use_id"]), JUNK),
)
def test_whatever_comes_is_read_or_refused(name: str, tool: object, fields: dict[str, Any]) -> None:
    payload = json.dumps({**fields, "hook_event_name": name, "tool_name": tool}).encode()
    try:
        found = translator.read(payload)
    except BadInput:
        return
    if isinstance(found, MalformedCall):
        assert translator.refused(payload, found.why).stdout


def patch_of(*lines: str) -> str:
    return "\n".join(["*** Begin Patch", *lines, "*** End Patch"])


@pytest.mark.parametrize(
    ("lines", "paths", "deletes", "size"),
    [
        (["*** Add File: a.md", "+é", "+", ""], ("a.md",), False, 4),
        (["*** Delete File: a b.md"], ("a b.md",), True, 0),
        (["*** Update File: a", "@@ def f():", " one", "-two", "+three", "*** End of File"], ("a",), False, 6),
        (["*** Update File: a", "*** Move to: b", "@@", "+x"], ("a", "b"), True, 2),
        (["*** Add File: a", "+*** Delete File: no"], ("a",), False, 20),
        (["  *** Delete File: a  "], ("a",), True, 0),
        (["*** Update File: a.md", "@@", " ***", " ***bold*** words", "+x"], ("a.md",), False, 2),
        (["*** Delete File: a\r"], ("a",), True, 0),
    ],
)
def test_a_patch_names_its_files(lines: list[str], paths: tuple[str, ...], deletes: bool, size: int) -> None:
    patch = read_patch(patch_of(*lines))
    assert (patch.paths, patch.deletes, patch.size) == (paths, deletes, size)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "*** Begin Patch",
        patch_of(),
        patch_of("+x"),
        patch_of("*** Add File: "),
        patch_of("*** Add File:a"),
        patch_of("*** Add File: a", "no plus"),
        patch_of("*** Add File: a\x1bb", "+x"),
        patch_of("*** Add File: " + "a" * 5000),
        patch_of("*** Delete File: a", "+x"),
        patch_of("*** Environment ID: other", "*** Delete File: a"),
        patch_of("*** Rename File: a"),
        patch_of("*** Update File: a", "***bold"),
        patch_of("*** Update File: a", "@@", " *** Delete File: c", "+x"),  # a context line, or a header and no patch
        patch_of("*** Add File: a", "+x", "*** End Patch", "*** Begin Patch", "*** Delete File: b"),
        patch_of(*(f"*** Delete File: {number}" for number in range(1001))),
        f"cat <<'EOF'\n{patch_of('*** Delete File: a')}\nEOF",
    ],
)
def test_a_patch_that_cannot_be_read_for_certain_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        read_patch(text)


LINES = st.sampled_from(
    [
        "*** Add File: a",
        "*** Delete File: b",
        " *** Update File: c",
        "\t*** Move to: d",
        "+x",
        "-y",
        " z",
        "",
        "@@",
        "e",
    ]
)


@given(st.lists(LINES, max_size=8))
def test_no_file_that_a_patch_may_name_is_missed(lines: list[str]) -> None:
    try:
        patch = read_patch(patch_of(*lines))
    except Malformed:
        return
    assert isinstance(patch, Patch)
    assert set(patch.paths) == {line.strip()[-1] for line in lines if line.strip().startswith("***")}
