"""A permission of version 2 in the words of version 1: nothing is made up, and nothing looks smaller than it is."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countermark.agents.acp.calls import asked_call, offered_options, told_call
from countermark.agents.acp.translate.calls import begun
from countermark.agents.acp.translate.outputs import Pictures
from countermark.agents.acp.translate.patches import patched
from countermark.agents.acp.translate.permission_requests import as_first
from countermark.agents.fields import Malformed
from countermark.model.sessions.parts import CallPart
from countermark.model.tool_calls import ToolCall, ToolKind

OPTIONS = [
    {"optionId": "y", "name": "Yes", "kind": "allow_once"},
    {"optionId": "n", "name": "No", "kind": "reject_once"},
]


def asked(params: dict[str, Any], before: CallPart | None = None) -> ToolCall:
    """What the gate understands."""
    first = as_first({"sessionId": "s", "options": OPTIONS, **params}, request=7)
    assert [each.id for each in offered_options(first)] == ["y", "n"]
    return asked_call(told_call(first, before), agent="peer", folder="/w").call


def change(kind: str | None, *operations: str, patch: str | None = None) -> ToolCall:
    changes = [{"operation": each, "path": f"/w/{each}", "oldPath": f"/w/from {each}"} for each in operations]
    content: dict[str, Any] = {"type": "diff", "changes": changes}
    if patch is not None:
        content["patch"] = {"format": "git_patch", "text": patch}
    call = {"toolCallId": "c", "title": "T", "content": [content], **({} if kind is None else {"kind": kind})}
    return asked({"title": "May I?", "subject": {"type": "tool_call", "toolCall": call}})


def test_a_command_is_the_command_that_is_asked_about() -> None:
    call = asked({"title": "Go?", "subject": {"type": "command", "command": "rm -r build", "cwd": "/w/sub"}})
    assert (call.kind, call.command, call.cwd) == (ToolKind.BASH, "rm -r build", "/w/sub")


def test_the_title_of_a_request_is_never_taken_for_a_command() -> None:
    call = asked({"title": "ls", "subject": {"type": "tool_call", "toolCall": {"toolCallId": "c", "kind": "execute"}}})
    assert call.command is None
    bare = asked({"title": "rm -rf /"})
    assert (bare.kind, bare.command) == (ToolKind.OTHER, None)
    assert "rm -rf /" in bare.arguments


def test_what_null_has_cleared_is_not_asked_about_any_more() -> None:
    part = patched(
        begun("c", at=1, replayed=False), {"kind": "execute", "rawInput": {"command": "ls"}}, Pictures(), at=1
    )
    update = {"toolCallId": "c", "rawInput": None}
    before = patched(part, update, Pictures(), at=2)
    assert asked({"title": "Go?", "subject": {"type": "tool_call", "toolCall": update}}, part).command == "ls"
    assert asked({"title": "Go?", "subject": {"type": "tool_call", "toolCall": update}}, before).command is None


def test_every_file_of_a_change_is_named() -> None:
    assert set(change("edit", "modify", "copy").paths) == {"/w/modify", "/w/copy", "/w/from modify", "/w/from copy"}


@pytest.mark.parametrize("operation", ["delete", "move", "_shred", ""])
def test_a_change_that_may_remove_a_file_says_so(operation: str) -> None:
    assert change("edit", "modify", operation).deletes
    assert not change("edit", "modify", "add", "copy").deletes


@pytest.mark.parametrize("kind", ["read", "search", "fetch", "think", "other", "_own"])
def test_a_call_that_changes_files_and_says_it_does_something_else_is_for_a_person_alone(kind: str) -> None:
    assert change(kind, "modify").kind is ToolKind.OTHER


def test_a_change_without_a_kind_that_removes_files_is_for_a_person_alone() -> None:
    assert change(None, "delete").kind is ToolKind.OTHER


def test_a_patch_that_cannot_be_read_is_shown_whole_and_for_a_person_alone() -> None:
    call = change("edit", "modify", patch="@@ a patch of tomorrow @@")
    assert call.kind is ToolKind.OTHER
    assert "a patch of tomorrow" in call.arguments


PLACE = "diff --git /w/modify /w/modify\n--- /w/modify\n+++ /w/modify\n@@ -1 +1 @@\n-a\n+b\n"


@pytest.mark.parametrize(
    "beside",
    [
        "diff --git /w/run /w/run\nold mode 100644\nnew mode 100755\n",
        "diff --git /w/link /w/link\nnew file mode 120000\n--- /dev/null\n+++ /w/link\n@@ -0,0 +1 @@\n+/etc/passwd\n",
        "diff --git /w/bin /w/bin\nGIT binary patch\nliteral 3\nKcmZ\n\n",
        "diff --git /w/empty /w/empty\nnew file mode 100644\nindex 0000000..e69de29\n",
        "diff --git /w/x /w/y\nrename from /w/x\nrename to /w/y\n--- /w/x\n+++ /w/y\n@@ -1 +1 @@\n-a\n+b\n",
        "+one line more than the place has promised\n",
        "rm -rf everything\n",
    ],
)
def test_a_patch_that_says_more_than_its_places_is_shown_whole_and_for_a_person_alone(beside: str) -> None:
    assert change("edit", "modify", patch=PLACE).kind is ToolKind.EDIT
    for patch in (PLACE + beside, beside + PLACE):
        call = change("edit", "modify", patch=patch)
        assert call.kind is ToolKind.OTHER
        assert json.dumps(beside)[1:-1] in call.arguments


def test_a_patch_that_removes_a_file_says_so_whatever_the_list_says() -> None:
    gone = "diff --git /w/modify /w/modify\ndeleted file mode 100644\n--- /w/modify\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"
    assert change("edit", "modify", patch=gone).deletes


def test_a_patch_of_another_form_without_a_text_is_shown_as_it_came() -> None:
    content = {
        "type": "diff",
        "changes": [{"operation": "modify", "path": "/w/a"}],
        "patch": {"format": "_x", "data": 7},
    }
    told = {"toolCallId": "c", "kind": "edit", "content": [content]}
    call = asked({"title": "T", "subject": {"type": "tool_call", "toolCall": told}})
    assert call.kind is ToolKind.OTHER
    assert "_x" in call.arguments


def test_a_command_with_changes_stays_a_command() -> None:
    call = {"toolCallId": "c", "kind": "execute", "rawInput": {"command": "sed -i s/a/b/ x"},
            "content": [{"type": "diff", "changes": [{"operation": "delete", "path": "/w/x"}]}]}  # fmt: skip
    made = asked({"title": "T", "subject": {"type": "tool_call", "toolCall": call}})
    assert (made.kind, made.command) == (ToolKind.BASH, "sed -i s/a/b/ x")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)
NAMES = st.sampled_from(
    "type toolCall toolCallId command cwd kind content changes patch text format operation path title description "
    "subject locations".split()
)
TYPES = st.sampled_from(["tool_call", "command", "diff", "git_patch", "content", "delete"])
FIELDS = st.recursive(
    st.dictionaries(NAMES, TYPES | JSON, max_size=4),
    lambda inner: st.dictionaries(NAMES, inner | st.lists(inner, max_size=2) | TYPES, max_size=4),
)


@given(FIELDS)
def test_no_request_is_an_error_before_the_gate(params: dict[str, Any]) -> None:
    """And the gate itself says only that it cannot understand."""
    first = as_first(params, request=1)
    json.dumps(first)
    try:
        asked_call(told_call(first, None), agent="peer", folder="/w")
    except Malformed:
        return
    assert isinstance(params.get("title"), str), "a request without a title is none of version 2"
