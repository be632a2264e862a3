"""`make check` leaves out the checks of the page only while no file of the page has changed; what the tests run on."""

import os
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from tests.house.layout import ROOT, files
from tools.rings import OTHER_PYTHONS, PARTS, paths

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


def test_every_test_is_in_one_part_of_what_make_runs(checked: Path) -> None:
    sites = checked / "tests/sites/node/package-lock.json"
    sites.parent.mkdir(parents=True)
    sites.touch()
    assert "-m tools.rings" in planned(checked, "test")
    found = Counter(
        file for part in PARTS for path in paths(part) for file in (ROOT / path, *(ROOT / path).rglob("test_*.py"))
    )
    tests = [file for file in files("tests", suffixes={".py"}) if file.name.startswith("test_")]
    assert {file: found[file] for file in tests} == dict.fromkeys(tests, 1)


def test_other_pythons_of_the_machine_are_tested_too(checked: Path) -> None:
    assert OTHER_PYTHONS[1] == ("tools.pythons", "rooms")
    assert "-m tools.pythons unit" in planned(checked, "soak")


def test_the_long_ones_the_full_figures_and_the_whole_browser_are_in_soak(checked: Path) -> None:
    (command,) = (line for line in planned(checked, "soak").splitlines() if "-m pytest" in line)
    assert "COUNTERMARK_FULL_FIGURES=1" in command
    assert '-m "soak or tenth or browser"' in command
