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


@pytest.fixture(scope="session", params=["small", "plain_loop", "hub"])
def target(request: pytest.FixtureRequest, short_folder: Path) -> Iterator[Target]:
    """A running server: the small desk on both event loops, then the real hub."""
    folder = short_folder / request.param
    opened = (
        real_hub(folder) if request.param == "hub" else small_desk(folder, plain_loop=request.param == "plain_loop")
    )
    with opened as running:
        yield running


@pytest.fixture(scope="session")
def small(short_folder: Path) -> Iterator[Target]:
    """The small desk, for what no route of the hub shows."""
    with small_desk(short_folder / "alone") as running:
        yield running


@pytest.fixture(params=["uvloop", "plain_loop"])
def impatient(request: pytest.FixtureRequest) -> Iterator[Target]:
    """A small desk that waits half a second and takes few clients."""
    folder = Path(tempfile.mkdtemp(prefix="cmi-"))
    with small_desk(folder, impatient=True, plain_loop=request.param == "plain_loop") as running:
        yield running
    shutil.rmtree(folder, ignore_errors=True)
