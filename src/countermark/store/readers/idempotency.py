"""Reads idempotency records."""

from sqlalchemy import select

from countermark.model.idempotency import IdempotencyRecord
from countermark.store import rows, tables
from countermark.store.readers.connected import Connected


class IdempotencyReader(Connected):
    """Reads idempotency records."""

    def idempotency_record(self, key: str) -> IdempotencyRecord | None:
        table = tables.idempotency_records
        row = self.connection.execute(select(table).where(table.c.key == key)).first()
        return rows.idempotency_record_of(row) if row else None
