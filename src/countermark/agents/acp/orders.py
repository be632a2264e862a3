"""What a person orders at a live session: each order is done beside the turn, and whoever gave it hears how it went."""

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Any, assert_never

from countermark.agents.acp import messages
from countermark.agents.acp.beginning import ADJUST_SECONDS, choose_mode, said
from countermark.agents.acp.choices import option_call
from countermark.agents.acp.context import SessionContext
from countermark.agents.acp.link_ends import LinkEnd
from countermark.agents.acp.waiting import end_open
from countermark.model.asked import Ending
from countermark.model.errors import AgentRefused, Conflict, CountermarkError, NotFound
from countermark.model.sessions.events import CancelAsked, Closed, Noticed
from countermark.model.sessions.offers import AuthKind, AuthMethod
from countermark.model.sessions.orders import (
    Cancel,
    Connect,
    DeleteConversation,
    Disconnect,
    Order,
    SetMode,
    SetOption,
    SignIn,
    SignOut,
)
from countermark.model.sessions.parts import NoticePart

if TYPE_CHECKING:
    from countermark.agents.acp.live import Live

logger = logging.getLogger(__name__)

CANCEL_SECONDS = 30.0  # for an agent to end its turn
LOOK_SECONDS = 0.5
SIGN_IN_SECONDS = 900.0  # a person does it in a browser
NO_CONVERSATION = "The agent has no conversation yet."
Given = tuple[Order, "asyncio.Future[None]"]


class Obedience:
    """Takes the orders of one connection."""

    def __init__(self, live: "Live") -> None:
        self._live = live
        self._wishes: list[Order] = []
        self._tasks = set[asyncio.Task[None]]()
        self._signing: asyncio.Task[None] | None = None

    def take(self) -> None:
        """Begin what was ordered since the last look."""
        wishes, self._wishes = self._wishes, []
        for order in wishes:
            self._start(self._wished(order))
        for given in self._live.desk.sessions.next_orders(self._live.session):
            self._start(self._ordered(given))

    def wish(self, order: Order) -> None:
        """The desk itself wants something; nobody waits for it."""
        self._wishes.append(order)
        self._live.desk.sessions.wake(self._live.session)

    async def end(self) -> None:
        """No more is done."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def notice(self, title: str, words: str) -> None:
        """The desk says something in the ledger."""
        desk = self._live.desk
        part = NoticePart(desk.new_id("no"), desk.now(), "warning", title, words, by_desk=True)
        await self._live.link.record(Noticed(part))

    def _start(self, work: Any) -> asyncio.Task[None]:
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _ordered(self, given: Given) -> None:
        order, done = given
        if isinstance(order, Disconnect):
            self._live.waiting_for_end.append(done)
        try:
            await self._obey(order)
        except CountermarkError as error:
            if not done.done():
                done.set_exception(error)
        except asyncio.CancelledError:
            if not done.done():
                done.set_exception(Conflict("The agent has ended meanwhile.", hint="Connect it again."))
            raise
        else:
            if not done.done() and not isinstance(order, Disconnect):
                done.set_result(None)

    async def _wished(self, order: Order) -> None:
        try:
            await self._obey(order)
        except CountermarkError as error:
            logger.warning("session %s: %s was not done: %s", self._live.session, order, error)

    async def _obey(self, order: Order) -> None:
        live = self._live
        match order:
            case Connect():
                state = await live.desk.sessions.state(live.session)
                if state.sign_in is not None:  # the person has signed in in a terminal
                    live.end(LinkEnd("It is started anew after the sign-in.", again=True))
            case Disconnect():
                live.end(LinkEnd("It was disconnected."))
            case SetMode(mode):
                await self._set_mode(mode)
            case SetOption(option, value):
                await self._set_option(option, value)
            case SignIn(method):
                self._sign_in(method)
            case SignOut():
                await self._sign_out()
            case Cancel():
                await self._cancel()
            case DeleteConversation():
                await self._delete()
            case _:
                assert_never(order)

    async def _ask(self, call: messages.Call) -> None:
        try:
            await self._live.link.ask(call, seconds=ADJUST_SECONDS)
        except AgentRefused as error:
            raise AgentRefused(f"The agent refuses: {said(error)}.", number=error.number) from None

    def _conversation(self) -> str:
        context = self._live.context
        if context is None:
            raise Conflict(NO_CONVERSATION, hint="Wait until it has begun, or sign in first.")
        return context.conversation

    async def _set_mode(self, mode: str) -> None:
        if not await choose_mode(self._live.link, self._conversation(), mode):
            raise NotFound(f"The agent has no mode {mode[:100]!r}.", hint="Look at its modes again.")

    async def _set_option(self, name: str, value: str | bool) -> None:
        call = option_call(self._live.link, self._conversation(), name, value)
        if call is None:
            raise NotFound(f"The agent has no such option {name[:100]!r}.", hint="Look at its options again.")
        await self._ask(call)

    def _sign_in(self, name: str) -> None:
        """It may take as long as a person takes; the end of it is told by events."""
        method = self._method(name)
        match method.kind:
            case AuthKind.AGENT if self._signing is not None and not self._signing.done():
                raise Conflict(
                    "A sign-in is under way.", hint="Go on where the agent has begun it, or disconnect to begin anew."
                )
            case AuthKind.AGENT:
                self._signing = self._start(self._authenticate(method))
            case AuthKind.TERMINAL:
                raise Conflict(
                    f"This sign-in works in a terminal: {method.command}", hint="Run that, then connect again."
                )
            case _:
                assert_never(method.kind)

    def _method(self, name: str) -> AuthMethod:
        facts = self._live.facts
        known = {method.id: method for method in (() if facts is None else facts.auth)}
        if name not in known:
            raise NotFound(f"The agent has no sign-in {name[:100]!r}.", hint="Look at its methods again.")
        return known[name]

    async def _authenticate(self, method: AuthMethod) -> None:
        try:
            call = messages.authenticate(method, protocol=self._live.link.pump.hearing.protocol)
            await self._live.link.ask(call, seconds=SIGN_IN_SECONDS)
        except AgentRefused as error:
            await self.notice(f"The sign-in {method.name} has failed", said(error))
        except CountermarkError as error:
            await self.notice(f"The sign-in {method.name} has failed", str(error))
        else:
            self._live.begin_again()

    async def _sign_out(self) -> None:
        facts = self._live.facts
        if facts is None or not facts.signs_out:
            raise Conflict("This agent offers no sign-out.", hint="Sign out with its own program.")
        await self._ask(messages.logout(facts=facts))

    async def _delete(self) -> None:
        facts, conversation = self._live.facts, self._conversation()
        if facts is None or not facts.deletes:
            raise Conflict("This agent does not delete conversations.", hint="Close the session instead.")
        await self._ask(messages.delete_session(conversation, facts=facts))
        await self._live.link.record(Closed(deleted=True))

    async def _cancel(self) -> None:
        """Stop the turn: whatever waits for an answer hears that, and the turn ends with its own answer."""
        live, context = self._live, self._live.context
        state = await live.desk.sessions.state(live.session)
        if context is None or state.taken is None:
            raise Conflict("Nothing is under way.", hint="Take back what waits instead.")
        if not state.cancelling:
            await live.link.record(CancelAsked())
            await live.link.connection.notify(*messages.cancel(context.conversation))
            self._start(self._watch(context, state.taken))
        await end_open(context, Ending.TURN_ENDED)

    async def _watch(self, context: SessionContext, prompt: str) -> None:
        """An agent that does not stop is ended; what it has begun to ask at that moment waits no longer."""
        until = time.monotonic() + CANCEL_SECONDS
        while time.monotonic() < until:
            await asyncio.sleep(LOOK_SECONDS)
            if (await context.state()).taken != prompt:
                return
            await end_open(context, Ending.TURN_ENDED)
        why = f"The agent did not stop within {CANCEL_SECONDS:.0f} seconds, so its program was ended."
        self._live.end(LinkEnd(why))
