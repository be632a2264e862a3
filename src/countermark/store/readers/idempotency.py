"""Reads idempotency records."""

from sqlalchemy import bindparam, select

from countermark.model.idempotency import IdempotencyRecord
from countermark.store import rows, tables
from countermark.store.readers.connected import Connected

RECORD = select(tables.idempotency_records).where(tables.idempotency_records.c.key == bindparam("wanted"))


class IdempotencyReader(Connected):
    """Reads idempotency records."""

    def idempotency_record(self, key: str) -> IdempotencyRecord | None:
        row = self.connection.execute(RECORD, {"wanted": key}).first()
        return rows.idempotency_record_of(row) if row else None
