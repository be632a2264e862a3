"""Old entries go by whole segments; the chain holds, what waits stays, and a kill leaves all of it done or nothing."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from countermark.actions import items, reviews
from countermark.actions.checkpoints import sign_newest
from countermark.actions.desk import Desk, open_desk
from countermark.actions.journal import note_start, verify
from countermark.actions.retention import drop_old
from countermark.model import actors
from countermark.model.errors import StoreFailed
from countermark.model.journal import Entry
from countermark.model.reviews import Stage, Submission, Verdict
from countermark.store.checkpoint_files import FOLDER, CheckpointFiles
from countermark.store.sql import SqlStore
from countermark.store.sqlite import open_file
from tests.contract.memory_desk import HandClock

CLAUDE, ME = actors.agent("claude-code"), actors.person("si_me")
PLAN = Submission("claude-code", "# Plan A\n\n1. Do it\n", None, "/shop", "session-1", None)
DAY = 24 * 60 * 60


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
async def desk(store: SqlStore, clock: HandClock, tmp_path: Path) -> Desk:
    """One desk for each store; whoever opened the store closes it."""
    return await open_desk(
        store, images=tmp_path, checkpoints=CheckpointFiles(tmp_path), clock=clock, steady=clock.steady
    )


async def segment(desk: Desk, clock: HandClock, *, entries: int = 3) -> int:
    """Some entries with a checkpoint behind them, and then ten days; the number of the last of them."""
    for _ in range(entries):
        await note_start(desk, version="1")
    signed = await sign_newest(desk)
    clock.forward(10 * DAY)
    return signed.checkpoint.size


async def open_plan(desk: Desk) -> reviews.Receipt:
    return await reviews.open_review(desk, PLAN, key="key-00000001", wait_seconds=1000 * DAY, by=CLAUDE)


async def numbers(desk: Desk) -> list[int]:
    return [entry.seq for entry in await entries(desk)]


async def entries(desk: Desk) -> list[Entry]:
    return list(await desk.read(lambda reader: reader.entries()))


async def gone(desk: Desk) -> list[tuple[int, int]]:
    """What is gone, as the check has it; there is nothing else to say."""
    verified = await verify(desk)
    assert verified.faults == []
    assert verified.entries == len(await numbers(desk))
    return [(gap.first, gap.last) for gap in verified.dropped]


async def test_old_segments_go_and_the_chain_holds(desk: Desk, clock: HandClock, tmp_path: Path) -> None:
    first, second = await segment(desk, clock), await segment(desk, clock)
    await segment(desk, clock)
    before = await entries(desk)
    retained = await drop_old(desk, days=15)
    assert retained.dropped == second
    assert await gone(desk) == [(1, second)]
    now = await entries(desk)
    assert [entry for entry in now if entry.seq <= before[-1].seq] == before[second:]
    assert (now[-1].kind, now[-1].body["first"], now[-1].body["last"]) == ("entries_dropped", 1, second)
    names = {file.name for file in (tmp_path / FOLDER).iterdir()}
    assert f"{second:012}.txt" in names, "it vouches for what is gone"
    assert f"{first:012}.txt" not in names
    assert (await drop_old(desk, days=15)).dropped == 0
    assert await numbers(desk) == [entry.seq for entry in now], "nothing to do writes nothing"


async def test_neighbours_are_told_as_one_gap(desk: Desk, clock: HandClock) -> None:
    last = 0
    for _ in range(4):
        last = await segment(desk, clock)
        await drop_old(desk, days=5)
    assert await gone(desk) == [(1, last)]
    told = [entry for entry in await entries(desk) if entry.kind == "entries_dropped"]
    assert len(told) == 1, "the earlier ones went with their segments"


async def test_a_segment_with_something_that_waits_stays(desk: Desk, clock: HandClock) -> None:
    first = await segment(desk, clock)
    receipt = await open_plan(desk)
    second = await segment(desk, clock)
    third = await segment(desk, clock)
    await drop_old(desk, days=5)
    assert await gone(desk) == [(1, first), (second + 1, third)]
    await reviews.decide(
        desk, receipt.review.id, Verdict.APPROVED, notes=None, shown_sha256=receipt.revision.sha256, by=ME
    )
    await drop_old(desk, days=5)
    assert await gone(desk) == [(1, first), (second + 1, third)], "the agent has still to hear of it"
    await items.acknowledge(desk, "key-00000001", Stage.RECEIVED, by=CLAUDE)
    await drop_old(desk, days=5)
    assert await gone(desk) == [(1, third)]


async def test_what_stands_for_a_gap_is_said_again_when_its_own_segment_goes(desk: Desk, clock: HandClock) -> None:
    first = await segment(desk, clock)
    await open_plan(desk)
    second = await segment(desk, clock)
    await drop_old(desk, days=5)
    told = (await entries(desk))[-1]
    third = await segment(desk, clock)
    assert second < told.seq <= third
    await drop_old(desk, days=5)
    assert told.seq not in await numbers(desk)
    assert await gone(desk) == [(1, first), (second + 1, third)]


async def test_what_is_not_as_it_was_signed_stays(desk: Desk, clock: HandClock, tmp_path: Path) -> None:
    first = await segment(desk, clock)
    await segment(desk, clock)
    file = tmp_path / FOLDER / f"{first:012}.txt"
    content = file.read_bytes()
    file.unlink()
    second = await segment(desk, clock)
    await drop_old(desk, days=100)
    assert await numbers(desk) == list(range(1, second + 2))
    file.write_bytes(content)
    desk.checkpoints = CheckpointFiles(tmp_path)
    assert (await drop_old(desk, days=5)).dropped == second


async def test_what_was_changed_is_not_dropped_with_the_rest(desk: Desk, clock: HandClock) -> None:
    first, second = await segment(desk, clock), await segment(desk, clock)

    def change(txn: Any) -> None:
        txn.connection.execute(text(f"UPDATE entries SET at = at + 1 WHERE seq = {first + 2}"))

    await desk.store.transact(change)
    await drop_old(desk, days=5)
    verified = await verify(desk)
    assert [(gap.first, gap.last) for gap in verified.dropped] == [(1, first)]
    assert [fault.first for fault in verified.faults] == [first + 2]
    assert second in await numbers(desk)


async def test_a_checkpoint_of_a_dropped_entry_is_told_apart(desk: Desk, clock: HandClock, tmp_path: Path) -> None:
    first = await segment(desk, clock)
    note = (tmp_path / FOLDER / f"{first:012}.txt").read_text()
    await segment(desk, clock)
    await drop_old(desk, days=5)
    verified = await verify(desk, notes=[note])
    assert (verified.faults, verified.unseen) == ([], [first])


async def test_a_gap_that_nothing_stands_for_is_named(desk: Desk, clock: HandClock) -> None:
    await segment(desk, clock)
    await desk.store.transact(lambda txn: txn.drop_entries(2, 2))
    verified = await verify(desk)
    assert [fault.first for fault in verified.faults] == [2]


async def test_the_newest_review_of_a_conversation_is_still_the_newest(desk: Desk, clock: HandClock) -> None:
    for number in (1, 2):
        receipt = await reviews.open_review(desk, PLAN, key=f"key-0000000{number}", wait_seconds=1000 * DAY, by=CLAUDE)
        await reviews.decide(
            desk, receipt.review.id, Verdict.APPROVED, notes=None, shown_sha256=receipt.revision.sha256, by=ME
        )
        await items.acknowledge(desk, f"key-0000000{number}", Stage.RECEIVED, by=CLAUDE)
        clock.forward(1)
    await segment(desk, clock)

    async def newest() -> object:
        return await desk.read(
            lambda reader: reader.review_of_conversation(
                agent="claude-code", workspace="/shop", conversation="session-1", path=None
            )
        )

    before = await newest()
    assert (await drop_old(desk, days=5)).dropped > 0
    assert await newest() == before


async def test_a_kill_at_any_step_leaves_it_done_or_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The files are copied before and after each step, as a kill would leave them."""
    running, clock = tmp_path / "running", HandClock()
    running.mkdir()
    desk = await opened(running, clock)
    await segment(desk, clock)
    first = await segment(desk, clock)
    await open_plan(desk)
    await segment(desk, clock)
    last = await segment(desk, clock)
    copies: list[Path] = []

    def copy() -> None:
        copies.append(tmp_path / f"copy-{len(copies)}")
        shutil.copytree(running, copies[-1])

    def copied(work: Callable[..., Any]) -> Callable[..., Any]:
        def around(*arguments: Any, **more: Any) -> Any:
            copy()
            result = work(*arguments, **more)
            copy()
            return result

        return around

    store: Any = desk.store
    monkeypatch.setattr(store._changes, "_transact", copied(store._transact_now))
    monkeypatch.setattr(store, "_write_head", copied(store._write_head))
    monkeypatch.setattr(Path, "unlink", copied(Path.unlink))
    await drop_old(desk, days=5)
    monkeypatch.undo()
    await desk.close()
    assert len(copies) == 10, "two transactions, each with the journal's end, and a checkpoint that goes"
    seen = set()
    for folder in copies:
        after = await opened(folder, clock)
        assert after.store.cut is None
        seen.add(tuple(await gone(after)))
        await drop_old(after, days=5)
        assert (await gone(after))[-1][1] == last
        await after.close()
    assert seen == {(), ((1, first),), tuple(await whole(tmp_path / "running", clock))}


async def whole(folder: Path, clock: HandClock) -> list[tuple[int, int]]:
    desk = await opened(folder, clock)
    told = await gone(desk)
    await desk.close()
    return told


async def opened(folder: Path, clock: HandClock) -> Desk:
    store = open_file(folder / "countermark.db")
    return await open_desk(store, images=folder, checkpoints=CheckpointFiles(folder), clock=clock, steady=clock.steady)


async def test_a_full_disk_drops_nothing(desk: Desk, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> None:
    await segment(desk, clock)
    before = await numbers(desk)

    def fails(*_: object) -> None:
        raise StoreFailed

    store: Any = desk.store
    monkeypatch.setattr(store._changes, "_transact", fails)
    with pytest.raises(StoreFailed):
        await drop_old(desk, days=5)
    monkeypatch.undo()
    assert await numbers(desk) == before
    assert await gone(desk) == []
