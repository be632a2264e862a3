"""The SQLite engine of the hub: one file, in WAL mode, synchronised at every commit."""

import os
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from countermark.model.errors import StoreFailed
from countermark.store.failures import reason
from countermark.store.file_store import FileStore
from countermark.store.journal_head import HeadFile
from countermark.store.schema import bring_up_to_date
from countermark.store.set_aside import look_for_cut
from countermark.store.sql import single_thread
from countermark.store.store_files import Identity, identity_of, wal_of

READERS = 4
HEAD = "journal.head"  # the file beside the database with the journal's last number and hash
RESTORE = f"Put a copy in its place, or move it away together with its -wal, its -shm and {HEAD} to begin anew."
LOOK = "Is the disk full? May you read and write there? Mend that and start again; keep the file, it may be whole."
# That a table is missing, or there already, is an error of the first kind: a database of another program.
SPOILT = {sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
PUT_BACK = "Put it back, or run `countermark stop`; the next start makes a new one."


def open_file(path: Path) -> FileStore:
    """The store in a file, made or migrated as needed; file modes are 0600 whatever the umask says.

    A journal that lacks its end is copied aside before anything is written, and `cut` says so. Raises `StoreFailed`
    for a file that cannot be opened or is no database.
    """
    try:
        head = HeadFile(path.with_name(HEAD))
        cut = look_for_cut(path, had=head.end, head=head.path, others=[wal_of(path)])
        identity = private_file(path)
        engine = create_engine(f"sqlite:///{path}", pool_size=READERS + 2, hide_parameters=True)
        set_up(engine, durable=True)
        keep_to(engine, path, identity)
        bring_up_to_date(engine)
        readers = ThreadPoolExecutor(max_workers=READERS, thread_name_prefix="store-read")
        return FileStore(engine, writers=single_thread("store-write"), readers=readers, path=path, head=head, cut=cut)
    except (OSError, SQLAlchemyError, sqlite3.Error) as error:
        hint = RESTORE if is_spoilt(error) else LOOK
        raise StoreFailed(f"{path} cannot be opened: {reason(error)}.", hint=hint) from error


def is_spoilt(error: OSError | SQLAlchemyError | sqlite3.Error) -> bool:
    """Whether the file is no database of ours, or no whole one: opening it again cannot help."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return isinstance(cause, sqlite3.Error) and getattr(cause, "sqlite_errorcode", 0) & 0xFF in SPOILT


def private_file(path: Path) -> Identity:
    """Make the file before SQLite does: `-wal` and `-shm` take over its mode."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        os.fchmod(descriptor, 0o600)
        return identity_of(os.fstat(descriptor))
    finally:
        os.close(descriptor)


def keep_to(engine: Engine, path: Path, identity: Identity) -> None:
    """Refuse to go on when the file is taken away: SQLite would write on into nowhere and call it durable."""

    @event.listens_for(engine, "begin")
    def on_begin(_connection: Any) -> None:
        try:
            still = identity_of(path.stat())
        except OSError:
            still = None
        if still != identity:
            raise StoreFailed(f"{path} was removed or replaced while the hub ran.", hint=PUT_BACK)


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
