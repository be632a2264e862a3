"""Lines of one connection, both ways: kept first, then translated, recorded and whispered, then acted upon."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from countermark.actions.desk import Desk
from countermark.actions.images import add_image
from countermark.actions.sessions.recording import keep_lines, record
from countermark.agents.acp.lines import UPDATE, LineKind, Message
from countermark.agents.acp.live_view import LiveView
from countermark.agents.acp.translate.hearing import Hearing
from countermark.model.actors import Actor
from countermark.model.errors import BadInput, Busy, TooLarge
from countermark.model.sessions.events import SessionEvent, TitleChanged
from countermark.model.sessions.parts import TerminalOutput
from countermark.model.sessions.state import SessionState
from countermark.model.sessions.values import Direction

STROKE_SECONDS = 0.05  # between two batches of what streams, and two looks at what is open: no eye sees more
LATE_SECONDS = 2.0  # after which words outside of a turn are taken to be finished
MOST_LINES = 2000  # that wait to be kept; then whoever reads them waits
MOST_TOGETHER = 200  # of these are recorded in one transaction: other sessions write between two of them


class HeardLine(NamedTuple):
    """One line, and the message in it if there is one; or several lines that say one message in pieces."""

    at: int
    direction: Direction
    text: str
    kind: LineKind | None  # of a message of the agent
    message: Any  # None where there is none
    more: Sequence[str] = ()  # the lines right behind it that belong to its message


class LinePump:
    """Takes the lines of one connection in their order.

    `acted` is called with each message of the agent that is no update, once everything until then is recorded;
    `recorded` with the events that were recorded.
    """

    def __init__(
        self, desk: Desk, session: str, state: SessionState, *, by: Actor, acted: Callable[[LineKind, Message], None],
        recorded: Callable[[Sequence[SessionEvent]], Awaitable[None]],
    ) -> None:  # fmt: skip
        self.hearing = Hearing(state)
        self._desk = desk
        self._session = session
        self._number = state.number
        self._by = by
        self._acted = acted
        self._recorded = recorded
        self._view = LiveView(desk, session)
        self._lines: list[HeardLine] = []
        self._count = 0  # of lines, those of pieces each
        self._wake = asyncio.Event()
        self._drained = asyncio.Event()
        self._drained.set()
        self._urgent = asyncio.Event()  # somebody waits for what was added
        self._line = 0  # the number of the last one that was taken
        self._shown_at = 0.0
        self._title = ""  # the agent's own for the session
        self._is_due = False  # something open is not shown yet

    def add(self, *lines: HeardLine) -> None:
        """Lines that were written or have come."""
        self._lines += lines
        self._count += sum(1 + len(line.more) for line in lines)
        self._drained.clear()
        self._wake.set()
        if self._count >= MOST_LINES or not all(map(can_wait, lines)):
            self._urgent.set()

    async def room(self) -> None:
        """Wait until not too many lines wait."""
        while self._count >= MOST_LINES:
            await self._drained.wait()

    async def drained(self) -> None:
        """Wait until all lines that were added are recorded."""
        while self._lines or not self._drained.is_set():
            self._urgent.set()
            await self._drained.wait()

    def terminal(self, terminal: TerminalOutput, *, ended: bool) -> None:
        """A terminal of the desk has printed more, or has ended."""
        self.hearing.translation.terminal(terminal, line=self._line, at=self._desk.now(), ended=ended)
        self._wake.set()

    async def run(self) -> None:
        """Take lines for ever."""
        while True:
            await self._next_stroke()
            await self._gather()
            self._wake.clear()
            self._urgent.clear()
            await self._take(self._next_batch())
            if not self._lines:
                self._drained.set()

    def _next_batch(self) -> Sequence[HeardLine]:
        """The next lines; of very many the first ones, and the rest at once after them."""
        batch, self._lines = self._lines[:MOST_TOGETHER], self._lines[MOST_TOGETHER:]
        self._count -= sum(1 + len(line.more) for line in batch)
        if self._lines:
            self._wake.set()
            self._urgent.set()
        return batch

    async def settle(self, *, failed: bool) -> None:
        """Nothing more comes: what is open is recorded as it is."""
        translation, at = self.hearing.translation, self._desk.now()
        translation.settle(at=at, whole=False)
        if failed:
            translation.broken_off(at=at)
        await self._record()
        self._view.end()

    async def _next_stroke(self) -> None:
        """Until there are lines; what is open and was not shown for a moment is shown meanwhile."""
        hearing = self.hearing
        is_late = hearing.prompt is None and hearing.translation.open is not None  # no turn's end will finish it
        if not self._is_due and not is_late:
            await self._wake.wait()
            return
        try:
            async with asyncio.timeout(STROKE_SECONDS if self._is_due else LATE_SECONDS):
                await self._wake.wait()
        except TimeoutError:
            if not self._is_due:
                hearing.translation.close_message()

    async def _gather(self) -> None:
        """Until the next stroke: nothing is shown before it, and each transaction costs as much as a thousand lines."""
        left = self._shown_at + STROKE_SECONDS - time.monotonic()
        if not self._lines or left <= 0:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(left):
                await self._urgent.wait()

    async def _take(self, batch: Sequence[HeardLine]) -> None:
        if batch:
            rows = [(line.at, line.direction, text) for line in batch for text in (line.text, *line.more)]
            last = await keep_lines(self._desk, self._session, rows)
            number = last - len(rows) + 1
            for line in batch:
                self.hearing.take(line.direction, line.message, line=number, at=line.at)
                number += 1 + len(line.more)
            self._line = last
        self.hearing.translation.stroke(at=self._desk.now())
        await self._record()
        self._show()
        for line in batch:
            if line.kind is not None and line.message.get("method") != UPDATE:
                self._acted(line.kind, line.message)

    async def _record(self) -> None:
        translation = self.hearing.translation
        events = [event for event in translation.take_events() if self._is_wanted(event)]
        if not events:
            return
        self._view.turn_to(translation.open)  # nothing is whispered of a message behind the event that tells it
        for content in translation.take_images().values():
            with suppress(TooLarge, BadInput, Busy):  # the event names it all the same, and says which kind it is
                await add_image(self._desk, content, by=self._by)
        represented = self.hearing.represented(self._line)
        state = await record(self._desk, self._session, events, line=represented, by=self._by)
        self._number = state.number
        await self._recorded(events)

    def _show(self) -> None:
        """Once for each stroke: what came within it is said together."""
        now = time.monotonic()
        self._is_due = now - self._shown_at < STROKE_SECONDS
        if not self._is_due:
            self._shown_at = now
            self._view.refresh(self.hearing.translation, number=self._number)

    def _is_wanted(self, event: SessionEvent) -> bool:
        """What the agent calls the session counts until a person calls it something else."""
        if not isinstance(event, TitleChanged):
            return True
        known = self._desk.sessions.known(self._session)
        if known is not None and known.title not in ("", self._title):
            return False
        self._title = event.title
        return True


def can_wait(line: HeardLine) -> bool:
    """Whether nobody waits for what comes of a line: an update, or what is only kept."""
    if line.kind is None:
        return line.direction in (Direction.STDERR, Direction.JUNK)
    return bool(line.message.get("method") == UPDATE)
