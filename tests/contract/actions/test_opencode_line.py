"""The line to an OpenCode server of either version, over real HTTP to a server that misbehaves."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import TypeVar

import pytest

from countermark.actions.agent_servers import PASSWORDS, attach, detach, servers_now, take_back_saved
from countermark.actions.desk import Desk
from countermark.actions.permissions import GivenAnswer, answer_permission
from countermark.agents.catalog import hold_lines
from countermark.model.asked import Ending
from countermark.model.gate_settings import GateSettings
from countermark.model.permissions import Outcome, Permission, PermissionDecision
from countermark.model.reviews import Delivery
from tests.contract.actions.gate_rules import ME
from tests.contract.memory_desk import HandClock, memory_desk
from tests.contract.scripted_opencode import FOLDER, SESSION, ScriptedOpenCode

T = TypeVar("T")
SECONDS = 30.0
VERSIONS = pytest.mark.parametrize("version", ["1.18.33", "2 by its documents"])
ALLOW = PermissionDecision(outcome=Outcome.ALLOWED)
NO = PermissionDecision(outcome=Outcome.DENIED)


@dataclass
class Line:
    """A desk with a line to a scripted server."""

    desk: Desk
    server: ScriptedOpenCode
    clock: HandClock

    async def until(self, look: Callable[[], Awaitable[T | None]]) -> T:
        async with asyncio.timeout(SECONDS):
            while (found := await look()) is None:  # noqa: ASYNC110  what a server is told has no event here
                await asyncio.sleep(0.02)
            return found

    async def open(self, title: str) -> Permission:
        async def look() -> Permission | None:
            waiting = await self.desk.read(lambda reader: reader.open_permissions())
            return next((each for each in waiting if each.title == title), None)

        return await self.until(look)

    async def ends(self, it: Permission) -> Permission:
        async def look() -> Permission | None:
            now = await self.desk.read(lambda reader: reader.permission(it.id))
            return None if now is None or now.is_open else now

        return await self.until(look)

    async def arrives(self, it: Permission, delivery: Delivery) -> None:
        async def look() -> bool | None:
            now = await self.desk.read(lambda reader: reader.permission(it.id))
            return True if now is not None and now.delivery is delivery else None

        await self.until(look)

    async def answer(self, it: Permission, decision: PermissionDecision) -> None:
        await answer_permission(self.desk, it.id, GivenAnswer(decision, it.sha256), by=ME)

    async def connects(self, *, connected: bool = True) -> None:
        async def look() -> bool | None:
            (only,) = await servers_now(self.desk)
            return True if (only.state.connected_since is not None) == connected else None

        await self.until(look)

    async def told(self) -> tuple[str, dict[str, object]]:
        async def look() -> tuple[str, dict[str, object]] | None:
            return self.server.replies[-1] if self.server.replies else None

        return await self.until(look)

    async def kinds(self) -> list[str]:
        return [entry.kind for entry in await self.desk.read(lambda reader: reader.entries())]


@asynccontextmanager
async def line_to(server: ScriptedOpenCode, *, password: str | None = None) -> AsyncIterator[Line]:
    async with memory_desk() as (desk, clock), server:
        holding = asyncio.create_task(hold_lines(desk, GateSettings(wait=3600)))
        await attach(desk, server.address, [FOLDER], agent="opencode", user=None, password=password, by=ME)
        line = Line(desk, server, clock)
        try:
            yield line
        finally:
            holding.cancel()
            with suppress(asyncio.CancelledError):
                await holding


@VERSIONS
async def test_once_or_reject_with_words(version: str) -> None:
    async with line_to(ScriptedOpenCode(version)) as line:
        await line.connects()
        await line.server.asks("per_1", "ours-a")
        asked = await line.open("ours-a")
        await line.answer(asked, ALLOW)
        assert await line.told() == ("per_1", {"reply": "once"})
        await line.arrives(asked, Delivery.RECEIVED)
        await line.server.asks("per_2", "ours-b")
        await line.answer(await line.open("ours-b"), NO)

        async def refused() -> bool | None:
            return (
                True
                if line.server.replies[-1] == ("per_2", {"reply": "reject", "message": "The user said no."})
                else None
            )

        assert await line.until(refused)


@VERSIONS
async def test_what_waits_already_is_listed_and_a_cut_stream_taken_up_again(version: str) -> None:
    server = ScriptedOpenCode(version)
    await server.asks("per_1", "ours-a", loudly=False)
    async with line_to(server) as line:
        first = await line.open("ours-a")
        server.cut()
        await server.asks("per_2", "ours-b", loudly=False)
        second = await line.open("ours-b")
        assert (await line.open("ours-a")).id == first.id
        for each in (first, second):
            await line.answer(each, ALLOW)
            await line.arrives(each, Delivery.RECEIVED)
        assert {name for name, _ in server.replies} == {"per_1", "per_2"}
        assert (await line.kinds()).count("agent_server_connected") == 2


@VERSIONS
async def test_a_restarted_server_has_lost_what_it_asked(version: str) -> None:
    server = ScriptedOpenCode(version)
    async with line_to(server) as line:
        await line.connects()
        await server.asks("per_1", "ours-a")
        asked = await line.open("ours-a")
        await server.stop()
        await line.connects(connected=False)
        server.pending.clear()
        server.is_idle = True
        await server.start()
        assert (await line.ends(asked)).ending is Ending.SERVER_RESTARTED


@VERSIONS
async def test_a_reply_that_is_not_taken_is_sent_again_as_long_as_it_is_listed(version: str) -> None:
    server = ScriptedOpenCode(version)
    async with line_to(server) as line:
        await line.connects()
        await server.asks("per_1", "ours-a")
        asked = await line.open("ours-a")
        server.refuses = 2
        await line.answer(asked, ALLOW)
        await line.arrives(asked, Delivery.KEPT)
        await line.arrives(asked, Delivery.RECEIVED)
        assert server.replies == [("per_1", {"reply": "once"})]
        assert "delivery_failed" in await line.kinds()


@VERSIONS
async def test_garbage_is_recorded_once_and_what_comes_behind_it_is_heard(version: str) -> None:
    server = ScriptedOpenCode(version)
    async with line_to(server) as line:
        await line.connects()
        await server.streams()
        await server.sends(b"data: {no json\n\n" * 3 + b"\xff\xfe\n\ndata: [1]\n\n: nothing\n\n")
        await server.tells("permission.unheard", {})
        await server.tells("permission.unheard", {})
        await server.asks("per_1", "ours-a")
        await line.open("ours-a")
        assert (await line.kinds()).count("agent_server_misunderstood") == 2
        assert server.replies == []


@VERSIONS
async def test_a_malformed_request_is_refused_at_once_without_a_card(version: str) -> None:
    server = ScriptedOpenCode(version)
    async with line_to(server) as line:
        await line.connects()
        await server.streams()
        server.pending["per_9"] = {}
        await server.tells("permission.asked", {"id": "per_9", "sessionID": SESSION})
        name, body = await line.told()
        assert (name, body["reply"]) == ("per_9", "reject")
        assert "could not be understood" in str(body["message"])
        assert "call_refused" in await line.kinds()
        assert not await line.desk.read(lambda reader: reader.open_permissions())


async def test_a_wrong_password_is_told_and_the_right_one_is_taken_and_kept_in_its_own_file() -> None:
    server = ScriptedOpenCode(password="right")
    async with line_to(server, password="wrong") as line:

        async def refused() -> bool | None:
            (only,) = await servers_now(line.desk)
            return True if only.state.problem == "it refuses the password" else None

        await line.until(refused)
        await attach(line.desk, server.address, [FOLDER], agent="opencode", user=None, password="right", by=ME)
        await line.connects()
        (file,) = (line.desk.home / PASSWORDS).iterdir()
        assert (file.stat().st_mode & 0o777, file.read_text()) == (0o600, "right")
        (only,) = await servers_now(line.desk)
        await detach(line.desk, only.server.id, by=ME)
        assert not file.exists()


async def test_what_is_detached_while_it_waits_is_withdrawn() -> None:
    server = ScriptedOpenCode()
    async with line_to(server) as line:
        await line.connects()
        await server.asks("per_1", "ours-a")
        asked = await line.open("ours-a")
        (only,) = await servers_now(line.desk)
        assert only.waiting == 1
        await detach(line.desk, only.server.id, by=ME)
        assert (await line.ends(asked)).ending is Ending.AGENT_GONE
        assert server.replies == []
        line.clock.forward(1)
        await attach(line.desk, server.address, [FOLDER], agent="opencode", user=None, password=None, by=ME)
        assert (await line.open("ours-a")).id != asked.id


async def test_what_version_2_has_saved_is_listed_and_taken_back() -> None:
    row = {"id": "sav_1", "projectID": "p", "action": "shell", "resource": "touch *"}
    async with line_to(ScriptedOpenCode("2", saved=[row])) as line:
        await line.connects()

        async def titles(wanted: list[str]) -> bool | None:
            (only,) = await servers_now(line.desk)
            return True if [each.title for each in only.state.saved] == wanted else None

        await line.until(lambda: titles(["shell touch *"]))
        (only,) = await servers_now(line.desk)
        assert not only.state.seen_live
        await take_back_saved(line.desk, only.server.id, "sav_1", by=ME)
        await line.until(lambda: titles([]))
        assert line.server.saved == []
