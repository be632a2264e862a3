"""SQL that more than one reader of the store asks with: reviews with their latest revision, places of marks."""

from typing import Any

from sqlalchemy import Select, and_, func, or_, select

from countermark.model.reviews import CANARY
from countermark.store import tables
from countermark.store.base import ReviewQuery


def placements_select(review_id: str) -> Select[Any]:
    """The SQL of the placements of a review's marks."""
    mark, placed = tables.annotations.c, tables.placements.c
    joined = tables.placements.join(tables.annotations, placed.annotation_id == mark.id)
    return select(tables.placements).select_from(joined).where(mark.review_id == review_id)


def conversation_select(agent: str, *, workspace: str, conversation: str | None, path: str | None) -> Select[Any]:
    """The SQL of the newest review of a conversation, in the order of the journal: a clock can be set back.

    An agent's own name for a conversation may be as plain as "1": it holds within a workspace, or with the same file.
    """
    review = tables.reviews.c
    same_file = review.path == path
    if conversation is None:
        its = and_(review.conversation.is_(None), same_file)
    else:
        here = review.workspace == workspace
        its = and_(review.conversation == conversation, here if path is None else or_(here, same_file))
    entry = tables.entries.c
    opened = select(func.min(entry.seq)).where(entry.item == review.id).scalar_subquery()
    wanted = select(tables.reviews).where(review.agent == agent, its)
    return wanted.order_by(opened.desc(), review.id.desc()).limit(1)


def latest_joined() -> Any:
    """Reviews joined with their latest revision."""
    review, revision = tables.reviews.c, tables.revisions.c
    is_latest = and_(revision.review_id == review.id, revision.number == review.latest)
    return tables.reviews.join(tables.revisions, is_latest)


def reviews_select(query: ReviewQuery) -> Select[Any]:
    """The SQL of a list of reviews with their latest revisions."""
    review, revision = tables.reviews.c, tables.revisions.c
    wanted = select(tables.reviews, tables.revisions).select_from(latest_joined()).limit(query.limit)
    wanted = wanted.where(review.agent != CANARY)
    if query.status == "open":
        wanted = wanted.where(revision.verdict.is_(None)).order_by(revision.opened_at, review.id)
    else:
        wanted = wanted.order_by(func.coalesce(revision.decided_at, revision.opened_at).desc(), review.id.desc())
    if query.status == "decided":
        wanted = wanted.where(revision.verdict.is_not(None))
    if query.before is not None:
        at, review_id = query.before
        earlier = and_(revision.decided_at == at, review.id < review_id)
        wanted = wanted.where(or_(revision.decided_at < at, earlier))
    if query.conversation is not None:
        agent, conversation = query.conversation
        wanted = wanted.where(review.agent == agent, review.conversation == conversation)
    for word in query.words.split():
        like = [
            column.icontains(word, autoescape=True) for column in (revision.title, revision.notes, review.workspace)
        ]
        wanted = wanted.where(or_(*like))
    return wanted
