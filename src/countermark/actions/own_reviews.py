"""Reviews as the one who asked may see them: an agent's own ones, and how it comes back to wait for an answer.

An agent that many clients are (MCP) is told apart by conversation; another one's reviews do not exist for it, unless
it has the key under which the review was asked for.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from countermark.actions.desk import Change, Desk
from countermark.actions.reviews import found_revision, own_ring, welcome_back
from countermark.model.actors import Actor
from countermark.model.errors import NotFound
from countermark.model.reviews import Review, Revision, Ring
from countermark.store.base import Reader, ReviewQuery

NONE_OF_YOURS = "There is no such review of yours."
HOW = "submit_plan tells which review it has opened, and its key."


@dataclass(frozen=True)
class Asker:
    """Who asks: an agent, and in which conversation, if that is known; its name is too long to be guessed."""

    by: Actor
    conversation: str | None


def is_own(review: Review, asker: Asker) -> bool:
    """Whether the review was asked for in this very conversation."""
    theirs = (review.agent, review.session)
    return asker.conversation is not None and theirs == (asker.by.id, asker.conversation)


async def own_reviews(desk: Desk, asker: Asker) -> Sequence[Review]:
    """The reviews of a conversation: open ones first, then the newest decisions."""

    def read(reader: Reader) -> list[Review]:
        listed = [*reader.reviews(ReviewQuery("open")), *reader.reviews(ReviewQuery("decided"))]
        return [each for each in listed if is_own(each, asker)]

    return await desk.read(read)


async def come_back(desk: Desk, asker: Asker, *, review_id: str | None, key: str | None, new_key: str) -> Revision:
    """The revision that the agent waits for; from now on `new_key` stands for it too. Raises `NotFound`."""

    def work(change: Change) -> Revision:
        review, number = own_review(change.read, asker, review_id=review_id, key=key)
        revision = found_revision(change, review.id, number or review.latest.number)
        if change.read.ring(new_key) is None:
            change.keep_ring(Ring(new_key, review.id, revision.number))
        return welcome_back(change, revision)

    return await desk.change(asker.by, work)


def own_review(reader: Reader, asker: Asker, *, review_id: str | None, key: str | None) -> tuple[Review, int | None]:
    """The review, and the number of the revision that the key stands for, if there is one."""
    if key is not None:
        try:
            ring = own_ring(reader, key, by=asker.by)
        except NotFound:
            raise NotFound(NONE_OF_YOURS, hint=HOW) from None
        review = reader.review(ring.review_id)
        if review is None or review_id not in (None, review.id):
            raise NotFound(NONE_OF_YOURS, hint=HOW)
        return review, ring.number
    review = None if review_id is None else reader.review(review_id)
    if review is None or not is_own(review, asker):
        raise NotFound(NONE_OF_YOURS, hint=HOW)
    return review, None
