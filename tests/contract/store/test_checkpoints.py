"""Checkpoints: signed when enough was written, kept in files of one's own, and missed when they are gone."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from countermark.actions import checkpoints
from countermark.actions.checkpoints import note_unsaid, sign_newest, sign_when_due
from countermark.actions.desk import Desk, open_desk
from countermark.actions.journal import note_start, verify
from countermark.actions.retention import drop_old
from countermark.model.errors import StoreFailed
from countermark.model.journal_check import FaultKind
from countermark.store.checkpoint_files import FOLDER, CheckpointFiles
from countermark.store.signing_key import PRIVATE, PUBLIC
from countermark.store.sql import SqlStore


@pytest.fixture
async def desk(store: SqlStore, tmp_path: Path) -> Desk:
    return await open_desk(store, images=tmp_path, checkpoints=CheckpointFiles(tmp_path))


async def write(desk: Desk, count: int = 1) -> None:
    for _ in range(count):
        await note_start(desk, version="1")


async def kinds(desk: Desk) -> list[str]:
    return [entry.kind for entry in await desk.read(lambda reader: reader.entries())]


async def faults(desk: Desk) -> list[FaultKind]:
    return [fault.kind for fault in (await verify(desk)).faults]


@pytest.fixture
async def signing(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """The hub's loop, with a checkpoint for every five entries."""
    monkeypatch.setattr(checkpoints, "EVERY", 5)

    async def sign() -> None:
        while True:
            await sign_when_due(desk)

    task = asyncio.create_task(sign())
    yield
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def told(desk: Desk, count: int) -> None:
    """Until the journal tells of so many checkpoints."""
    async with asyncio.timeout(20):
        async for _ in desk.feed.follow(0):
            if (await kinds(desk)).count("checkpoint_signed") == count:
                return


@pytest.mark.usefixtures("signing")
async def test_enough_entries_make_a_checkpoint_by_themselves(desk: Desk, tmp_path: Path) -> None:
    await write(desk, 4)
    assert not (tmp_path / FOLDER).exists()
    await write(desk, 1)
    await told(desk, 1)
    await write(desk, 5)
    await told(desk, 2)
    assert len(list((tmp_path / FOLDER).iterdir())) == 2
    assert await faults(desk) == []


async def test_what_only_says_that_it_is_signed_is_not_signed_again(desk: Desk, tmp_path: Path) -> None:
    await write(desk, 3)
    first = await sign_newest(desk)
    assert first == await sign_newest(desk)
    assert await kinds(desk) == ["hub_started"] * 3 + ["signing_key_made", "checkpoint_signed"]
    await write(desk)
    both = await asyncio.gather(sign_newest(desk), sign_newest(desk))
    assert both[0] == both[1] != first
    assert (await kinds(desk)).count("checkpoint_signed") == len(list((tmp_path / FOLDER).iterdir())) == 2
    assert (await kinds(desk)).count("signing_key_made") == 1


async def test_files_are_for_this_user_alone(desk: Desk, tmp_path: Path) -> None:
    await write(desk)
    await sign_newest(desk)
    files = [tmp_path / PRIVATE, tmp_path / PUBLIC, *(tmp_path / FOLDER).iterdir()]
    assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
    assert (tmp_path / FOLDER).stat().st_mode & 0o777 == 0o700
    assert not [file for file in tmp_path.rglob("*") if "unfinished" in file.name]


async def test_a_kill_between_the_file_and_its_entry_is_no_damage(desk: Desk, tmp_path: Path) -> None:
    await write(desk, 2)
    [end] = await desk.read(lambda reader: reader.entries(before=3, limit=1))
    assert desk.checkpoints is not None
    signed = desk.checkpoints.keep(end.seq, end.hash, at=1)
    assert await faults(desk) == []
    await note_unsaid(desk)
    await note_unsaid(desk)
    assert await kinds(desk) == ["hub_started"] * 2 + ["checkpoint_signed"]
    (tmp_path / FOLDER / f"{signed.checkpoint.size:012}.txt").unlink()
    assert await faults(desk) == [FaultKind.CHECKPOINT_MISSING]


async def test_a_half_written_file_of_a_kill_is_nothing(desk: Desk, tmp_path: Path) -> None:
    await write(desk)
    await sign_newest(desk)
    (tmp_path / FOLDER / ".000000000009.txt.unfinished").write_text("count")
    assert await faults(desk) == []


async def test_another_key_is_told_and_its_checkpoints_prove_nothing(desk: Desk, tmp_path: Path) -> None:
    await write(desk)
    await sign_newest(desk)
    (tmp_path / PRIVATE).unlink()
    desk.checkpoints = CheckpointFiles(tmp_path)
    await write(desk)
    await sign_newest(desk)
    assert (await kinds(desk)).count("signing_key_made") == 2
    verified = await verify(desk)
    assert [fault.kind for fault in verified.faults] == [FaultKind.CHECKPOINT_BAD]
    assert "signed with another key" in verified.faults[0].words


async def test_a_public_key_that_was_changed_is_told(desk: Desk, tmp_path: Path) -> None:
    await write(desk)
    await sign_newest(desk)
    pem = (tmp_path / PUBLIC).read_bytes()
    (tmp_path / PUBLIC).write_bytes(pem.replace(b"A", b"B", 1))
    verified = await verify(desk)
    assert [fault.kind for fault in verified.faults] == [FaultKind.CHECKPOINT_BAD]
    assert PUBLIC in verified.faults[0].words


@pytest.mark.parametrize("content", [b"", b"no key", b"\xff"])
async def test_a_file_that_holds_no_key_is_said(desk: Desk, tmp_path: Path, content: bytes) -> None:
    await write(desk)
    (tmp_path / PRIVATE).write_bytes(content)
    with pytest.raises(StoreFailed, match="holds no key"):
        await sign_newest(desk)


async def test_a_checkpoint_of_a_journal_that_lost_its_end_stays_beside_the_next(desk: Desk, tmp_path: Path) -> None:
    await write(desk, 3)
    await sign_newest(desk)
    assert desk.checkpoints is not None
    again = desk.checkpoints.keep(4, "ab" * 32, at=1)
    names = sorted(file.name for file in (tmp_path / FOLDER).iterdir())
    assert names == ["000000000004-2.txt", "000000000004.txt"]
    assert (tmp_path / FOLDER / names[0]).read_text() == again.note
    assert await faults(desk) == [FaultKind.REWRITTEN]


async def test_what_is_signed_or_dropped_while_the_check_runs_is_no_fault(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    await write(desk, 3)
    await sign_newest(desk)
    read, works = desk.store.read, [True]

    async def meanwhile(work: Any) -> Any:
        """Between the first look at the gaps and the entries everything changes."""
        result = await read(work)
        if works and works.pop():
            await write(desk, 2)
            await sign_newest(desk)
            await drop_old(desk, days=-1)
            await sign_newest(desk)
        return result

    monkeypatch.setattr(desk.store, "read", meanwhile)
    verified = await verify(desk)
    assert verified.faults == []
    assert verified.dropped
