"""Waiting: how an agent's call sleeps until its question has an answer, across restarts of the hub."""

from countermark.actions.desk import Desk
from countermark.actions.items import find_answer
from countermark.model.any_item import AnyAnswer
from countermark.model.items import ItemVersion


async def answer_to(desk: Desk, version: ItemVersion, *, since: int | None = None) -> AnyAnswer:
    """The answer, once the version is decided, expired or withdrawn; `since` is an entry up to which it had none.

    Raises `NotFound`.
    """
    with desk.feed.watching(version, since=since) as changed:
        while True:
            await changed.wait()
            changed.clear()  # before the look, so that nothing falls between looking and waiting
            answer = await desk.read(lambda reader: find_answer(reader, version))
            if answer is not None:
                return answer
