"""Who has asked about a review, and waits."""

from countermark.actions.desk import Desk
from countermark.actions.waiting import answer_to
from countermark.model.items import ItemVersion
from countermark.model.review_answers import ReviewAnswer


async def review_answer_to(desk: Desk, version: ItemVersion, *, since: int | None = None) -> ReviewAnswer:
    """The answer, once there is one. Raises `NotFound`."""
    answer = await answer_to(desk, version, since=since)
    assert isinstance(answer, ReviewAnswer), "the version is a review's"
    return answer
