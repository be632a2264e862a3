"""A test that fails beside others runs once more alone, and only then is it said to have passed or failed."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools import rings

ONCE = """
from pathlib import Path

def test_fails_once():
    here = Path({here!r})
    been = here.exists()
    here.touch()
    assert been

def test_passes():
    pass
"""
ALWAYS = "def test_fails():\n    assert False\n"
BROKEN = "raise SystemExit(3)\n"


@pytest.fixture
def part(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The file of the one part that there is; in the project, as pytest names tests by their way from there."""
    with tempfile.TemporaryDirectory(dir=rings.LOGS.parent) as folder:
        monkeypatch.setattr(rings, "LOGS", Path(folder))
        yield Path(folder, "test_part.py")


def runs(part: Path, content: str) -> bool:
    part.write_text(content, encoding="utf-8")
    return rings.run("part", ("pytest", *rings.remembers("part"), str(part)), [])


def test_what_passes_alone_has_passed(part: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert not runs(part, ONCE.format(here=str(part.with_name("been"))))
    assert rings.pass_alone(["part"])
    assert "once more, as they failed beside others: " in (said := capsys.readouterr().out)
    assert "test_fails_once" in said
    assert "1 passed" in said.splitlines()[-1]


def test_what_fails_alone_has_failed(part: Path) -> None:
    assert not runs(part, ALWAYS)
    assert not rings.pass_alone(["part"])


def test_a_part_that_says_nothing_of_its_tests_has_failed(part: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert not runs(part, BROKEN)
    assert not rings.pass_alone(["part"])
    assert "once more" not in capsys.readouterr().out


def test_many_failures_are_no_accident(part: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert not runs(part, "\n".join(ALWAYS.replace("fails", f"fails_{n}") for n in range(rings.MOST_AGAIN + 1)))
    assert not rings.pass_alone(["part"])
    assert "once more" not in capsys.readouterr().out


def test_the_last_lines_name_what_has_failed(part: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert not runs(part, "\n".join(ALWAYS.replace("fails", f"fails_{n}") for n in range(rings.MOST_NAMED + 3)))
    capsys.readouterr()
    rings.name_failures(["part"])
    first, *others, last = capsys.readouterr().out.splitlines()
    assert first.startswith("· Failed: ")
    assert first.endswith("test_part.py::test_fails_0")
    assert len(others) == rings.MOST_NAMED - 1
    assert last == "· Failed: 3 more, named above"


def test_of_a_part_that_names_no_test_its_last_line_is_told(part: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert not runs(part, "raise SystemExit('no such package')\n")
    capsys.readouterr()
    rings.name_failures(["part"])
    assert "part ended with: " in capsys.readouterr().out
