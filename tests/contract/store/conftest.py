"""Every store that there is, fresh for each test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from countermark.store.sql import SqlStore
from countermark.store.sqlite import open_file
from tests.contract.memory_desk import open_memory

STORES = ("file", "memory")


@pytest.fixture(params=STORES)
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[SqlStore]:
    opened = open_file(tmp_path / "countermark.db") if request.param == "file" else open_memory()
    yield opened
    await opened.close()
