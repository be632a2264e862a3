"""What tabs are sent: every entry once and in order, together what has come together, and the same bytes for all."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager

import pytest

from countermark.actions.desk import Desk
from countermark.actions.sign_ins import end, store
from countermark.http_api import feed_events
from countermark.http_api.feed_events import AT_ONCE, FeedBatch, FeedEvent, FeedEvents
from countermark.http_api.shapes.whisper_wire import Whisper
from countermark.model.actors import THE_HUB
from countermark.model.happenings import PlanMissing
from countermark.model.sign_ins import SignIn
from countermark.whispers import WhisperKind
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
    return [event.seq for event in batch.events if event.seq is not None]


async def batches(events: FeedEvents, *, until: int) -> list[FeedBatch]:
    """What a tab is sent that was there from the start."""
    found: list[FeedBatch] = []
    async with aclosing(events.follow(0, pause_seconds=20)) as coming, asyncio.timeout(20):
        async for batch in coming:
            assert batch is not None
            found.append(batch)
            if numbers(batch)[-1] >= until:
                break
    return found


async def test_the_first_entry_is_sent_at_once_and_the_next_ones_together(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed_events, "STROKE_SECONDS", 1.0)
    events = FeedEvents(desk)
    async with aclosing(events.follow(0, pause_seconds=10)) as coming, asyncio.timeout(10):
        await write(desk)
        assert numbers(await anext(coming)) == [1]
        upcoming = asyncio.ensure_future(anext(coming))
        await write(desk, times=10)
        assert not upcoming.done()
        assert numbers(await upcoming) == list(range(2, 12))


async def test_a_silence_is_told_and_no_entry_is_lost(desk: Desk) -> None:
    async with aclosing(FeedEvents(desk).follow(0, pause_seconds=0.01)) as coming, asyncio.timeout(10):
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


@asynccontextmanager
async def tab_of(events: FeedEvents) -> AsyncIterator[AsyncGenerator[FeedBatch | None, None]]:
    """A tab that follows the feed of an empty journal by now."""
    async with aclosing(events.follow(0, pause_seconds=0.01)) as stream, asyncio.timeout(20):
        assert await anext(stream) is None
        yield stream


async def told(stream: AsyncGenerator[FeedBatch | None, None], *, until: int) -> list[int | str]:
    """What a tab is told: entries by their numbers, whispers by their words."""
    found: list[int | str] = []
    while not found or found[-1] != until:
        batch = await anext(stream)
        found += [words_of(each) if each.seq is None else each.seq for each in batch.events] if batch else []
    return found


def words_of(event: FeedEvent) -> str:
    assert not event.content.startswith(b"id:")
    op = Whisper.model_validate_json(event.content.partition(b"data: ")[2]).op
    assert op.kind == "activity"
    return op.words


def whisper(desk: Desk, words: str) -> None:
    desk.whispers.say("se_1", WhisperKind.ACTIVITY, {"words": words}, number=0)


async def test_whispers_come_in_their_place_between_the_entries(desk: Desk) -> None:
    whisper(desk, "before anybody follows")
    events = FeedEvents(desk)
    async with tab_of(events) as one, tab_of(events) as other:
        tabs = [asyncio.ensure_future(told(each, until=130)) for each in (one, other)]
        expected: list[int | str] = []
        for seq in range(1, 131):
            if seq % 3 == 0 or seq % 7 == 0:
                whisper(desk, f"before {seq}")
                expected.append(f"before {seq}")
            await write(desk)
            expected.append(seq)
            if seq % 11 == 0:
                await asyncio.sleep(0.01)
        assert await asyncio.gather(*tabs) == [expected, expected]


async def test_a_whisper_alone_is_sent_at_once_and_all_tabs_share_its_bytes(desk: Desk) -> None:
    events = FeedEvents(desk)
    async with tab_of(events) as one, tab_of(events) as other:
        for at, text in ((0, "Hel"), (3, "lo")):
            desk.whispers.say_text("se_1", text, number=0, part="p", at=at, voice="agent")
        sent = [await anext(each) for each in (one, other)]
    assert all(batch is not None and b'"text":"Hello"' in batch.content for batch in sent)
    assert sent[0] is sent[1]


async def test_for_a_tab_that_has_gone_nothing_is_held(desk: Desk) -> None:
    async with tab_of(FeedEvents(desk)):
        pass
    whisper(desk, "unheard")
    assert desk.whispers.since(0, until=1000) == []


async def test_a_stream_that_is_never_silent_is_told_the_time_too(desk: Desk) -> None:
    async with tab_of(FeedEvents(desk)) as stream:
        pauses, whispers = 0, 0
        while pauses < 2:
            whisper(desk, "goes on")
            batch = await anext(stream)
            pauses += batch is None
            whispers += 0 if batch is None else len(batch.events)
        assert whispers >= pauses
