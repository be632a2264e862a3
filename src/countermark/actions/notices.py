"""Telling elsewhere what waits: what is due is sent, tried again within limits, and recorded.

That something is sent is durable before it leaves the machine: a hub that is killed meanwhile does not send it twice.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from countermark.actions.desk import Change, Desk
from countermark.actions.items import open_items, open_waits
from countermark.model.actors import THE_HUB, Actor
from countermark.model.errors import Busy
from countermark.model.items import ItemKind, ItemVersion
from countermark.model.journal import Entry
from countermark.model.journal_lookups import EntryQuery
from countermark.model.notice_happenings import NoticeBegun, NoticeFailed, NoticeSent
from countermark.model.notice_settings import MOST_SERVICES, NotifySettings
from countermark.model.notices import (
    MOST_PENDING,
    Attempt,
    Notice,
    NoticeText,
    Sending,
    Unsent,
    WaitingThing,
    due,
    text_of,
)
from countermark.model.reviews import CANARY
from countermark.store.base import Reader

AT_ONCE = 4  # services that are talked to side by side
REMEMBERED_NOTICES = 1000
UNSETTLED_NOTICES = 50  # of the newest, some may have been on their way when the hub ended
OUTCOMES = (NoticeSent.kind, NoticeFailed.kind)


@dataclass(frozen=True)
class Outside:
    """What a notice needs that is not the desk's: how one is sent, and the wall clock of the person."""

    send: Callable[[str, NoticeText], Awaitable[Sending]]  # to the address of a service; it never raises
    minute_of_day: Callable[[int], int]  # of a moment in milliseconds since 1970, by the local clock
    link: Callable[[Sequence[ItemVersion]], str]  # the desk's address, at the item if it is one
    agent_name: Callable[[str], str]
    is_installed: Callable[[], bool]


class Notices:
    """The notices of a hub: what was told, and what is still to be tried."""

    def __init__(self, desk: Desk, settings: NotifySettings, outside: Outside) -> None:
        self.desk = desk
        self.settings = settings
        self.outside = outside
        self._told: set[ItemVersion] | None = None  # None: the journal was not asked yet
        self._last_at: int | None = None
        self._attempts: list[Attempt] = []
        self._recalling = asyncio.Lock()
        self._testing = asyncio.Lock()
        self._lines = asyncio.Semaphore(AT_ONCE)

    @property
    def silent(self) -> bool:
        """Whether nothing may be sent just now: a desk is looked at, or it is a quiet hour."""
        quiet = self.settings.quiet
        is_quiet = quiet is not None and quiet.holds(self.outside.minute_of_day(self.desk.now()))
        return is_quiet or self.desk.onlookers.looking

    async def step(self) -> bool:
        """Send what is due; returns whether anything waits for its time."""
        told_before = await self._recalled()
        things = await self.desk.read(waiting_things)
        open_versions = {each.version for each in things}
        told_before.intersection_update(open_versions)
        if not self.silent:
            told = due(things, self.settings, told=told_before, now=self.desk.now(), last_at=self._last_at)
            if told:
                await self._begin(told)
            await self._send_due(open_versions)
        return bool(things or self._attempts)

    async def _recalled(self) -> set[ItemVersion]:
        """What was told. The journal is asked before anything is sent: what is unsettled there is another hub's."""
        async with self._recalling:
            if self._told is None:
                self._told, self._last_at = await recall(self.desk)
            return self._told

    async def _begin(self, things: Sequence[WaitingThing]) -> None:
        now = self.desk.now()
        notice = await self._note_begun(tuple(things), by=THE_HUB)
        (await self._recalled()).update(each.version for each in things)
        self._last_at = now
        new = [Attempt(notice, place, 1, now) for place in range(1, len(self.settings.urls) + 1)]
        room = MOST_PENDING - len(self._attempts)
        self._attempts += new[:room]
        for attempt in new[room:]:
            await self._note(attempt, Sending(Unsent.TOO_MANY), by=THE_HUB)

    async def _note_begun(self, things: tuple[WaitingThing, ...], *, by: Actor) -> Notice:
        def work(change: Change) -> Notice:
            notice = Notice(change.new_id("nt"), things)
            names = [[each.version.kind.value, each.version.id, each.version.number] for each in things]
            change.save(None, NoticeBegun(notice.id, json.dumps(list(self.settings.services)), json.dumps(names)))
            return notice

        return await self.desk.change(by, work)

    async def _send_due(self, open_versions: set[ItemVersion]) -> None:
        """Each attempt whose time has come, side by side; what has an end by then is not told any more."""
        now = self.desk.now()
        ready = [each for each in self._attempts if each.at <= now]
        results = await asyncio.gather(*(self._attempt(each, open_versions) for each in ready))
        for attempt, sending in zip(ready, results, strict=True):
            again = None if sending.why is Unsent.OVER else attempt.after(sending, now=self.desk.now())
            if again is None:
                await self._note(attempt, sending, by=THE_HUB)
            self._attempts.remove(attempt)
            self._attempts += [] if again is None else [again]

    async def _attempt(self, attempt: Attempt, open_versions: set[ItemVersion]) -> Sending:
        if not any(each.version in open_versions for each in attempt.notice.things):
            return Sending(Unsent.OVER)
        return await self._send(attempt)

    async def _send(self, attempt: Attempt) -> Sending:
        text = text_of(
            attempt.notice, link=self.outside.link([each.version for each in attempt.notice.things]),
            agent_name=self.outside.agent_name, names_workspace=self.settings.name_workspace,
        )  # fmt: skip
        async with self._lines:
            return await self.outside.send(self.settings.urls[attempt.place - 1], text)

    async def _note(self, attempt: Attempt, sending: Sending, *, by: Actor) -> None:
        await self.desk.change(by, lambda change: change.save(None, outcome_of(attempt, sending, self.settings)))

    async def test(self, *, by: Actor) -> None:
        """Send a test to every service, once and whatever hour it is. Raises `Busy` while another is on its way."""
        if self._testing.locked():
            raise Busy("A test is on its way.", hint="Wait until it has ended.")
        async with self._testing:
            await self._recalled()
            notice = await self._note_begun((), by=by)
            now = self.desk.now()
            attempts = [Attempt(notice, place, 1, now) for place in range(1, len(self.settings.urls) + 1)]
            sendings = await asyncio.gather(*(self._send(each) for each in attempts))
            for attempt, sending in zip(attempts, sendings, strict=True):
                await self._note(attempt, sending, by=by)


def outcome_of(attempt: Attempt, sending: Sending, settings: NotifySettings) -> NoticeSent | NoticeFailed:
    """What the journal says of a service, once it is settled."""
    service = settings.services[attempt.place - 1]
    if sending.why is None:
        return NoticeSent(attempt.notice.id, service, attempt.place, attempt.number)
    return NoticeFailed(attempt.notice.id, service, attempt.place, attempt.number, sending.why, sending.status)


def waiting_things(reader: Reader) -> list[WaitingThing]:
    """All that waits for a person; not what our own install sends to see whether it arrives."""
    since = {each.version: each.opened_at for each in open_waits(reader)}
    return [
        WaitingThing(it.version, it.agent, it.workspace, since.get(it.version, it.opened_at))
        for it in open_items(reader)
        if it.agent != CANARY
    ]


async def recall(desk: Desk) -> tuple[set[ItemVersion], int | None]:
    """What was told before, and when last; what a killed hub has left between is recorded as interrupted."""
    begun = await desk.read(lambda reader: newest(reader, (NoticeBegun.kind,), limit=REMEMBERED_NOTICES))
    recent = begun[:UNSETTLED_NOTICES]
    settled = await desk.read(lambda reader: newest(reader, OUTCOMES, limit=UNSETTLED_NOTICES * MOST_SERVICES))
    known = {(each.body.get("notice"), each.body.get("place")) for each in settled}
    left = [missing for each in recent for missing in places_of(each) if missing[:2] not in known]
    for notice, place, service in left:
        it = NoticeFailed(notice, service, place, 1, Unsent.INTERRUPTED, None)
        await desk.change(THE_HUB, lambda change, it=it: change.save(None, it))  # type: ignore[misc]  # bound now
    times = [each.at for each in begun if each.body.get("items") != "[]"]
    return {version for each in begun for version in versions_of(each)}, max(times, default=None)


def newest(reader: Reader, kinds: Sequence[str], *, limit: int) -> Sequence[Entry]:
    """The newest entries of some kinds, the newest first."""
    return reader.entries_matching(EntryQuery(kinds=kinds, limit=limit))


def places_of(begun: Entry) -> list[tuple[str, int, str]]:
    """The notice, the place and the name of each service that a notice was to be sent to."""
    services: list[str] = json.loads(str(begun.body["services"]))
    return [(str(begun.body["notice"]), place, service) for place, service in enumerate(services, start=1)]


def versions_of(begun: Entry) -> list[ItemVersion]:
    """What a notice told of."""
    return [
        ItemVersion(ItemKind(kind), its_id, number) for kind, its_id, number in json.loads(str(begun.body["items"]))
    ]


async def last_outcomes(desk: Desk, settings: NotifySettings) -> Sequence[Entry | None]:
    """The newest outcome of each service of the settings."""
    entries = await desk.read(lambda reader: newest(reader, OUTCOMES, limit=REMEMBERED_NOTICES))
    found = {(each.body.get("place"), each.body.get("service")): each for each in reversed(entries)}
    return [found.get(known) for known in enumerate(settings.services, start=1)]
