"""The desk: the object through which every change goes, and the only way to write."""

import asyncio
import os
import time
import uuid
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from countermark.actions.deadlines import Deadlines, steady_ms
from countermark.actions.differences import Differences
from countermark.actions.held_countdowns import HeldCountdowns
from countermark.actions.held_sign_ins import HeldSignIns
from countermark.actions.left_calls import LeftCalls
from countermark.actions.onlookers import Onlookers
from countermark.actions.presence import Presence
from countermark.actions.readings import Readings
from countermark.actions.renderings import Renderings
from countermark.actions.server_states import ServerStates
from countermark.feed import Feed
from countermark.model.actors import Actor
from countermark.model.any_item import AnyItem
from countermark.model.errors import NotFound, StoreFailed
from countermark.model.forgetting import ForgottenBy, ItemForgotten, Removed
from countermark.model.happening import Happening
from countermark.model.idempotency import IdempotencyRecord
from countermark.model.ids import RANDOM_BYTES, new_id
from countermark.model.items import StoredVersion
from countermark.model.journal import Entry
from countermark.model.sessions.values import MAX_TRAFFIC_BYTES
from countermark.store.base import Reader, Store, Transaction, Value
from countermark.store.checkpoint_files import CheckpointFiles
from countermark.store.finds_history import History
from countermark.whispers import Whispers
from countermark.workers.pool import Workers

if TYPE_CHECKING:
    from countermark.actions.live_sessions.live import LiveSessions
    from countermark.actions.open_sites import OpenSites
    from countermark.actions.rulebooks import Rulebooks

T = TypeVar("T")


class Change:
    """One transaction: values are saved together with the entry that says what happened."""

    def __init__(self, transaction: Transaction, *, by: Actor, at: int, desk: "Desk") -> None:
        self.read: Reader = transaction
        self.by = by
        self.at = at
        self.entries: list[Entry] = []  # that it has written
        self._transaction = transaction
        self._desk = desk

    def save(self, value: Value | None, happening: Happening, *, by: Actor | None = None) -> Entry:
        """Save a value and write its entry; a happening that changes no value is saved with None.

        `by` is whoever else has done it: a rule or a policy that answers in the transaction in which it is asked, so
        that both entries are durable before anything is released.
        """
        return self.save_all([] if value is None else [value], happening, by=by)

    def save_all(self, values: Sequence[Value], happening: Happening, *, by: Actor | None = None) -> Entry:
        """Save values that change together and write the one entry that says what happened to them."""
        self._transaction.put_all(values)
        entry = self._transaction.append(happening, by=by or self.by, at=self.at)
        self.entries.append(entry)
        return entry

    def keep_text(self, sha256: str, text: str) -> None:
        """Keep the text that a value saved in this change names by its digest."""
        self._transaction.put_text(sha256, text)

    def keep_idempotency_record(self, record: IdempotencyRecord) -> None:
        """Remember which version of an item a key stands for."""
        self._transaction.put(record)

    def forget_sign_in(self, sign_in_id: str, happening: Happening) -> Entry:
        """Remove a sign-in together with the entry that says so."""
        self._transaction.remove_sign_in(sign_in_id)
        return self.save(None, happening)

    def forget_agent_server(self, server_id: str, happening: Happening) -> Entry:
        """Remove an attached server together with the entry that says so."""
        self._transaction.remove_agent_server(server_id)
        return self.save(None, happening)

    def forget_page_site(self, site_id: str, happening: Happening) -> Entry:
        """Remove a site together with the entry that says so."""
        self._transaction.remove_page_site(site_id)
        return self.save(None, happening)

    def forget_session(self, session_id: str, happening: Happening) -> Entry:
        """Remove a session together with the entry that says so."""
        self._transaction.remove_session(session_id)
        return self.save(None, happening)

    def forget(self, item: AnyItem, kept: Sequence[Value], version: StoredVersion, why: ForgottenBy) -> Removed:
        """Save what is kept of an item and remove its texts, together with the entry that says so."""
        self._transaction.put_all(kept)
        removed = self._transaction.forget(item)
        self.save(None, ItemForgotten(version, why, removed.entries, removed.marks, len(removed.images)))
        return removed

    def drop_entries(self, first: int, last: int, happening: Happening) -> Entry:
        """Remove old entries of the journal together with the entry that stands for them.

        That comes first: it follows from the newest one, which may be among them.
        """
        entry = self.save(None, happening)
        self._transaction.drop_entries(first, last)
        return entry

    def new_id(self, prefix: str) -> str:
        """A fresh id."""
        return self._desk.new_id(prefix, at=self.at)


class Desk:
    """Store, feed, clock, and who waits: every action's first argument."""

    def __init__(
        self,
        store: Store,
        feed: Feed,
        *,
        images: Path,
        checkpoints: CheckpointFiles | None = None,
        clock: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
        steady: Callable[[], int] = steady_ms,
        randomness: Callable[[int], bytes] = os.urandom,
    ) -> None:
        self.store = store
        self.feed = feed
        self.whispers = Whispers(lambda: feed.head)
        self.home = images.parent  # the data folder
        self.images = images  # the folder in which agents find the images that go with an answer
        self.checkpoints = checkpoints  # None for a journal that is only in memory
        self.now = clock
        self.presence = Presence(steady)  # what lasts is measured by a clock that nobody sets
        self.deadlines = Deadlines(steady)
        self.attention = HeldCountdowns(steady)
        self.onlookers = Onlookers(steady)
        self.left_calls = LeftCalls()
        self.held_sign_ins = HeldSignIns()
        self.servers = ServerStates()
        self.troubles: dict[str, str] = {}  # what goes wrong beside the doors, in a sentence, by what it is
        self.signing = asyncio.Lock()  # one checkpoint after the other
        self.workers = Workers()
        self.renderings = Renderings(self.workers)
        self.differences = Differences(self.workers)
        self.readings = Readings()
        self.unclean = asyncio.Event()  # a file has bytes of what was forgotten
        self.not_carried = set[str]()  # reviews whose marks a fault of ours keeps from being carried
        self.most_traffic = MAX_TRAFFIC_BYTES  # of raw lines that are kept for each session
        self._randomness = randomness

    @cached_property
    def rulebooks(self) -> "Rulebooks":
        """The rules as they were last read."""
        from countermark.actions.rulebooks import Rulebooks  # with all that reads commands, which no start waits for

        return Rulebooks(self.home)

    @property
    def history(self) -> History:
        """The index of what was decided."""
        return self.store.history

    @cached_property
    def pages(self) -> "OpenSites":
        """What is in memory of each site."""
        from countermark.actions.open_sites import OpenSites  # with all about page files, which no start waits for

        return OpenSites()

    @cached_property
    def sessions(self) -> "LiveSessions":
        """What is in memory of sessions."""
        from countermark.actions.live_sessions.live import (
            LiveSessions,  # with all kinds of events, which no start waits for
        )

        return LiveSessions(self.store)

    def drives(self, agent: str, conversation: str | None) -> bool:
        """Whether the desk itself drives this conversation of an agent; nothing is loaded to say that it does not."""
        return "sessions" in vars(self) and self.sessions.drives(agent, conversation)

    async def change(self, by: Actor, work: Callable[[Change], T], *, wakes: bool = True) -> T:
        """Run `work` in one transaction, then wake all who follow the journal; or leave that to the next change."""
        at = self.now()

        def transaction(txn: Transaction) -> tuple[T, Sequence[Entry]]:
            change = Change(txn, by=by, at=at, desk=self)
            return work(change), change.entries

        result, entries = await self.store.transact(transaction)
        if not wakes or not entries:
            return result
        with suppress(StoreFailed):  # the change is made; the hub looks again within a second, or with the next change
            await self.feed.take_in(entries)
        return result

    async def read(self, work: Callable[[Reader], T]) -> T:
        """Read one consistent moment."""
        return await self.store.read(work)

    async def beside(self, work: Callable[[Transaction], T]) -> T:
        """Write what stands beside the journal by name: drafts, and the raw lines of agents. Nothing else."""
        return await self.store.transact(work)

    async def close(self) -> None:
        """Finish what is under way and let go of threads and files."""
        if "pages" in vars(self):  # somebody has asked for them
            await self.pages.close()
        self.renderings.close()
        self.differences.close()
        self.readings.close()
        self.workers.close()
        await self.store.close()

    def new_id(self, prefix: str, *, at: int | None = None) -> str:
        """A fresh id."""
        return new_id(prefix, at=self.now() if at is None else at, randomness=self._randomness(RANDOM_BYTES))

    def new_uuid(self) -> str:
        """A fresh id of the kind that page files have: a random UUID."""
        return str(uuid.UUID(bytes=self._randomness(16), version=4))


async def open_desk(
    store: Store,
    *,
    images: Path,
    checkpoints: CheckpointFiles | None = None,
    clock: Callable[[], int] | None = None,
    steady: Callable[[], int] | None = None,
) -> Desk:
    """A desk on a store, its feed at the journal's end; `images` is the folder in which agents find images.

    A `clock` of a test tells what lasts, too, unless there is a `steady` one beside it.
    """
    feed = Feed(store, head=await store.read(lambda reader: reader.head()))
    if clock is None:
        return Desk(store, feed, images=images, checkpoints=checkpoints)
    return Desk(store, feed, images=images, checkpoints=checkpoints, clock=clock, steady=steady or clock)


def must(value: T | None) -> T:
    """The value, or `NotFound`."""
    if value is None:
        raise NotFound
    return value
