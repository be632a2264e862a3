"""Entries that bring long passages along: neither the feed's memory nor a page of the journal holds many of them."""

import asyncio
from contextlib import aclosing

import pytest

from countermark import feed
from countermark.actions import journal_pages
from countermark.actions.desk import Desk
from countermark.feed import size
from countermark.model import actors
from countermark.model.happenings import PlanMissing

ME = actors.person("si_me")
MANY = 60


async def write(desk: Desk, words: str) -> None:
    await desk.change(ME, lambda change: change.save(None, PlanMissing("claude-code", words, None)))


async def test_who_follows_gets_every_entry_though_few_are_remembered(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "REMEMBERED_CHARACTERS", 1000)
    for _ in range(MANY):
        await write(desk, "x" * 100)
    seen: list[int] = []
    async with aclosing(desk.feed.follow(0)) as entries, asyncio.timeout(20):
        async for entry in entries:
            seen.append(entry.seq)
            if entry.seq == MANY:
                break
    assert seen == list(range(1, MANY + 1))
    remembered = desk.feed._newest
    assert sum(map(size, remembered)) <= 1000
    await write(desk, "x" * 5000)
    assert [entry.seq for entry in remembered] == [MANY + 1]


async def test_a_page_of_the_journal_ends_early_but_never_empty(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(MANY):
        await write(desk, "x" * 100)
    monkeypatch.setattr(journal_pages, "MOST_CHARACTERS", 1000)
    before, pages = journal_pages.NO_END, list[list[int]]()
    while page := await desk.read(lambda reader, below=before: journal_pages.entries_below(reader, below, limit=50)):  # type: ignore[misc]
        pages.append([entry.seq for entry in page])
        before = pages[-1][-1]
    assert [seq for page in pages for seq in page] == list(range(MANY, 0, -1))
    assert max(map(len, pages)) < 10
    monkeypatch.setattr(journal_pages, "MOST_CHARACTERS", 1)
    (only,) = await desk.read(lambda reader: journal_pages.entries_below(reader, journal_pages.NO_END, limit=50))
    assert only.seq == MANY


async def test_a_page_of_short_entries_is_as_long_as_asked_for(desk: Desk) -> None:
    for _ in range(MANY):
        await write(desk, "x")
    found = await desk.read(lambda reader: journal_pages.entries_below(reader, journal_pages.NO_END, limit=50))
    assert [entry.seq for entry in found] == list(range(MANY, MANY - 50, -1))
    assert len(await desk.read(lambda reader: journal_pages.entries_below(reader, 11, limit=50))) == 10
