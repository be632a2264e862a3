"""The requests of one server that are under way: which are undecided, which noes wait for others, which are told.

OpenCode takes one *reject* as a no to everything that the session has pending at that moment. So a no with words is
told only when nothing of its session is undecided any longer: every allow has gone before it, and noes go together. No
agent waits longer for that: its turn goes on when the last of these calls has ended, whatever their order.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from countermark.agents.opencode.heard import RequestName
from countermark.model.asked import Ending
from countermark.model.items import ItemVersion

MOST_UNDER_WAY = 300  # of one server; what comes beyond that is looked for again when there is room
REJECTED_TOGETHER_SECONDS = 10.0  # in which OpenCode tells of what it has rejected along with another


@dataclass
class UnderWay:
    """One request under way."""

    name: RequestName
    version: ItemVersion | None = None  # once it is asked at the desk
    title: str = ""
    decided: bool = False
    refusal: str | None = None  # the words of a no that is to be told
    is_told: bool = False  # an answer is on its way to the server
    settled: Ending | None = None  # the server has said that it is over
    confirmed: bool = False  # the server has said so after we told it


@dataclass
class RequestBook:
    """All of one server, by their ids."""

    clock: Callable[[], float] = time.monotonic
    _pending: dict[str, UnderWay] = field(default_factory=dict)
    _rejected: dict[str, float] = field(default_factory=dict)  # when a session's requests were last rejected
    _moved: asyncio.Condition = field(default_factory=asyncio.Condition)

    @property
    def is_full(self) -> bool:
        """Whether no more may come under way now."""
        return len(self._pending) >= MOST_UNDER_WAY

    def enter(self, name: RequestName) -> UnderWay | None:
        """A request that comes under way; None for one that is already, and where there is no room."""
        if name.id in self._pending or self.is_full:
            return None
        pending = self._pending[name.id] = UnderWay(name)
        return pending

    async def leave(self, pending: UnderWay) -> None:
        """It is under way no longer."""
        self._pending.pop(pending.name.id, None)
        await self.note_moved()

    def find(self, request: str) -> UnderWay | None:
        """A request under way."""
        return self._pending.get(request)

    def of_session(self, session: str) -> Sequence[UnderWay]:
        """All of a session."""
        return [each for each in self._pending.values() if each.name.session == session]

    def is_undecided(self, session: str) -> bool:
        """Whether a permission of a session has no answer yet."""
        return any(not each.decided and not each.name.is_question for each in self.of_session(session))

    async def note_moved(self) -> None:
        """Something has been decided, or is over."""
        async with self._moved:
            self._moved.notify_all()

    async def refuse(self, pending: UnderWay, words: str) -> Sequence[UnderWay]:
        """Wait until a no may be told; returns all that it answers, none where another's no answers it already."""
        pending.refusal = words
        session = pending.name.session
        async with self._moved:
            self._moved.notify_all()
            await self._moved.wait_for(lambda: pending.is_told or not self.is_undecided(session))
            if pending.is_told:
                return ()
            others = [each for each in self.of_session(session) if each.refusal is not None and not each.is_told]
            together = [pending, *(each for each in others if each is not pending)]
            for each in together:
                each.is_told = True
            self._moved.notify_all()
        return together

    def note_rejection(self, session: str) -> None:
        """A no goes out: the server rejects everything else of the session with it."""
        self._rejected[session] = self.clock()

    def ending_by_server(self, session: str, *, rejected: bool) -> Ending:
        """How a request ended that the server calls settled, and that nobody has answered here."""
        at = self._rejected.get(session)
        if rejected and at is not None and self.clock() - at < REJECTED_TOGETHER_SECONDS:
            return Ending.TURN_ENDED  # by our no to another one: its turn ends with it
        return Ending.ANSWERED_IN_TERMINAL


def words_together(refused: Sequence[UnderWay]) -> str:
    """The words of several noes in one: OpenCode hands on those of one, and none for the others."""
    first, *others = refused
    also = [f"Not allowed either: {each.title}\n{each.refusal}" for each in others]
    return "\n\n".join([first.refusal or "", *also])
