"""The line to one server: met, followed, lost, and taken up again; gaps are closed by listing what waits."""

import asyncio
import logging
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any, NoReturn, assert_never

from countermark.actions import asking
from countermark.actions import server_requests as told
from countermark.actions.agent_servers import password_of
from countermark.actions.desk import Desk
from countermark.agents.fields import Malformed
from countermark.agents.opencode.asks import AGENT, part_of
from countermark.agents.opencode.client import LineLost, NotThere, ServerClient, Unexpected
from countermark.agents.opencode.dialect import Dialect
from countermark.agents.opencode.families import Families
from countermark.agents.opencode.handling import BY, Handling
from countermark.agents.opencode.heard import (
    Heard,
    MalformedRequest,
    PermissionRequest,
    QuestionRequest,
    RequestName,
    RequestSettled,
    SessionKnown,
    SessionOver,
    TurnOver,
    UnknownShape,
)
from countermark.agents.opencode.request_book import RequestBook, UnderWay
from countermark.agents.opencode.versions import HEALTH, dialect_of, version_in
from countermark.model.actors import THE_HUB
from countermark.model.agent_servers import (
    USER,
    AgentServer,
    AgentServerConnected,
    AgentServerLost,
    AgentServerMisunderstood,
    SavedGrantTakenBack,
)
from countermark.model.asked import Ending
from countermark.model.conversations import ConversationEvent, ConversationStep
from countermark.model.errors import CountermarkError
from countermark.model.gate_settings import GateSettings

logger = logging.getLogger(__name__)

PAUSES = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0)  # seconds between attempts to reach a server
MEND_SECONDS = 3.0
LONGEST_TYPE = 100
MOST_MISUNDERSTOOD = 100


class AgentLine:
    """One attached server, as long as it is attached."""

    def __init__(self, desk: Desk, gate: GateSettings, server: AgentServer) -> None:
        self._desk = desk
        self._gate = gate
        self._server = server
        self._misunderstood = set[str]()  # types that were recorded already
        self._failures = 0  # since there was a line
        self._families = Families()  # a session keeps its parent, whatever becomes of the line

    async def hold(self) -> NoReturn:
        """Follow the server for ever."""
        while True:
            try:
                await self._follow()
            except (LineLost, NotThere, Unexpected, Malformed) as error:
                await self._lose(str(error))
            except OSError as error:  # the file with the password
                await self._lose(f"the password cannot be read: {error.strerror}")
            except CountermarkError as error:  # a full disk
                logger.error("%s: %s", self._server.address, error)
                await self._lose(str(error))
            await asyncio.sleep(PAUSES[min(self._failures, len(PAUSES) - 1)])
            self._failures += 1

    async def _follow(self) -> None:
        password = await asyncio.to_thread(password_of, self._desk.home, self._server.id)
        async with ServerClient(self._server.address, user=self._server.user or USER, password=password) as client:
            version, dialect = await meet(client)
            book = RequestBook()
            handling = Handling(self._desk, self._gate, self._server, client, dialect, book, self._families)
            async with side_tasks() as begin, client.events(dialect.events, silence=dialect.silence_seconds) as events:
                since = self._desk.feed.head
                follower = Follower(handling, begin, self._record)
                await follower.close_gaps()
                await self._connected(version, dialect)
                begin(mend(handling, follower))
                if dialect.saved() is not None:
                    await self._list_saved(client, dialect)
                    begin(self._take_back(client, dialect, since=since))
                async for event in events:
                    await follower.take(event)

    async def _connected(self, version: str, dialect: Dialect) -> None:
        self._failures = 0
        it = self._server
        self._desk.servers.connect(it.id, at=self._desk.now(), version=version, seen_live=dialect.seen_live)
        happening = AgentServerConnected(it.id, it.address, version)
        await self._desk.change(BY, lambda change: change.save(None, happening))

    async def _lose(self, why: str) -> None:
        it = self._server
        was_there = self._desk.servers.of(it.id).connected_since is not None
        self._desk.servers.lose(it.id, why)
        if was_there:
            happening = AgentServerLost(it.id, it.address, why)
            await self._desk.change(THE_HUB, lambda change: change.save(None, happening))

    async def _record(self, misunderstood: UnknownShape) -> None:
        """Once for each type, and loudly."""
        its_type = misunderstood.type[:LONGEST_TYPE].encode("utf-8", "replace").decode()
        if its_type in self._misunderstood or len(self._misunderstood) >= MOST_MISUNDERSTOOD:
            return
        self._misunderstood.add(its_type)
        it = self._server
        logger.warning("%s tells of %s, which is not answered: %s", it.address, its_type, misunderstood.why)
        happening = AgentServerMisunderstood(it.id, it.address, its_type, misunderstood.why)
        await self._desk.change(BY, lambda change: change.save(None, happening))

    async def _list_saved(self, client: ServerClient, dialect: Dialect) -> None:
        listing = dialect.saved()
        if listing is not None:
            self._desk.servers.save_grants(self._server.id, dialect.saved_in(await client.exchange(listing)))

    async def _take_back(self, client: ServerClient, dialect: Dialect, *, since: int) -> None:
        """Tell the server what a person has taken back at the desk."""
        async for entry in self._desk.feed.follow(since):
            if entry.kind != SavedGrantTakenBack.kind or entry.body["server"] != self._server.id:
                continue
            try:
                await client.exchange(dialect.take_back(str(entry.body["grant"])))
                await self._list_saved(client, dialect)
            except NotThere:
                await self._list_saved(client, dialect)
            except (LineLost, Unexpected, Malformed) as error:
                logger.warning("%s: a saved grant is not taken back: %s", self._server.address, error)


async def mend(handling: Handling, follower: "Follower") -> None:
    """Look again at what waits after an answer was not taken: what the server still asks is answered once more."""
    while True:
        await handling.failed.wait()
        handling.failed.clear()
        await asyncio.sleep(MEND_SECONDS)
        try:
            await follower.close_gaps()
        except (LineLost, NotThere, Unexpected, Malformed) as error:
            logger.warning("%s: what waits cannot be listed: %s", handling.server.address, error)
            handling.failed.set()


async def meet(client: ServerClient) -> tuple[str, Dialect]:
    """Which version answers, and who speaks with it. Raises `LineLost`, `Unexpected`, `NotThere` or `Malformed`."""
    first, second = HEALTH
    try:
        version = version_in(await client.exchange(first))
    except NotThere:
        version = version_in(await client.exchange(second))
    return version or "2 or later", dialect_of(version)


@asynccontextmanager
async def side_tasks() -> AsyncIterator[Any]:
    """What begins tasks that end with the block."""
    tasks = set[asyncio.Task[None]]()

    def begin(work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        tasks.add(task)
        task.add_done_callback(ended)

    def ended(task: asyncio.Task[None]) -> None:
        tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("a request of a server was not handled to its end", exc_info=error)

    try:
        yield begin
    finally:
        ending = list(tasks)
        for task in ending:
            task.cancel()
        await asyncio.gather(*ending, return_exceptions=True)


class Follower:
    """Takes in what a server tells while there is a line."""

    def __init__(self, handling: Handling, begin: Any, record: Any) -> None:
        self._handling = handling
        self._dialect = handling.dialect
        self._begin = begin
        self._record = record

    async def take(self, event: object) -> None:
        """One event of the stream."""
        if not isinstance(event, dict):
            await self._record(UnknownShape("(none)", "an event is no JSON object of a size that can be read"))
            return
        for heard in self._dialect.hear(event):
            await self._hear(heard)

    async def _hear(self, heard: Heard) -> None:
        match heard:
            case PermissionRequest() | QuestionRequest():
                if heard.folder in self._handling.server.folders:
                    self._take_request(heard)
            case MalformedRequest():
                if heard.folder in self._handling.server.folders:
                    await self._refuse(heard)
            case RequestSettled():
                await self._settle(heard)
            case SessionKnown(session, parent):
                self._handling.families.note(session, parent)
            case TurnOver(session, folder):
                await self._end_of(session, folder, ConversationStep.TURN_ENDED)
            case SessionOver(session, folder):
                await self._end_of(session, folder, ConversationStep.ENDED)
            case UnknownShape():
                await self._record(heard)
            case _:
                assert_never(heard)

    def _take_request(self, request: PermissionRequest | QuestionRequest) -> None:
        pending = self._enter(request.name)
        if pending is not None:
            self._begin(self._handling.handle(request, pending))

    async def _refuse(self, malformed: MalformedRequest) -> None:
        name = malformed.name
        if name is None:  # nobody can be told; the stream waits until it is written down
            await self._handling.refuse_malformed(malformed)
            return
        pending = self._enter(name)
        if pending is not None:
            self._begin(self._handling.refuse(malformed, pending))

    def _enter(self, name: RequestName) -> UnderWay | None:
        """A request that comes under way; where there is no room, what waits is looked at again later."""
        book = self._handling.book
        if book.is_full:
            self._handling.failed.set()
        return book.enter(name)

    async def _settle(self, settled: RequestSettled) -> None:
        pending = self._handling.book.find(settled.id)
        if pending is None:
            return
        if pending.is_told:
            pending.confirmed = True
            return
        ending = self._handling.book.ending_by_server(settled.session, rejected=settled.rejected)
        pending.settled = ending
        if pending.version is not None:
            await self._handling.end(pending.version, ending)

    async def _end_of(self, session: str, folder: str, step: ConversationStep) -> None:
        server = self._handling.server
        if folder and folder not in server.folders:
            return
        root = self._handling.families.known_root(session)
        part = part_of(session, root)
        if part is not None:
            step = ConversationStep.TURN_ENDED  # a sub-agent's session that is deleted ends no conversation
        over = Ending.TURN_ENDED if step is ConversationStep.TURN_ENDED else Ending.CONVERSATION_ENDED
        for pending in self._handling.book.of_session(session):
            pending.settled = pending.settled or over
            if pending.version is not None:
                await self._handling.end(pending.version, pending.settled)
        event = ConversationEvent(
            agent=AGENT, workspace=folder or server.folders[0], conversation=root, step=step, sub_agent=part
        )  # fmt: skip
        await asking.take_event(self._handling.desk, event, by=BY)

    async def close_gaps(self) -> None:
        """List what waits now: take up what is new, end what is gone. Raises what an exchange raises."""
        handling = self._handling
        before = await told.open_requests(handling.desk, handling.server.id)
        listed = set[object]()
        for folder in handling.server.folders:
            listed |= await self._list(folder)
        for item in before:
            if item.version not in listed:
                await handling.end(item.version, await handling.ending_of(item))

    async def _list(self, folder: str) -> set[object]:
        """The items of what waits in a folder, as far as it was asked before."""
        exchange = self._handling.client.exchange
        answers = [await exchange(call) for call in self._dialect.pending(folder)]
        status = self._dialect.status(folder)
        busy = None if status is None else self._dialect.busy_sessions(await exchange(status))
        known = set[object]()
        for heard in self._dialect.requests_in(answers, folder):
            if isinstance(heard, PermissionRequest | QuestionRequest):
                version = await told.find_version(self._handling.desk, self._handling.key_of(heard.id), by=BY)
                known.add(version)
                if busy is not None and heard.session not in busy:
                    # OpenCode goes on listing what was asked in a turn that was stopped.
                    if version is not None:
                        await self._handling.end(version, Ending.TURN_ENDED)
                    continue
            await self._hear(heard)
        return known
