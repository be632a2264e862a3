"""Which other Pythons of the machine the tests run on."""

import sys
from pathlib import Path

from tools.pythons import is_python, other_pythons, version_of


def program(folder: Path, name: str, says: str) -> Path:
    file = folder / name
    file.write_text(f"#!/bin/sh\necho {says}\n")
    file.chmod(0o755)
    return file


def test_the_name_tells_a_python(tmp_path: Path) -> None:
    names = ("python3", "python3.11", "python3.11-config", "python3-pasteurize", "python3.1x")
    assert [is_python(program(tmp_path, name, "")) for name in names] == [True, True, False, False, False]
    assert not is_python(tmp_path / "python3.12")


def test_our_own_python_tells_its_version() -> None:
    base = Path(sys.base_prefix, "bin", f"python3.{sys.version_info.minor}")
    assert version_of(base) == sys.version_info[:3]
    assert sys.prefix == sys.base_prefix or version_of(Path(sys.executable)) is None, "a virtual environment"


def test_released_ones_of_a_supported_version_count_once_and_not_our_own(tmp_path: Path) -> None:
    own = " ".join(map(str, sys.version_info[:3]))
    told = {
        "python3.20": "3 20 1 True True",
        "python3.21": "3 20 1 True True",
        "python3.22": "3 22 0 False True",  # not released
        "python3.23": "3 23 0 True False",  # a virtual environment
        "python3.10": "3 10 9 True True",
        "python3.11": f"{own} True True",
        "python3.99": "",
    }
    candidates = [program(tmp_path, name, says) for name, says in told.items()]
    assert other_pythons([*candidates, tmp_path / "gone"]) == {(3, 20, 1): tmp_path / "python3.20"}
