"""One connection of a session with its agent: it begins, takes turn after turn and orders, and ends."""

import asyncio
import time
from collections.abc import Sequence
from functools import partial
from typing import Any

from countermark.actions.desk import Desk
from countermark.agents.acp import gate, messages
from countermark.agents.acp.asking import note_asking
from countermark.agents.acp.beginning import SessionStart, WantsSignIn, begin, initialise
from countermark.agents.acp.choices import set_choices
from countermark.agents.acp.client_side import ClientSide
from countermark.agents.acp.context import SessionContext
from countermark.agents.acp.link import AgentLink, quietly
from countermark.agents.acp.link_ends import FULL, LinkEnd
from countermark.agents.acp.orders import Obedience
from countermark.agents.acp.translate.versions import FIRST
from countermark.agents.acp.turns import take_turn
from countermark.agents.acp.waiting import end_open
from countermark.agents.launch import Launch
from countermark.model.asked import Ending
from countermark.model.gate_settings import GateSettings
from countermark.model.sessions.events import (
    CallChanged,
    Initialised,
    ModesChanged,
    OptionsChanged,
    SessionEvent,
    SignInNeeded,
)
from countermark.model.sessions.offers import AgentFacts
from countermark.model.sessions.parts import CallStatus

CLOSE_SECONDS = 5.0  # for an agent to close a conversation before its program is ended


class Live:
    """One connection of a session with its agent."""

    def __init__(self, desk: Desk, gate: GateSettings, session: str, wanted: SessionStart) -> None:
        self.desk = desk
        self.session = session
        self.wanted = wanted
        self.facts: AgentFacts | None = None
        self.context: SessionContext | None = None  # once there is a conversation
        self.over: asyncio.Future[LinkEnd] = asyncio.get_running_loop().create_future()  # somebody wants it to end
        self.waiting_for_end: list[asyncio.Future[None]] = []  # of orders to disconnect
        self.obedience = Obedience(self)
        self.link: AgentLink
        self._gate = gate
        self._beginning: asyncio.Task[None] | None = None
        self._turn: asyncio.Task[None] | None = None

    async def run(self, launch: Launch) -> LinkEnd:
        """From the start of the program to its end. Raises `AgentFailed` or `SpeaksOther` where it could not be spoken
        to."""
        state = await self.desk.sessions.state(self.session)
        since = time.monotonic()
        self.link = AgentLink(self.desk, self.session, state.agent, state, launch, self._recorded)
        self.link.client = self._client(self._context_for(state.conversation or ""), launch)
        try:
            self._beginning = asyncio.create_task(self._begin(since))
            return await self._live()
        finally:
            await self._finish(failed=self.facts is None)

    async def _live(self) -> LinkEnd:
        """Do what the person wants until one of the many ways to an end."""
        changed = self.desk.sessions.changed(self.session)
        while True:
            changed.clear()
            state = await self.desk.sessions.state(self.session)
            if state.is_full:
                return FULL
            self.obedience.take()
            if state.closed:
                return await self._close()
            if self.context is not None and self._turn is None and state.queue and state.taken is None:
                self._turn = asyncio.create_task(take_turn(self.link, self.context, self._known_facts))
            if self.over.done():
                return self.over.result()
            if self.link.gone.is_set():
                if self.facts is None and self.wanted.falls_back:
                    return LinkEnd(self.link.why_gone, again=True, protocol=FIRST)
                return LinkEnd(self.link.why_gone, failed=self.facts is None)
            await self._something(changed)

    async def _something(self, changed: asyncio.Event) -> None:
        """Wait until there is something to look at."""
        waits = [asyncio.create_task(changed.wait()), asyncio.create_task(self.link.gone.wait())]
        own = [task for task in (self._beginning, self._turn) if task is not None]
        several: list[asyncio.Future[Any]] = [*waits, *own, self.over]
        try:
            await asyncio.wait(several, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()
        if self._beginning is not None and self._beginning.done():
            beginning, self._beginning = self._beginning, None
            beginning.result()
        if self._turn is not None and self._turn.done():
            turn, self._turn = self._turn, None
            turn.result()

    def begin_again(self) -> None:
        """The person has signed in."""
        if self._beginning is None and self.context is None:
            self._beginning = asyncio.create_task(self._converse())
            self.desk.sessions.wake(self.session)

    def end(self, end: LinkEnd) -> None:
        """Let this connection end."""
        if not self.over.done():
            self.over.set_result(end)

    @property
    def _known_facts(self) -> AgentFacts:
        assert self.facts is not None, "the agent has said what it can do"
        return self.facts

    @property
    def _known_client(self) -> ClientSide:
        assert self.link.client is not None, "it was made with the link"
        return self.link.client

    async def _begin(self, since: float) -> None:
        """Ask the agent what it can do, then for a conversation. Raises `AgentFailed` or `SpeaksOther`."""
        self.facts = await initialise(self.link, self.wanted)
        self._known_client.protocol = self.facts.protocol
        startup = round((time.monotonic() - since) * 1000)
        await self.link.record(Initialised(self.facts, startup))
        await self._converse()

    async def _converse(self) -> None:
        state = await self.desk.sessions.state(self.session)
        try:
            conversation = await begin(self.link, self.wanted, self._known_facts, state)
        except WantsSignIn as error:
            await self.link.record(SignInNeeded(str(error)))
            return
        context = self._context_for(conversation)
        self._known_client.context = context
        for what, why in (await set_choices(self.link, conversation, self.wanted, state)).items():
            await self.obedience.notice(f"The agent was not given {what}", why)
        self.context = context
        await note_asking(context, self.wanted.brand)
        self.desk.sessions.wake(self.session)  # also where that changes nothing: words may wait

    def _context_for(self, conversation: str) -> SessionContext:
        it = self.wanted
        return SessionContext(
            desk=self.desk, gate=self._gate, session=self.session, agent=it.agent, folder=it.folder,
            conversation=conversation, record=self.link.record, state=partial(self.desk.sessions.state, self.session),
            wish=self.obedience.wish, home=self.link.launch.environment.get("HOME", ""),
        )  # fmt: skip

    def _client(self, context: SessionContext, launch: Launch) -> ClientSide:
        brand = self.wanted.brand
        return ClientSide(
            context, self.link.connection, self.link.terminals, title=brand.title,
            folders=(context.folder, *self.wanted.settings.folders), environment=launch.environment,
            offers_terminals=brand.terminals,
        )  # fmt: skip

    async def _recorded(self, events: Sequence[SessionEvent]) -> None:
        """Look at what was just recorded: does it still ask, and what do the rules say of what it did?"""
        context = self.context
        if context is None:
            return
        if any(isinstance(event, ModesChanged | OptionsChanged) for event in events):
            await note_asking(context, self.wanted.brand)
        for event in events:
            if isinstance(event, CallChanged) and event.part.status is CallStatus.COMPLETED:
                judged = await gate.judged(context, event.part)
                if judged is not None:
                    await context.record(judged)

    async def _close(self) -> LinkEnd:
        """A person has closed the session."""
        state = await self.desk.sessions.state(self.session)
        if self.facts is not None and self.facts.closes and self.context is not None and not state.deleted:
            call = messages.close_session(self.context.conversation, facts=self.facts)
            await quietly(self.link.ask(call, seconds=CLOSE_SECONDS))
        return LinkEnd("The session was closed.")

    async def _finish(self, *, failed: bool) -> None:
        """Whatever is under way ends with the agent."""
        tasks = [task for task in (self._beginning, self._turn) if task is not None]
        await self.obedience.end()
        await self.link.end()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await quietly(self.link.pump.settle(failed=failed))
        context = self._known_client.context
        await quietly(end_open(context, Ending.AGENT_GONE))
