"""A database that is taken away, replaced or spoilt is said so; nothing is written into nowhere."""

import os
from pathlib import Path

import pytest

from countermark.model.errors import StoreFailed
from countermark.model.settings import DeskSettings
from countermark.store.sqlite import open_file


@pytest.mark.parametrize("loss", ["removed", "replaced"])
async def test_a_database_that_is_taken_away(tmp_path: Path, loss: str) -> None:
    file = tmp_path / "countermark.db"
    store = open_file(file)
    await store.transact(lambda txn: txn.put(DeskSettings(single_keys=False)))
    file.rename(tmp_path / "elsewhere")
    if loss == "replaced":
        file.touch()
    for _ in range(3):
        with pytest.raises(StoreFailed, match="removed or replaced"):
            await store.transact(lambda txn: txn.put(DeskSettings(single_keys=True)))
        with pytest.raises(StoreFailed, match="removed or replaced"):
            await store.read(lambda reader: reader.desk_settings())
    (tmp_path / "elsewhere").replace(file)
    assert await store.read(lambda reader: reader.desk_settings()) == DeskSettings(single_keys=False)
    await store.close()


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    file = tmp_path / "countermark.db"
    file.write_bytes(b"not a database, but long enough to look like one " * 100)
    with pytest.raises(StoreFailed, match="cannot be opened: file is not a database"):
        open_file(file)


def test_a_database_that_lost_its_end(tmp_path: Path) -> None:
    file = tmp_path / "countermark.db"
    open_file(file).engine.dispose()
    os.truncate(file, 5000)
    with pytest.raises(StoreFailed, match="cannot be opened"):
        open_file(file)


def test_a_place_where_no_file_can_be(tmp_path: Path) -> None:
    (tmp_path / "countermark.db").mkdir()
    with pytest.raises(StoreFailed, match="Is a directory"):
        open_file(tmp_path / "countermark.db")
