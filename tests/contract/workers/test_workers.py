"""Heavy work in processes of its own: it comes back, it can be refused, and no job holds or harms the next."""

import asyncio
import operator
import os
import resource
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest

from countermark.documents.markdown.packed import pack, render_growing, render_packed
from countermark.documents.markdown.passages import Passages
from countermark.documents.markdown.rendering import render
from countermark.model.errors import BadInput, WorkFailed
from countermark.workers.pool import WORKERS, Workers
from countermark.workers.process import Worker

FOR_EVER = 3600.0


@asynccontextmanager
async def open_workers(
    *, count: int = WORKERS, most_seconds: float = 20.0, idle_seconds: float = 20.0, most_carried: int = 10**9
) -> AsyncIterator[Workers]:
    workers = Workers(count=count, most_seconds=most_seconds, idle_seconds=idle_seconds, most_carried=most_carried)
    try:
        yield workers
    finally:
        await asyncio.to_thread(workers.close)


def runs(process: int) -> bool:
    """Whether a process is there and is not one that has ended and was not waited for."""
    try:
        return ") Z " not in Path(f"/proc/{process}/stat").read_text()
    except FileNotFoundError:
        return False


@contextmanager
def no_more_files() -> Iterator[None]:
    """This process can open no file and no pipe meanwhile."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def no_thread(_thread: threading.Thread) -> None:
    """What `start` does when the machine has no thread left."""
    raise RuntimeError("can't start new thread")


async def ends(process: int) -> None:
    async with asyncio.timeout(10):
        for _ in iter(lambda: runs(process), False):
            await asyncio.sleep(0.01)


async def test_a_document_comes_back_whole() -> None:
    text = "# Title\n\n" + "Words & more.\n\n" * 4_000
    async with open_workers() as workers:
        packed = await workers.run(render_packed, text)
    document = render(text)
    assert packed == pack(document)
    assert packed.document() == document
    assert packed.slice(1) == document.slices[1]
    assert packed.size < len(document.html) / 5


async def test_the_slices_are_told_before_the_answer() -> None:
    text = "# Title\n\n" + "Words & more.\n\n" * 4_000
    told: list[tuple[str, ...]] = []
    async with open_workers() as workers:
        packed = await workers.run_telling(told.append, render_growing, text)
        assert packed == await workers.run(render_packed, text)  # the next answer is its own
    assert told == [render(text).slices]


async def test_work_is_done_elsewhere_and_its_process_is_kept_for_the_next() -> None:
    async with open_workers(count=1) as workers:
        first, second = await workers.run(os.getpid), await workers.run(os.getpid)
        assert first == second != os.getpid()
        assert runs(first)
    assert not runs(first)


async def test_an_error_that_has_a_name_arrives() -> None:
    async with open_workers() as workers:
        with pytest.raises(BadInput, match="outside the text"):
            await workers.run(operator.methodcaller("place", 5, 6), Passages(()))


async def test_what_never_ends_is_ended() -> None:
    async with open_workers(count=1, most_seconds=1.0) as workers:
        with pytest.raises(WorkFailed):
            await workers.run(time.sleep, FOR_EVER)
        assert await workers.run(operator.add, 1, 2) == 3


async def test_a_job_has_less_time_if_that_is_asked() -> None:
    async with open_workers(count=1) as workers:
        with pytest.raises(WorkFailed):
            await workers.run_within(0.5, time.sleep, FOR_EVER)
        assert await workers.run(operator.add, 1, 2) == 3


async def test_what_fills_the_memory_is_ended_at_once_and_not_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    async with open_workers(count=1) as workers:
        first = await workers.run(os.getpid)
        with pytest.raises(WorkFailed):
            await workers.run(bytes, 4 * 1024**3)
        assert not runs(first)
        assert await workers.run(len, "x" * 1_000_000) == 1_000_000
    assert "has ended during a job" not in caplog.text


async def test_what_ends_its_process_is_refused_and_harms_nobody_else() -> None:
    async with open_workers(count=1) as workers:
        killer, honest = workers.run(os._exit, 9), workers.run(operator.add, 1, 2)
        outcomes: list[object] = await asyncio.gather(killer, honest, return_exceptions=True)
    assert isinstance(outcomes[0], WorkFailed)
    assert "more work" in str(outcomes[0])
    assert outcomes[1] == 3


async def test_a_worker_that_was_killed_is_replaced_unseen() -> None:
    async with open_workers(count=1) as workers:
        first = await workers.run(os.getpid)
        os.kill(first, 9)
        assert await workers.run(os.getpid) not in (first, os.getpid())


async def test_the_smaller_job_goes_first() -> None:
    order: list[int] = []

    async def measured(workers: Workers, size: int) -> None:
        order.append(await workers.run(len, "x" * size))

    async with open_workers(count=1) as workers:
        await workers.run(operator.add, 1, 2)
        busy = asyncio.ensure_future(workers.run(time.sleep, 0.5))
        await asyncio.gather(measured(workers, 1_000_000), measured(workers, 900_000), measured(workers, 100), busy)
    assert order == [100, 1_000_000, 900_000]  # of about one size: in their order


async def test_one_long_job_does_not_hold_another() -> None:
    async with open_workers() as workers:
        held = asyncio.ensure_future(workers.run(time.sleep, FOR_EVER))
        await asyncio.sleep(0)  # it is in line first
        async with asyncio.timeout(10):
            assert await workers.run(operator.add, 1, 2) == 3
        assert not held.done()
        await asyncio.to_thread(workers.close)
        with pytest.raises(WorkFailed):
            await held


async def test_an_idle_worker_ends() -> None:
    async with open_workers(idle_seconds=0.05) as workers:
        await ends(await workers.run(os.getpid))
        assert await workers.run(operator.add, 1, 2) == 3


async def test_a_worker_that_has_carried_enough_is_replaced() -> None:
    async with open_workers(count=1, most_carried=100_000) as workers:
        first = await workers.run(os.getpid)
        assert await workers.run(len, "x" * 100_000) == 100_000
        await ends(first)
        assert await workers.run(os.getpid) != first


async def test_who_stops_waiting_leaves_nothing_undone_for_others() -> None:
    async with open_workers(count=1) as workers:
        waiting = asyncio.ensure_future(workers.run(time.sleep, 0.3))
        queued = asyncio.ensure_future(workers.run(len, "x"))
        await asyncio.sleep(0)
        waiting.cancel()
        queued.cancel()
        assert await workers.run(operator.add, 1, 2) == 3


async def test_a_process_that_cannot_be_started_is_not_the_fault_of_the_text(caplog: pytest.LogCaptureFixture) -> None:
    async with open_workers(count=1) as workers, asyncio.timeout(10):
        with no_more_files(), pytest.raises(WorkFailed, match="could not be started"):
            await workers.run(operator.add, 1, 2)
        assert "Too many open files" in caplog.text
        assert await workers.run(operator.add, 1, 2) == 3


async def test_without_a_thread_for_the_bound_on_its_time_no_job_is_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_workers(count=1) as workers, asyncio.timeout(10):
        first = await workers.run(os.getpid)
        with monkeypatch.context() as machine:
            machine.setattr(threading.Timer, "start", no_thread)
            with pytest.raises(WorkFailed, match="could not be started"):
                await workers.run(operator.add, 1, 2)
        assert not runs(first)
        assert await workers.run(operator.add, 1, 2) == 3


async def test_a_fault_in_the_hub_ends_neither_the_thread_nor_the_wait(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def breaks(_worker: Worker, _job: bytes, *, seconds: float, early: object) -> bytes:
        raise MemoryError(f"nothing left after {seconds} s")

    async with open_workers(count=1) as workers, asyncio.timeout(10):
        first = await workers.run(os.getpid)
        with monkeypatch.context() as machine:
            machine.setattr(Worker, "answer", breaks)
            for _ in range(2 * WORKERS):
                with pytest.raises(WorkFailed, match="a fault in the hub"):
                    await workers.run(operator.add, 1, 2)
        assert await workers.run(os.getpid) not in (first, os.getpid())
        assert not runs(first)
    assert "MemoryError: nothing left after 20.0 s" in caplog.text


async def test_a_pool_without_threads_says_so_and_tries_again_with_the_next_job(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with open_workers() as workers, asyncio.timeout(10):
        with monkeypatch.context() as machine:
            machine.setattr(threading.Thread, "start", no_thread)
            with pytest.raises(WorkFailed, match="could not be started"):
                await workers.run(operator.add, 1, 2)
        assert await workers.run(operator.add, 1, 2) == 3


async def test_the_threads_that_could_be_started_do_all_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    start = threading.Thread.start

    def only_one(thread: threading.Thread) -> None:
        if thread.name == "worker" and any(each.name == "worker" for each in threading.enumerate()):
            no_thread(thread)
        start(thread)

    async with open_workers() as workers, asyncio.timeout(10):
        monkeypatch.setattr(threading.Thread, "start", only_one)
        assert [await workers.run(operator.add, 1, each) for each in range(3)] == [1, 2, 3]


async def test_what_waits_in_line_when_the_hub_ends_is_told_so() -> None:
    async with open_workers(count=1) as workers, asyncio.timeout(10):
        await workers.run(os.getpid)
        under_way = asyncio.ensure_future(workers.run(time.sleep, FOR_EVER))
        in_line = [asyncio.ensure_future(workers.run(len, "x" * 1_000)) for _ in range(3)]
        await asyncio.sleep(0)
        await asyncio.to_thread(workers.close)
        for each in (under_way, *in_line, workers.run(operator.add, 1, 2)):
            with pytest.raises(WorkFailed, match="The hub ends"):
                await each
