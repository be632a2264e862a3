"""The store on SQL: one write at a time, reads beside it."""

import asyncio
import importlib
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from typing import Any, TypeVar, assert_never

from sqlalchemy import Connection, Engine, Insert, Table, delete, insert, select
from sqlalchemy.exc import DatabaseError, SQLAlchemyError

from countermark.model import journal
from countermark.model.actors import Actor
from countermark.model.agent_servers import AgentServer
from countermark.model.annotation_records import record
from countermark.model.annotations import Annotation, Placement
from countermark.model.any_item import AnyItem
from countermark.model.drafts import Draft
from countermark.model.errors import StoreFailed
from countermark.model.forgetting import Removed
from countermark.model.happening import Happening
from countermark.model.idempotency import IdempotencyRecord
from countermark.model.images import Picture
from countermark.model.journal import Entry
from countermark.model.journal_end import Cut
from countermark.model.modes import TrustedRules, WorkspaceMode
from countermark.model.pages.sites import KnownEntry, PageSite
from countermark.model.permissions import Grant, Permission
from countermark.model.questions import Question
from countermark.model.reviews import Review, Revision
from countermark.model.sessions.values import LineBatch, Session, SessionSettings, SessionText, StoredEvent
from countermark.model.settings import DeskSettings
from countermark.model.sign_ins import SignIn
from countermark.store import forgetting, rows, tables
from countermark.store.base import Reader, Transaction, Value
from countermark.store.entry_rows import entry_columns
from countermark.store.failures import reason
from countermark.store.finds_history import History
from countermark.store.gate_rows import permission_columns, question_columns
from countermark.store.group_commit import Group, GroupCommit
from countermark.store.pages.rows import PageReader, columns_of, is_known
from countermark.store.readers.agent_servers import AgentServerReader, server_columns
from countermark.store.readers.annotations import AnnotationReader
from countermark.store.readers.decided import DecidedReader
from countermark.store.readers.drafts import DraftReader
from countermark.store.readers.entries import EntryReader
from countermark.store.readers.gate import GateReader
from countermark.store.readers.idempotency import IdempotencyReader
from countermark.store.readers.images import ImageReader
from countermark.store.readers.reviews import ReviewReader
from countermark.store.readers.sessions import SessionReader, settings_columns
from countermark.store.readers.sign_ins import SignInReader

T = TypeVar("T")

NEWEST = select(tables.entries.c.seq, tables.entries.c.hash).order_by(tables.entries.c.seq.desc()).limit(1)
SALT_BYTES = 16  # of each entry

ONE_ROW: Mapping[type, tuple[Table, Callable[[Any], rows.Columns]]] = {
    Revision: (tables.revisions, rows.plain), IdempotencyRecord: (tables.idempotency_records, rows.idempotency_columns),
    Annotation: (tables.annotations, record), Placement: (tables.placements, record),
    Picture: (tables.images, vars), SignIn: (tables.sign_ins, vars), PageSite: (tables.page_sites, columns_of),
    Permission: (tables.permissions, permission_columns), Question: (tables.questions, question_columns),
    Grant: (tables.grants, vars), WorkspaceMode: (tables.workspace_modes, rows.plain),
    TrustedRules: (tables.trusted_rules, vars), AgentServer: (tables.agent_servers, server_columns),
    Session: (tables.sessions, rows.plain), SessionSettings: (tables.session_settings, settings_columns),
    StoredEvent: (tables.session_events, vars), SessionText: (tables.session_texts, vars),
    LineBatch: (tables.session_lines, vars),
}  # fmt: skip


class SqlReader(
    ReviewReader, AnnotationReader, ImageReader, DraftReader, SignInReader, IdempotencyReader, EntryReader, PageReader,
    GateReader, AgentServerReader, SessionReader, DecidedReader,
):  # fmt: skip
    """Reads everything through one connection: one reader for each noun."""


class SqlTransaction(SqlReader):
    """Reads and writes through one connection inside a transaction."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self.newest: Entry | None = None  # the last entry that was written

    def put(self, value: Value) -> None:
        match value:
            case Review():
                self._upsert(tables.reviews, rows.review_columns(value))
                self.put(value.latest)
            case DeskSettings():
                self._upsert(tables.desk_settings, *rows.settings_rows(value))
            case KnownEntry():
                self._put_known([value])
            case _:
                table, columns = ONE_ROW[type(value)]
                self._upsert(table, columns(value))

    def put_all(self, values: Sequence[Value]) -> None:
        batches: dict[type, list[rows.Columns]] = {Annotation: [], Placement: []}  # marks first: placements name them
        known: list[KnownEntry] = []
        for value in values:
            if isinstance(value, KnownEntry):
                known.append(value)
            elif isinstance(value, Annotation | Placement):
                batches[type(value)].append(record(value))
            else:
                self.put(value)
        self._upsert(tables.annotations, *batches[Annotation])
        self._upsert(tables.placements, *batches[Placement])
        self._put_known(known)

    def put_text(self, sha256: str, text: str) -> None:
        added = insert_missing_into(tables.texts, self.connection.dialect.name)
        self.connection.execute(added, {"sha256": sha256, "text": text})

    def remove_sign_in(self, sign_in_id: str) -> None:
        self.connection.execute(delete(tables.sign_ins).where(tables.sign_ins.c.id == sign_in_id))

    def remove_agent_server(self, server_id: str) -> None:
        self.connection.execute(delete(tables.agent_servers).where(tables.agent_servers.c.id == server_id))

    def remove_page_site(self, site_id: str) -> None:
        self.connection.execute(delete(tables.page_entries).where(tables.page_entries.c.site == site_id))
        self.connection.execute(delete(tables.page_sites).where(tables.page_sites.c.id == site_id))

    def remove_session(self, session_id: str) -> None:
        its = tables.sessions
        for table in (tables.session_lines, tables.session_texts, tables.session_events, tables.session_settings):
            self.connection.execute(delete(table).where(table.c.session == session_id))
        self.connection.execute(delete(its).where(its.c.id == session_id))

    def drop_lines(self, session_id: str, *, before: int) -> None:
        line = tables.session_lines.c
        old = delete(tables.session_lines).where(line.session == session_id, line.start < before)
        self.connection.execute(old)

    def append(self, happening: Happening, *, by: Actor, at: int) -> Entry:
        seq, prev = self._next_place()
        entry = journal.entry(happening, seq=seq, prev=prev, by=by, at=at, salt=secrets.token_hex(SALT_BYTES))
        self.connection.execute(insert_into(tables.entries), entry_columns(entry))
        self.newest = entry
        return entry

    def _next_place(self) -> tuple[int, str]:
        """The number of the next entry, and the hash that it follows."""
        try:
            last = self.newest or self.connection.execute(NEWEST).first()
        except (
            DatabaseError
        ):  # a hash of bytes that are no text: the check names it, and what happens is still recorded
            return self.head() + 1, journal.FIRST_PREV
        return (last.seq + 1, last.hash) if last else (1, journal.FIRST_PREV)

    def drop_entries(self, first: int, last: int) -> None:
        self.connection.execute(delete(tables.entries).where(tables.entries.c.seq.between(first, last)))

    def forget(self, item: AnyItem) -> Removed:
        entries = forgetting.forget_entries_of(self.connection, item.id)
        match item:
            case Review():
                return replace(forgetting.remove_beside(self.connection, item.id), entries=entries)
            case Permission():
                return Removed(entries + forgetting.forget_entries_beside(self.connection, item))
            case Question():
                return Removed(entries)
            case _:
                assert_never(item)

    def put_draft(self, draft: Draft) -> None:
        self._upsert(tables.drafts, rows.plain(draft))

    def _put_known(self, entries: Sequence[KnownEntry]) -> None:
        self._upsert(tables.page_entries, *(vars(each) for each in entries if each.digest is not None))
        for each in entries:
            if each.digest is None:
                self.connection.execute(delete(tables.page_entries).where(is_known(each)))

    def _upsert(self, table: Table, *batch: rows.Columns) -> None:
        """Insert whole rows, or update those with their primary keys."""
        if batch:
            self.connection.execute(upsert_into(table, self.connection.dialect.name), list(batch))


# Statements are made once: SQLAlchemy takes longer to make one than SQLite to run it.
@cache
def insert_into(table: Table) -> Insert:
    """The statement that adds a row."""
    return insert(table)


@cache
def upsert_into(table: Table, dialect: str) -> Insert:
    """The statement that adds a row, or changes the one that has its primary key."""
    added = insert_of(dialect)(table)
    key = [column.name for column in table.primary_key]
    others = {column.name: added.excluded[column.name] for column in table.c if column.name not in key}
    statement: Insert = added.on_conflict_do_update(index_elements=key, set_=others)
    return statement


@cache
def insert_missing_into(table: Table, dialect: str) -> Insert:
    """The statement that adds a row unless there is one with its primary key."""
    statement: Insert = insert_of(dialect)(table).on_conflict_do_nothing()
    return statement


def insert_of(dialect: str) -> Any:
    """What makes an INSERT that knows ON CONFLICT: SQLite and PostgreSQL write it alike, SQLAlchemy has two."""
    return importlib.import_module(f"sqlalchemy.dialects.{dialect}").insert


class SqlStore:
    """A store on an SQLAlchemy engine; SQLite takes one writer, so one thread writes."""

    cut: Cut | None = None

    def __init__(self, engine: Engine, *, writers: Executor, readers: Executor, history: History) -> None:
        self.engine = engine
        self.history = history
        self.writers = writers
        self.readers = readers
        self._changes = GroupCommit(writers, self._transact_now)

    async def transact(self, work: Callable[[Transaction], T]) -> T:
        with failures_said():
            return await self._changes.make(work)

    async def read(self, work: Callable[[Reader], T]) -> T:
        return await self._run(self.readers, lambda: self._read_now(work))

    async def close(self) -> None:
        await self.history.close()
        for executor in {self.writers, self.readers}:
            await asyncio.to_thread(executor.shutdown)
        self.engine.dispose()

    async def settle(self) -> None:
        """Nothing has to be brought anywhere."""

    async def clean(self, *, until: int) -> bool:  # noqa: ARG002  a file has to know
        """There is no file."""
        return True

    def fault(self) -> str | None:
        return None

    async def copies(self) -> Sequence[str]:
        return ()

    def _transact_now(self, group: Group) -> Sequence[Any]:
        with self.engine.begin() as connection:
            return group.make(SqlTransaction(connection))

    def _read_now(self, work: Callable[[Reader], T]) -> T:
        with self.engine.connect() as connection:
            return work(SqlReader(connection))

    async def _run(self, executor: Executor, work: Callable[[], T]) -> T:
        with failures_said():
            # shield: a caller that goes away must not leave a transaction half awaited
            return await asyncio.shield(asyncio.get_running_loop().run_in_executor(executor, work))


@contextmanager
def failures_said() -> Iterator[None]:
    """Say what the database has failed at as the model names it."""
    try:
        yield
    except SQLAlchemyError as error:
        raise StoreFailed(f"The change could not be stored: {reason(error)}") from error


def single_thread(name: str) -> ThreadPoolExecutor:
    """An executor that does one thing after the other."""
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)
