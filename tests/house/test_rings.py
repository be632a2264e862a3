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
