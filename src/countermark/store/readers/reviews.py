"""Reads reviews, their revisions and their texts."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import Row, and_, bindparam, func, or_, select

from countermark.model.items import AgentWait, ItemKind, ItemVersion
from countermark.model.reviews import Review, Revision, Verdict
from countermark.store import rows, tables
from countermark.store.base import ReviewQuery
from countermark.store.queries import conversation_select, latest_joined, reviews_select
from countermark.store.readers.connected import Connected

PERSONS_VERDICTS = (Verdict.APPROVED.value, Verdict.CHANGES_REQUESTED.value)

# Statements that every question of an agent needs are made once: to make one takes SQLAlchemy longer than to run it.
REVIEW = select(tables.reviews, tables.revisions).select_from(latest_joined())
ONE_REVIEW = REVIEW.where(tables.reviews.c.id == bindparam("wanted"))
SOME_REVIEWS = REVIEW.where(tables.reviews.c.id.in_(bindparam("wanted", expanding=True)))
REVISION = select(tables.revisions).where(
    tables.revisions.c.review_id == bindparam("review"), tables.revisions.c.number == bindparam("wanted")
)
TEXT = select(tables.texts.c.text).where(tables.texts.c.sha256 == bindparam("wanted"))
UNDECIDED = select(func.count()).select_from(latest_joined()).where(tables.revisions.c.verdict.is_(None))
UNDECIDED_REVISIONS = select(func.count()).select_from(tables.revisions).where(tables.revisions.c.verdict.is_(None))
OPEN_OF = UNDECIDED.where(tables.reviews.c.agent == bindparam("wanted"))


ITS = tables.revisions.c
OF_TEXT = (
    select(tables.revisions)
    .where(ITS.sha256.in_(bindparam("wanted", expanding=True)), ITS.forgotten_at.is_(None))
    .order_by(ITS.verdict.is_not(None), ITS.opened_at.desc(), ITS.number.desc())
    .limit(1)
)
UNHEARD = and_(ITS.verdict.in_(PERSONS_VERDICTS), ITS.agent_present, ITS.stage.is_(None))
WAITS = select(
    ITS.review_id, ITS.number, ITS.opened_at, ITS.expires_at, ITS.verdict.is_(None), ITS.agent_present
).where(or_(ITS.verdict.is_(None), UNHEARD))


class ReviewReader(Connected):
    """Reads reviews."""

    def review(self, review_id: str) -> Review | None:
        row = self.connection.execute(ONE_REVIEW, {"wanted": review_id}).first()
        return None if row is None else review_in(row)

    def reviews_named(self, ids: Collection[str]) -> Mapping[str, Review]:
        found = map(review_in, self.connection.execute(SOME_REVIEWS, {"wanted": list(ids)}))
        return {review.id: review for review in found}

    def review_of_conversation(
        self, *, agent: str, workspace: str, conversation: str | None, path: str | None
    ) -> Review | None:
        if conversation is None and path is None:
            return None
        wanted, its = conversation_select(agent, workspace=workspace, conversation=conversation, path=path)
        row = self.connection.execute(wanted, its).first()
        return None if row is None else review_in(row)

    def reviews(self, query: ReviewQuery) -> Sequence[Review]:
        return [review_in(row) for row in self.connection.execute(reviews_select(query))]

    def open_count(self, agent: str) -> int:
        return int(self.connection.execute(OPEN_OF, {"wanted": agent}).scalar_one())

    def has_open(self, agent: str, *, at_least: int) -> bool:
        undecided = int(self.connection.execute(UNDECIDED_REVISIONS).scalar_one())  # without a look at their reviews
        return undecided >= at_least and self.open_count(agent) >= at_least

    def revision(self, review_id: str, number: int) -> Revision | None:
        row = self.connection.execute(REVISION, {"review": review_id, "wanted": number}).first()
        return rows.revision_of(row) if row else None

    def revisions(self, review_id: str) -> Sequence[Revision]:
        column = tables.revisions.c
        wanted = select(tables.revisions).where(column.review_id == review_id).order_by(column.number)
        return [rows.revision_of(row) for row in self.connection.execute(wanted)]

    def review_waits(self) -> Sequence[AgentWait]:
        return [
            AgentWait(ItemVersion(ItemKind.REVIEW, row.review_id, row.number), *row[2:])
            for row in self.connection.execute(WAITS)
        ]

    def text(self, sha256: str) -> str | None:
        return self.connection.execute(TEXT, {"wanted": sha256}).scalar_one_or_none()

    def revision_of_text(self, digests: Collection[str]) -> Revision | None:
        row = self.connection.execute(OF_TEXT, {"wanted": list(digests)}).first()
        return rows.revision_of(row) if row else None


def review_in(row: Row[Any]) -> Review:
    """A row of a review joined with its latest revision."""
    width = len(tables.reviews.c)
    review = dict(zip(tables.reviews.c.keys(), row[:width], strict=True))
    revision = dict(zip(tables.revisions.c.keys(), row[width:], strict=True))
    return rows.review_from(review, latest=rows.revision_from(revision))
