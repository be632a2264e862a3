"""Agents that the desk can start, from a terminal: listed, added, removed, and what goes wrong with a person's file."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.guards import processes_with
from tests.unit.cli.terminal import Terminal

ANSWERS = """
import json, os, subprocess, sys
subprocess.Popen(["sleep", "600"])
print("junk before the answer", flush=True)
for line in sys.stdin:
    request = json.loads(line)
    about = {"name": "toy", "version": os.environ["TOY_VERSION"] + "\x1b[31m"}
    can = {"loadSession": True, "promptCapabilities": {"image": True}}
    result = {"protocolVersion": SPOKEN, "agentInfo": about, "agentCapabilities": can,
              "authMethods": [{"id": "hand", "name": "By hand"}]}
    asked = {"jsonrpc": "2.0", "id": "a", "method": "fs/read_text_file", "params": {}}
    print(json.dumps(asked), flush=True)
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
    assert "error" in json.loads(sys.stdin.readline())
"""


@pytest.fixture
def terminal(home: Path, tmp_path: Path) -> Iterator[Terminal]:
    terminal = Terminal(home, tmp_path)
    yield terminal
    terminal.runs("stop")


def listed(terminal: Terminal) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(terminal.runs("agents", "list", "--json").stdout)
    return told


def test_an_agent_is_added_listed_and_removed(terminal: Terminal) -> None:
    known = {row["name"] for row in listed(terminal)["agents"]}
    assert {"claude-code", "codex", "gemini", "opencode", "kimi"} <= known
    added = terminal.runs("agents", "add", "mine", "--env", "A_KEY=secret", "--asking-mode", "careful",
                          "--title", "Mine of old",
                          "--", "cat", "--acp", "a b")  # fmt: skip
    assert added.code == 0, added.stderr
    assert "starts   cat --acp 'a b'" in added.stdout
    assert "found    yes" in added.stdout
    assert "The desk puts it into its mode careful." in added.stdout
    (mine,) = (row for row in listed(terminal)["agents"] if row["own"])
    assert (mine["name"], mine["env_names"], mine["found"]) == ("mine", ["A_KEY"], True)
    assert "secret" not in terminal.runs("agents").stdout
    again = terminal.runs("agents", "add", "mine", "true")
    assert again.code == 1
    assert "There is an agent of the name 'mine'" in again.stderr
    assert terminal.runs("agents", "remove", "mine").stdout == "Removed: mine. Its sessions are kept.\n"
    assert {row["name"] for row in listed(terminal)["agents"]} == known
    assert terminal.runs("agents", "remove", "mine").code == 1
    entries = [json.loads(line) for line in terminal.runs("journal", "--json").stdout.splitlines()]
    about = [(each["kind"], each["body"]) for each in entries if each["kind"].startswith("own_agent_")]
    assert about == [
        (
            "own_agent_added",
            {"agent": "mine", "title": "Mine of old", "command": "cat --acp 'a b'", "variables": '["A_KEY"]'},
        ),
        ("own_agent_removed", {"agent": "mine"}),
    ]


def test_a_program_is_found_from_where_it_was_named(terminal: Terminal) -> None:
    program = terminal.folder / "bin" / "agent"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    added = terminal.runs("agents", "add", "mine", "--", "bin/agent", "--acp")
    assert f"starts   {program} --acp" in added.stdout
    assert "found    yes" in added.stdout


def test_a_file_that_cannot_be_used_is_listed_with_its_fault(terminal: Terminal) -> None:
    folder = terminal.home / "agents"
    folder.mkdir(parents=True)
    (folder / "broken.toml").write_text("[acp]\ncommand = 'a'\nargs = 3\n")
    (folder / "claude-code.toml").write_text("[acp]\ncommand = 'a'\n")
    assert {row["name"]: row["why"].partition(".toml")[2] for row in listed(terminal)["broken"]} == {
        "broken": ": acp.args must be a list of texts, 200 at most.",
        "claude-code": "",
    }
    printed = terminal.runs("agents", "list").stdout
    assert "broken  cannot be used: " in printed
    assert "claude-code  cannot be used: 'claude-code' is an agent that comes with Countermark" in printed
    assert "starts   npx -y @agentclientprotocol/claude-agent-acp" in printed


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("add", "Mine", "true"), 1, "name"),
        (("add", "codex", "true"), 1, "comes with Countermark"),
        (("add", "mine"), 2, "COMMAND"),
        (("add", "mine", "--env", "A", "--", "true"), 1, "'A' is no variable"),
        (("add", "mine", "--env", "A B=c", "--", "true"), 1, "acp.env.A B"),
        (("remove", "codex"), 1, "cannot be removed"),
    ],
)
def test_what_cannot_be_added_or_removed_is_said(
    terminal: Terminal, words: tuple[str, ...], code: int, says: str
) -> None:
    ended = terminal.runs("agents", *words)
    assert (ended.code, says in ended.stderr) == (code, True), ended.stderr
    assert not any((terminal.home / "agents").glob("*"))


def test_an_agent_adds_and_removes_no_agents(home: Path, tmp_path: Path) -> None:
    terminal = Terminal(home, tmp_path, (("CLAUDECODE", "1"),))
    for words in (("add", "mine", "true"), ("remove", "mine"), ("check", "codex")):
        ended = terminal.runs("agents", *words)
        assert ended.code == 1
        assert "does not run inside an agent" in ended.stderr


def added(terminal: Terminal, folder: Path, program: str, *options: str) -> None:
    file = folder / "toy.py"
    file.write_text(program)
    ended = terminal.runs("agents", "add", "toy", *options, "--", sys.executable, str(file))
    assert ended.code == 0, ended.stderr


def test_a_check_tells_what_an_agent_says_of_itself_and_leaves_no_process(terminal: Terminal, tmp_path: Path) -> None:
    added(terminal, tmp_path, ANSWERS.replace("SPOKEN", "1"), "--env", "TOY_VERSION=3.1")
    checked = terminal.runs("agents", "check", "toy")
    assert checked.code == 0, checked.stderr
    assert "says     toy 3.1U+001B[31m, protocol version 1\n" in checked.stdout
    assert "can      goes on with an earlier conversation and tells it again\n" in checked.stdout
    assert "sign-in  By hand\n" in checked.stdout
    assert f"started  {sys.executable}" in checked.stdout
    assert checked.stdout.endswith("It has ended; no conversation was begun.\n")
    assert not [words for words in processes_with("TOY_VERSION", "3.1").values() if "countermark" not in words]


@pytest.mark.parametrize(
    ("program", "says"),
    [
        (ANSWERS.replace("SPOKEN", "3"), "The agent speaks version 3 of the Agent Client Protocol"),
        ("import sys; sys.exit('no key is set')", "has ended with code 1. Its last words: no key is set"),
        ("print('{}')", "has ended with code 0."),
    ],
)
def test_a_check_says_why_an_agent_cannot_be_used(terminal: Terminal, tmp_path: Path, program: str, says: str) -> None:
    added(terminal, tmp_path, program, "--env", "TOY_VERSION=3.2")
    checked = terminal.runs("agents", "check", "toy")
    assert checked.code == 1
    assert says in checked.stderr
    assert not [words for words in processes_with("TOY_VERSION", "3.2").values() if "countermark" not in words]


def test_a_check_of_a_command_that_is_not_there_says_where_it_was_looked_for(terminal: Terminal) -> None:
    assert terminal.runs("agents", "add", "toy", "--", "no-such-program-here").code == 0
    checked = terminal.runs("agents", "check", "toy")
    assert checked.code == 1
    assert "The command no-such-program-here was not found. It was looked for in: " in checked.stderr
