"""A running agent with everything that belongs to it: its process, its lines, its terminals; they end together."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any

from countermark.actions.desk import Desk
from countermark.actions.sessions.recording import record
from countermark.agents.acp.client_side import ClientSide
from countermark.agents.acp.connection import AcpConnection
from countermark.agents.acp.lines import AgentLine, LineKind, Message
from countermark.agents.acp.messages import Call
from countermark.agents.acp.pump import HeardLine, LinePump
from countermark.agents.acp.terminals import Terminal, Terminals
from countermark.agents.launch import Launch
from countermark.agents.process import AgentProcess
from countermark.agents.running import FOLDER
from countermark.model import actors
from countermark.model.errors import CountermarkError
from countermark.model.sessions.events import Noticed, SessionEvent
from countermark.model.sessions.given_secrets import shown_servers
from countermark.model.sessions.parts import NoticePart
from countermark.model.sessions.state import SessionState
from countermark.model.sessions.values import Direction

logger = logging.getLogger(__name__)

Recorded = Callable[[Sequence[SessionEvent]], Awaitable[None]]
LAST_SECONDS = 15.0  # for what an agent has said before its end to be recorded
LONGEST_SAID = 300


class AgentLink:
    """One agent from the start of its program until its end; it is never used again."""

    def __init__(
        self, desk: Desk, session: str, agent: str, state: SessionState, launch: Launch, recorded: Recorded
    ) -> None:
        """Start the program. Raises `AgentNotStarted`."""
        self.desk = desk
        self.session = session
        self.by = actors.agent(agent)
        self.launch = launch
        self.client: ClientSide | None = None  # serves its requests
        self.gone = asyncio.Event()  # it has ended, and all that it said is recorded
        self.why_gone = ""
        self.pump = LinePump(desk, session, state, by=self.by, acted=self._act, recorded=recorded)
        self.terminals = Terminals(self._printed)
        self._said = ""  # its last line on stderr
        self._has_lost = False  # a message was not read, and the ledger says so
        self._process = AgentProcess.start(launch, records=desk.home / FOLDER, said=self._hear_stderr)
        self.connection = AcpConnection(self._process.stdin, keep=self._keep)
        self.connection.reads(self._process.read(self.connection.took, ended=self.connection.ended))
        self._pumping = asyncio.create_task(self.pump.run())
        self._reading = asyncio.create_task(self._read())
        self._pumping.add_done_callback(self._pump_ended)

    async def ask(self, call: Call, *, seconds: float) -> Any:
        """The result of a request. Raises `AgentFailed`."""
        return await self.connection.ask(*call, seconds=seconds)

    async def record(self, *events: SessionEvent) -> None:
        """Something happens in the session that stands for no line. Raises `NotFound` or `StoreFailed`."""
        await record(self.desk, self.session, events, line=0, by=self.by)

    async def end(self) -> None:
        """End the program and all that it has started, and record what it has still said."""
        if self.client is not None:
            await self.client.end()
        await self.terminals.end_all()
        await self._process.end()
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_SECONDS):
                await asyncio.gather(self._reading, return_exceptions=True)
        for task in (self._reading, self._pumping):
            task.cancel()
        await asyncio.gather(self._reading, self._pumping, return_exceptions=True)
        self.connection.close(self.why_gone or "The agent has ended.")

    def _loss(self, why: str) -> NoticePart:
        """What the ledger says, once, of a message that was not read: the agent may wait for its answer."""
        desk = self.desk
        words = f"{why[:1].upper()}{why[1:]}. The traffic has what is kept of it."
        return NoticePart(
            desk.new_id("no"), desk.now(), "warning", "A message of the agent was not read", words, by_desk=True
        )

    async def _keep(self, text: str) -> None:
        """A line that is about to be written."""
        message = json.loads(text)
        self.pump.add(HeardLine(self.desk.now(), Direction.TO_AGENT, kept_text(text, message), None, message))

    def _hear_stderr(self, lines: Sequence[str]) -> None:
        at = self.desk.now()
        self._said = next((line.strip()[:LONGEST_SAID] for line in reversed(lines) if line.strip()), self._said)
        self.pump.add(*(HeardLine(at, Direction.STDERR, line, None, None) for line in lines))

    async def _read(self) -> None:
        """Take its output to the end, then say why there is no more."""
        async for batch in self.connection.batches():
            at = self.desk.now()
            self.pump.add(*(heard_line(at, line) for line in batch))
            if not self._has_lost and (lost := next((line.why for line in batch if line.is_lost), None)) is not None:
                self._has_lost = True
                await quietly(self.record(Noticed(self._loss(lost))))
            await self.pump.room()
        ended = await self._process.end()  # one that only closes its output is of no use any more
        await self.pump.drained()
        last = f" Its last words: {self._said}" if self._said else ""
        self._lose(f"The agent {ended.words}.{last}")

    def _pump_ended(self, task: "asyncio.Task[None]") -> None:
        """What the agent says is taken no further: nobody waits for that."""
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, CountermarkError):
            logger.error("session %s: a line of the agent was not taken", self.session, exc_info=error)
        self._reading.cancel()
        self._lose("What the agent says cannot be stored.")

    def _lose(self, why: str) -> None:
        if not self.gone.is_set():
            self.why_gone = why
            self.connection.close(why)
            self.gone.set()

    def _act(self, kind: LineKind, message: Message) -> None:
        """A message of the agent; everything that came before it is recorded."""
        match kind:
            case LineKind.ANSWER:
                self.connection.settle(message)
            case LineKind.REQUEST if self.client is not None:
                self.client.serve(message)
            case LineKind.NOTIFICATION if self.client is not None:
                self.client.heed(message)
            case _:
                pass

    def _printed(self, terminal: Terminal) -> None:
        self.pump.terminal(terminal.output, ended=terminal.has_ended)


def heard_line(at: int, line: AgentLine) -> HeardLine:
    """A line of the agent as it is taken."""
    if line.kind is LineKind.JUNK:
        return HeardLine(at, Direction.JUNK, line.text, None, None)
    return HeardLine(at, Direction.FROM_AGENT, line.text, line.kind, line.message, line.more)


def kept_text(text: str, message: Message) -> str:
    """A line as it is kept: what an agent's servers are given stands nowhere but in what the session is begun with."""
    params = message.get("params")
    if not isinstance(params, dict) or not params.get("mcpServers"):
        return text
    shown = {**message, "params": {**params, "mcpServers": shown_servers(params["mcpServers"])}}
    return json.dumps(shown, separators=(",", ":"))


async def quietly(work: Awaitable[object]) -> None:
    """Do something on the way to the end that may fail: the agent, or the session, may be gone already."""
    with suppress(CountermarkError):
        await work
