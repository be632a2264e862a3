"""Watches the folder of plans: what a client puts there comes to the desk, and a person's answer goes back as a file.

Nothing that counts is kept here: a hub that starts anew finds the same reviews by their idempotency keys.
"""

import asyncio
import hmac
import logging
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import assert_never

from countermark.actions.deadlines import steady_ms
from countermark.actions.desk import Desk, must
from countermark.actions.idempotency import own_record
from countermark.actions.items import acknowledge, find_answer, leave
from countermark.actions.reviews import open_review, refuse_files
from countermark.agents.spool.folder import PLAN, RESPONSE, WAITING, FileMark, FolderSight, PlanFolder, Put
from countermark.agents.spool.requests import (
    DAY_SECONDS,
    MAX_WAITING_BYTES,
    NAME,
    PlanRequest,
    read_request,
    refused,
)
from countermark.agents.spool.responses import refusal, response_to
from countermark.doorbell.hub_address import plans_folder, process_lives
from countermark.model import actors
from countermark.model.errors import BadInput, Busy, Conflict, CountermarkError, NotFound, WorkFailed
from countermark.model.items import ItemVersion
from countermark.model.review_answers import ReviewAnswer
from countermark.model.reviews import MAX_DOCUMENT_BYTES, Revision, Stage
from countermark.store.base import Reader

logger = logging.getLogger(__name__)

BY_FILES = actors.agent(NAME)
LOOK_PAUSE = 0.5  # seconds: an answer is to be there within one
BURST_PAUSE = 0.05  # between two looks that the feed has called for
UNUSABLE_PAUSE = 5.0
SETTLING_MS = 2000  # a file that cannot be used may still be half written
CLEANING_MS = 60 * 60 * 1000
ANOTHER_FILE = "Another file is in the place of the response; it is not replaced."


@dataclass(frozen=True)
class Unclear:
    """A `.waiting` file that cannot be used, or not yet."""

    mark: FileMark
    since: int


@dataclass(frozen=True)
class Over:
    """Nothing is left to be done about this `.waiting` file."""

    mark: FileMark


@dataclass(frozen=True)
class Awaited:
    """A plan that waits for a person; `presence` holds as long as the client's process lives."""

    mark: FileMark
    request: PlanRequest
    version: ItemVersion
    presence: ExitStack
    is_blocked: bool = False  # another file is in the place of the response, and the journal says so


@dataclass(frozen=True)
class Answered:
    """A plan whose response waits to be taken; without a mark, the client has stopped waiting."""

    mark: FileMark | None
    request: PlanRequest
    version: ItemVersion
    presence: ExitStack


WatchedPlan = Unclear | Over | Awaited | Answered


async def watch_plans(desk: Desk, wait_seconds: Callable[[str], int]) -> None:
    """Look into the folder for ever; at once where the journal grows while a client waits."""
    folder = PlanFolder(Path(plans_folder(str(desk.home))))
    watch = PlanWatch(desk, folder, wait_seconds=wait_seconds(NAME))
    trouble = ""
    try:
        while True:
            since = desk.feed.head
            try:
                await watch.look()
                trouble = ""
            except OSError as error:  # said once: it may last for days
                if trouble != (trouble := str(error)):
                    logger.error("the folder of plans cannot be used: %s", error)
                await asyncio.sleep(UNUSABLE_PAUSE)
            await pause(desk, since if watch.waits else None)
    finally:
        watch.close()


async def pause(desk: Desk, since: int | None) -> None:
    """Until the next look; with `since`, until the journal has grown."""
    if since is None:
        await asyncio.sleep(LOOK_PAUSE)
        return
    with suppress(TimeoutError):
        async with asyncio.timeout(LOOK_PAUSE):
            await desk.feed.grown(since)
    await asyncio.sleep(BURST_PAUSE)


class PlanWatch:
    """What is known of the files in the folder, from look to look."""

    def __init__(
        self, desk: Desk, folder: PlanFolder, *, wait_seconds: int, steady: Callable[[], int] = steady_ms
    ) -> None:
        self._desk = desk
        self._folder = folder
        self._wait_seconds = wait_seconds
        self._steady = steady
        self._plans: dict[str, WatchedPlan] = {}
        self._cleaned_at: int | None = None

    @property
    def waits(self) -> bool:
        """Whether any client waits for an answer."""
        return any(isinstance(plan, Awaited) for plan in self._plans.values())

    def close(self) -> None:
        """Nobody is held present by this watch any more; who still waits has a moment until another one is there."""
        for plan in self._plans.values():
            if isinstance(plan, Awaited | Answered):
                plan.presence.close()

    async def look(self) -> None:
        """Take in what has changed in the folder, and write the answers that there are. Raises OSError."""
        await self._clean()
        sight = await asyncio.to_thread(self._folder.survey)
        for plan_id, plan in list(self._plans.items()):
            await self._follow(plan_id, plan, sight)
        for plan_id, mark in sight.waiting.items():
            if isinstance(self._plans.get(plan_id), Unclear | None):
                await self._meet(plan_id, mark)
        await self._answer()

    async def _clean(self) -> None:
        """Remove what nobody has touched for a day: at the start, and every hour."""
        if self._cleaned_at is not None and self._steady() - self._cleaned_at < CLEANING_MS:
            return
        self._cleaned_at = self._steady()
        before = (self._desk.now() - DAY_SECONDS * 1000) * 1_000_000
        removed = await asyncio.to_thread(self._folder.remove_old, before_ns=before)
        for plan_id in [name.removesuffix(RESPONSE) for name in removed if name.endswith(RESPONSE)]:
            if isinstance(plan := self._plans.get(plan_id), Answered):  # it was not taken
                plan.presence.close()
                del self._plans[plan_id]

    async def _follow(self, plan_id: str, plan: WatchedPlan, sight: FolderSight) -> None:
        """What has become of a known plan's files."""
        mark = sight.waiting.get(plan_id)
        match plan:
            case Unclear() | Over():
                if mark != plan.mark:
                    del self._plans[plan_id]
            case Awaited():
                if mark != plan.mark:
                    del self._plans[plan_id]
                    await self._take_leave(plan)
                elif not is_there(plan.request):
                    plan.presence.close()
            case Answered():
                await self._follow_response(plan_id, plan, mark, taken=plan_id + RESPONSE not in sight.names)
            case _:
                assert_never(plan)

    async def _take_leave(self, plan: Awaited | Answered) -> None:
        plan.presence.close()
        await leave(self._desk, plan.version, said_goodbye=True, by=BY_FILES)

    async def _follow_response(self, plan_id: str, plan: Answered, mark: FileMark | None, *, taken: bool) -> None:
        """A client takes its response by removing it."""
        if taken:
            plan.presence.close()
            await acknowledge(self._desk, plan.request.key, Stage.DELIVERED, by=BY_FILES)
            self._settle(plan_id, mark)
        elif plan.mark is not None and mark != plan.mark:
            await self._take_leave(plan)
            self._plans[plan_id] = replace(plan, mark=None)

    def _settle(self, plan_id: str, mark: FileMark | None) -> None:
        if mark is None:
            del self._plans[plan_id]
        else:
            self._plans[plan_id] = Over(mark)

    async def _meet(self, plan_id: str, mark: FileMark) -> None:
        """A `.waiting` file that is new, or that could not be used when it was looked at last."""
        request = None
        try:
            request = await asyncio.to_thread(self._read_request, plan_id)
            self._plans[plan_id] = await self._submitted(request, mark)
        except (BadInput, Busy, Conflict, WorkFailed) as error:
            before = self._plans.get(plan_id)
            since = before.since if isinstance(before, Unclear) else self._steady()
            self._plans[plan_id] = Unclear(mark, since)
            if self._steady() - since >= SETTLING_MS:
                self._plans[plan_id] = Over(mark)
                await self._refuse(plan_id, error, token=None if request is None else request.token)

    def _read_request(self, plan_id: str) -> PlanRequest:
        request = read_request(self._folder.read(plan_id + WAITING, most=MAX_WAITING_BYTES), plan_id=plan_id)
        if request.plan_path is not None and not self._folder.holds(request.plan_path):
            raise refused("planPath names another folder.")
        return request

    def _read_plan(self, request: PlanRequest) -> str:
        name = request.plan_id + PLAN
        try:
            text = self._folder.read(name, most=MAX_DOCUMENT_BYTES).decode("utf-8")
        except UnicodeDecodeError as error:
            raise refused(f"{name} is not UTF-8 (byte {error.start}).") from None
        if not text.strip():
            raise refused(f"{name} is empty.")
        return text

    async def _submitted(self, request: PlanRequest, mark: FileMark) -> Awaited | Over:
        """The review that this client waits for: the one that it has asked for before, or a new one."""
        known = await self._desk.read(lambda reader: known_revision(reader, request))
        if known is not None and known.stage is not None:
            return Over(mark)
        if known is not None and not (known.awaited and is_there(request)):  # no return of an agent that is gone
            return Awaited(mark, request, known.version, ExitStack())
        text = await asyncio.to_thread(self._read_plan, request)
        if known is None:
            wait = request.seconds_left(self._wait_seconds, now=self._desk.now())
            await self._check_unanswered(request)
        else:
            wait = 1  # it has its deadline already
        path = str(self._folder.path / f"{request.plan_id}{PLAN}")
        submission = request.submission(text, path=path)
        receipt = await open_review(self._desk, submission, key=request.key, wait_seconds=wait, by=BY_FILES)
        presence = ExitStack()
        presence.enter_context(self._desk.presence.holding(receipt.revision.version))
        return Awaited(mark, request, receipt.revision.version, presence)

    async def _check_unanswered(self, request: PlanRequest) -> None:
        """Raise `Conflict` where a response is there before anybody was asked."""
        sight = await asyncio.to_thread(self._folder.survey)
        if request.plan_id + RESPONSE in sight.names:
            raise Conflict("A response is there already.", hint="Submit the plan under a new id.")

    async def _refuse(self, plan_id: str, error: CountermarkError, *, token: str | None) -> None:
        """Say why nobody is asked, to the client and in the journal; once, across starts of the hub."""
        words = refusal(error, plan_id=plan_id, token=token)
        try:
            put = await asyncio.to_thread(self._folder.put, plan_id + RESPONSE, words)
        except OSError as trouble:  # a name that is too long for one more letter, a full disk: the journal has it
            logger.warning("no response says why the plan %r is refused: %s", plan_id, trouble)
            put = Put.OTHER_THERE
        if put is not Put.SAME_THERE:
            await refuse_files(self._desk, plan=as_text(plan_id), why=as_text(str(error)), by=BY_FILES)

    async def _answer(self) -> None:
        """Write what people have answered since the last look."""
        awaited = {plan_id: plan for plan_id, plan in self._plans.items() if isinstance(plan, Awaited)}
        if not awaited:
            return
        answers = await self._desk.read(
            lambda reader: {plan_id: find_answer(reader, plan.version) for plan_id, plan in awaited.items()}
        )
        for plan_id, answer in answers.items():
            if isinstance(answer, ReviewAnswer):
                await self._write(plan_id, awaited[plan_id], answer)

    async def _write(self, plan_id: str, plan: Awaited, answer: ReviewAnswer) -> None:
        """The answer as a file; where nobody has answered in time, none."""
        response = response_to(plan.request, answer)
        if response is not None:
            if not await asyncio.to_thread(self._is_same_client, plan):
                return  # the next look finds out what has become of it
            put = await asyncio.to_thread(self._folder.put, plan_id + RESPONSE, response)
            if put is Put.OTHER_THERE:
                await self._say_blocked(plan_id, plan)
                return
        if answer.by_person:
            self._plans[plan_id] = Answered(plan.mark, plan.request, plan.version, plan.presence)
        else:
            plan.presence.close()
            self._plans[plan_id] = Over(plan.mark)

    def _is_same_client(self, plan: Awaited) -> bool:
        """Whether the very client that has asked still waits: the answer is for its token only."""
        try:
            now = self._read_request(plan.request.plan_id)
        except BadInput:
            return False
        return hmac.compare_digest(now.token, plan.request.token)

    async def _say_blocked(self, plan_id: str, plan: Awaited) -> None:
        """The client may remove the other file, as it is not for it: the answer is tried again with each look."""
        if not plan.is_blocked:
            self._plans[plan_id] = replace(plan, is_blocked=True)
            await refuse_files(self._desk, plan=plan_id, why=ANOTHER_FILE, by=BY_FILES)


def known_revision(reader: Reader, request: PlanRequest) -> Revision | None:
    """What this very request has led to before."""
    try:
        version = own_record(reader, request.key, by=BY_FILES).version
    except NotFound:
        return None
    return must(reader.revision(version.id, version.number))


def is_there(request: PlanRequest) -> bool:
    """Whether the client still waits, as far as one can tell."""
    return request.pid is None or process_lives(request.pid)


def as_text(named: str) -> str:
    """A name of a file as it can be stored: its bytes need be no text."""
    return named.encode("utf-8", "replace").decode()
