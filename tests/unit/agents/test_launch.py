"""How an agent's command, its folder and its environment are found, and what is said where they are not."""

import os
import time
from pathlib import Path

import pytest

from countermark.agents import launch
from countermark.agents.launch import LoginPath
from countermark.agents.running import MARK
from countermark.model.errors import CommandMissing, FolderMissing


def program(folder: Path, name: str, text: str = "#!/bin/sh\n") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(text)
    path.chmod(0o755)
    return path


def shell(folder: Path, text: str, name: str = "bash") -> dict[str, str]:
    """The environment of a person whose shell is this script; `$3` is what it is to run."""
    return {"SHELL": str(program(folder, name, f"#!/bin/sh\n{text}\n")), "PATH": "/usr/bin:/bin", "HOME": str(folder)}


def test_a_command_is_found_on_the_path(tmp_path: Path) -> None:
    agent = program(tmp_path / "node" / "bin", "agent")
    assert launch.find_command(["agent", "--acp"], "/", f"/nowhere:{agent.parent}") == str(agent)


def test_a_missing_command_is_named_with_the_places_where_it_was_looked_for(tmp_path: Path) -> None:
    with pytest.raises(CommandMissing) as missing:
        launch.find_command(["no-such-agent"], str(tmp_path), "/usr/nowhere:/opt/nothing")
    words = str(missing.value)
    assert words == "The command no-such-agent was not found. It was looked for in: /usr/nowhere, /opt/nothing."
    assert "Install it" in missing.value.hint
    assert "again" not in words + missing.value.hint


def test_a_path_is_taken_from_the_folder_on(tmp_path: Path) -> None:
    agent = program(tmp_path / "bin", "agent")
    assert launch.find_command(["bin/agent"], str(tmp_path), "") == str(agent)
    assert launch.find_command([str(agent)], "/", "") == str(agent)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ([], "no command"),
        ([""], "no command"),
        (["./agent"], "There is no"),
        (["./plain"], "no program"),
        (["./"], "no program"),
    ],
)
def test_what_cannot_be_run_is_said(command: list[str], words: str, tmp_path: Path) -> None:
    (tmp_path / "plain").write_text("text")
    with pytest.raises(CommandMissing, match=words):
        launch.find_command(command, str(tmp_path), "/usr/bin")


def test_a_folder_that_can_be_used_is_no_error(tmp_path: Path) -> None:
    launch.check_folder(str(tmp_path))
    with pytest.raises(FolderMissing, match="does not exist"):
        launch.check_folder(str(tmp_path / "gone"))


@pytest.mark.parametrize(
    ("folder", "words"),
    [
        ("src", "no absolute path"),
        ("", "no absolute path"),
        ("~", "no absolute path"),
        ("/etc/passwd", "is no folder"),
        ("/a\0b", "cannot be used|does not exist"),
    ],
)
def test_a_folder_that_cannot_be_used_is_said(folder: str, words: str) -> None:
    with pytest.raises(FolderMissing, match=words):
        launch.check_folder(folder)


def test_the_whole_environment_is_inherited_but_for_marks_of_another_agent() -> None:
    environment = {"PATH": "/bin", "API_KEY": "x", "HTTPS_PROXY": "p", "CLAUDECODE": "1", "LANG": "C"}
    whole = launch.agent_environment(environment, {"LANG": "de", "MORE": "1"}, login_path="/home/dev/.nvm/bin:/bin")
    assert whole == {
        "PATH": "/home/dev/.nvm/bin:/bin", "API_KEY": "x", "HTTPS_PROXY": "p", "LANG": "de", "MORE": "1",
    }  # fmt: skip


def test_nothing_of_ours_is_inherited_but_what_a_hook_needs_to_find_this_hub() -> None:
    environment = {"COUNTERMARK_HOME": "/h", "COUNTERMARK_BROWSER": "none", "COUNTERMARK_KEY": "x", MARK: "theirs"}
    whole = launch.agent_environment(environment, {"COUNTERMARK_OWN": "of the brand"}, login_path="/bin")
    assert whole == {
        "COUNTERMARK_HOME": "/h", "COUNTERMARK_BROWSER": "none", "COUNTERMARK_OWN": "of the brand",
        "PATH": launch.joined_paths("/bin", os.defpath),
    }  # fmt: skip


def test_paths_are_joined_without_doubles_and_without_relative_ones() -> None:
    assert launch.joined_paths("/b:/a::bin", "/a:/c", None) == "/b:/a:/c"


async def test_the_shell_tells_its_path_through_all_noise(tmp_path: Path) -> None:
    noise = 'echo "Welcome back!"; export PATH="/opt/nvm/bin:$PATH"; printf "\\033[0m\\377"; /bin/sh -c "$2"; echo bye'
    assert await launch.ask_shell(shell(tmp_path, noise)) == "/opt/nvm/bin:/usr/bin:/bin"


async def test_a_shell_whose_interactive_files_end_it_is_asked_again_without_them(tmp_path: Path) -> None:
    text = 'case $1 in -i*) exit 1;; esac; PATH="/login/bin:$PATH" /bin/sh -c "$2"'
    assert await launch.ask_shell(shell(tmp_path, text)) == "/login/bin:/usr/bin:/bin"


async def test_a_shell_that_hangs_behind_its_path_is_still_heard(tmp_path: Path) -> None:
    text = '/bin/sh -c "$2"; exec sleep 600'
    assert await launch.ask_shell(shell(tmp_path, text), seconds=1) == "/usr/bin:/bin"


async def test_a_shell_that_never_answers_has_its_time(tmp_path: Path) -> None:
    started = time.monotonic()
    assert await launch.ask_shell(shell(tmp_path, "sleep 600 & wait"), seconds=0.2) is None
    assert time.monotonic() - started < 60


@pytest.mark.parametrize("name", ["nu", "xonsh"])
async def test_a_shell_of_another_kind_is_not_asked(name: str, tmp_path: Path) -> None:
    assert await launch.ask_shell(shell(tmp_path, '/bin/sh -c "$2"', name)) is None


async def test_a_shell_that_is_not_there_tells_nothing() -> None:
    assert await launch.ask_shell({"SHELL": "/nowhere/bash", "PATH": "/bin"}) is None


async def test_the_real_shell_of_this_machine_answers(tmp_path: Path) -> None:
    (tmp_path / ".profile").write_text('export PATH="/from/profile:$PATH"\n')
    path = await launch.ask_shell({"SHELL": "/bin/sh", "HOME": str(tmp_path), "PATH": os.environ["PATH"]})
    assert path is not None
    assert path.startswith("/from/profile:")


async def test_the_shell_is_asked_once(tmp_path: Path) -> None:
    environment = shell(tmp_path, 'echo once >> "$HOME/asked"; /bin/sh -c "$2"')
    login = LoginPath()
    agent = program(tmp_path / "bin", "agent")
    await login.find(environment)
    made = await launch.prepare(
        ["bin/agent", "--acp"], folder=str(tmp_path), own={"A": "1"}, environment=environment, login=login
    )
    assert made.command == (str(agent), "--acp")
    assert (made.folder, made.environment["A"]) == (str(tmp_path), "1")
    assert (tmp_path / "asked").read_text() == "once\n"
    again = await launch.prepare([str(agent)], folder="/", own={}, environment=made.environment, login=login)
    assert made.environment[MARK] != again.environment[MARK], "each run has a mark of its own"
