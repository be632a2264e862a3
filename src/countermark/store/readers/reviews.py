"""Reads reviews, their revisions and their texts."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, and_, func, or_, select

from countermark.model.reviews import CANARY, Review, Revision, Verdict
from countermark.store import rows, tables
from countermark.store.base import ReviewQuery
from countermark.store.queries import conversation_select, latest_joined, reviews_select
from countermark.store.readers.connected import Connected

PERSONS_VERDICTS = (Verdict.APPROVED.value, Verdict.CHANGES_REQUESTED.value)


class ReviewReader(Connected):
    """Reads reviews."""

    def review(self, review_id: str) -> Review | None:
        return self._first_review(select(tables.reviews).where(tables.reviews.c.id == review_id))

    def review_of_conversation(
        self, *, agent: str, workspace: str, conversation: str | None, path: str | None
    ) -> Review | None:
        if conversation is None and path is None:
            return None
        return self._first_review(conversation_select(agent, workspace=workspace, conversation=conversation, path=path))

    def reviews(self, query: ReviewQuery) -> Sequence[Review]:
        width = len(tables.reviews.c)
        reviews = []
        for row in self.connection.execute(reviews_select(query)).all():
            review = dict(zip(tables.reviews.c.keys(), row[:width], strict=True))
            revision = dict(zip(tables.revisions.c.keys(), row[width:], strict=True))
            reviews.append(rows.review_from(review, latest=rows.revision_from(revision)))
        return reviews

    def open_count(self, agent: str | None = None) -> int:
        count = select(func.count()).select_from(latest_joined()).where(tables.revisions.c.verdict.is_(None))
        whose = tables.reviews.c.agent
        count = count.where(whose != CANARY if agent is None else whose == agent)
        return self.connection.execute(count).scalar_one()

    def revision(self, review_id: str, number: int) -> Revision | None:
        column = tables.revisions.c
        row = self.connection.execute(
            select(tables.revisions).where(column.review_id == review_id, column.number == number)
        ).first()
        return rows.revision_of(row) if row else None

    def revisions(self, review_id: str) -> Sequence[Revision]:
        column = tables.revisions.c
        wanted = select(tables.revisions).where(column.review_id == review_id).order_by(column.number)
        return [rows.revision_of(row) for row in self.connection.execute(wanted)]

    def unfinished(self) -> Sequence[Revision]:
        column = tables.revisions.c
        unheard = and_(column.verdict.in_(PERSONS_VERDICTS), column.agent_present, column.stage.is_(None))
        wanted = select(tables.revisions).where(or_(column.verdict.is_(None), unheard))
        return [rows.revision_of(row) for row in self.connection.execute(wanted)]

    def text(self, sha256: str) -> str | None:
        wanted = select(tables.texts.c.text).where(tables.texts.c.sha256 == sha256)
        return self.connection.execute(wanted).scalar_one_or_none()

    def _first_review(self, wanted: Select[Any]) -> Review | None:
        row = self.connection.execute(wanted).first()
        if row is None:
            return None
        latest = self.revision(row.id, row.latest)
        assert latest is not None, "a review is stored with its latest revision"
        return rows.review_of(row, latest=latest)
