"""Agents that the desk can start, from a terminal: listed, added, removed, and what goes wrong with a person's file."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.unit.cli.terminal import Terminal


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
    for words in (("add", "mine", "true"), ("remove", "mine")):
        ended = terminal.runs("agents", *words)
        assert ended.code == 1
        assert "does not run inside an agent" in ended.stderr
