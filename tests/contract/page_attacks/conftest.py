"""The hub and the sites of tests/contract/pages, for what should not be possible with them; a hub for real sites."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import guards
from tests.contract.pages.conftest import side, target

__all__ = ["side", "target"]


@pytest.fixture(scope="package")
def hub_home() -> Iterator[Path]:
    """The data folder of the hub that the first site starts; it ends with the last one."""
    for home in guards.own_home(starts_processes=True):
        yield home
        stop = [sys.executable, "-m", "countermark", "stop"]
        subprocess.run(stop, env={**os.environ, "COUNTERMARK_HOME": str(home)}, capture_output=True, check=True)


@pytest.fixture
def folder(tmp_path: Path, hub_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project's folder; its site goes to the hub that they share."""
    monkeypatch.setenv("COUNTERMARK_HOME", str(hub_home))
    return tmp_path
