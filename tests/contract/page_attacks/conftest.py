"""The hub and the sites of tests/contract/pages, for what should not be possible with them; a hub for real sites."""

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import guards
from tests.contract.pages.conftest import side, target
from tests.contract.pages.page_client import PageSide, register
from tests.contract.wire.small_desk import Target

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


@pytest.fixture
def key(target: Target) -> str:
    """What an MCP client on TCP shows."""
    file = Path(target.agent_socket).parents[1] / "mcp.key"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    return file.read_text()


@pytest.fixture
def other(target: Target, tmp_path: Path) -> PageSide:
    """Another site of the same person."""
    root = tmp_path / "other"
    root.mkdir()
    return PageSide(target, root, register(target, root).json["site"])
