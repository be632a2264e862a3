"""The feed: what is handed to it is what the journal has, nothing is left out, and who waits looks when it must."""

import asyncio
from collections.abc import Callable
from contextlib import aclosing
from typing import Any

import pytest

from countermark.actions import reviews
from countermark.actions.desk import Desk
from countermark.model import actors
from countermark.model.happenings import HubStarted
from countermark.model.journal import Entry
from countermark.model.reviews import Submission, Verdict
from countermark.store.base import Reader
from tests.contract.actions.review_waits import review_answer_to

CLAUDE, ME = actors.agent("claude-code"), actors.person("si_me")
PLAN = Submission("claude-code", "# Plan A\n", None, "/shop", "session-1", "/plans/a.md")


async def ask(desk: Desk) -> reviews.Receipt:
    return await reviews.open_review(desk, PLAN, key="key-00000001", wait_seconds=1800, by=CLAUDE)


async def approve(desk: Desk, receipt: reviews.Receipt) -> None:
    shown = receipt.revision.sha256
    await reviews.decide(desk, receipt.review.id, Verdict.APPROVED, notes="Well.", shown_sha256=shown, by=ME)


async def write(desk: Desk, *, wakes: bool = True) -> None:
    await desk.change(actors.THE_HUB, lambda change: change.save(None, HubStarted("1")), wakes=wakes)


def counted_reads(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Grows with each look into the store."""
    looks: list[object] = []
    read = desk.store.read

    async def counted(work: Callable[[Reader], Any]) -> Any:
        looks.append(work)
        return await read(work)

    monkeypatch.setattr(desk.store, "read", counted)
    return looks


async def first(desk: Desk, count: int) -> list[Entry]:
    found: list[Entry] = []
    async with aclosing(desk.feed.follow(0)) as entries, asyncio.timeout(10):
        async for entry in entries:
            found.append(entry)
            if len(found) == count:
                break
    return found


async def test_what_is_handed_on_is_what_the_journal_has(desk: Desk) -> None:
    await approve(desk, await ask(desk))
    stored = await desk.read(lambda reader: reader.entries())
    told = await first(desk, len(stored))
    assert told == list(stored)
    for entry, read in zip(told, stored, strict=True):
        assert {name: type(value) for name, value in entry.body.items()} == {
            name: type(value) for name, value in read.body.items()
        }


async def test_nothing_is_read_again_that_was_just_written(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = counted_reads(desk, monkeypatch)
    for _ in range(3):
        await write(desk)
    assert looks == []
    assert desk.feed.head == 3


async def test_what_was_written_in_silence_comes_with_the_next_change(desk: Desk) -> None:
    await write(desk)
    await write(desk, wakes=False)
    assert desk.feed.head == 1
    await write(desk)
    assert [entry.seq for entry in await first(desk, 3)] == [1, 2, 3]


async def test_many_at_once_come_in_order(desk: Desk) -> None:
    await asyncio.gather(*(write(desk, wakes=number % 5 != 0) for number in range(60)), write(desk))
    await write(desk)
    assert [entry.seq for entry in await first(desk, 62)] == list(range(1, 63))


async def test_an_answer_before_the_waiting_begins_is_found(desk: Desk) -> None:
    receipt = await ask(desk)
    await write(desk)
    await approve(desk, receipt)
    async with asyncio.timeout(10):
        answer = await review_answer_to(desk, receipt.revision.version, since=receipt.entry)
    assert answer.verdict is Verdict.APPROVED


async def test_who_has_just_asked_looks_first_when_there_is_something(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    receipt = await ask(desk)
    looks = counted_reads(desk, monkeypatch)
    waiting = asyncio.ensure_future(review_answer_to(desk, receipt.revision.version, since=receipt.entry))
    await write(desk)
    assert looks == []
    await approve(desk, receipt)
    async with asyncio.timeout(10):
        assert (await waiting).verdict is Verdict.APPROVED


async def test_what_is_not_remembered_is_looked_for(desk: Desk) -> None:
    receipt = await ask(desk)
    await approve(desk, receipt)
    desk.feed._newest.clear()
    async with asyncio.timeout(10):
        answer = await review_answer_to(desk, receipt.revision.version, since=receipt.entry)
    assert answer.verdict is Verdict.APPROVED
