"""Carrying marks, when it fails for one review: the others are carried all the same."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest
from sqlalchemy import text

from countermark.actions import annotations, reviews
from countermark.actions.annotations import At
from countermark.actions.carrying import carry_left_behind
from countermark.actions.desk import Desk
from countermark.actions.renderings import Renderings
from countermark.actions.standings import marks_on
from countermark.hub_loops import carry, keep_going
from countermark.model import actors
from countermark.model.annotations import AnnotationKind, Words
from countermark.model.errors import StoreFailed
from countermark.model.reviews import Submission
from countermark.store.sql import SqlStore

CLAUDE, ME = actors.agent("claude-code"), actors.person("si_me")


async def ask(desk: Desk, conversation: str, said: str) -> reviews.Receipt:
    asked = Submission("claude-code", said, None, "/shop", conversation, None)
    key = f"key-{desk.feed.head:08}"
    return await reviews.open_review(desk, asked, key=key, wait_seconds=1800, by=CLAUDE)


async def left_behind(desk: Desk, conversation: str) -> reviews.Receipt:
    """A review with a note on its first revision that was not looked for in its second."""
    receipt = await ask(desk, conversation, f"# The plan of {conversation}\n")
    said = Words(AnnotationKind.NOTE, "Why?")
    await annotations.add(desk, receipt.review.id, f"an_{conversation}", said, At(1, None, ""), by=ME)
    return await ask(desk, conversation, f"# The other plan of {conversation}\n")


async def two_left_behind(desk: Desk) -> tuple[reviews.Receipt, reviews.Receipt]:
    """Two reviews, in the order in which their marks are looked for."""
    both = {each.review.id: each for each in [await left_behind(desk, name) for name in ("one", "two")]}
    first, second = await desk.read(lambda reader: reader.left_behind())
    return both[first], both[second]


async def carried(desk: Desk, receipt: reviews.Receipt, revision: int = 2) -> bool:
    return bool(await desk.read(lambda reader: marks_on(reader, receipt.review.id, revision)))


async def is_carried(desk: Desk, receipt: reviews.Receipt, revision: int = 2) -> None:
    async with asyncio.timeout(10):
        head = desk.feed.head
        while not await carried(desk, receipt, revision):
            await desk.feed.grown(head)
            head = desk.feed.head


async def in_the_database(desk: Desk, statement: str, **values: str) -> None:
    """Do to the store's tables what no action does."""
    store = desk.store
    assert isinstance(store, SqlStore)

    def run() -> None:
        with store.engine.begin() as connection:
            connection.execute(text(statement), values)

    await asyncio.get_running_loop().run_in_executor(store.writers, run)


@asynccontextmanager
async def as_the_hub_does(desk: Desk) -> AsyncIterator[None]:
    task = asyncio.create_task(keep_going(lambda: carry(desk)))
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def test_a_review_whose_text_is_gone_holds_no_other(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    broken, whole = await two_left_behind(desk)
    await in_the_database(desk, "DELETE FROM texts WHERE sha256 = :sha256", sha256=broken.revision.sha256)
    desk.renderings.close()
    desk.renderings = Renderings(desk.workers)  # as after a start: nothing is remembered
    await carry_left_behind(desk)
    assert await carried(desk, whole)
    assert not await carried(desk, broken)
    assert f"the marks of {broken.review.id} are not found" in caplog.text
    assert "The text of this revision is not kept any more." in caplog.text


async def test_a_fault_in_one_review_holds_no_other_and_is_logged_once(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    broken, whole = await two_left_behind(desk)
    await in_the_database(desk, "UPDATE annotations SET kind = 'x' WHERE review_id = :it", it=broken.review.id)
    async with as_the_hub_does(desk):
        await is_carried(desk, whole)
        for receipt in (broken, whole):
            await ask(desk, receipt.review.conversation or "", "# Once more\n")
        await is_carried(desk, whole, 3)
    assert caplog.text.count("are not looked for any more") == 1
    assert [each.exc_info is not None for each in caplog.records if each.levelno == logging.ERROR] == [False, True]


async def test_what_cannot_be_stored_for_one_review_is_tried_again_after_the_others(desk: Desk) -> None:
    broken, whole = await two_left_behind(desk)
    mark = (await desk.read(lambda reader: reader.annotations(broken.review.id)))[0].id
    full = f"BEFORE INSERT ON placements WHEN NEW.annotation_id = '{mark}' BEGIN SELECT RAISE(ABORT, 'full'); END"
    await in_the_database(desk, f"CREATE TRIGGER disk {full}")
    with pytest.raises(StoreFailed, match="full"):
        await carry_left_behind(desk)
    assert await carried(desk, whole)
    assert not await carried(desk, broken)
    await in_the_database(desk, "DROP TRIGGER disk")
    await carry_left_behind(desk)
    assert await carried(desk, broken)
