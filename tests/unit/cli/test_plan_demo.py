"""What `countermark demo` tells a person to type: it works in any terminal of theirs, with the demo's own desk."""

import subprocess
from pathlib import Path

import pytest

from countermark.cli import plan_demo
from countermark.doorbell import hub_address
from countermark.machine import own_command

SYSTEM = "/usr/bin:/bin"
APPROVED = plan_demo.DemoDecision("approved")
EXPIRED = plan_demo.DemoDecision("expired")


def commands_in(told: str) -> list[str]:
    """What is printed behind the names of the three ways to go on."""
    lines = [line for line in told.partition("What next:\n")[2].splitlines() if "then they open" not in line]
    assert len(lines) == 3
    return [line[2:].partition("  ")[2].strip() for line in lines]


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch) -> str:
    """The program's path: no shell finds this checkout's."""
    monkeypatch.setenv("PATH", SYSTEM)
    path = own_command.program()
    assert path.startswith("/")
    return path


def test_a_desk_of_its_own_is_named_in_every_command(program: str, tmp_path: Path) -> None:
    home = str(tmp_path / "a desk")
    own = f"COUNTERMARK_HOME='{home}' {program}"
    told = plan_demo._ending(APPROVED, home)
    expected = [f"{program} install claude-code", f"{own} review NOTES.md", f"{own} demo pages"]
    assert commands_in(told) == expected
    for command in expected:
        typed = ["sh", "-c", f"{command} --help"]
        told_back = subprocess.run(typed, env={"PATH": SYSTEM}, capture_output=True, text=True, timeout=60)
        assert (told_back.returncode, told_back.stderr) == (0, "")
    assert "here" not in told, "the hook asks on the desk of the usual data folder"
    assert "your usual data folder" in told
    assert f"`{own} demo` starts it anew" in plan_demo._ending(EXPIRED, home)


def test_the_usual_desk_needs_no_name(program: str) -> None:
    told = plan_demo._ending(APPROVED, hub_address.usual_home())
    assert commands_in(told) == [
        f"{program} install claude-code", f"{program} review NOTES.md", f"{program} demo pages",
    ]  # fmt: skip
    assert "then they open here by themselves" in told
