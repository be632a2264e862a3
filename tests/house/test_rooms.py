"""The rooms of the house: who may look into which, and none of them empty."""

import ast
import configparser
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.layout import FRAMEWORKS, PROGRAM, ROOT, imported, named, program_files, tree

# What a room that starts in milliseconds may import of ours; everything else comes from the standard library.
SMALL_ROOMS: dict[str, set[str]] = {
    "doorbell": {"doorbell"},
    "agent_side": {"agent_side", "doorbell"},
    "first_completed": set(),
    "page_side": {"page_side", "doorbell", "first_completed"},
}
# Anybody under the actions may ask for these.
OPEN_STORE_MODULES = {"base", "checkpoint_files", "finds_history", "pages.file", "slices"}
FOLDERS_OF_THE_STORE = ("migrations.", "readers.")  # closed as wholes


def rooms() -> list[Path]:
    return sorted({path.parent for path in program_files()} - {PROGRAM})


def small_files() -> list[Path]:
    return [path for path in program_files() if room_of(path) in SMALL_ROOMS]


def room_of(path: Path) -> str:
    """The folder right under the program, or the module that stands alone there."""
    return path.relative_to(PROGRAM).parts[0].removesuffix(".py")


def strangers(source: ast.Module, *, allowed: set[str]) -> set[str]:
    """What is imported from neither the standard library nor the allowed rooms of ours."""
    ours = {"countermark.__version__", *(f"countermark.{room}" for room in allowed)}
    return {
        name
        for name in imported(source)
        if name.split(".")[0] not in sys.stdlib_module_names and ".".join(name.split(".")[:2]) not in ours
    }


@pytest.mark.parametrize("path", small_files(), ids=named)
def test_a_small_program_needs_only_the_standard_library(path: Path) -> None:
    found = strangers(tree(path), allowed=SMALL_ROOMS[room_of(path)])
    assert {name for name in found if name.split(".")[0] not in FRAMEWORKS.get(named(path), set())} == set()


@pytest.mark.parametrize("room", rooms(), ids=named)
def test_no_room_is_empty(room: Path) -> None:
    code = [path for path in room.rglob("*") if path.suffix in (".py", ".toml") and path.name != "__init__.py"]
    assert code, "a room appears when its first line of real code does"


def test_every_concrete_store_is_protected() -> None:
    contracts = configparser.ConfigParser()
    contracts.read(ROOT / ".importlinter")
    named_there = contracts["importlinter:contract:store"]["protected_modules"].split()
    files = (PROGRAM / "store").rglob("[!_]*.py")
    modules = {".".join(file.relative_to(PROGRAM / "store").with_suffix("").parts) for file in files}
    concrete = {module for module in modules - OPEN_STORE_MODULES if not module.startswith(FOLDERS_OF_THE_STORE)}
    assert set(named_there) == {f"countermark.store.{module}" for module in {*concrete, "migrations", "readers"}}


def test_import_contracts_hold() -> None:
    linter = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([linter, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_stranger_would_be_seen() -> None:
    good = "import os\nfrom countermark import __version__\nfrom countermark.doorbell import ring\n"
    sample = ast.parse(f"{good}import httpx\nfrom countermark import hub\nfrom countermark.model import ids\n")
    assert strangers(sample, allowed={"doorbell"}) == {"httpx", "countermark.hub", "countermark.model"}
