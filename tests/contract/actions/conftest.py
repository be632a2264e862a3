"""A desk on each store, and the usual people at it."""

from collections.abc import AsyncIterator

import pytest

from countermark.actions.desk import Desk
from tests.contract.memory_desk import HandClock, memory_desk


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
