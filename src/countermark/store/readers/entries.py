"""Reads the journal."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import Select, func, select
from sqlalchemy.exc import DatabaseError

from countermark.model.happenings import ARRIVALS
from countermark.model.items import ItemVersion
from countermark.model.journal import Entry, unreadable
from countermark.model.journal_lookups import EntryQuery
from countermark.store import tables
from countermark.store.entry_queries import entries_select
from countermark.store.entry_rows import entry_of
from countermark.store.failures import reason
from countermark.store.readers.connected import Connected
from countermark.store.slices import in_slices

HEAD = select(func.max(tables.entries.c.seq))


class EntryReader(Connected):
    """Reads entries."""

    def entries(self, *, after: int = 0, before: int | None = None, limit: int = 1000) -> Sequence[Entry]:
        seq = tables.entries.c.seq
        wanted = select(tables.entries).where(seq > after).limit(limit)
        return self._read(wanted.order_by(seq) if before is None else wanted.where(seq < before).order_by(seq.desc()))

    def entries_matching(self, query: EntryQuery) -> Sequence[Entry]:
        return self._read(entries_select(query))

    def entry_numbers(self, items: Collection[str]) -> Sequence[int]:
        column = tables.entries.c
        return self.connection.execute(select(column.seq).where(column.item.in_(items))).scalars().all()

    def openings(self, versions: Collection[ItemVersion]) -> Mapping[ItemVersion, Entry]:
        column = tables.entries.c
        wanted = select(tables.entries).where(column.item.in_({each.id for each in versions}))
        found = [entry_of(row) for row in self.connection.execute(wanted.where(column.kind.in_(ARRIVALS)))]
        return {entry.item: entry for entry in found if entry.item is not None and entry.item in versions}

    def _read(self, wanted: Select[Any]) -> Sequence[Entry]:
        try:
            return [entry_of(row) for row in in_slices(self.connection.execute(wanted))]
        except DatabaseError:  # one row is enough: bytes that are no text, a page of the file that is spoilt
            numbers = self.connection.execute(wanted.with_only_columns(tables.entries.c.seq)).scalars().all()
            return [self._entry(each) for each in numbers]

    def _entry(self, seq: int) -> Entry:
        try:
            row = self.connection.execute(select(tables.entries).where(tables.entries.c.seq == seq)).one()
        except DatabaseError as error:
            return unreadable(seq, why=reason(error))
        return entry_of(row)

    def head(self) -> int:
        return self.connection.execute(HEAD).scalar_one() or 0
