"""What holds for the SQLite file alone: modes, durability, migrations, a full disk, a newer schema."""

import os
import sqlite3
import stat
from dataclasses import replace
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, inspect
from sqlalchemy.engine.interfaces import ReflectedIndex

from countermark.model import actors
from countermark.model.drafts import Draft
from countermark.model.errors import StoreFailed
from countermark.model.happenings import HubStarted
from countermark.model.journal import FIRST_PREV, Entry, digest, first_break
from countermark.store.schema import migrate
from countermark.store.sqlite import open_file
from countermark.store.tables import SCHEMA, metadata

BARE = Entry(1, 1, "hub_started", actors.THE_HUB, None, None, {"version": "1"}, FIRST_PREV, hash="", format=1)
FIRST = replace(BARE, hash=digest(BARE))
OF_0001 = (
    "INSERT INTO reviews VALUES ('rv_1', 'review', '/shop', NULL, NULL, NULL, 1, 1)",
    """INSERT INTO revisions VALUES
    ('rv_1', 1, 'a', 'T', 1, NULL, 'approved', NULL, 'Mind the tests.', 'me', 2, 1, NULL, NULL, NULL, 'pending', 2)""",
    "INSERT INTO drafts VALUES ('rv_1', 1, 'words', NULL, 3, 9)",
    f"""INSERT INTO entries VALUES
    (1, 1, 'hub_started', 'policy', 'hub', NULL, NULL, NULL, '{{"version":"1"}}', '{FIRST.prev}', '{FIRST.hash}')""",
)


def described(path: Path) -> object:
    """Tables, columns, keys and indexes as the database itself tells them."""
    found = inspect(create_engine(f"sqlite:///{path}"))
    return {
        table: (
            [(column["name"], str(column["type"]), column["nullable"]) for column in found.get_columns(table)],
            found.get_pk_constraint(table)["constrained_columns"],
            sorted(spelled_out(index) for index in found.get_indexes(table)),
            sorted(str(key) for key in found.get_foreign_keys(table)),
        )
        for table in found.get_table_names()
    }


def spelled_out(index: ReflectedIndex) -> str:
    options = {name: str(value) for name, value in index.get("dialect_options", {}).items()}  # a condition is an object
    return str({**index, "dialect_options": options})


async def test_migrations_lead_to_the_same_tables(tmp_path: Path) -> None:
    await open_file(tmp_path / "at-once.db").close()
    engine = create_engine(f"sqlite:///{tmp_path / 'step-by-step.db'}")
    migrate(engine)
    engine.dispose()
    assert described(tmp_path / "at-once.db") == described(tmp_path / "step-by-step.db")


async def test_what_an_older_version_has_kept_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "countermark.db"
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", "countermark.store:migrations")
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        for statement in OF_0001:
            connection.exec_driver_sql(statement)
    engine.dispose()
    store = open_file(path)
    its = await store.read(lambda reader: reader.review("rv_1"))
    assert its is not None
    assert its.latest.notes == "Mind the tests."
    assert (its.latest.marks, its.latest.feedback) == (0, None)
    assert await store.read(lambda reader: reader.drafts("rv_1")) == [Draft("rv_1", 1, "words", None, 3, 9)]
    entries = await store.read(lambda reader: reader.entries())
    assert first_break(entries) is None
    assert [each.kind for each in entries] == ["hub_started"]
    await store.close()


def test_the_newest_migration_is_the_schema(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'x.db'}")
    migrate(engine)
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", "countermark.store:migrations")
        config.attributes["connection"] = connection
        command.check(config)  # raises when the tables differ from what the migrations made
        assert connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() == SCHEMA
    engine.dispose()
    assert metadata.tables


async def test_files_are_private_whatever_the_umask_says(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        store = open_file(tmp_path / "countermark.db")
        await store.transact(lambda txn: txn.append(HubStarted("1"), by=actors.THE_HUB, at=1))
    finally:
        os.umask(before)
    names = {each.name: stat.S_IMODE(each.stat().st_mode) for each in tmp_path.iterdir()}
    await store.close()
    assert set(names) == {"countermark.db", "countermark.db-wal", "countermark.db-shm", "journal.head"}
    assert set(names.values()) == {0o600}


async def test_each_connection_is_durable(tmp_path: Path) -> None:
    store = open_file(tmp_path / "countermark.db")
    with store.engine.connect() as connection:
        pragmas = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")
        }
    await store.close()
    assert pragmas == {"journal_mode": "wal", "synchronous": 2}


async def test_a_newer_schema_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "countermark.db"
    await open_file(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(StoreFailed, match="newer Countermark"):
        open_file(path)


async def test_a_full_disk_is_said_and_changes_nothing(tmp_path: Path) -> None:
    store = open_file(tmp_path / "countermark.db")
    await store.transact(lambda txn: txn.append(HubStarted("1"), by=actors.THE_HUB, at=1))

    def work(txn: object) -> None:
        txn.connection.exec_driver_sql("PRAGMA max_page_count=1")  # type: ignore[attr-defined]
        txn.append(HubStarted("2"), by=actors.THE_HUB, at=2)  # type: ignore[attr-defined]
        txn.put_text("a" * 64, "x" * 5_000_000)  # type: ignore[attr-defined]

    with pytest.raises(StoreFailed, match="full"):
        await store.transact(work)
    assert await store.read(lambda reader: reader.head()) == 1
    await store.close()
