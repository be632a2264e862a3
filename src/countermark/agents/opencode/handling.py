"""One request of a server from its event to its answer: asked at the desk, waited for, told, and what came of that."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import assert_never

from countermark.actions import asking, permissions, questions
from countermark.actions import server_requests as told
from countermark.actions.desk import Desk
from countermark.actions.items import find_answer
from countermark.actions.waiting import answer_to
from countermark.agents.fields import Malformed
from countermark.agents.opencode.asks import AGENT, malformed_call, permission_asked, question_asked, session_of
from countermark.agents.opencode.client import LineLost, NotThere, ServerClient, Unexpected
from countermark.agents.opencode.dialect import Dialect
from countermark.agents.opencode.families import Families
from countermark.agents.opencode.heard import (
    HttpCall,
    MalformedRequest,
    PermissionRequest,
    QuestionRequest,
    Request,
    ToolUse,
)
from countermark.agents.opencode.request_book import RequestBook, UnderWay, words_together
from countermark.agents.opencode.says import MALFORMED, Allow, Answers, Reject, Silence, say_of
from countermark.model import actors
from countermark.model.agent_servers import AgentServer
from countermark.model.any_item import AnyAnswer
from countermark.model.asked import Ending
from countermark.model.errors import Conflict, CountermarkError
from countermark.model.gate_settings import AskAt, GateSettings
from countermark.model.items import ItemVersion

logger = logging.getLogger(__name__)

AGAIN_SECONDS = 0.5
ATTEMPTS = 2
LOOK_SECONDS = 0.05
ARGUMENTS_SECONDS = 3.0  # in which the arguments of a call that is asked about stand in its message
BY = actors.agent(AGENT)


@dataclass
class Handling:
    """What handles the requests of one server as long as there is a line to it."""

    desk: Desk
    gate: GateSettings
    server: AgentServer
    client: ServerClient
    dialect: Dialect
    book: RequestBook
    families: Families
    failed: asyncio.Event = field(default_factory=asyncio.Event)  # an answer was not taken: it is to be sent again

    def key_of(self, request: str) -> str:
        """The idempotency key of a request: another one once the server was detached and attached again."""
        return told.request_key(f"{self.server.id} {self.server.attached_at}", request)

    async def handle(self, request: Request, pending: UnderWay) -> None:
        """From the event to the answer."""
        try:
            await self._ask_and_tell(request, pending)
        except Malformed as error:
            await self.refuse_malformed(
                MalformedRequest(
                    id=request.id, session=request.session, folder=request.folder,
                    is_question=isinstance(request, QuestionRequest), tool=tool_of(request), why=str(error),
                )
            )  # fmt: skip
        except NotThere:  # its conversation was deleted, and the request left behind
            version = await told.find_version(self.desk, self.key_of(request.id), by=BY)
            if version is not None:
                await told.end_request(self.desk, version, Ending.CONVERSATION_ENDED, by=BY)
        except CountermarkError as error:  # too many wait, or nothing can be stored
            logger.error("%s: request %s: %s", self.server.address, request.id, error)
            self.book.note_rejection(request.session)
            await self._tell(pending, self.dialect.reject(pending.name, str(error)))
        finally:
            await self.book.leave(pending)

    async def _ask_and_tell(self, request: Request, pending: UnderWay) -> None:
        receipt = await self._ask(request)
        pending.version, pending.title = receipt.item.version, receipt.item.title
        if pending.settled is not None:
            await told.end_request(self.desk, pending.version, pending.settled, by=BY)
            return
        answer = await self._answer(receipt)
        pending.decided = True
        await self.book.note_moved()
        await self._say(pending, answer)

    async def _root_of(self, session: str, folder: str) -> str:
        return await self.families.find_root(session, folder, client=self.client, dialect=self.dialect)

    async def _ask(self, request: Request) -> asking.AskedReceipt:
        key, server = self.key_of(request.id), self.server.id
        root = await self._root_of(request.session, request.folder)
        try:
            match request:
                case PermissionRequest():
                    asked = permission_asked(request, await self._use(request), server=server, root=root)
                    receipt = await permissions.ask_permission(self.desk, asked, key=key, gate=self.gate, by=BY)
                    assert isinstance(receipt, asking.AskedReceipt), "a dialog is never left to the agent"
                    return receipt
                case QuestionRequest():
                    question = question_asked(request, server=server, root=root)
                    return await questions.ask_question(self.desk, question, key=key, gate=self.gate, by=BY)
                case _:
                    assert_never(request)
        except Conflict:
            return await self._known(key)

    async def _known(self, key: str) -> asking.AskedReceipt:
        """The item of a request whose call reads otherwise now: the server's own id says that it is the same."""
        version = await told.find_version(self.desk, key, by=BY)
        assert version is not None, "a key that conflicts is known"
        return asking.AskedReceipt(await self.desk.read(lambda reader: asking.found_asked(reader, version)))

    async def _use(self, request: PermissionRequest) -> ToolUse | None:
        """The call that it is about, with its arguments. Raises `NotThere` where its message is gone."""
        if request.message is None or request.call is None:
            return None
        asked = self.dialect.message(request.session, request.message, request.folder)
        until = asyncio.get_running_loop().time() + ARGUMENTS_SECONDS
        while asyncio.get_running_loop().time() < until:
            try:
                use = self.dialect.tool_use(await self.client.exchange(asked), request.call)
            except (LineLost, Unexpected) as error:
                logger.warning("%s: the call of %s cannot be read: %s", self.server.address, request.id, error)
                await asyncio.sleep(AGAIN_SECONDS)
                continue
            if use is not None and use.status != "pending":
                return use
            await asyncio.sleep(LOOK_SECONDS)
        return None

    async def _answer(self, receipt: asking.AskedReceipt) -> AnyAnswer:
        """What was decided, once it is; meanwhile the desk shows that the agent waits."""
        version = receipt.item.version
        if not receipt.item.is_open:
            answer = await self.desk.read(lambda reader: find_answer(reader, version))
            assert answer is not None, "it has ended"
            return answer
        with self.desk.presence.holding(version):
            return await answer_to(self.desk, version, since=receipt.entry)

    async def _say(self, pending: UnderWay, answer: AnyAnswer) -> None:
        say = say_of(answer, is_alone=self.gate.ask_at is AskAt.DESK)
        match say:
            case Silence():
                return
            case Allow():
                await self._deliver([pending], self.dialect.allow(pending.name))
            case Answers(answers):
                await self._deliver([pending], self.dialect.answer(pending.name, answers))
            case Reject(words):
                together = [pending] if words is None else await self.book.refuse(pending, words)
                if together:
                    self.book.note_rejection(pending.name.session)
                    said = None if words is None else words_together(together)
                    await self._deliver(together, self.dialect.reject(pending.name, said))
            case _:
                assert_never(say)

    async def _deliver(self, answered: Sequence[UnderWay], call: HttpCall) -> None:
        """Tell it, and write down how far it came."""
        first, *_ = answered
        arrived = await self._tell(first, call)
        note = told.note_delivered if arrived else told.note_undelivered
        for version in versions_of(answered):
            await note(self.desk, version, by=BY)
        if not arrived:
            self.failed.set()

    async def _tell(self, pending: UnderWay, call: HttpCall) -> bool:
        """Whether the server has taken it; once more after half a second if not."""
        pending.is_told = True
        for attempt in range(ATTEMPTS):
            if attempt:
                await asyncio.sleep(AGAIN_SECONDS)
            try:
                await self.client.exchange(call)
            except NotThere:
                return pending.confirmed  # by its event: the answer to our first attempt was lost
            except (LineLost, Unexpected) as error:
                logger.warning("%s: %s is not told: %s", self.server.address, pending.name.id, error)
            else:
                return True
        return False

    async def refuse(self, malformed: MalformedRequest, pending: UnderWay) -> None:
        """The same for one that is under way meanwhile; it holds up no other one's no."""
        pending.decided = True
        try:
            await self.refuse_malformed(malformed)
        finally:
            await self.book.leave(pending)

    async def refuse_malformed(self, malformed: MalformedRequest) -> None:
        """Denied at once with an entry and no card, so that its agent does not wait for ever."""
        root = None if malformed.session is None else await self._root_of(malformed.session, malformed.folder)
        refused = malformed_call(malformed, server=self.server.id, root=root)
        await permissions.refuse_call(self.desk, refused, by=BY)
        name = malformed.name
        if name is None:
            return  # nobody can be told
        self.book.note_rejection(name.session)
        await self._tell(UnderWay(name), self.dialect.reject(name, MALFORMED.format(why=malformed.why)))

    async def ending_of(self, item: asking.AnyAsked) -> Ending:
        """Why the server no longer lists what it had asked. Raises `LineLost` or `Unexpected`."""
        it = item.asker
        session, folder = session_of(it), it.workspace
        try:
            messages = await self.client.exchange(self.dialect.messages(session, folder))
            status = self.dialect.status(folder)
            is_busy = status is not None and session in self.dialect.busy_sessions(await self.client.exchange(status))
        except NotThere:
            return Ending.CONVERSATION_ENDED
        use = None if it.call_id is None else self.dialect.tool_use(messages, it.call_id)
        return ending_by(use, is_busy=is_busy)

    async def end(self, version: ItemVersion, ending: Ending) -> None:
        """The server asks it no longer."""
        await told.end_request(self.desk, version, ending, by=BY)


def versions_of(answered: Sequence[UnderWay]) -> Sequence[ItemVersion]:
    """Their items."""
    return [each.version for each in answered if each.version is not None]


def tool_of(request: Request) -> str:
    """What a request is about, in OpenCode's words."""
    return request.permission if isinstance(request, PermissionRequest) else "question"


def ending_by(use: ToolUse | None, *, is_busy: bool) -> Ending:
    """How a request ended while nobody listened, by what became of its call."""
    if use is not None and use.status == "completed":
        return Ending.ANSWERED_IN_TERMINAL
    if use is not None and use.status == "error":
        return Ending.ANSWERED_IN_TERMINAL if "rejected" in use.error or "dismissed" in use.error else Ending.TURN_ENDED
    # The call still stands as running: somebody has allowed it, unless nothing of its session runs any more.
    return Ending.ANSWERED_IN_TERMINAL if is_busy else Ending.SERVER_RESTARTED
