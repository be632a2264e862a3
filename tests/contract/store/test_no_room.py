"""A disk that is full for a moment, or when the store is opened: what is written stays, and nobody else is blamed."""

import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from countermark.model.actors import THE_HUB
from countermark.model.errors import StoreFailed
from countermark.model.happenings import HubStarted
from countermark.store.file_store import FileStore
from countermark.store.set_aside import FOLDER, UNFINISHED
from countermark.store.sqlite import LOOK, RESTORE, open_file
from countermark.store.store_files import wal_of
from tests.little_room import room

NAME = "countermark.db"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="ONLY UNIX LIMITS HOW LARGE A FILE MAY BE")


async def write(store: FileStore, text: str = "") -> None:
    def work(txn: object) -> None:
        txn.append(HubStarted("1"), by=THE_HUB, at=1)  # type: ignore[attr-defined]
        txn.put_text(f"{len(text):064}", text)  # type: ignore[attr-defined]

    await store.transact(work)


async def left_no_room(path: Path) -> tuple[FileStore, int]:
    """A store whose log has a change that the database has to grow for, and the room that is left."""
    store = open_file(path)
    await write(store, "x" * 2_000_000)
    await store.settle()
    await write(store, "y" * 200_000)
    return store, path.stat().st_size


def entries(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        found: int = connection.execute("SELECT count(*) FROM entries").fetchone()[0]
        return found


async def test_a_disk_that_is_full_for_a_moment_is_no_other_program(tmp_path: Path) -> None:
    store, size = await left_no_room(tmp_path / NAME)
    before = (tmp_path / NAME).stat().st_mtime_ns
    with room(size), pytest.raises(StoreFailed, match="could not be brought into the database"):
        await store.settle()
    assert (tmp_path / NAME).stat().st_mtime_ns != before, "a part of it was written"
    await store.settle()
    assert store.fault() is None
    await write(store)
    await store.close()
    assert entries(tmp_path / NAME) == 3


async def test_a_log_that_is_removed_while_the_disk_is_full(tmp_path: Path) -> None:
    path = tmp_path / NAME
    store, size = await left_no_room(path)
    wal_of(path).unlink()
    with room(size):
        with pytest.raises(StoreFailed, match="-wal was removed"):
            await write(store)
        assert "-wal was removed" in str(store.fault())
    with pytest.raises(StoreFailed, match="-wal was removed"):
        await write(store)
    shutil.copyfile(path, tmp_path / "after-a-kill.db")
    assert entries(tmp_path / "after-a-kill.db") == 2, "as soon as there is room"
    await store.close()


async def test_a_store_is_closed_on_a_full_disk(tmp_path: Path) -> None:
    store, size = await left_no_room(tmp_path / NAME)
    with room(size):
        await store.close()
    with pytest.raises(RuntimeError):
        store.writers.submit(print)
    with pytest.raises(OSError, match="Bad file descriptor"):
        store._head.close()
    again = open_file(tmp_path / NAME)
    assert again.cut is None
    assert await again.read(lambda reader: reader.head()) == 2
    await again.close()


async def test_a_store_is_opened_that_the_log_alone_has_room_for(tmp_path: Path) -> None:
    running = tmp_path / "running"
    running.mkdir()
    store, size = await left_no_room(running / NAME)
    left = tmp_path / "left"
    shutil.copytree(running, left)
    await store.close()
    with room(size):
        again = open_file(left / NAME)
        assert await again.read(lambda reader: reader.head()) == 2
    await again.settle()
    await write(again)
    await again.close()


async def test_nobody_is_told_to_move_a_whole_database_away(tmp_path: Path) -> None:
    path = tmp_path / NAME
    await open_file(path).close()
    with room(0), pytest.raises(StoreFailed, match="cannot be opened") as failure:
        open_file(path)
    assert failure.value.hint == LOOK
    path.write_bytes(b"no database, but long enough for one " * 200)
    with pytest.raises(StoreFailed, match="not a database") as failure:
        open_file(path)
    assert failure.value.hint == RESTORE


async def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / NAME
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE settings (name TEXT)")
        connection.execute("CREATE TABLE reviews (stars INTEGER)")
    with pytest.raises(StoreFailed, match="table reviews already exists") as failure:
        open_file(path)
    assert failure.value.hint == RESTORE
    with closing(sqlite3.connect(path)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    assert tables == [("settings",), ("reviews",)]


async def test_a_cut_that_cannot_be_copied_leaves_no_half_of_a_copy(tmp_path: Path) -> None:
    path = tmp_path / NAME
    store, _ = await left_no_room(path)
    await store.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DELETE FROM entries WHERE seq = 2")
    with room(1_000_000), pytest.raises(StoreFailed, match="cannot be opened: File too large") as failure:
        open_file(path)
    assert failure.value.hint == LOOK
    assert [each for each in tmp_path.iterdir() if each.is_dir()] == []
    (tmp_path / UNFINISHED).mkdir()  # by a start that was killed
    (tmp_path / UNFINISHED / NAME).touch()
    again = open_file(path)
    assert again.cut is not None
    assert [each.name for each in tmp_path.iterdir() if each.is_dir()] == [Path(again.cut.kept_as).name]
    assert Path(again.cut.kept_as).name.startswith(FOLDER)
    await again.close()
