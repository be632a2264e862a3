"""The command that a person is told to type opens the desk of this data folder, wherever it is typed."""

import os
import shlex
import subprocess
import sysconfig
from pathlib import Path

import pytest

from countermark.doorbell import hub_address
from countermark.machine.own_command import open_command

SCRIPTS = sysconfig.get_path("scripts")


def test_the_usual_folder_is_not_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", SCRIPTS, prepend=os.pathsep)
    assert open_command(hub_address.usual_home()) == "countermark open"


def test_another_folder_is_named_for_a_shell(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", SCRIPTS, prepend=os.pathsep)
    folder = str(tmp_path / "a 'folder'; echo `x` $HOME")
    command = open_command(folder)
    assert command.endswith(" countermark open")
    told = command.replace("countermark open", "printenv COUNTERMARK_HOME")
    assert subprocess.run(["sh", "-c", told], capture_output=True, text=True, check=True).stdout == f"{folder}\n"


def test_a_program_that_no_shell_finds_is_named_by_its_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", os.defpath)
    program = shlex.split(open_command(hub_address.usual_home()))[0]
    assert Path(program) == Path(SCRIPTS, "countermark")
    assert os.access(program, os.X_OK)
