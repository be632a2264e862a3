"""SQL that more than one reader of the store asks with: reviews with their latest revision, places of marks."""

from typing import Any

from sqlalchemy import ColumnElement, Select, and_, bindparam, func, or_, select

from countermark.model.reviews import CANARY
from countermark.store import tables
from countermark.store.base import ReviewQuery


def placements_select(review_id: str) -> Select[Any]:
    """The SQL of the placements of a review's marks."""
    mark, placed = tables.annotations.c, tables.placements.c
    joined = tables.placements.join(tables.annotations, placed.annotation_id == mark.id)
    return select(tables.placements).select_from(joined).where(mark.review_id == review_id)


def latest_joined() -> Any:
    """Reviews joined with their latest revision."""
    review, revision = tables.reviews.c, tables.revisions.c
    is_latest = and_(revision.review_id == review.id, revision.number == review.latest)
    return tables.reviews.join(tables.revisions, is_latest)


def conversation_select(
    agent: str, *, workspace: str, conversation: str | None, path: str | None
) -> tuple[Select[Any], dict[str, str | None]]:
    """The SQL of the newest review of a conversation, in the order of the journal, and what fills it in.

    A clock can be set back, so that the order is the journal's. An agent's own name for a conversation may be as plain
    as "1": it holds within a workspace, or with the same file.
    """
    its = {"its_agent": agent, "its_workspace": workspace, "its_conversation": conversation, "its_path": path}
    if conversation is None:
        return OF_NOBODY, its
    return (OF_CONVERSATION if path is None else OF_CONVERSATION_OR_FILE), its


def newest_where(*its: ColumnElement[bool]) -> Select[Any]:
    """The SQL of the review that the journal has last among those of an agent that are chosen.

    Of old ones, whose entries were dropped, it has the last by their ids, in which there is the time.
    """
    review, entry = tables.reviews.c, tables.entries.c
    opened = select(func.min(entry.seq)).where(entry.item == review.id).scalar_subquery()
    wanted = select(tables.reviews, tables.revisions).select_from(latest_joined())
    return (
        wanted.where(review.agent == bindparam("its_agent"), *its)
        .order_by(opened.desc().nulls_last(), review.id.desc())
        .limit(1)
    )


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
    return wanted


HERE = tables.reviews.c.workspace == bindparam("its_workspace")
SAME_FILE = tables.reviews.c.path == bindparam("its_path")
SAME_CONVERSATION = tables.reviews.c.conversation == bindparam("its_conversation")
OF_NOBODY = newest_where(tables.reviews.c.conversation.is_(None), SAME_FILE)
OF_CONVERSATION = newest_where(SAME_CONVERSATION, HERE)
OF_CONVERSATION_OR_FILE = newest_where(SAME_CONVERSATION, or_(HERE, SAME_FILE))
