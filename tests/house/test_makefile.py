"""`make check` leaves out the checks of the page only while no file of the page has changed; what the tests run on."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.house.layout import ROOT

OLD, MADE, NEW = 1_000, 2_000, 3_000  # seconds; only their order counts
PAGE = "web/src/desk/main.tsx"
SOURCES = (
    *(f"requirements/{lock}.txt" for lock in ("run", "dev", "node", "boot")),
    *("pyproject.toml", "tools/prepare.sh", "hatch_build.py", "web/package-lock.json", PAGE, "web/src/desk/other.ts"),
)
STAMPS = (".venv/.installed", ".venv/.tooled", "web/node_modules/.package-lock.json")


@pytest.fixture
def checked(tmp_path: Path) -> Path:
    """A tree in which all is made and checked."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    for time, names in ((OLD, SOURCES), (MADE, (*STAMPS, "src/countermark/static/built-from", ".venv/.page-checked"))):
        for name in names:
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).touch()
            os.utime(tmp_path / name, (time, time))
    set_folders(tmp_path, OLD)
    return tmp_path


def set_folders(root: Path, time: int) -> None:
    for folder in [path for path in (root / "web").rglob("*") if path.is_dir()]:
        os.utime(folder, (time, time))


def planned(root: Path, target: str = "check") -> str:
    """The commands that make would run for a target."""
    return subprocess.run(["make", "-n", target], cwd=root, capture_output=True, text=True, check=True).stdout


def test_python_alone_is_checked_while_the_page_stands(checked: Path) -> None:
    assert "-m mypy" in planned(checked)
    assert "run lint" not in planned(checked)


def test_a_changed_file_of_the_page_is_checked(checked: Path) -> None:
    os.utime(checked / PAGE, (NEW, NEW))
    assert "run check" in planned(checked)
    assert "run lint" in planned(checked)


def test_a_removed_file_of_the_page_is_noticed(checked: Path) -> None:
    (checked / "web/src/desk/other.ts").unlink()  # its folder is newer than the stamp now
    assert "run lint" in planned(checked)


def test_a_fresh_clone_is_checked_whole(checked: Path) -> None:
    (checked / ".venv/.page-checked").unlink()
    assert "run lint" in planned(checked)


@pytest.mark.parametrize(("target", "part"), [("test", "rooms"), ("soak", "unit")])
def test_other_pythons_of_the_machine_are_tested_too(checked: Path, target: str, part: str) -> None:
    sites = checked / "tests/sites/node/package-lock.json"
    sites.parent.mkdir(parents=True)
    sites.touch()
    assert f"-m tools.pythons {part}" in planned(checked, target)
