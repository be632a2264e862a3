"""A desk in memory, and a folder of plans that it watches."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from countermark.agents.spool.folder import PlanFolder
from tests.contract.memory_desk import memory_desk
from tests.contract.spool.writing_agent import FolderSide, new_watch


@pytest.fixture
async def side(tmp_path: Path) -> AsyncIterator[FolderSide]:
    async with memory_desk() as (desk, clock):
        path = tmp_path / "plans"
        side = FolderSide(desk, clock, path, new_watch(desk, clock, PlanFolder(path)))
        await side.looks()  # makes the folder
        yield side
        side.watch.close()
