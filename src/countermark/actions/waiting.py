"""Waiting: how an agent's call sleeps until its question has an answer, across restarts of the hub."""

from countermark.actions.desk import Desk, must
from countermark.actions.presence import Place
from countermark.actions.reviews import leave
from countermark.model.actors import THE_HUB
from countermark.model.reviews import Revision


async def answer_to(desk: Desk, place: Place) -> Revision:
    """The revision once it is decided, expired or withdrawn."""
    since = desk.feed.head  # taken before the look, so that nothing falls between looking and following
    revision = await revision_at(desk, place)
    if revision.verdict is not None:
        return revision
    async for entry in desk.feed.follow(since):
        if (entry.review, entry.revision) == place:
            revision = await revision_at(desk, place)
            if revision.verdict is not None:
                return revision
    raise AssertionError("the feed has no end")


async def revision_at(desk: Desk, place: Place) -> Revision:
    """The revision as it is now."""
    return must(await desk.read(lambda reader: reader.revision(*place)))


async def expect_everybody(desk: Desk) -> None:
    """After a start: whoever waited before has a moment to ring again."""
    unfinished = await desk.read(lambda reader: reader.unfinished())
    desk.presence.miss((each.review_id, each.number) for each in unfinished if each.agent_present)


async def note_who_left(desk: Desk) -> None:
    """Say of agents that dropped the line and did not ring again that they went away."""
    for review_id, number in desk.presence.overdue():
        await leave(desk, review_id, number, said_goodbye=False, by=THE_HUB)
