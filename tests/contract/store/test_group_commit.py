"""Changes that come at once share a commit: each is whole, none is told before it is durable, none pays for another."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import event

from countermark.model.actors import THE_HUB
from countermark.model.errors import StoreFailed
from countermark.model.happenings import HubStarted
from countermark.model.journal import Entry, first_break
from countermark.store.base import Transaction
from countermark.store.group_commit import MOST
from countermark.store.sql import SqlStore


def append(name: int) -> Callable[[Transaction], Entry]:
    return lambda txn: txn.append(HubStarted(str(name)), by=THE_HUB, at=name)


def append_and_fail(txn: Transaction) -> None:
    append(99)(txn)
    raise LookupError("half way")


def append_what_no_commit_takes(txn: Transaction) -> None:
    """A foreign key that is looked at with the commit, and leads nowhere."""
    append(99)(txn)
    connection = txn.connection  # type: ignore[attr-defined]  # the SQL of this store
    connection.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
    connection.exec_driver_sql("INSERT INTO page_entries VALUES ('nowhere', 'a', 'b')")


@asynccontextmanager
async def held_up(store: SqlStore) -> AsyncIterator[None]:
    """The thread that writes is busy while inside: whoever comes meanwhile waits."""
    goes_on, is_busy = threading.Event(), threading.Event()

    def work(_txn: Transaction) -> None:
        is_busy.set()
        goes_on.wait(10)

    busy = asyncio.ensure_future(store.transact(work))
    await asyncio.to_thread(is_busy.wait, 10)
    try:
        yield
    finally:
        goes_on.set()
        await busy


async def at_once(store: SqlStore, *works: Callable[[Transaction], object]) -> list[object]:
    """What becomes of changes that come together: a result or an exception for each."""
    async with held_up(store):
        tasks = [asyncio.ensure_future(store.transact(work)) for work in works]
        await asyncio.sleep(0)
    return await asyncio.gather(*tasks, return_exceptions=True)


async def names(store: SqlStore) -> list[str]:
    entries = await store.read(lambda reader: reader.entries())
    assert first_break(entries) is None
    return [str(entry.body["version"]) for entry in entries]


async def test_they_share_commits_in_the_order_in_which_they_came(store: SqlStore) -> None:
    commits: list[object] = []
    event.listen(store.engine, "commit", commits.append)
    entries = await at_once(store, *(append(number) for number in range(2 * MOST)))
    assert len(commits) == 3, "the one that held them up, and two full groups"
    assert [entry.seq for entry in entries if isinstance(entry, Entry)] == list(range(1, 2 * MOST + 1))
    assert await names(store) == [str(number) for number in range(2 * MOST)]


async def test_each_sees_what_those_before_it_have_done(store: SqlStore) -> None:
    heads = await at_once(store, append(1), lambda txn: txn.head(), append(2), lambda txn: txn.head())
    assert heads[1::2] == [1, 2]


async def test_none_is_told_before_the_commit(store: SqlStore) -> None:
    told: list[bool] = []
    async with held_up(store):
        tasks = [asyncio.ensure_future(store.transact(append(number))) for number in range(3)]
        await asyncio.sleep(0)
        event.listen(store.engine, "commit", lambda _connection: told.append(any(task.done() for task in tasks)))
    await asyncio.gather(*tasks)
    assert told[-1:] == [False]


async def test_one_that_fails_is_alone_with_it(store: SqlStore) -> None:
    outcomes = await at_once(store, append(1), append_and_fail, append(2))
    assert [type(each) for each in outcomes] == [Entry, LookupError, Entry]
    assert await names(store) == ["1", "2"]


async def test_a_commit_that_fails_is_heard_by_all_and_nothing_is_tried_again(store: SqlStore) -> None:
    runs: list[int] = []

    def counted(txn: Transaction) -> None:
        runs.append(1)
        append(1)(txn)

    outcomes = await at_once(store, counted, append_what_no_commit_takes, counted)
    assert [type(each) for each in outcomes] == [StoreFailed] * 3
    assert len(runs) == 2
    assert await names(store) == []
    await store.transact(append(5))
    assert await names(store) == ["5"]


async def test_who_goes_away_takes_nothing_along(store: SqlStore) -> None:
    async with held_up(store):
        tasks = [asyncio.ensure_future(store.transact(append(number))) for number in range(3)]
        await asyncio.sleep(0)
        tasks[1].cancel()
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(each) for each in outcomes] == [Entry, asyncio.CancelledError, Entry]
    assert await names(store) == ["0", "1", "2"]


async def test_the_journal_s_end_is_the_last_of_a_group(store: SqlStore) -> None:
    await at_once(store, append(1), append(2), append(3))
    with pytest.raises(LookupError):
        await store.transact(append_and_fail)
    await store.transact(append(4))
    assert await names(store) == ["1", "2", "3", "4"]
