"""Reviews as the one who asked may see them: an agent's own ones, and how it comes back to wait for an answer.

An agent that many clients are (MCP) is told apart by conversation; another one's reviews do not exist for it, unless
it has the key that the hub gave out for it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from countermark.actions.desk import Change, Desk
from countermark.actions.reviews import found_revision, welcome_back
from countermark.actions.rings import answer_key, keep_ring, own_ring, ring_name
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

    if asker.conversation is None:
        return []
    own = asker.by.id, asker.conversation

    def read(reader: Reader) -> list[Review]:
        return [
            *reader.reviews(ReviewQuery("open", conversation=own)),
            *reader.reviews(ReviewQuery("decided", conversation=own)),
        ]

    return await desk.read(read)


async def come_back(desk: Desk, asker: Asker, *, review_id: str | None, key: str | None) -> tuple[Revision, str]:
    """The revision that the agent waits for, and the key of the hub's own for it. Raises `NotFound`."""

    def work(change: Change) -> tuple[Revision, str]:
        review, number = own_review(change.read, asker, review_id=review_id, key=key)
        revision = found_revision(change, review.id, number or review.latest.number)
        return welcome_back(change, revision), given_key(change, asker, revision, key=key)

    return await desk.change(asker.by, work)


def given_key(change: Change, asker: Asker, revision: Revision, *, key: str | None) -> str:
    """The key of the hub's own for a revision: the one that was used to ask, or that of the conversation."""
    if key is not None and change.read.ring(ring_name(asker.by, key)) is not None:
        return key
    assert asker.conversation is not None, "who has neither has no review"
    given = answer_key(asker.conversation, revision.review_id, revision.number)
    keep_ring(change, ring_name(asker.by, given), revision)
    return given


def ring_of(reader: Reader, asker: Asker, key: str) -> Ring:
    """What a key stands for: one that the hub has given out, or one that was chosen in this very conversation."""
    try:
        return own_ring(reader, key, by=asker.by)
    except NotFound:
        pass
    try:
        if asker.conversation is not None:
            return own_ring(reader, key, by=asker.by, conversation=asker.conversation)
    except NotFound:
        pass
    raise NotFound(NONE_OF_YOURS, hint=HOW)


def own_review(reader: Reader, asker: Asker, *, review_id: str | None, key: str | None) -> tuple[Review, int | None]:
    """The review, and the number of the revision that the key stands for, if there is one."""
    if key is not None:
        ring = ring_of(reader, asker, key)
        review = reader.review(ring.review_id)
        if review is None or review_id not in (None, review.id):
            raise NotFound(NONE_OF_YOURS, hint=HOW)
        return review, ring.number
    review = None if review_id is None else reader.review(review_id)
    if review is None or not is_own(review, asker):
        raise NotFound(NONE_OF_YOURS, hint=HOW)
    return review, None
