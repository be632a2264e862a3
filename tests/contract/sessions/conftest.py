"""A desk in memory with one session that is open in a folder of its own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from countermark.actions.desk import Desk
from countermark.model.sessions.values import Session
from tests.contract.memory_desk import HandClock, memory_desk
from tests.contract.sessions.talk import Talk, opened


@pytest.fixture
async def desk_and_clock() -> AsyncIterator[tuple[Desk, HandClock]]:
    async with memory_desk() as pair:
        yield pair


@pytest.fixture
def desk(desk_and_clock: tuple[Desk, HandClock]) -> Desk:
    return desk_and_clock[0]


@pytest.fixture
def clock(desk_and_clock: tuple[Desk, HandClock]) -> HandClock:
    return desk_and_clock[1]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "shop"
    place.mkdir()
    return place


@pytest.fixture
async def session(desk: Desk, folder: Path) -> Session:
    return await opened(desk, folder)


@pytest.fixture
def talk(desk: Desk, session: Session) -> Talk:
    return Talk(desk, session.id)
