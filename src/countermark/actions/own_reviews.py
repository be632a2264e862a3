"""Reviews as the one who asked may see them: an agent's own ones, and how it comes back to wait for an answer.

An agent that many clients are (MCP) is told apart by conversation; another one's reviews do not exist for it, unless
it has the key that the hub gave out for it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from countermark.actions.desk import Change, Desk, must
from countermark.actions.idempotency import answer_key, keep_key, own_record, stored_key
from countermark.actions.reviews import welcome_back
from countermark.model.actors import Actor
from countermark.model.errors import NotFound
from countermark.model.idempotency import IdempotencyRecord
from countermark.model.review_answers import ReviewAnswer, answer_about
from countermark.model.reviews import Review, Revision
from countermark.store.base import Reader, ReviewQuery

NONE_OF_YOURS = "There is no such review of yours."
HOW = "submit_plan tells which review it has opened, and its key."


@dataclass(frozen=True)
class Submitter:
    """Who asks: an agent, and in which conversation, if that is known; its name is too long to be guessed."""

    by: Actor
    conversation: str | None


def is_own(review: Review, asker: Submitter) -> bool:
    """Whether the review was asked for in this very conversation."""
    theirs = (review.agent, review.conversation)
    return asker.conversation is not None and theirs == (asker.by.id, asker.conversation)


async def own_reviews(desk: Desk, asker: Submitter) -> Sequence[Review]:
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


async def come_back(
    desk: Desk, asker: Submitter, *, review_id: str | None, key: str | None
) -> tuple[ReviewAnswer, str]:
    """What became of the revision that the agent waits for, and the key of the hub's own for it. Raises `NotFound`."""

    def work(change: Change) -> tuple[ReviewAnswer, str]:
        review, number = own_review(change.read, asker, review_id=review_id, key=key)
        revision = must(change.read.revision(review.id, number or review.latest.number))
        back = welcome_back(change, revision)
        return answer_about(review, back), given_key(change, asker, revision, key=key)

    return await desk.change(asker.by, work)


def given_key(change: Change, asker: Submitter, revision: Revision, *, key: str | None) -> str:
    """The key of the hub's own for a revision: the one that was used to ask, or that of the conversation."""
    if key is not None and change.read.idempotency_record(stored_key(asker.by, key)) is not None:
        return key
    assert asker.conversation is not None, "who has neither has no review"
    given = answer_key(asker.conversation, revision.version)
    keep_key(change, stored_key(asker.by, given), revision.version)
    return given


def record_of(reader: Reader, asker: Submitter, key: str) -> IdempotencyRecord:
    """What a key stands for: one that the hub has given out, or one that was chosen in this very conversation."""
    try:
        return own_record(reader, key, by=asker.by)
    except NotFound:
        pass
    try:
        if asker.conversation is not None:
            return own_record(reader, key, by=asker.by, conversation=asker.conversation)
    except NotFound:
        pass
    raise NotFound(NONE_OF_YOURS, hint=HOW)


def own_review(
    reader: Reader, asker: Submitter, *, review_id: str | None, key: str | None
) -> tuple[Review, int | None]:
    """The review, and the number of the revision that the key stands for, if there is one."""
    if key is not None:
        record = record_of(reader, asker, key)
        review = reader.review(record.version.id)
        if review is None or review_id not in (None, review.id):
            raise NotFound(NONE_OF_YOURS, hint=HOW)
        return review, record.version.number
    review = None if review_id is None else reader.review(review_id)
    if review is None or not is_own(review, asker):
        raise NotFound(NONE_OF_YOURS, hint=HOW)
    return review, None
