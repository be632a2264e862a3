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
from countermark.model.journal import NO_END, Entry
from countermark.model.journal_lookups import EntryQuery

ME = actors.person("si_me")
MANY = 60


async def below(desk: Desk, before: int) -> list[Entry]:
    return await desk.read(lambda reader: journal_pages.matching(reader, EntryQuery(before=before, limit=50)))


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
    before, pages = NO_END, list[list[int]]()
    while page := await below(desk, before):
        pages.append([entry.seq for entry in page])
        before = pages[-1][-1]
    assert [seq for page in pages for seq in page] == list(range(MANY, 0, -1))
    assert max(map(len, pages)) < 10
    monkeypatch.setattr(journal_pages, "MOST_CHARACTERS", 1)
    (only,) = await below(desk, NO_END)
    assert only.seq == MANY


async def test_a_page_of_short_entries_is_as_long_as_asked_for(desk: Desk) -> None:
    for _ in range(MANY):
        await write(desk, "x")
    found = await below(desk, NO_END)
    assert [entry.seq for entry in found] == list(range(MANY, MANY - 50, -1))
    assert len(await below(desk, 11)) == 10
