"""The life of one session at its agent: prepared, connected, and ended; what becomes of it is always said."""

import asyncio
import os
import shlex

from countermark.actions.desk import Desk, must
from countermark.actions.live_sessions.live import NO_RUNNER
from countermark.actions.sessions.recording import record
from countermark.agents.acp.beginning import SessionStart
from countermark.agents.acp.link import quietly
from countermark.agents.acp.link_ends import FULL, LinkEnd
from countermark.agents.acp.live import Live
from countermark.agents.acp.negotiation import SpeaksOther
from countermark.agents.launch import Launch, LoginPath, prepare
from countermark.agents.launch_catalog import given_by, launch_brand
from countermark.model.actors import THE_HUB
from countermark.model.errors import Conflict, CountermarkError, NotFound
from countermark.model.gate_settings import GateSettings
from countermark.model.redaction import redacted
from countermark.model.sessions.events import Disconnected, PromptInterrupted, SessionEvent, Starting
from countermark.model.sessions.given_secrets import secrets_in
from countermark.model.sessions.orders import Connect

HUB_STOPPED = "Countermark was stopped."
FAULT = "A fault of Countermark has ended it."


class Runner:
    """One session, from a person's wish to connect it until its agent has ended."""

    def __init__(self, desk: Desk, gate: GateSettings, session: str, login: LoginPath) -> None:
        self._desk = desk
        self._gate = gate
        self._session = session
        self._login = login

    async def run(self) -> None:
        """Connect; what has come of it stands in the session."""
        with self._desk.sessions.held(self._session):
            attempt, offered = 1, None
            while (end := await self._connected(attempt, offered)).again or self._is_connected_again():
                attempt, offered = attempt + 1, end.protocol

    def _is_connected_again(self) -> bool:
        """Whether a person has connected it while it ended."""
        wishes = self._desk.sessions.next_orders(self._session)
        for order, done in wishes:
            if isinstance(order, Connect):
                done.set_result(None)
            else:
                done.set_exception(Conflict(NO_RUNNER, hint="Connect it first."))
        return any(isinstance(order, Connect) for order, _ in wishes)

    async def _connected(self, attempt: int, offered: int | None) -> LinkEnd:
        """One connection, from its beginning to its end; `offered` is the version that the agent has asked for."""
        end, live = LinkEnd(FAULT, failed=True), None
        try:
            wanted, launch = await self._prepared(attempt, offered)
            live = Live(self._desk, self._gate, self._session, wanted)
            end = await live.run(launch)
        except asyncio.CancelledError:
            end = LinkEnd(HUB_STOPPED)
            raise
        except NotFound:  # a person has removed the session
            return LinkEnd("")
        except SpeaksOther as other:
            end = LinkEnd(str(other), again=True, protocol=other.version)
        except CountermarkError as error:
            end = LinkEnd(str(error), failed=True, hint=error.hint)
        finally:
            await quietly(self._say_end(end))
            for done in () if live is None else live.waiting_for_end:
                if not done.done():
                    done.set_result(None)
        return end

    async def _prepared(self, attempt: int, offered: int | None) -> tuple[SessionStart, Launch]:
        """What is to be started. Raises `NotFound`, and what keeps the command from being started."""
        state = await self._desk.sessions.state(self._session)
        if state.is_full:
            raise Conflict(FULL.why, hint=FULL.hint or "")
        settings = must(await self._desk.read(lambda reader: reader.session_settings(self._session)))
        brand = await asyncio.to_thread(launch_brand, self._desk.home, state.agent)
        command = settings.command or brand.command_line
        given = await asyncio.to_thread(given_by, self._desk.home, state.agent)
        self._desk.sessions.hide(self._session, given | secrets_in(settings.mcp_servers))
        starting = Starting(redacted(shlex.join(command)), attempt)
        await record(self._desk, self._session, [starting], line=0, by=THE_HUB)
        launch = await prepare(
            command, folder=state.folder, own=brand.env, environment=dict(os.environ), login=self._login
        )  # fmt: skip
        wanted = SessionStart(
            state.agent, state.folder, settings, brand, launch.command,
            protocol=brand.protocol if offered is None else offered, is_last=offered is not None,
        )  # fmt: skip
        return wanted, launch

    async def _say_end(self, end: LinkEnd) -> None:
        state = await self._desk.sessions.state(self._session)
        events: list[SessionEvent] = []
        if state.taken is not None:
            events.append(PromptInterrupted(state.taken, end.why))
        events.append(Disconnected(end.why, end.failed, end.hint))
        await record(self._desk, self._session, events, line=0, by=THE_HUB)
