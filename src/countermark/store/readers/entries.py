"""Reads the journal."""

from collections.abc import Sequence

from sqlalchemy import func, select
from sqlalchemy.exc import DatabaseError

from countermark.model.journal import Entry, unreadable
from countermark.store import tables
from countermark.store.entry_rows import entry_of
from countermark.store.failures import reason
from countermark.store.readers.connected import Connected

HEAD = select(func.max(tables.entries.c.seq))


class EntryReader(Connected):
    """Reads entries."""

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
            return unreadable(seq, why=reason(error))
        return entry_of(row)

    def head(self) -> int:
        return self.connection.execute(HEAD).scalar_one() or 0
