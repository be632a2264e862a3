"""What tabs are sent: every entry once and in order, together what has come together, and the same bytes for all."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing

import pytest

from countermark.actions.desk import Desk
from countermark.actions.sign_ins import end, store
from countermark.http_api import feed_events
from countermark.http_api.feed_events import AT_ONCE, FeedBatch, FeedEvents
from countermark.model.actors import THE_HUB
from countermark.model.happenings import PlanMissing
from countermark.model.sign_ins import SignIn
from tests.contract.memory_desk import memory_desk

ME, OTHER = (SignIn(name, name * 8, 1, 2) for name in ("si_me", "si_other"))


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    async with memory_desk() as (opened, _):
        yield opened


async def write(desk: Desk, *, times: int = 1) -> None:
    for _ in range(times):
        await desk.change(THE_HUB, lambda change: change.save(None, PlanMissing("claude-code", "/srv", None)))


def numbers(batch: FeedBatch | None) -> list[int]:
    assert batch is not None
    return [event.seq for event in batch.events]


async def batches(events: FeedEvents, *, until: int) -> list[FeedBatch]:
    """What a tab is sent that was there from the start."""
    found: list[FeedBatch] = []
    async with aclosing(events.follow(0, silence_seconds=20)) as coming, asyncio.timeout(20):
        async for batch in coming:
            assert batch is not None
            found.append(batch)
            if batch.events[-1].seq >= until:
                break
    return found


async def test_the_first_entry_is_sent_at_once_and_the_next_ones_together(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed_events, "STROKE_SECONDS", 1.0)
    events = FeedEvents(desk)
    async with aclosing(events.follow(0, silence_seconds=10)) as coming, asyncio.timeout(10):
        await write(desk)
        assert numbers(await anext(coming)) == [1]
        upcoming = asyncio.ensure_future(anext(coming))
        await write(desk, times=10)
        assert not upcoming.done()
        assert numbers(await upcoming) == list(range(2, 12))


async def test_a_silence_is_told_and_no_entry_is_lost(desk: Desk) -> None:
    async with aclosing(FeedEvents(desk).follow(0, silence_seconds=0.01)) as coming, asyncio.timeout(10):
        assert [await anext(coming) for _ in range(3)] == [None] * 3
        await write(desk, times=2)
        seen: list[int] = []
        while len(seen) < 2:
            batch = await anext(coming)
            seen += [] if batch is None else numbers(batch)
    assert seen == [1, 2]


async def test_every_tab_gets_every_entry_once_and_tabs_share_the_bytes(desk: Desk) -> None:
    events, last = FeedEvents(desk), 3 * AT_ONCE
    tabs = [asyncio.ensure_future(batches(events, until=last)) for _ in range(5)]
    await write(desk, times=last)
    sent = await asyncio.gather(*tabs)
    for found in sent:
        assert [seq for batch in found for seq in numbers(batch)] == list(range(1, last + 1))
        assert max(len(batch.events) for batch in found) <= AT_ONCE
    assert len({id(found[-1].content) for found in sent}) == 1


async def test_who_signs_out_sees_nothing_after_it(desk: Desk) -> None:
    for sign_in in (ME, OTHER):
        await store(desk, sign_in)
    await end(desk, ME.id)
    await write(desk)
    (batch,) = await batches(FeedEvents(desk), until=4)
    seen = batch.until_sign_out(ME.id)
    assert seen is not None
    assert numbers(seen) == [1, 2, 3]
    assert batch.content.startswith(seen.content)
    assert batch.until_sign_out(OTHER.id) is None
