"""Reads unsent words."""

from collections.abc import Sequence

from sqlalchemy import select

from countermark.model.drafts import ANSWER, Draft
from countermark.store import rows, tables
from countermark.store.readers.connected import Connected


class DraftReader(Connected):
    """Reads drafts."""

    def draft(self, review_id: str, slot: str = ANSWER) -> Draft | None:
        column = tables.drafts.c
        wanted = select(tables.drafts).where(column.review_id == review_id, column.slot == slot)
        row = self.connection.execute(wanted).first()
        return rows.draft_of(row) if row else None

    def draft_characters(self, review_id: str) -> int:
        column = tables.drafts.c
        return self.total_length(column.text, column.mark, where=column.review_id == review_id)

    def drafts(self, review_id: str) -> Sequence[Draft]:
        column = tables.drafts.c
        wanted = select(tables.drafts).where(column.review_id == review_id).order_by(column.slot)
        return [rows.draft_of(row) for row in self.connection.execute(wanted)]
