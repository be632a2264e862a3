"""A hub for all tests of MCP, and for each of them a site of its own with its reviewer."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.contract.mcp.review import Site
from tests.contract.wire.small_desk import Target, real_hub
from tests.guards import end, leftovers, processes_with


@pytest.fixture(scope="session")
def hub_home() -> Iterator[Path]:
    """The data folder of a running hub."""
    folder = Path(tempfile.mkdtemp(prefix="cmm-"))
    yield folder / "home"
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def target(hub_home: Path) -> Iterator[Target]:
    """The hub, with a person signed in."""
    with real_hub(hub_home) as running:
        yield running


@pytest.fixture
def site(target: Target, hub_home: Path, tmp_path: Path) -> Iterator[Site]:
    """A project without any notes, for bridges that end with their test: a later one would start the hub anew."""
    site = Site(tmp_path, hub_home)
    before = processes_with("COUNTERMARK_HOME", str(hub_home))
    yield site
    left = leftovers("COUNTERMARK_HOME", str(hub_home), besides=before)
    end(left)
    assert not left, f"The test left processes behind: {left}"


@pytest.fixture
def own(home: Path, tmp_path: Path) -> Iterator[Site]:
    """A project whose hub belongs to this test alone; nobody has started it."""
    site = Site(tmp_path, home)
    yield site
    site.stops_hub()
