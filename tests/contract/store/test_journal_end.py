"""A journal that lost its end while no hub ran is noticed, and so are files that others change while one runs."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from countermark.model.actors import THE_HUB
from countermark.model.errors import StoreFailed
from countermark.model.happenings import HubStarted
from countermark.model.journal import Entry
from countermark.model.journal_end import End
from countermark.store import journal_head
from countermark.store.file_store import FileStore
from countermark.store.journal_head import RECORD_BYTES, HeadFile
from countermark.store.set_aside import WORDS
from countermark.store.sqlite import HEAD, open_file
from countermark.store.store_files import wal_of

NAME = "countermark.db"


async def write(store: FileStore, count: int = 1) -> Entry:
    for _ in range(count - 1):
        await write(store)
    return await store.transact(lambda txn: txn.append(HubStarted("1"), by=THE_HUB, at=1))


async def left_by_a_crash(folder: Path, *, settled: int, unsettled: int) -> Path:
    """The files of a hub that was killed: some entries are in the database, the others in the write-ahead log alone."""
    running = folder / "running"
    running.mkdir()
    store = open_file(running / NAME)
    await write(store, settled)
    await store.settle()
    assert wal_of(running / NAME).stat().st_size > 0
    # What is settled is in the log, too: an empty one shows what is only there.
    with closing(sqlite3.connect(running / NAME)) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    store._files.remember()
    await write(store, unsettled)
    shutil.copytree(running, folder / "left")
    await store.close()
    return folder / "left" / NAME


def entries(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        found: int = connection.execute("SELECT count(*) FROM entries").fetchone()[0]
        return found


async def test_a_crash_is_no_loss(tmp_path: Path) -> None:
    path = await left_by_a_crash(tmp_path, settled=2, unsettled=3)
    store = open_file(path)
    assert store.cut is None
    assert (await write(store)).seq == 6
    await store.close()


async def test_a_crash_between_the_commit_and_the_head_is_no_loss(tmp_path: Path) -> None:
    path = await left_by_a_crash(tmp_path, settled=2, unsettled=3)
    head = path.with_name(HEAD)
    newest = HeadFile(head)
    assert newest.end is not None
    assert newest.end.seq == 5
    newest.close()
    with head.open("r+b") as file:  # the last record was never written, or only a part of it was
        file.seek(5 % 2 * RECORD_BYTES + 10)
        file.write(b"\0" * 40)
    store = open_file(path)
    assert store.cut is None
    assert (await write(store)).seq == 6
    await store.close()


def remove_log(path: Path) -> None:
    wal_of(path).unlink()


def empty_log(path: Path) -> None:
    os.truncate(wal_of(path), 0)


def spoil_log(path: Path) -> None:
    with wal_of(path).open("r+b") as file:
        file.seek(60)
        file.write(b"damage")


def forget_entries(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DELETE FROM entries WHERE seq > 2")


@pytest.mark.parametrize("damage", [remove_log, empty_log, spoil_log, forget_entries])
async def test_a_journal_that_lost_its_end_is_copied_and_said(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    path = await left_by_a_crash(tmp_path, settled=2, unsettled=3)
    damage(path)
    before = {each.name: each.read_bytes() for each in path.parent.iterdir() if not each.name.endswith("-shm")}
    store = open_file(path)
    assert store.cut is not None
    assert (store.cut.had.seq, store.cut.found) == (5, 2)
    copy = Path(store.cut.kept_as)
    kept = {each.name: each.read_bytes() for each in copy.iterdir() if each.name != WORDS}
    assert kept == {name: content for name, content in before.items() if name in kept}
    assert {NAME, HEAD} <= set(kept)
    assert copy.stat().st_mode & 0o777 == 0o700
    assert {each.stat().st_mode & 0o077 for each in copy.iterdir()} == {0}
    assert await store.copies() == [store.cut.words]
    assert (await write(store)).seq == 3
    await store.close()
    again = open_file(path)
    assert again.cut is None, "it is said once"
    assert await again.copies() == [store.cut.words], "until somebody removes the copy"
    shutil.rmtree(copy)
    assert await again.copies() == []
    await again.close()


async def test_a_start_that_comes_to_nothing_leaves_one_copy(tmp_path: Path) -> None:
    path = await left_by_a_crash(tmp_path, settled=2, unsettled=3)
    remove_log(path)
    cuts = []
    for _ in range(3):  # the port is taken, or the hub is killed while it starts
        store = open_file(path)
        cuts.append(store.cut)
        await store.close()
    assert cuts[0] is not None
    assert cuts == [cuts[0]] * 3
    store = open_file(path)
    assert await store.copies() == [cuts[0].words]
    await write(store)
    await store.close()


@pytest.mark.parametrize(("since", "left"), [(0, 1), (3, 2)], ids=["less is there", "another end was there"])
async def test_another_loss_gets_a_copy_of_its_own(tmp_path: Path, since: int, left: int) -> None:
    path = await left_by_a_crash(tmp_path, settled=2, unsettled=3)
    remove_log(path)
    first = open_file(path)
    if since:
        await write(first, since)
    await first.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DELETE FROM entries WHERE seq > ?", (left,))
    second = open_file(path)
    assert second.cut is not None
    assert (second.cut.had.seq, second.cut.found) == (5, left)
    assert len({first.cut, second.cut, None}) == 3
    assert len(await second.copies()) == 2
    await second.close()


async def test_a_database_that_is_gone_is_said(tmp_path: Path) -> None:
    path = await left_by_a_crash(tmp_path, settled=2, unsettled=1)
    path.unlink()
    wal_of(path).unlink()
    store = open_file(path)
    assert store.cut is not None
    assert (store.cut.had.seq, store.cut.found) == (3, 0)
    await store.close()


async def test_another_journal_is_said(tmp_path: Path) -> None:
    path = await left_by_a_crash(tmp_path, settled=2, unsettled=1)
    other = tmp_path / "other" / NAME
    other.parent.mkdir()
    store = open_file(other)
    for _ in range(4):
        await store.transact(lambda txn: txn.append(HubStarted("2"), by=THE_HUB, at=1))
    await store.close()
    wal_of(path).unlink()
    other.replace(path)
    store = open_file(path)
    assert store.cut is not None
    assert (store.cut.had.seq, store.cut.found) == (3, 4)
    assert "entry 3 of the journal is not the one" in store.cut.words
    await store.close()


async def test_settling_leaves_nothing_in_the_log_alone(tmp_path: Path) -> None:
    store = open_file(tmp_path / NAME)
    await write(store, 3)
    await store.settle()
    copy = tmp_path / "copy.db"
    shutil.copyfile(tmp_path / NAME, copy)
    assert entries(copy) == 3
    await store.close()


async def test_the_end_is_on_the_disk_when_a_change_returns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flushed: list[bytes] = []
    monkeypatch.setattr(journal_head, "flush", lambda file: flushed.append(os.pread(file, 2 * RECORD_BYTES, 0)))
    store = open_file(tmp_path / NAME)
    written = [await write(store), await write(store)]
    assert len(flushed) == len(written)
    assert all(entry.hash.encode() in each for entry, each in zip(written, flushed, strict=True))
    await store.close()


def touch_database(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE entries SET at = 5")


def replace_head(path: Path) -> None:
    path.with_name(HEAD).unlink()
    path.with_name(HEAD).touch()


def remove_index(path: Path) -> None:
    path.with_name(f"{NAME}-shm").unlink()


@pytest.mark.parametrize("change", [remove_log, empty_log, spoil_log, touch_database, replace_head, remove_index])
async def test_files_that_others_change_take_no_writes(tmp_path: Path, change: Callable[[Path], None]) -> None:
    path = tmp_path / NAME
    store = open_file(path)
    await write(store, 3)
    assert store.fault() is None
    change(path)
    with pytest.raises(StoreFailed, match="while the hub ran") as first:
        await write(store)
    with pytest.raises(StoreFailed) as second:
        await write(store)
    assert str(second.value) == str(first.value), "saving what stood in a removed log is no other program's change"
    fault = store.fault()
    assert fault is not None
    assert str(first.value) in fault
    assert "countermark stop" in fault
    await store.close()


@pytest.mark.parametrize("noticed_by", ["a write", "settling"])
async def test_what_stood_in_a_removed_log_is_saved(tmp_path: Path, noticed_by: str) -> None:
    path = tmp_path / NAME
    store = open_file(path)
    await write(store, 3)
    remove_log(path)
    if noticed_by == "settling":
        await store.settle()
    else:
        with pytest.raises(StoreFailed):
            await write(store)
    shutil.copyfile(path, tmp_path / "after-a-kill.db")
    assert entries(tmp_path / "after-a-kill.db") == 3
    await store.close()
    again = open_file(path)
    assert again.cut is None
    await again.close()


def test_the_later_whole_record_counts(tmp_path: Path) -> None:
    path = tmp_path / HEAD
    file = HeadFile(path)
    assert file.end is None
    for seq in (7, 9, 3):  # after a cut the numbers begin lower
        file.write(End(seq, f"{seq:064x}"))
    file.close()
    again = HeadFile(path)
    assert again.end == End(3, f"{3:064x}")
    again.close()
    with path.open("r+b") as spoilt:
        spoilt.seek(3 % 2 * RECORD_BYTES)
        spoilt.write(b"9" * 20)
    last = HeadFile(path)
    assert last.end == End(9, f"{9:064x}")
    last.close()
