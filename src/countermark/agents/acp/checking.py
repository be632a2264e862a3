"""Starts an agent once, hears what it says of itself, and ends it: no conversation is begun, nothing is recorded."""

import asyncio
import os
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from countermark.agents.acp.connection import AcpConnection
from countermark.agents.acp.lines import LineKind
from countermark.agents.acp.messages import initialize
from countermark.agents.acp.negotiation import SpeaksOther, check_agreed, check_refusal
from countermark.agents.acp.translate.offers import facts_of
from countermark.agents.acp.translate.versions import FIRST
from countermark.agents.launch import Launch, LoginPath, prepare
from countermark.agents.launch_brands import LaunchBrand
from countermark.agents.process import AgentProcess
from countermark.agents.running import FOLDER
from countermark.model.errors import AgentFailed, AgentGone, AgentRefused, AgentSilent
from countermark.model.sessions.offers import AgentFacts

CHECK_SECONDS = 300.0  # npx and its like fetch hundreds of megabytes at a first start
LONGEST_SAID = 300


@dataclass(frozen=True)
class AgentCheck:
    """What an agent says of itself, and how long it took to say so."""

    command: Sequence[str]  # that was started, with the whole path of the program
    startup_ms: int
    facts: AgentFacts


async def check_agent(
    brand: LaunchBrand, home: Path, *, version: str, login: LoginPath, seconds: float = CHECK_SECONDS
) -> AgentCheck:
    """Start, ask, end; `version` is our own. Raises `AgentFailed` with what the agent has written to stderr last."""
    with tempfile.TemporaryDirectory(prefix="countermark-check-") as folder:
        async with visit(brand, brand.command_line, folder, home, version=version, login=login, seconds=seconds) as it:
            return it.check


@dataclass(frozen=True)
class Visit:
    """An agent that runs for a few questions, without a conversation."""

    check: AgentCheck
    connection: AcpConnection


@asynccontextmanager
async def visit(
    brand: LaunchBrand, command: Sequence[str], folder: str, home: Path, *, version: str, login: LoginPath,
    seconds: float = CHECK_SECONDS,
) -> AsyncIterator[Visit]:  # fmt: skip
    """Start an agent and hear what it can do; its program ends with the block, with all that it has started.

    One that speaks another version of the protocol than it is offered is started once more. `seconds` are for its
    answer to that. Raises `AgentFailed` with what the agent has written to stderr last.
    """
    launch = await prepare(
        command, folder=folder, own=brand.env, environment=os.environ, login=login
    )  # the environment of the hub, as for a session
    async with AsyncExitStack() as stack:
        try:
            it = await stack.enter_async_context(started(launch, home, version, seconds, offered=brand.protocol))
        except SpeaksOther as other:
            last = started(launch, home, version, seconds, offered=other.version, is_last=True)
            it = await stack.enter_async_context(last)
        yield it


@asynccontextmanager
async def started(
    launch: Launch, home: Path, version: str, seconds: float, *, offered: int, is_last: bool = False
) -> AsyncIterator[Visit]:
    """The same in one version of the protocol. Raises `SpeaksOther`, too, before the block."""
    began = time.monotonic()
    process = AgentProcess.start(launch, records=home / FOLDER, said=lambda _: None)
    connection = AcpConnection(process.stdin, keep=forget)
    connection.reads(process.read(connection.took, ended=connection.ended))
    reading = asyncio.create_task(read(connection))
    try:
        result = await answer(connection, version, seconds, offered=offered, is_last=is_last)
        facts = facts_of(result, command=launch.command)
        yield Visit(AgentCheck(launch.command, round((time.monotonic() - began) * 1000), facts), connection)
    except AgentGone:
        ended = await process.end()
        raise AgentGone(f"The agent {ended.words}.{last_words(process)}") from None
    except AgentSilent as error:
        raise AgentSilent(f"{error}{last_words(process)}", hint=error.hint) from None
    finally:
        await process.end()
        connection.close("The check is over.")
        await reading


async def answer(connection: AcpConnection, version: str, seconds: float, *, offered: int, is_last: bool) -> Any:
    """What it says of itself. Raises `AgentFailed` or `SpeaksOther`."""
    try:
        result = await connection.ask(*initialize(version, terminals=False, protocol=offered), seconds=seconds)
    except AgentRefused as error:
        check_refusal(error, offered=offered, is_last=is_last)
        raise
    except AgentGone:
        if offered != FIRST and not is_last:
            raise SpeaksOther(FIRST) from None
        raise
    check_agreed(result, offered=offered, is_last=is_last)
    return result


async def forget(_: str) -> None:
    """A check keeps no line."""


async def read(connection: AcpConnection) -> None:
    """Take what the agent says until it ends; what it asks for is not there."""
    async for batch in connection.batches():
        for line in batch:
            if line.kind is LineKind.ANSWER:
                connection.settle(line.message)
            elif line.kind is LineKind.REQUEST:
                with suppress(AgentFailed):  # it has ended
                    await connection.refuse_unknown(line.message)
    connection.close("It has closed its output.")


def last_words(process: AgentProcess) -> str:
    """The last line on its stderr, as a sentence behind another one; nothing if there is none."""
    lines = [line for line in process.said.end.splitlines() if line.strip()]
    return f" Its last words: {lines[-1].strip()[:LONGEST_SAID]}" if lines else ""
