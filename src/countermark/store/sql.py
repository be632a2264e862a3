"""The store on SQL: one write at a time, reads beside it."""

import asyncio
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import cache, reduce
from operator import add
from typing import Any, TypeVar

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Engine,
    Insert,
    Select,
    Table,
    Update,
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.exc import DatabaseError, SQLAlchemyError

from countermark.model import journal
from countermark.model.actors import Actor
from countermark.model.annotation_records import record
from countermark.model.annotations import Annotation, AnnotationStatus, Placement
from countermark.model.drafts import ANSWER, Draft
from countermark.model.errors import StoreFailed
from countermark.model.happening import Happening
from countermark.model.images import Picture
from countermark.model.journal import Entry
from countermark.model.journal_end import Cut
from countermark.model.pages.sites import KnownEntry, PageSite
from countermark.model.reviews import CANARY, Review, Revision, Ring, Verdict
from countermark.model.settings import DeskSettings
from countermark.model.sign_ins import SignIn
from countermark.store import rows, tables
from countermark.store.base import EACH, Reader, ReviewQuery, Transaction, Value
from countermark.store.entry_rows import entry_columns, entry_of
from countermark.store.pages.rows import PageReader, columns_of, is_known
from countermark.store.queries import conversation_select, latest_joined, placements_select, reviews_select
from countermark.store.slices import in_slices

T = TypeVar("T")

KEYS_AT_ONCE = 400  # in one question; SQLite takes some ten thousand parameters, others fewer
NEWEST = select(tables.entries.c.seq, tables.entries.c.hash).order_by(tables.entries.c.seq.desc()).limit(1)
HEAD = select(func.max(tables.entries.c.seq))
PERSONS_VERDICTS = (Verdict.APPROVED.value, Verdict.CHANGES_REQUESTED.value)

ONE_ROW: Mapping[type, tuple[Table, Callable[[Any], rows.Columns]]] = {
    Revision: (tables.revisions, rows.plain), Ring: (tables.keys, rows.plain),
    Annotation: (tables.annotations, record), Placement: (tables.placements, record),
    Picture: (tables.images, vars), SignIn: (tables.sign_ins, vars), PageSite: (tables.page_sites, columns_of),
}  # fmt: skip


class SqlReader(PageReader):
    """Reads values through one connection."""

    def review(self, review_id: str) -> Review | None:
        return self._first_review(select(tables.reviews).where(tables.reviews.c.id == review_id))

    def ring(self, key: str) -> Ring | None:
        row = self.connection.execute(select(tables.keys).where(tables.keys.c.key == key)).first()
        return rows.ring_of(row) if row else None

    def review_of_conversation(
        self, *, agent: str, workspace: str, session: str | None, path: str | None
    ) -> Review | None:
        if session is None and path is None:
            return None
        return self._first_review(conversation_select(agent, workspace=workspace, session=session, path=path))

    def reviews(self, query: ReviewQuery) -> Sequence[Review]:
        found = self.connection.execute(reviews_select(query)).all()
        columns = len(tables.reviews.c)
        result = []
        for row in found:
            review = dict(zip(tables.reviews.c.keys(), row[:columns], strict=True))
            revision = dict(zip(tables.revisions.c.keys(), row[columns:], strict=True))
            result.append(Review(**{**review, "latest": rows.revision_from(revision)}))
        return result

    def open_count(self, agent: str | None = None) -> int:
        count = select(func.count()).select_from(latest_joined()).where(tables.revisions.c.verdict.is_(None))
        whose = tables.reviews.c.agent
        count = count.where(whose != CANARY if agent is None else whose == agent)
        return self.connection.execute(count).scalar_one()

    def revision(self, review_id: str, number: int) -> Revision | None:
        found = tables.revisions.c
        row = self.connection.execute(
            select(tables.revisions).where(found.review_id == review_id, found.number == number)
        ).first()
        return rows.revision_of(row) if row else None

    def revisions(self, review_id: str) -> Sequence[Revision]:
        found = tables.revisions.c
        wanted = select(tables.revisions).where(found.review_id == review_id).order_by(found.number)
        return [rows.revision_of(row) for row in self.connection.execute(wanted)]

    def unfinished(self) -> Sequence[Revision]:
        found = tables.revisions.c
        unheard = and_(found.verdict.in_(PERSONS_VERDICTS), found.agent_present, found.stage.is_(None))
        wanted = select(tables.revisions).where(or_(found.verdict.is_(None), unheard))
        return [rows.revision_of(row) for row in self.connection.execute(wanted)]

    def text(self, sha256: str) -> str | None:
        wanted = select(tables.texts.c.text).where(tables.texts.c.sha256 == sha256)
        return self.connection.execute(wanted).scalar_one_or_none()

    def annotation(self, annotation_id: str) -> Annotation | None:
        wanted = select(tables.annotations).where(tables.annotations.c.id == annotation_id)
        row = self.connection.execute(wanted).first()
        return rows.annotation_of(row) if row else None

    def annotations(self, review_id: str) -> Sequence[Annotation]:
        found = tables.annotations.c
        wanted = select(tables.annotations).where(found.review_id == review_id).order_by(found.id)
        return [rows.annotation_of(row) for row in in_slices(self.connection.execute(wanted))]

    def annotation_count(self, review_id: str) -> int:
        found = tables.annotations.c
        wanted = select(func.count()).select_from(tables.annotations)
        return self.connection.execute(wanted.where(found.review_id == review_id, ~found.removed)).scalar_one()

    def annotation_room(self, review_id: str) -> int:
        found = tables.annotations.c
        return self._length(found.words, found.text, found.quote, where=found.review_id == review_id)

    def placements(self, review_id: str, *, revision: int) -> Sequence[Placement]:
        return self._placements(placements_select(review_id).where(tables.placements.c.revision == revision))

    def placements_of(self, annotation_id: str) -> Sequence[Placement]:
        found = tables.placements.c
        wanted = select(tables.placements).where(found.annotation_id == annotation_id).order_by(found.revision)
        return self._placements(wanted)

    def earlier_placements(self, review_id: str, *, before: int) -> Sequence[Placement]:
        number = tables.placements.c.revision
        return self._placements(placements_select(review_id).where(number < before).order_by(number))

    def left_behind(self) -> Sequence[str]:
        mark, placed, review = tables.annotations.c, tables.placements.c, tables.reviews.c
        is_placed = and_(placed.annotation_id == mark.id, placed.revision == review.latest)
        wanted = (
            select(review.id).distinct()
            .select_from(tables.annotations.join(tables.reviews, mark.review_id == review.id))
            .where(~mark.removed, mark.status != AnnotationStatus.ADDRESSED.value, mark.revision < review.latest)
            .where(~select(placed.revision).where(is_placed).exists())
        )  # fmt: skip
        return list(self.connection.execute(wanted).scalars())

    def picture(self, sha256: str) -> Picture | None:
        row = self.connection.execute(select(tables.images).where(tables.images.c.sha256 == sha256)).first()
        return rows.picture_of(row) if row else None

    def media_type(self, sha256: str) -> str | None:
        wanted = select(tables.images.c.media_type).where(tables.images.c.sha256 == sha256)
        return self.connection.execute(wanted).scalar_one_or_none()

    def picture_bytes(self) -> int:
        total = select(func.coalesce(func.sum(func.length(tables.images.c.content)), 0))
        return int(self.connection.execute(total).scalar_one())

    def draft(self, review_id: str, slot: str = ANSWER) -> Draft | None:
        found = tables.drafts.c
        wanted = select(tables.drafts).where(found.review_id == review_id, found.slot == slot)
        row = self.connection.execute(wanted).first()
        return rows.draft_of(row) if row else None

    def draft_room(self, review_id: str) -> int:
        found = tables.drafts.c
        return self._length(found.text, found.mark, where=found.review_id == review_id)

    def drafts(self, review_id: str) -> Sequence[Draft]:
        found = tables.drafts.c
        wanted = select(tables.drafts).where(found.review_id == review_id).order_by(found.slot)
        return [rows.draft_of(row) for row in self.connection.execute(wanted)]

    def sign_in(self, token_sha256: str) -> SignIn | None:
        wanted = select(tables.sign_ins).where(tables.sign_ins.c.token_sha256 == token_sha256)
        row = self.connection.execute(wanted).first()
        return rows.sign_in_of(row) if row else None

    def sign_ins(self) -> Sequence[SignIn]:
        return [rows.sign_in_of(row) for row in self.connection.execute(select(tables.sign_ins)).all()]

    def desk_settings(self) -> DeskSettings:
        found = self.connection.execute(select(tables.desk_settings)).all()
        return rows.settings_of({row.name: row.value for row in found})

    def entries(self, *, after: int = 0, before: int | None = None, limit: int = 1000) -> Sequence[Entry]:
        seq = tables.entries.c.seq
        wanted = select(tables.entries).where(seq > after).limit(limit)
        wanted = wanted.order_by(seq) if before is None else wanted.where(seq < before).order_by(seq.desc())
        try:
            return [entry_of(row) for row in self.connection.execute(wanted)]
        except DatabaseError:  # one row is enough: bytes that are no text, a page of the file that is spoilt
            numbers = self.connection.execute(wanted.with_only_columns(seq)).scalars().all()
            return [self._entry(each) for each in numbers]

    def _entry(self, seq: int) -> Entry:
        try:
            row = self.connection.execute(select(tables.entries).where(tables.entries.c.seq == seq)).one()
        except DatabaseError as error:
            return journal.unreadable(seq, why=reason(error))
        return entry_of(row)

    def head(self) -> int:
        return self.connection.execute(HEAD).scalar_one() or 0

    def _length(self, *columns: Column[Any], where: ColumnElement[bool]) -> int:
        each = [func.coalesce(func.length(column), 0) for column in columns]
        total = select(func.coalesce(func.sum(reduce(add, each, EACH)), 0)).where(where)
        return int(self.connection.execute(total).scalar_one())

    def _placements(self, wanted: Select[Any]) -> list[Placement]:
        return [rows.placement_of(row) for row in in_slices(self.connection.execute(wanted))]

    def _first_review(self, wanted: Select[Any]) -> Review | None:
        row = self.connection.execute(wanted).first()
        if row is None:
            return None
        latest = self.revision(row.id, row.latest)
        assert latest is not None, "a review is stored with its latest revision"
        return rows.review_of(row, latest=latest)


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
                for row in rows.settings_rows(value):
                    self._upsert(tables.desk_settings, row)
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
        self._upsert_all(tables.annotations, batches[Annotation])
        self._upsert_all(tables.placements, batches[Placement])
        self._put_known(known)

    def put_text(self, sha256: str, text: str) -> None:
        if self.text(sha256) is None:
            self.connection.execute(insert(tables.texts).values(sha256=sha256, text=text))

    def remove_sign_in(self, sign_in_id: str) -> None:
        self.connection.execute(delete(tables.sign_ins).where(tables.sign_ins.c.id == sign_in_id))

    def remove_page_site(self, site_id: str) -> None:
        self.connection.execute(delete(tables.page_entries).where(tables.page_entries.c.site == site_id))
        self.connection.execute(delete(tables.page_sites).where(tables.page_sites.c.id == site_id))

    def append(self, happening: Happening, *, by: Actor, at: int) -> Entry:
        last = self.connection.execute(NEWEST).first()
        seq, prev = (last.seq + 1, last.hash) if last else (1, journal.FIRST_PREV)
        entry = journal.entry(happening, seq=seq, prev=prev, by=by, at=at)
        self.connection.execute(insert_into(tables.entries), entry_columns(entry))
        self.newest = entry
        return entry

    def put_draft(self, draft: Draft) -> None:
        self._upsert(tables.drafts, rows.plain(draft))

    def _put_known(self, entries: Sequence[KnownEntry]) -> None:
        self._upsert_all(tables.page_entries, [vars(each) for each in entries if each.digest is not None])
        for each in entries:
            if each.digest is None:
                self.connection.execute(delete(tables.page_entries).where(is_known(each)))

    def _upsert_all(self, table: Table, batch: Sequence[rows.Columns]) -> None:
        """The same for many rows, each with a primary key of its own."""
        key = table.primary_key.columns
        known: set[tuple[Any, ...]] = set()
        for start in range(0, len(batch), KEYS_AT_ONCE):
            wanted = [key_of(table, row) for row in batch[start : start + KEYS_AT_ONCE]]
            found = self.connection.execute(select(*key).where(tuple_(*key).in_(wanted)))
            known.update(tuple(row) for row in found)
        fresh = [row for row in batch if key_of(table, row) not in known]
        older = [row for row in batch if key_of(table, row) in known]
        if fresh:
            self.connection.execute(insert_into(table), fresh)
        if older:
            self.connection.execute(update_of(table), [rekeyed(table, row) for row in older])

    def _upsert(self, table: Table, columns: rows.Columns) -> None:
        """Update the row with this primary key, or insert it: plain SQL that every dialect has."""
        changed = self.connection.execute(update_of(table), rekeyed(table, columns))
        if changed.rowcount == 0:
            self.connection.execute(insert_into(table), columns)


@cache
def insert_into(table: Table) -> Insert:
    """The statement that adds a row; made once, for SQLAlchemy makes a statement more slowly than SQLite runs it."""
    return insert(table)


@cache
def update_of(table: Table) -> Update:
    """The statement that changes the row whose primary key stands in parameters of their own: see `rekeyed`."""
    return update(table).where(and_(*(column == bindparam(f"key_{column.name}") for column in table.primary_key)))


def rekeyed(table: Table, row: rows.Columns) -> rows.Columns:
    """A row as the parameters of `update_of`."""
    return {**row, **{f"key_{column.name}": row[column.name] for column in table.primary_key}}


def key_of(table: Table, row: rows.Columns) -> tuple[Any, ...]:
    """The primary key of a row."""
    return tuple(row[column.name] for column in table.primary_key)


class SqlStore:
    """A store on an SQLAlchemy engine; SQLite takes one writer, so one thread writes."""

    cut: Cut | None = None

    def __init__(self, engine: Engine, *, writers: Executor, readers: Executor) -> None:
        self.engine = engine
        self.writers = writers
        self.readers = readers

    async def transact(self, work: Callable[[Transaction], T]) -> T:
        return await self._run(self.writers, lambda: self._transact_now(work))

    async def read(self, work: Callable[[Reader], T]) -> T:
        return await self._run(self.readers, lambda: self._read_now(work))

    async def close(self) -> None:
        for executor in {self.writers, self.readers}:
            await asyncio.to_thread(executor.shutdown)
        self.engine.dispose()

    async def settle(self) -> None:
        """Nothing has to be brought anywhere."""

    def fault(self) -> str | None:
        return None

    async def copies(self) -> Sequence[str]:
        return ()

    def _transact_now(self, work: Callable[[Transaction], T]) -> T:
        with self.engine.begin() as connection:
            return work(SqlTransaction(connection))

    def _read_now(self, work: Callable[[Reader], T]) -> T:
        with self.engine.connect() as connection:
            return work(SqlReader(connection))

    async def _run(self, executor: Executor, work: Callable[[], T]) -> T:
        try:
            # shield: a caller that goes away must not leave a transaction half awaited
            return await asyncio.shield(asyncio.get_running_loop().run_in_executor(executor, work))
        except SQLAlchemyError as error:
            raise StoreFailed(f"The change could not be stored: {reason(error)}") from error


def reason(error: SQLAlchemyError | OSError | sqlite3.Error) -> str:
    """The database's or the system's own words, without the statement and its values."""
    if isinstance(error, sqlite3.Error):
        return str(error)
    said = error.strerror if isinstance(error, OSError) else getattr(error, "orig", None)
    return str(said or type(error).__name__)


def single_thread(name: str) -> ThreadPoolExecutor:
    """An executor that does one thing after the other."""
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)
