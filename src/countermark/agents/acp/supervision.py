"""All sessions whose agents run, held as long as the hub runs; what a killed hub has left is tidied up first."""

import asyncio
import logging
from collections.abc import Sequence
from typing import NoReturn

from countermark.actions.desk import Desk
from countermark.actions.sessions.reading import list_sessions
from countermark.actions.sessions.recovering import left_behind
from countermark.agents.acp.recovery import recover
from countermark.agents.acp.runner import Runner
from countermark.agents.launch import LoginPath
from countermark.agents.running import FOLDER, end_left
from countermark.model.errors import NotFound
from countermark.model.gate_settings import GateSettings
from countermark.model.sessions.happenings import SessionOpened
from countermark.model.sessions.values import Connection

logger = logging.getLogger(__name__)


async def hold_sessions(desk: Desk, gate: GateSettings) -> NoReturn:
    """Drive the agent of each session that a person has opened or connects."""
    since = desk.feed.head
    await asyncio.to_thread(end_left, desk.home / FOLDER)
    for session in await left_behind(desk):
        await recover(desk, gate, session.id)
    held = HeldSessions(desk, gate)
    try:
        for name in await never_started(desk):
            held.hold(name)
        following = asyncio.create_task(held.follow_openings(since))
        try:
            await held.follow_orders()
        finally:
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)
    finally:
        await held.end()


async def never_started(desk: Desk) -> Sequence[str]:
    """Sessions that were opened right before the last hub ended."""
    names = list[str]()
    for session in await list_sessions(desk):
        if session.connection is Connection.DISCONNECTED and session.conversation is None and not session.closed:
            state = await desk.sessions.state(session.id)
            if state.command is None:
                names.append(session.id)
    return names


class HeldSessions:
    """One task for each session whose agent runs."""

    def __init__(self, desk: Desk, gate: GateSettings) -> None:
        self._desk = desk
        self._gate = gate
        self._login = LoginPath()
        self._tasks = dict[str, asyncio.Task[None]]()

    def hold(self, session: str) -> None:
        """Drive a session, unless that is done already."""
        if session in self._tasks:
            return
        task = asyncio.create_task(Runner(self._desk, self._gate, session, self._login).run())
        self._tasks[session] = task
        task.add_done_callback(lambda done: self._ended(session, done))

    async def follow_openings(self, since: int) -> None:
        """Hold each session that is opened."""
        async for entry in self._desk.feed.follow(since):
            if entry.kind == SessionOpened.kind:
                self.hold(str(entry.body["session"]))

    async def follow_orders(self) -> NoReturn:
        """Hold each session that a person connects again."""
        sessions = self._desk.sessions
        while True:
            sessions.anything.clear()
            for name in sessions.ordered():
                self.hold(name)
            await sessions.anything.wait()

    async def end(self) -> None:
        """End all of them; each says that the hub was stopped."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _ended(self, session: str, task: "asyncio.Task[None]") -> None:
        del self._tasks[session]
        if not task.cancelled() and (error := task.exception()) is not None and not isinstance(error, NotFound):
            logger.error("session %s has ended by a fault of ours", session, exc_info=error)
        self._desk.sessions.anything.set()  # an order may have come on its way to the end
