"""What seven agents really asked for over the protocol, read as calls in our words; and requests that are none."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countermark.agents.acp.calls import AskedCall, asked_call, offered_options, told_call
from countermark.agents.fields import Malformed
from countermark.model.sessions.parts import CallPart
from countermark.model.tool_calls import ToolKind
from tests.unit.agents.acp_told import FOLDER, PAYLOADS, recorded

TOUCH = "touch made-by-bash.txt && ls -1"
AGENTS = {"claude-zed": "claude-code", "codex-zed": "codex"}
Expected = tuple[ToolKind, str, dict[str, Any]]  # kind, the command or the paths, what stands in the arguments

BASH = (ToolKind.BASH, TOUCH, {"command": TOUCH})
HELLO = {"old_string": "hello\n", "new_string": "goodbye\n"}
WHAT: dict[str, list[Expected]] = {
    "claude-code": [
        BASH,
        (ToolKind.EDIT, "/w/proj/hello.txt", {"old_string": "hello", "new_string": "goodbye"}),
        (
            ToolKind.EDIT,
            "/w/proj/${PLANFILE}",
            {"content": "# Plan A (file)\n\n## Steps\n1. Create hello.txt\n2. Verify it\n"},
        ),
        (ToolKind.OTHER, "", {"title": "Approve Plan"}),
        BASH,
        (ToolKind.EDIT, "/w/proj/new.txt", {"content": "x\n"}),
    ],
    "claude-zed": [
        BASH,
        (ToolKind.EDIT, "/w/proj/hello.txt", {"old_string": "hello", "new_string": "goodbye"}),
        (ToolKind.EDIT, "${PLANFILE}", {"content": "# Plan A (file)\n\n## Steps\n1. Create hello.txt\n2. Verify it\n"}),
    ],
    "codex": [
        BASH,
        # The request names only the file; what is changed was told before.
        (ToolKind.EDIT, "/w/proj/hello.txt", HELLO),
        (ToolKind.OTHER, "", {"title": "Implement this plan?"}),
        (ToolKind.EDIT, "/w/proj/new.txt", {"content": "x\n"}),
    ],
    "codex-zed": [BASH, (ToolKind.EDIT, "/w/proj/hello.txt", HELLO)],
    "copilot": [
        BASH,
        (ToolKind.EDIT, "/w/proj/hello.txt", {"fileName": "/w/proj/hello.txt"}),
        BASH,
        (ToolKind.EDIT, "/w/proj/new.txt", {"fileName": "/w/proj/new.txt"}),
    ],
    "gemini": [
        BASH,  # no input: its title is the command
        (ToolKind.EDIT, "/w/proj/hello.txt", HELLO),
        (ToolKind.OTHER, "", {"title": "test"}),
        (ToolKind.OTHER, "", {}),
        (ToolKind.OTHER, "", {"title": "test"}),
    ],
    "opencode": [BASH, (ToolKind.EDIT, "/w/proj/hello.txt", HELLO)],
    "qwen": [BASH, BASH, (ToolKind.EDIT, "/w/proj/new.txt", {"content": "x\n"})],
    "kimi": [BASH],  # no kind and no input: both were told before, the input as a text
}


def read(params: Any, before: CallPart | None = None, *, agent: str = "claude-code") -> AskedCall:
    return asked_call(told_call(params, before), agent=agent, folder=FOLDER)


def request(**call: object) -> dict[str, Any]:
    return {"sessionId": "s1", "toolCall": {"toolCallId": "c1", **call}, "options": [option("a", "allow_once")]}


def option(name: str, kind: str) -> dict[str, Any]:
    return {"optionId": name, "name": name.title(), "kind": kind}


@pytest.mark.parametrize("name", WHAT)
def test_every_recorded_request_is_the_call_that_the_agent_makes(name: str) -> None:
    for (params, before), (kind, what, inside) in zip(recorded(name), WHAT[name], strict=True):
        call = read(params, before, agent=AGENTS.get(name, name)).call
        assert (call.kind, call.command or " ".join(call.paths)) == (kind, what)
        arguments = json.loads(call.arguments)
        assert {key: arguments.get(key) for key in inside} == inside


def test_every_recorded_file_is_in_the_table() -> None:
    assert {file.stem for file in PAYLOADS.glob("*.json")} == set(WHAT)


@pytest.mark.parametrize("name", WHAT)
def test_the_agents_own_choices_are_kept_to_the_letter(name: str) -> None:
    for params, _ in recorded(name):
        kept = [{"optionId": each.id, "name": each.name, "kind": each.kind} for each in offered_options(params)]
        assert kept == params["options"]


def test_a_command_without_the_whole_of_it_is_left_to_a_person_and_still_denied_by_rules() -> None:
    asked = read(request(title="rm -rf build", kind="execute"), agent="somebody")
    assert asked.call.kind is ToolKind.OTHER
    assert [(each.kind, each.command) for each in asked.perhaps] == [(ToolKind.BASH, "rm -rf build")]


@pytest.mark.parametrize(
    ("words", "command"),
    [
        (["/bin/bash", "-lc", "make all && ls"], "make all && ls"),
        (["sh", "-c", "ls"], "ls"),
        (["bash", "-c", "ls", "name"], "bash -c ls name"),  # a fourth word is an argument of it
        (["ls", "a b"], "ls 'a b'"),
        (["/bin/bash", "-xc", "ls"], "/bin/bash -xc ls"),
    ],
)
def test_a_command_in_words_is_the_line_that_a_shell_would_read(words: list[str], command: str) -> None:
    assert read(request(kind="execute", rawInput={"command": words})).call.command == command


@pytest.mark.parametrize(
    ("given", "command"),
    [
        ({"command": "git", "args": ["push", "a b"]}, "git push 'a b'"),
        ({"command": ["git", "push"], "args": ["-f"]}, "git push -f"),
        ({"command": "bash", "args": ["-c", "ls; rm x"]}, "ls; rm x"),
        ({"command": "ls", "args": [], "env": {}, "input": ""}, "ls"),
        ({"command": "ls", "args": "-la; rm x"}, None),
        ({"command": "ls", "env": {"LD_PRELOAD": "/x"}}, None),
        ({"command": "python", "input": "import os"}, None),
        ({"command": "ls", "shell": "/tmp/mine"}, None),
    ],
)
def test_what_stands_beside_a_command_is_a_part_of_it_or_leaves_it_to_a_person(
    given: dict[str, Any], command: str | None
) -> None:
    asked = read(request(kind="execute", title="List", rawInput=given))
    assert asked.call.command == command
    assert (asked.call.kind is ToolKind.OTHER) is (command is None)


def test_other_commands_beside_the_one_are_shown() -> None:
    call = read(request(kind="execute", rawInput={"command": "ls", "commands": ["ls", "rm x"]})).call
    assert json.loads(call.arguments) == {"command": "ls", "commands": ["ls", "rm x"]}


def test_where_a_command_runs_counts_and_what_else_it_is_given_is_shown() -> None:
    given = {"command": "make", "cwd": "../other", "is_background": True, "turn_id": "t9"}
    call = read(request(kind="execute", rawInput=given)).call
    assert call.cwd == "/w/other"
    assert json.loads(call.arguments) == {"command": "make", "is_background": True}


@pytest.mark.parametrize(
    ("call", "kind", "paths", "deletes"),
    [
        ({"kind": "read", "rawInput": {"file_path": "a.py"}}, ToolKind.READ, ("a.py",), False),
        ({"kind": "read", "locations": [{"path": "/w/proj/a.py"}]}, ToolKind.READ, ("/w/proj/a.py",), False),
        ({"kind": "search", "rawInput": {"pattern": "x"}}, ToolKind.READ, (FOLDER,), False),
        ({"kind": "search", "rawInput": {"pattern": "/etc/*"}}, ToolKind.READ, (FOLDER, "/"), False),
        ({"kind": "delete", "rawInput": {"path": "/w/proj/a"}}, ToolKind.EDIT, ("/w/proj/a",), True),
        (
            {"kind": "move", "locations": [{"path": "/w/proj/a"}, {"path": "/w/proj/b"}]},
            ToolKind.EDIT, ("/w/proj/a", "/w/proj/b"), True,
        ),
        # A path that is named twice, once whole, is one file: it can be compared.
        (
            {"kind": "edit", "rawInput": {"path": "a", "content": "x"}, "locations": [{"path": "/w/proj/a"}]},
            ToolKind.EDIT, ("/w/proj/a",), False,
        ),
        ({"kind": "edit", "title": "Edit something"}, ToolKind.OTHER, (), False),
        ({"kind": "think", "title": "Hm"}, ToolKind.OTHER, (), False),
        ({"kind": "teleport", "title": "Away"}, ToolKind.OTHER, (), False),
        ({"kind": 7}, ToolKind.OTHER, (), False),
    ],
)  # fmt: skip
def test_each_kind_of_the_protocol_has_its_meaning(
    call: dict[str, Any], kind: ToolKind, paths: tuple[str, ...], deletes: bool
) -> None:
    found = read(request(**call)).call
    assert (found.kind, found.paths, found.deletes and found.kind is ToolKind.EDIT) == (kind, paths, deletes)


def test_an_address_and_a_tool_of_a_server_are_what_rules_know() -> None:
    fetched = read(request(kind="fetch", rawInput={"url": "https://example.org/a"})).call
    assert (fetched.kind, fetched.url) == (ToolKind.FETCH, "https://example.org/a")
    served = read(request(kind="other", name="mcp__git__push", rawInput={"force": True})).call
    assert (served.kind, served.server, served.tool) == (ToolKind.MCP, "git", "push")


HEAD = "diff --git a/w/a b/w/a\nindex 1..2 100644\n--- a/w/a\n+++ b/w/a\n"


@pytest.mark.parametrize(
    ("head", "is_compared"),
    [
        (HEAD, True),
        (HEAD.replace("--- a/w/a", "--- /dev/null"), True),
        ("old mode 100644\nnew mode 100755\n" + HEAD, False),
        ("new file mode 120000\n" + HEAD, False),
        ("deleted file mode 100644\n" + HEAD, False),
        ("diff --git a/w/b b/w/b\nGIT binary patch\nliteral 3\nKcmZ\n\n" + HEAD, False),
        (HEAD.replace("--- a/w/a", "--- a/w/b"), False),
        ("and then remove everything\n" + HEAD, False),
    ],
)
def test_a_card_compares_only_what_the_agents_own_difference_says_and_nothing_beside_it(
    head: str, is_compared: bool
) -> None:
    change = {"type": "diff", "path": "/w/a", "oldText": "1\n", "newText": "2\n"}
    given = {"diff": f"{head}@@ -1 +1 @@\n-1\n+2\n"}
    call = read(request(kind="edit", rawInput=given, content=[change])).call
    assert call.paths == ("/w/a",)
    assert ("old_string" in json.loads(call.arguments)) is is_compared
    beside = read(request(kind="edit", rawInput={**given, "description": {"and": "more"}}, content=[change])).call
    assert "more" in beside.arguments


def test_several_differences_are_shown_whole() -> None:
    changes = [{"type": "diff", "path": f"/w/proj/{name}", "oldText": "1", "newText": "2"} for name in "ab"]
    call = read(request(kind="edit", content=changes)).call
    assert call.paths == ("/w/proj/a", "/w/proj/b")
    assert [each["new"] for each in json.loads(call.arguments)["changes"]] == ["2", "2"]


MALFORMED = [
    {},
    {"toolCall": []},
    {"toolCall": {}},
    {"toolCall": {"toolCallId": ""}},
    {"toolCall": {"toolCallId": 7}},
    request(kind="edit", content=[{"type": "diff", "path": "/a", "newText": 7}]),
    request(kind="edit", content=[{"type": "diff", "path": 7, "newText": ""}]),
    request(kind="edit", locations=[{"path": "a\0b"}]),
    request(kind="execute", rawInput={"command": "ls\0-l"}),
    request(kind="execute", rawInput={"command": "ls \ud800"}),
]


@pytest.mark.parametrize("params", MALFORMED, ids=repr)
def test_what_is_no_call_is_malformed(params: dict[str, Any]) -> None:
    with pytest.raises(Malformed):
        read(params)


@pytest.mark.parametrize(
    "options",
    [None, [], {}, [7], [{}], [{"optionId": "a", "name": "A"}], [{"optionId": "a", "name": 7, "kind": "allow_once"}],
     [option("a", "allow_once"), option("a", "reject_once")], [option(f"o{n}", "allow_once") for n in range(51)]],
)  # fmt: skip
def test_choices_that_cannot_be_shown_are_malformed(options: object) -> None:
    with pytest.raises(Malformed):
        offered_options({"options": options})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
FIELDS = ["kind", "title", "name", "rawInput", "content", "locations", "_meta", "status"]


@given(st.dictionaries(st.sampled_from(FIELDS), JSON), st.sampled_from(["execute", "read", "edit", "fetch", "search"]))
def test_whatever_an_agent_sends_is_a_call_or_malformed(fields: dict[str, Any], kind: str) -> None:
    params = request(**fields)
    params["toolCall"].setdefault("kind", kind)
    try:
        asked = read(params)
    except Malformed:
        return
    assert asked.call.cwd.startswith("/")
    assert asked.call.kind is not ToolKind.BASH or asked.call.command
    json.loads(asked.call.arguments)
    assert replace(asked.call).digest == asked.call.digest
