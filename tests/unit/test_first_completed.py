"""Waiting for the first of several: who loses has ended before anybody goes on, and no failure is lost."""

import asyncio

import pytest

from countermark.first_completed import EndedFirst, first_completed, run_until, tasks_of


class Lasting:
    """Work that lasts until it is cancelled, and then needs a moment to end."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()
        self.has_ended = False

    async def __call__(self) -> None:
        self.begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            self.has_ended = True


async def three() -> int:
    return 3


async def fail() -> int:
    raise LookupError("no such thing")


async def test_the_work_has_a_result_and_its_end_is_cancelled() -> None:
    end = Lasting()
    assert await run_until(three(), end()) == 3
    assert end.begun.is_set()
    assert end.has_ended


async def test_an_end_that_comes_first_cancels_the_work() -> None:
    work = Lasting()
    with pytest.raises(EndedFirst):
        await run_until(work(), three(), Lasting()())
    assert work.has_ended


async def test_work_that_completes_together_with_an_end_counts() -> None:
    assert await run_until(three(), three()) == 3


async def test_the_failure_of_the_work_is_raised() -> None:
    with pytest.raises(LookupError):
        await run_until(fail(), Lasting()())


async def test_whoever_waits_can_be_cancelled_and_leaves_nothing_behind() -> None:
    work, end = Lasting(), Lasting()
    waiting = asyncio.ensure_future(run_until(work(), end()))
    await asyncio.gather(work.begun.wait(), end.begun.wait())
    waiting.cancel()
    await asyncio.wait([waiting])
    assert waiting.cancelled()
    assert work.has_ended
    assert end.has_ended


async def test_a_wait_ends_after_its_time() -> None:
    async with tasks_of(Lasting()()) as tasks:
        await first_completed(tasks, within=0.01)
        assert not tasks[0].done()
