"""Hooks of agents beside Claude Code, from the command line: installed, examined with a canary, taken out again."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import guards
from tests.repositories import make_repository
from tests.unit.cli.terminal import Terminal

FILES = {
    "codex": ("codex/hooks.json", ".codex/hooks.json", 7),
    "copilot": ("copilot/settings.json", ".github/copilot/settings.json", 7),
    "gemini": ("gemini/.gemini/settings.json", ".gemini/settings.json", 5),
    "qwen": ("qwen/settings.json", ".qwen/settings.json", 7),
}
TITLES = {"codex": "Codex", "copilot": "Copilot CLI", "gemini": "Gemini CLI", "qwen": "Qwen Code"}
THEIRS = b'{\r\n\t"theme": "dark",\r\n\t"hooks": {\r\n\t\t"Stop": [ {"hooks": []} ]\r\n\t}\r\n}\r\n'
agents = pytest.mark.parametrize("agent", FILES)


@pytest.fixture(scope="module")
def lasting_home() -> Iterator[Path]:
    """The data folder of a hub that the doctor starts, or finds; it ends with the last test."""
    for home in guards.own_home(starts_processes=True):
        yield home
        Terminal(home, home).runs("stop")


@pytest.fixture
def terminal(lasting_home: Path, tmp_path: Path) -> Terminal:
    """A terminal whose agents keep their settings in this test's folder, on a PATH without any agent."""
    folders = {
        "CLAUDE_CONFIG_DIR": "claude",
        "CODEX_HOME": "codex",
        "COPILOT_HOME": "copilot",
        "GEMINI_CLI_HOME": "gemini",
        "QWEN_HOME": "qwen",
    }
    make_repository(tmp_path / "project")
    variables = tuple((name, str(tmp_path / folder)) for name, folder in folders.items())
    return Terminal(lasting_home, tmp_path / "project", (*variables, ("PATH", "/usr/bin:/bin")))


@agents
def test_there_and_back(terminal: Terminal, tmp_path: Path, agent: str) -> None:
    file = tmp_path / FILES[agent][0]
    file.parent.mkdir(parents=True)
    file.write_bytes(THEIRS)
    dry = terminal.runs("install", agent, "--dry-run")
    assert (dry.code, file.read_bytes()) == (0, THEIRS)
    done = terminal.runs("install", agent)
    assert done.code == 0
    assert done.stdout.startswith(dry.stdout)
    assert '+\t\t\t\t\t\t"command": "' in done.stdout
    assert f"countermark-hook {agent}" in done.stdout
    assert f"of new {TITLES[agent]} conversations go through the desk. `countermark doctor` tries" in done.stdout
    once = file.read_bytes()
    again = terminal.runs("install", agent)
    assert (again.code, file.read_bytes()) == (0, once)
    assert again.stdout == f"Nothing to do: {file} has our hooks already.\n"
    assert terminal.runs("uninstall", agent, "--dry-run").code == 0
    assert file.read_bytes() == once
    assert terminal.runs("uninstall", agent).code == 0
    assert file.read_bytes() == THEIRS
    assert terminal.runs("uninstall", agent).stdout == f"Nothing to do: {file} has no hook of ours.\n"


@agents
def test_a_project_has_a_file_of_its_own(terminal: Terminal, agent: str) -> None:
    file = terminal.folder / FILES[agent][1]
    done = terminal.runs("install", agent, "--project")
    assert done.code == 0
    assert "only where you have told it that you trust the folder" in done.stdout
    assert json.loads(file.read_bytes())["hooks"]
    assert terminal.runs("uninstall", agent, "--project").code == 0
    assert not file.exists()


@agents
def test_what_belongs_into_a_file_with_comments_is_printed(terminal: Terminal, tmp_path: Path, agent: str) -> None:
    file = tmp_path / FILES[agent][0]
    file.parent.mkdir(parents=True)
    file.write_text('{\n  // mine\n  "theme": "dark"\n}\n')
    refused = terminal.runs("install", agent)
    assert refused.code == 1
    assert f"{file} cannot be edited safely: " in refused.stderr
    pasted = json.loads(refused.stderr[refused.stderr.index(":\n{\n") + 2 :])
    assert file.read_text().startswith("{\n  // mine")
    file.write_text("")
    terminal.runs("install", agent)
    assert json.loads(file.read_text()) == pasted


@agents
def test_the_doctor_sends_a_canary_through_each_installed_hook(terminal: Terminal, tmp_path: Path, agent: str) -> None:
    terminal.runs("install", agent)
    told = terminal.runs("doctor")
    assert (told.code, told.stderr) == (0, "")
    assert f"✓ canary of {TITLES[agent]}: an event comes through" in told.stdout
    assert told.stdout.count(f" in {tmp_path / FILES[agent][0]}, timeout ") == FILES[agent][2]
    status = json.loads(terminal.runs("status", "--json").stdout)
    assert (status["open"], status["waiting"]) == (0, 0), "the canary leaves nothing behind"
    assert f'"{agent}"' not in terminal.runs("journal", "--json", "--limit", "500").stdout
