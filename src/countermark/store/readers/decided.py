"""Reads what was decided, kind by kind, in the order in which it ended."""

from collections.abc import Sequence
from typing import Any, assert_never

from sqlalchemy import ColumnElement, Select, Table, and_, or_, select

from countermark.model.any_item import AnyItem
from countermark.model.items import ItemKind
from countermark.model.reviews import CANARY
from countermark.store import gate_rows, tables
from countermark.store.queries import latest_joined
from countermark.store.readers.connected import Connected
from countermark.store.readers.reviews import review_in


class DecidedReader(Connected):
    """Reads decided items."""

    def decided(self, kind: ItemKind, *, after: tuple[int, str] | None, limit: int) -> Sequence[AnyItem]:
        match kind:
            case ItemKind.REVIEW:
                whole = select(tables.reviews, tables.revisions).select_from(latest_joined())
                ended, its_id = tables.revisions.c.decided_at, tables.reviews.c.id
                wanted = whole.where(tables.reviews.c.agent != CANARY)
                return [review_in(row) for row in self._in_order(wanted, ended, its_id, after=after, limit=limit)]
            case ItemKind.PERMISSION:
                asked = tables.permissions
                rows = self._in_order(select(asked), asked.c.ended_at, asked.c.id, after=after, limit=limit)
                return [gate_rows.permission_of(row) for row in rows]
            case ItemKind.QUESTION:
                asked = tables.questions
                rows = self._in_order(select(asked), asked.c.ended_at, asked.c.id, after=after, limit=limit)
                return [gate_rows.question_of(row) for row in rows]
            case _:
                assert_never(kind)

    def remembered(self, kind: ItemKind, *, until: int, after: tuple[int, str] | None, limit: int) -> Sequence[AnyItem]:
        match kind:
            case ItemKind.REVIEW:
                its = tables.revisions.c
                whole = select(tables.reviews, tables.revisions).select_from(latest_joined())
                wanted = whole.where(its.forgotten_at.is_(None), its.decided_at < until)
                found = self._in_order(wanted, its.decided_at, tables.reviews.c.id, after=after, limit=limit)
                return [review_in(row) for row in found]
            case ItemKind.PERMISSION:
                rows = self._old_asked(tables.permissions, until=until, after=after, limit=limit)
                return [gate_rows.permission_of(row) for row in rows]
            case ItemKind.QUESTION:
                rows = self._old_asked(tables.questions, until=until, after=after, limit=limit)
                return [gate_rows.question_of(row) for row in rows]
            case _:
                assert_never(kind)

    def _old_asked(self, asked: Table, *, until: int, after: tuple[int, str] | None, limit: int) -> Sequence[Any]:
        wanted = select(asked).where(asked.c.forgotten_at.is_(None), asked.c.ended_at < until)
        return self._in_order(wanted, asked.c.ended_at, asked.c.id, after=after, limit=limit)

    def _in_order(
        self, whole: Select[Any], ended: ColumnElement[int], its_id: ColumnElement[str], *,
        after: tuple[int, str] | None, limit: int,
    ) -> Sequence[Any]:  # fmt: skip
        wanted = whole.where(ended.is_not(None)).order_by(ended, its_id).limit(limit)
        if after is not None:
            # The first condition says no more than the second: by it the index is entered at its place.
            wanted = wanted.where(ended >= after[0], or_(ended > after[0], and_(ended == after[0], its_id > after[1])))
        return self.connection.execute(wanted).all()
