"""What OpenCode's tools are in our words; arguments that lack something are refused by the field's name."""

import json
from typing import Any

import pytest

from countermark.agents.fields import Malformed
from countermark.agents.opencode.calls import TOUCHES_NOTHING, tool_call
from countermark.model.tool_calls import ToolKind

CWD = "/home/dev/web-store"
PATCH = """*** Begin Patch
*** Add File: new.txt
+one
*** Update File: src/a.py
*** Move to: src/b.py
@@
-x = 1
+x = 22
*** Delete File: /tmp/old.txt
*** End Patch"""


def edits(*pairs: tuple[str, str], **more: str) -> list[dict[str, str]]:
    return [{"oldString": old, "newString": new, **more} for old, new in pairs]


@pytest.mark.parametrize(
    ("tool", "given", "call"),
    [
        ("bash", {"command": "ls -1", "description": "List"}, {"kind": ToolKind.BASH, "command": "ls -1"}),
        ("bash", {"command": "ls", "workdir": ""}, {"kind": ToolKind.BASH, "command": "ls"}),
        ("shell", {"command": "ls"}, {"kind": ToolKind.BASH, "command": "ls"}),
        ("read", {"filePath": "/etc/hosts", "limit": 5}, {"kind": ToolKind.READ, "paths": ("/etc/hosts",)}),
        ("read", {"filePath": "link/../x"}, {"kind": ToolKind.READ, "paths": (f"{CWD}/x",)}),
        ("read", {"filePath": "../x"}, {"kind": ToolKind.READ, "paths": ("/home/dev/x",)}),
        ("read", {"filePath": "/a/link/../x"}, {"kind": ToolKind.READ, "paths": ("/a/link/../x",)}),
        ("lsp", {"operation": "hover", "filePath": "a.py", "line": 1}, {"kind": ToolKind.READ, "paths": ("a.py",)}),
        ("list", {}, {"kind": ToolKind.READ, "paths": (CWD,)}),
        ("grep", {"pattern": "../x", "path": "src"}, {"kind": ToolKind.READ, "paths": ("src",)}),
        ("grep", {"pattern": "x", "path": None}, {"kind": ToolKind.READ, "paths": (CWD,)}),
        ("glob", {"pattern": "**/*.{ts,tsx}"}, {"kind": ToolKind.READ, "paths": (CWD,)}),
        ("glob", {"pattern": "/etc/**"}, {"kind": ToolKind.READ, "paths": (CWD, "/")}),
        ("glob", {"pattern": "{src,../../etc}/*", "path": "a"}, {"kind": ToolKind.READ, "paths": ("a", "/")}),
        ("write", {"filePath": "a.md", "content": "é"}, {"kind": ToolKind.EDIT, "paths": ("a.md",), "size": 2}),
        ("edit", {"filePath": "a", **edits(("", "abc"))[0]}, {"kind": ToolKind.EDIT, "paths": ("a",), "size": 3}),
        (
            "edit",
            {"filePath": "a", "replaceAll": True, **edits(("b", "abc"))[0]},
            {"kind": ToolKind.EDIT, "paths": ("a",), "size": None},
        ),
        (
            "multiedit",
            {"filePath": "a", "edits": [*edits(("b", "c"), filePath="/etc/b"), *edits(("d", ""), filePath="a")]},
            {"kind": ToolKind.EDIT, "paths": ("a", "/etc/b"), "size": 1},
        ),
        (
            "apply_patch",
            {"patchText": PATCH},
            {
                "kind": ToolKind.EDIT,
                "paths": ("new.txt", "src/a.py", "src/b.py", "/tmp/old.txt"),
                "size": len("+one+x = 22"),
                "deletes": True,
            },
        ),
        (
            "patch",
            {"patchText": "*** Add File:\u2003../é\r\n+é"},
            {"kind": ToolKind.EDIT, "paths": ("/home/dev/é",), "size": 3},
        ),
        ("webfetch", {"url": "https://example.org/a"}, {"kind": ToolKind.FETCH, "url": "https://example.org/a"}),
        ("desk_list_all", {}, {"kind": ToolKind.MCP, "server": "desk", "tool": "list_all"}),
        ("my_shop_buy", {"x": 1}, {"kind": ToolKind.MCP, "server": "my.shop", "tool": "buy"}),
        ("two_a_b", {}, {"kind": ToolKind.OTHER}),  # of "two" or of "two_a"
        ("apply_patch", {"patchText": PATCH, "as": 1}, {"kind": ToolKind.OTHER, "servers": ("apply",)}),
        ("websearch", {"query": "q"}, {"kind": ToolKind.OTHER}),
        ("read_mcp_resource", {"server": "s", "uri": "u"}, {"kind": ToolKind.OTHER}),
        ("somebodys_tool", {}, {"kind": ToolKind.OTHER}),
    ],
)
def test_a_tool_in_our_words(tool: str, given: dict[str, Any], call: dict[str, object]) -> None:
    expected = dict(call)
    found = tool_call(tool, given, CWD, servers=expected.pop("servers", ("desk", "my.shop", "two", "two_a")))  # type: ignore[arg-type]
    assert (found.name, found.cwd, json.loads(found.arguments)) == (tool, CWD, given)
    fields = ("kind", "command", "paths", "size", "url", "server", "tool", "deletes")
    without: dict[str, object] = dict.fromkeys(fields) | {"paths": (), "deletes": False}
    assert {name: getattr(found, name) for name in fields} == without | expected


@pytest.mark.parametrize(
    ("workdir", "cwd"), [("/srv", "/srv"), ("src/../../x", "/home/dev/x"), ("/srv/link/..", "/srv")]
)
def test_a_command_runs_in_its_workdir(workdir: str, cwd: str) -> None:
    call = tool_call("bash", {"command": "rm -r *", "workdir": workdir}, CWD)
    assert call.cwd == cwd
    assert call.digest != tool_call("bash", {"command": "rm -r *"}, CWD).digest


def test_the_same_call_has_one_digest_in_whatever_order_its_arguments_come() -> None:
    one = tool_call("bash", {"command": "ls", "timeout": 5}, CWD)
    other = tool_call("bash", {"timeout": 5, "command": "ls"}, CWD)
    assert one.arguments == '{"command":"ls","timeout":5}'
    assert one.digest == other.digest


@pytest.mark.parametrize("header", ["Add File", "Update File", "Delete File", "Move to"])
def test_no_file_of_a_patch_is_missed(header: str) -> None:
    """Wherever the line stands: before the patch begins, after it has ended, in a text that is added."""
    for text in (f"*** {header}: /etc/x\n{PATCH}", f"{PATCH}\n*** {header}: /etc/x", f"x\n*** {header}:/etc/x\n"):
        assert "/etc/x" in tool_call("apply_patch", {"patchText": text}, CWD).paths


@pytest.mark.parametrize(
    ("tool", "given", "why"),
    [
        ("bash", {}, "command is missing"),
        ("bash", {"command": ["rm", "-rf"]}, "command is no text"),
        ("bash", {"command": "ls\0rm"}, "command has a NUL character in it"),
        ("bash", {"command": "ls", "workdir": 7}, "workdir is no text"),
        ("bash", {"command": "ls", "workdir": "x" * 5000}, "workdir is longer than 4096 characters"),
        ("bash", {"command": "\ud800"}, "args has half a character in it"),
        ("bash", {"command": "ls", "timeout": float("inf")}, "args has a number in it that JSON does not have"),
        ("bash", "ls", "args is no object"),
        ("bash", None, "args is no object"),
        ("read", {"path": "a"}, "filePath is missing"),
        ("glob", {"path": "a"}, "pattern is missing"),
        ("grep", {"pattern": "x", "path": 1}, "path is no text"),
        ("write", {"filePath": "a"}, "content is missing"),
        ("edit", {"filePath": "a", "oldString": "", "newString": "", "replaceAll": 1}, "replaceAll is neither"),
        ("edit", {"filePath": "", "oldString": "", "newString": ""}, "filePath is empty"),
        ("multiedit", {"filePath": "a", "edits": {}}, "edits is no list of objects"),
        ("multiedit", {"filePath": "a", "edits": []}, "edits has 0 entries"),
        ("multiedit", {"filePath": "a", "edits": edits(("", ""), filePath=" ")}, "filePath is empty"),
        ("apply_patch", {"patchText": "*** Begin Patch\n+x\n*** End Patch"}, "patchText names no file"),
        ("apply_patch", {"patchText": "*** Delete File: \n"}, "patchText is empty"),
        ("webfetch", {}, "url is missing"),
        ("", {}, "tool is empty"),
        (7, {}, "tool is no text"),
    ],
)
def test_a_call_that_cannot_be_understood_names_the_argument(tool: object, given: object, why: str) -> None:
    with pytest.raises(Malformed, match=why):
        tool_call(tool, given, CWD)


@pytest.mark.parametrize(
    ("directory", "why"), [(None, "directory is no text"), ("src", "directory is no absolute path")]
)
def test_a_call_needs_the_folder_that_it_starts_from(directory: object, why: str) -> None:
    with pytest.raises(Malformed, match=why):
        tool_call("bash", {"command": "ls"}, directory)


@pytest.mark.parametrize("tool", sorted(TOUCHES_NOTHING))
def test_a_tool_that_touches_nothing_is_of_no_kind_that_a_rule_could_allow(tool: str) -> None:
    server = tool.partition("_")[0]
    assert tool_call(tool, {}, CWD).kind is ToolKind.OTHER
    assert tool_call(tool, {}, CWD, servers=(server,)).kind is ToolKind.OTHER
