"""What is in memory of sessions: their states, who waits for a change, what is open now, and a person's orders."""

import asyncio
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from countermark.actions.live_sessions.file_lists import FileLists
from countermark.actions.live_sessions.states import state_in
from countermark.model.errors import Conflict, WorkNotDone
from countermark.model.sessions.orders import Connect, OpenParts, Order
from countermark.model.sessions.state import SessionState
from countermark.store.base import Reader, Store

MOST_STATES = 64
ORDER_SECONDS = 60.0  # longer than any agent takes for a mode or an option; a sign-in tells its end by events
NO_RUNNER = "The agent's program does not run."
Given = tuple[Order, "asyncio.Future[None]"]


class LiveSessions:
    """`desk.sessions`. All but `known` is for the event loop alone."""

    def __init__(self, store: Store) -> None:
        self.anything = (
            asyncio.Event()
        )  # a session was opened, or wants its program: the supervisor looks, and clears it
        self.files = FileLists()
        self._store = store
        self._states: OrderedDict[str, SessionState] = OrderedDict()
        self._changed: dict[str, asyncio.Event] = {}
        self._open: dict[str, OpenParts] = {}
        self._orders: dict[str, list[Given]] = {}
        self._held: set[str] = set()
        self._secrets: dict[str, frozenset[str]] = {}

    async def state(self, session_id: str) -> SessionState:
        """The state of a session as it is stored. Raises `NotFound`."""
        known = self.known(session_id)

        def work(reader: Reader) -> SessionState:
            return state_in(reader, session_id, known=known)

        state = await self._store.read(work)
        self._keep(session_id, state)
        return state

    def known(self, session_id: str) -> SessionState | None:
        """A state in memory; others may have written since. From any thread."""
        return self._states.get(session_id)

    def hold(self, session_id: str, state: SessionState) -> None:
        """A change of this hub has made this state: whoever waits for the session is woken."""
        self._keep(session_id, state)
        self.wake(session_id)

    def wake(self, session_id: str) -> None:
        """Wake who waits for this session, and the supervisor."""
        self.changed(session_id).set()
        self.anything.set()

    def changed(self, session_id: str) -> asyncio.Event:
        """An event that every change of the session sets; who waits for it clears it."""
        return self._changed.setdefault(session_id, asyncio.Event())

    def hide(self, session_id: str, secrets: frozenset[str]) -> None:
        """What its agent is given and has no place in the journal; the agent may say it all the same."""
        self._secrets[session_id] = secrets

    def hidden(self, session_id: str) -> frozenset[str]:
        """What this hub has given to the session's agent. From any thread."""
        return self._secrets.get(session_id, frozenset())

    def show(self, session_id: str, parts: OpenParts) -> None:
        """What the session shows beyond its events from now on."""
        self._open[session_id] = parts

    def shown(self, session_id: str) -> OpenParts:
        """What it shows beyond its events."""
        return self._open.get(session_id, OpenParts())

    async def order(self, session_id: str, order: Order) -> None:
        """Have the session's runner do something, and wait until it is done.

        Raises what the runner answers with, `Conflict` where there is none, `WorkNotDone` when it takes too long.
        """
        if session_id not in self._held and not isinstance(order, Connect):
            raise Conflict(NO_RUNNER, hint="Connect it first.")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._orders.setdefault(session_id, []).append((order, done))
        self.wake(session_id)
        try:
            async with asyncio.timeout(ORDER_SECONDS):
                await done
        except TimeoutError:
            raise WorkNotDone(f"The agent has not answered within {ORDER_SECONDS:.0f} seconds.") from None
        finally:
            with suppress(ValueError):  # a runner has it
                self._orders.get(session_id, []).remove((order, done))

    def next_orders(self, session_id: str) -> Sequence[Given]:
        """The orders that came since the last look; the runner sets the result or the exception of each future."""
        return [each for each in self._orders.pop(session_id, []) if not each[1].done()]

    def ordered(self) -> Sequence[str]:
        """The sessions for which there are orders that nobody has looked at."""
        return [session for session, orders in self._orders.items() if orders]

    @contextmanager
    def held(self, session_id: str) -> Iterator[None]:
        """While inside, a runner holds the session: it answers the orders."""
        self._held.add(session_id)
        try:
            yield
        finally:
            self._held.discard(session_id)
            self._open.pop(session_id, None)
            for _, done in self.next_orders(session_id):
                done.set_exception(Conflict(NO_RUNNER, hint="Connect it again."))

    def is_held(self, session_id: str) -> bool:
        """Whether a runner holds it."""
        return session_id in self._held

    def drives(self, agent: str, conversation: str | None) -> bool:
        """Whether a runner holds this conversation of an agent: what it asks its person comes to the desk by it."""
        held = (self.known(session) for session in self._held)
        names = {(state.agent, state.conversation) for state in held if state is not None}
        return conversation is not None and (agent, conversation) in names

    def forget(self, session_id: str) -> None:
        """The session is gone."""
        self.wake(session_id)  # its runner finds that there is no such session
        for kept in (self._states, self._changed, self._open, self._orders, self._secrets):
            kept.pop(session_id, None)

    def _keep(self, session_id: str, state: SessionState) -> None:
        known = self._states.get(session_id)
        if known is None or known.number <= state.number:
            self._states[session_id] = state
        self._states.move_to_end(session_id)
        while len(self._states) > MOST_STATES:
            self._states.popitem(last=False)
