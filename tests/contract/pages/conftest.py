"""One hub for all tests of reviewed pages, and a new site for each of them."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.contract.pages.page_client import PageSide, register
from tests.contract.wire.small_desk import Target, real_hub


@pytest.fixture(scope="package")
def target() -> Iterator[Target]:
    folder = Path(tempfile.mkdtemp(prefix="cmp-"))
    with real_hub(folder / "home") as running:
        yield running
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def side(target: Target, tmp_path: Path) -> PageSide:
    """A new site."""
    root = tmp_path / "site"
    root.mkdir()
    answer = register(target, root, hosts=["my.test", "exact.test:8443"], address="http://127.0.0.1:4321")
    assert answer.status == 200, answer.body
    return PageSide(target, root, answer.json["site"])
