"""The log is removed while somebody reads: what stood in it is saved as soon as that works, and is not told before."""

import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from countermark.actions.desk import Desk, open_desk
from countermark.model.actors import THE_HUB
from countermark.model.errors import StoreFailed
from countermark.model.happenings import HubStarted
from countermark.store import file_store
from countermark.store.base import Transaction
from countermark.store.file_store import FileStore
from countermark.store.sqlite import open_file
from countermark.store.store_files import wal_of

NAME = "countermark.db"


@contextmanager
def reader(path: Path) -> Iterator[sqlite3.Connection]:
    """Another program that keeps what it has seen: what is newer cannot go into the database."""
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as connection:
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM entries").fetchall()
        yield connection


def append(txn: Transaction) -> None:
    txn.append(HubStarted("1"), by=THE_HUB, at=1)


def append_without_log(path: Path) -> Callable[[Transaction], None]:
    def work(txn: Transaction) -> None:
        append(txn)
        wal_of(path).unlink()

    return work


def after_a_kill(path: Path) -> int:
    """How many entries a hub would find that starts now."""
    copy = path.with_name("copy.db")
    shutil.copyfile(path, copy)
    with closing(sqlite3.connect(copy)) as connection:
        found: int = connection.execute("SELECT count(*) FROM entries").fetchone()[0]
        return found


async def two_entries(path: Path) -> FileStore:
    store = open_file(path)
    await store.transact(append)
    await store.transact(append)
    await store.settle()
    return store


async def test_what_a_reader_holds_up_is_saved_when_it_has_gone(tmp_path: Path) -> None:
    path = tmp_path / NAME
    store = await two_entries(path)
    with reader(path):
        await store.transact(append)
        wal_of(path).unlink()
        with pytest.raises(StoreFailed, match="-wal was removed"):
            await store.transact(append)
        await store.settle()
        assert after_a_kill(path) == 2
    await store.settle()
    assert after_a_kill(path) == 3
    assert "-wal was removed" in str(store.fault())
    await store.close()


async def test_a_change_waits_for_a_reader_that_leaves(tmp_path: Path) -> None:
    path = tmp_path / NAME
    store = await two_entries(path)
    with reader(path) as other:
        leaves = threading.Timer(0.4, other.rollback)
        leaves.start()
        await store.transact(append_without_log(path))
        leaves.join()
    assert after_a_kill(path) == 3
    assert await store.read(lambda reader: reader.head()) == 3
    with pytest.raises(StoreFailed, match="-wal was removed"):
        await store.transact(append)
    await store.close()


async def test_nobody_hears_of_a_change_that_may_be_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_store, "RESCUE_SECONDS", 0.2)
    path = tmp_path / NAME
    store = await two_entries(path)
    desk = await open_desk(store, images=tmp_path)
    with reader(path):
        with pytest.raises(StoreFailed, match="may be lost"):
            await store.transact(append_without_log(path))
        await hears_nothing(desk)
        await store.settle()
        await hears_nothing(desk)
        assert "may be lost" in str(store.fault())
        assert after_a_kill(path) == 2
    await store.settle()
    await desk.feed.catch_up()
    assert desk.feed.head == 3
    assert after_a_kill(path) == 3
    assert "may be lost" not in str(store.fault())
    await desk.close()


async def test_a_change_that_went_into_a_replaced_log_is_not_told(tmp_path: Path) -> None:
    path = tmp_path / NAME
    store = await two_entries(path)
    desk = await open_desk(store, images=tmp_path)

    def work(txn: Transaction) -> None:
        append(txn)
        wal_of(path).unlink()
        wal_of(path).touch()

    with pytest.raises(StoreFailed, match="may be lost"):
        await store.transact(work)
    await hears_nothing(desk)
    await desk.close()


async def hears_nothing(desk: Desk) -> None:
    with pytest.raises(StoreFailed, match="nothing is shown"):
        await desk.feed.catch_up()
    assert desk.feed.head == 2
