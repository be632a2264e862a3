"""An agent's program with our connection to it, and a client that takes each line as a session's driver does."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from countermark.agents.acp import messages
from countermark.agents.acp.connection import AcpConnection
from countermark.agents.acp.lines import AgentLine, LineKind, Message
from countermark.agents.acp.negotiation import check_agreed
from countermark.agents.launch import Launch
from countermark.agents.process import AgentProcess
from countermark.agents.running import FOLDER
from countermark.model.sessions.offers import AgentFacts
from tests.contract.acp.ordinary_agent import CONVERSATION

PROGRAM = Path(__file__).with_name("misbehaving_agent.py")
PATIENCE_S = 60.0  # on a busy machine
FACTS = AgentFacts(protocol=1)


@dataclass
class AtWork:
    """What has come and gone, in order."""

    process: AgentProcess
    connection: AcpConnection
    folder: Path
    lines: list[AgentLine] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)  # answers that nobody waits for
    written: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)  # on stderr
    batches: int = 0
    asked: asyncio.Event = field(default_factory=asyncio.Event)  # for a permission
    grants: bool = True  # answers a permission
    over: asyncio.Event = field(default_factory=asyncio.Event)

    async def begin(self) -> None:
        said = await self.ask(messages.initialize("0", terminals=False, protocol=1))
        check_agreed(said, offered=1, is_last=True)
        await self.ask(messages.new_session(str(self.folder), folders=(), servers=(), facts=FACTS))

    async def ask(self, call: messages.Call, *, seconds: float = PATIENCE_S) -> Any:
        return await self.connection.ask(*call, seconds=seconds)

    async def turn(self, *, seconds: float = PATIENCE_S) -> object:
        """Why a turn stopped."""
        result = await self.ask(words("Go on."), seconds=seconds)
        return result["stopReason"]

    @property
    def texts(self) -> list[str]:
        """What the agent has told of any conversation, chunk by chunk."""
        updates = [each["params"] for each in self.messages if each.get("method") == "session/update"]
        contents = [each["update"].get("content") for each in updates if isinstance(each, dict) and "update" in each]
        return [each["text"] for each in contents if isinstance(each, dict) and "text" in each]

    @property
    def messages(self) -> list[Message]:
        """One of each line, also of those that were read together."""
        return [
            message
            for line in self.lines
            for message in (map(json.loads, (line.text, *line.more)) if line.more else [line.message])
        ]

    @property
    def junk(self) -> list[AgentLine]:
        return [line for line in self.lines if line.kind is LineKind.JUNK]

    async def take(self) -> None:
        async for batch in self.connection.batches():
            self.batches += 1
            for line in batch:
                self.lines.append(line)
                await self._act(line)
        self.over.set()

    async def _act(self, line: AgentLine) -> None:
        if line.kind is LineKind.ANSWER:
            odd = self.connection.settle(line.message)
            self.odd += [] if odd is None else [odd]
        elif line.kind is LineKind.REQUEST and line.message["method"] == "session/request_permission":
            self.asked.set()
            if self.grants:
                options = line.message["params"]["options"]
                once = next(each["optionId"] for each in options if dict(each).get("kind") != "reject_once")
                await self.connection.answer(line.message, {"outcome": {"outcome": "selected", "optionId": once}})
        elif line.kind is LineKind.REQUEST:
            await self.connection.refuse_unknown(line.message)


@asynccontextmanager
async def at_work(mode: str, folder: Path) -> AsyncIterator[AtWork]:
    """A misbehaving agent in one of its modes."""
    async with running((sys.executable, str(PROGRAM), mode), folder) as work:
        yield work


@asynccontextmanager
async def running(
    command: Sequence[str], folder: Path, *, environment: Mapping[str, str] = os.environ, longest: int | None = None
) -> AsyncIterator[AtWork]:
    """Any program; when this ends, nothing of it is left."""
    said = list[str]()
    launch = Launch(tuple(command), str(folder), environment)
    process = AgentProcess.start(launch, records=folder / FOLDER, said=said.extend)
    written = list[str]()

    async def keep(line: str) -> None:
        written.append(line)

    connection = AcpConnection(process.stdin, keep=keep, longest=longest)
    connection.reads(process.read(connection.took, ended=connection.ended))
    work = AtWork(process, connection, folder, written=written, said=said)
    taking = asyncio.create_task(work.take())
    try:
        yield work
    finally:
        exit_ = await process.end(close_seconds=0.5, grace_seconds=0.5)
        connection.close(f"The agent {exit_.words}.")
        async with asyncio.timeout(PATIENCE_S):
            await taking
        assert list((folder / FOLDER).glob("*")) == []


def words(text: str) -> messages.Call:
    return messages.prompt(CONVERSATION, [{"type": "text", "text": text}], facts=FACTS)


async def until(is_so: asyncio.Event) -> None:
    async with asyncio.timeout(PATIENCE_S):
        await is_so.wait()


async def becomes_true(is_so: Callable[[], bool]) -> None:
    """Look again and again."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            if is_so():
                return
            await asyncio.sleep(0.01)


async def says(work: AtWork, text: str) -> None:
    """Wait until the agent has said this."""
    await becomes_true(lambda: text in work.texts)


def runs(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(") ")[2]
    except OSError:
        return False
    return not fields.startswith("Z")
