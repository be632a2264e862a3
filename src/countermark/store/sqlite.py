"""SQLite engines: one file (WAL, FULL) for the hub, or memory for tests."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.pool import StaticPool

from countermark.store.schema import bring_up_to_date
from countermark.store.sql import SqlStore, single_thread

READERS = 4


def open_file(path: Path) -> SqlStore:
    """The store in a file, made or migrated as needed; file modes are 0600 whatever the umask says."""
    private_file(path)
    engine = create_engine(f"sqlite:///{path}", pool_size=READERS + 1, hide_parameters=True)
    set_up(engine, durable=True)
    bring_up_to_date(engine)
    readers = ThreadPoolExecutor(max_workers=READERS, thread_name_prefix="store-read")
    return SqlStore(engine, writers=single_thread("store-write"), readers=readers)


def open_memory() -> SqlStore:
    """A store that lives and dies with the process; one connection, so one thread does everything."""
    engine = create_engine(
        "sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False}, hide_parameters=True
    )
    set_up(engine, durable=False)
    bring_up_to_date(engine)
    everything = single_thread("store")
    return SqlStore(engine, writers=everything, readers=everything)


def private_file(path: Path) -> None:
    """Make the file before SQLite does: `-wal` and `-shm` take over its mode."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        os.fchmod(descriptor, 0o600)
    finally:
        os.close(descriptor)


def set_up(engine: Engine, *, durable: bool) -> None:
    """Take transactions out of the driver's hands and set what SQLite needs for each connection.

    https://docs.sqlalchemy.org/en/21/dialects/sqlite.html: the driver's own BEGIN comes too late for reads.
    """

    @event.listens_for(engine, "connect")
    def on_connect(connection: Any, _record: Any) -> None:  # the driver's connection has no common type
        connection.isolation_level = None
        cursor = connection.cursor()
        if durable:
            cursor.execute("PRAGMA journal_mode=WAL")
            cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.execute("PRAGMA busy_timeout=5000")
        cursor.close()

    @event.listens_for(engine, "begin")
    def on_begin(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN")
