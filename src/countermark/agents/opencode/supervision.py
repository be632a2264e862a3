"""The lines to all attached servers, held as long as the hub runs."""

import asyncio
import logging
from contextlib import suppress
from typing import NoReturn

from countermark.actions.desk import Desk
from countermark.agents.opencode.line import AgentLine
from countermark.first_completed import first_completed, tasks_of
from countermark.model.agent_servers import AgentServer
from countermark.model.gate_settings import GateSettings

logger = logging.getLogger(__name__)

AGAIN_SECONDS = 5.0
Held = dict[tuple[AgentServer, int], asyncio.Task[NoReturn]]


async def hold_all(desk: Desk, gate: GateSettings) -> NoReturn:
    """A line for each server; one that is attached, changed or detached is noticed at once."""
    held: Held = {}
    try:
        while True:
            desk.servers.changed.clear()
            servers = await desk.read(lambda reader: reader.agent_servers())
            wanted = {(server, desk.servers.renewed(server.id)) for server in servers}
            await end_lines(held, [each for each in held if each not in wanted])
            for each in wanted - held.keys():
                held[each] = asyncio.create_task(AgentLine(desk, gate, each[0]).hold())
            async with tasks_of(desk.servers.changed.wait()) as [changed]:
                await first_completed([changed, *held.values()])
            await drop_failed(held)
    finally:
        await end_lines(held, list(held))


async def drop_failed(held: Held) -> None:
    """A line that a fault of ours has ended is begun anew, after a moment."""
    failed = [each for each, task in held.items() if task.done()]
    for each in failed:
        logger.error("the line to %s ended", each[0].address, exc_info=held.pop(each).exception())
        await asyncio.sleep(AGAIN_SECONDS)


async def end_lines(held: Held, ending: list[tuple[AgentServer, int]]) -> None:
    """End some of the lines, and wait until they have ended."""
    tasks = [held.pop(each) for each in ending]
    for task in tasks:
        task.cancel()
    for task in tasks:
        with suppress(asyncio.CancelledError):
            await task
