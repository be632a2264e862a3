"""The servers that the wire's tests knock at: one of each kind for the whole run, since no case may harm it."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.contract.wire.small_desk import Target, real_hub, small_desk


@pytest.fixture(scope="session")
def short_folder() -> Iterator[Path]:
    """A folder whose path is short enough for a socket."""
    folder = Path(tempfile.mkdtemp(prefix="cmw-"))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session", params=["small", "hub"])
def target(request: pytest.FixtureRequest, short_folder: Path) -> Iterator[Target]:
    """A running server: the small desk, then the real hub."""
    opened = small_desk if request.param == "small" else real_hub
    with opened(short_folder / request.param) as running:
        yield running


@pytest.fixture(scope="session")
def small(short_folder: Path) -> Iterator[Target]:
    """The small desk, for what no route of the hub shows."""
    with small_desk(short_folder / "alone") as running:
        yield running


@pytest.fixture
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    """A small desk that waits half a second and takes few clients."""
    folder = Path(tempfile.mkdtemp(prefix="cmi-"))
    with small_desk(folder, impatient=True) as running:
        yield running
    shutil.rmtree(folder, ignore_errors=True)
