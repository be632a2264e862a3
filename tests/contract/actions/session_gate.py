"""A session of an agent at a desk, and the gate in front of it: requests are made as an agent's runner makes them."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from countermark.actions.desk import Desk, open_desk
from countermark.actions.permissions import GivenAnswer, answer_permission
from countermark.actions.sessions.opening import NewSession, open_session
from countermark.actions.sessions.recording import record
from countermark.agents.acp import gate
from countermark.agents.acp.context import SessionContext
from countermark.agents.acp.waiting import end_open
from countermark.model import actors
from countermark.model.asked import Ending
from countermark.model.gate_settings import GateSettings
from countermark.model.journal import Entry
from countermark.model.permissions import Outcome, Permission, PermissionDecision, Scope
from countermark.model.reviews import Review
from countermark.model.sessions.events import SessionEvent
from countermark.model.sessions.orders import Order
from countermark.model.sessions.parts import ItemPart, NoticePart
from countermark.model.sessions.state import SessionState
from countermark.store.base import ReviewQuery
from tests.contract.actions.gate_rules import RULES
from tests.contract.memory_desk import HandClock, open_memory

ME = actors.person("si_me")
AGENT = "gemini"
CONVERSATION = "conv-1"
ONCE = {"optionId": "once", "name": "Allow", "kind": "allow_once"}
ALWAYS = {"optionId": "always", "name": "Allow for this session", "kind": "allow_always"}
NO = {"optionId": "no", "name": "Reject", "kind": "reject_once"}
NEVER = {"optionId": "never", "name": "Never", "kind": "reject_always"}
ODD = {"optionId": "odd", "name": "Ask my manager", "kind": "escalate"}
USUAL = (ALWAYS, ONCE, NO)
CANCELLED = {"outcome": {"outcome": "cancelled"}}


def chosen(option: str) -> dict[str, Any]:
    """The result that names one of the agent's choices."""
    return {"outcome": {"outcome": "selected", "optionId": option}}


def command(line: str = "make", *, call: str = "c1", options: Sequence[object] = USUAL) -> dict[str, Any]:
    """A request to run a command."""
    told = {"toolCallId": call, "title": line, "kind": "execute", "rawInput": {"command": line}}
    return {"sessionId": CONVERSATION, "toolCall": told, "options": list(options)}


def edit(path: str, content: str, *, call: str = "c1", options: Sequence[object] = USUAL) -> dict[str, Any]:
    """A request to write a file."""
    change = {"type": "diff", "path": path, "oldText": None, "newText": content}
    told = {"toolCallId": call, "title": f"Write {path}", "kind": "edit", "content": [change]}
    return {"sessionId": CONVERSATION, "toolCall": told, "options": list(options)}


@dataclass
class SessionGate:
    """A desk with one session, what its runner would be told, and a person."""

    desk: Desk
    clock: HandClock
    context: SessionContext
    folder: Path
    wishes: list[Order] = field(default_factory=list)

    def ask(self, params: object) -> "asyncio.Task[Any]":
        """A request for permission that is under way."""
        return asyncio.create_task(self._ask(params))

    async def _ask(self, params: object) -> object:
        self.clock.forward(0.001)  # so that each is newer than the one before
        return await gate.answer_permission(self.context, params)

    async def card(self) -> Permission:
        """The newest permission that waits, once there is one."""
        async with asyncio.timeout(20):
            while True:
                waiting = await self.desk.read(lambda reader: reader.open_permissions())
                # Told in the session before anybody waits: the request is then where an answer finds it.
                if waiting and waiting[-1].id in (await self.state()).waiting:
                    return waiting[-1]
                await asyncio.sleep(0.002)

    async def waiting(self, count: int) -> None:
        """Until so many things wait."""
        async with asyncio.timeout(20):
            while len((await self.state()).waiting) < count:  # noqa: ASYNC110  a session has no one place to wait at
                await asyncio.sleep(0.002)

    async def plan(self) -> Review:
        """The plan that waits, once there is one."""
        async with asyncio.timeout(20):
            while True:
                waiting = await self.desk.read(lambda reader: reader.reviews(ReviewQuery("open")))
                if waiting and waiting[-1].id in (await self.state()).waiting:
                    return waiting[-1]
                await asyncio.sleep(0.002)

    async def cards(self) -> Sequence[Permission]:
        """All permissions of the session, the newest first."""
        return await self.desk.read(
            lambda reader: reader.newest_permissions_of(self.context.agent, CONVERSATION, limit=500)
        )

    async def allow(
        self, card: Permission, *, scope: Scope = Scope.ONCE, option: str | None = None, by: actors.Actor = ME
    ) -> Permission:
        """A person says yes."""
        decision = PermissionDecision(outcome=Outcome.ALLOWED, scope=scope, option=option)
        return await answer_permission(self.desk, card.id, GivenAnswer(decision, card.sha256), by=by)

    async def refuse(
        self, card: Permission, *, words: str | None = None, option: str | None = None, stops: bool = False,
        by: actors.Actor = ME,
    ) -> Permission:  # fmt: skip
        """A person says no."""
        decision = PermissionDecision(outcome=Outcome.DENIED, words=words, option=option, stops_turn=stops)
        return await answer_permission(self.desk, card.id, GivenAnswer(decision, card.sha256), by=by)

    async def cancel(self) -> None:
        """The turn is cancelled."""
        await end_open(self.context, Ending.TURN_ENDED)

    async def cancel_when_asked(self) -> None:
        """The same, once something waits."""
        await self.card()
        await self.cancel()

    async def tell(self, *events: SessionEvent) -> None:
        """Something happens in the session."""
        await self.context.record(*events)

    async def state(self) -> SessionState:
        """The session as it is."""
        return await self.desk.sessions.state(self.context.session)

    async def items(self) -> list[ItemPart]:
        """What the ledger says of things that waited."""
        return [each for each in (await self.state()).ledger if isinstance(each, ItemPart)]

    async def notices(self) -> list[str]:
        """What the desk says in the ledger."""
        return [each.title for each in (await self.state()).ledger if isinstance(each, NoticePart)]

    async def ends(self, card: Permission) -> list[str]:
        """How a permission ended, entry by entry."""
        since = await self.desk.read(lambda reader: max(reader.entry_numbers([card.id])[0] - 1, 0))
        found = await self.desk.read(lambda reader: reader.entries(after=since))
        kinds = ("permission_decided", "permission_withdrawn", "permission_expired")
        return [each.kind for each in found if each.item == card.version and each.kind in kinds]

    async def now(self, card: Permission) -> Permission:
        """The permission as it is."""
        found = await self.desk.read(lambda reader: reader.permission(card.id))
        assert found is not None, "nothing removes it"
        return found

    async def entries(self, kind: str) -> list[Entry]:
        """The journal's entries of one kind."""
        return [each for each in await self.desk.read(lambda reader: reader.entries()) if each.kind == kind]


@asynccontextmanager
async def open_session_gate(*, rules: str = RULES, agent: str = AGENT) -> AsyncIterator[SessionGate]:
    """A session in an empty folder, in memory."""
    with tempfile.TemporaryDirectory(prefix="cm-session-") as home:
        folder = Path(home).resolve() / "proj"
        folder.mkdir()
        data = Path(home) / "data"
        data.mkdir()
        (data / "rules.toml").write_text(rules)
        clock = HandClock()
        desk = await open_desk(open_memory(), images=data / "images", clock=clock, steady=clock.steady)
        session = await open_session(desk, NewSession(agent, str(folder)), by=ME)
        wishes: list[Order] = []

        async def tell(*events: SessionEvent) -> None:
            await record(desk, session.id, events, line=0, by=actors.agent(agent))

        context = SessionContext(
            desk, GateSettings(wait=60), session.id, agent, str(folder), CONVERSATION, tell,
            lambda: desk.sessions.state(session.id), wishes.append, home=home,
        )  # fmt: skip
        try:
            yield SessionGate(desk, clock, context, folder, wishes)
        finally:
            await desk.close()
