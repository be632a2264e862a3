"""A server that asks without end: what is under way at one moment has a limit, and the rest is looked for later."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from countermark.agents.opencode.line import AgentLine
from countermark.agents.opencode.request_book import MOST_UNDER_WAY
from countermark.model.agent_servers import AgentServer
from countermark.model.gate_settings import GateSettings
from tests.contract.memory_desk import memory_desk

FOLDER = "/srv/shop"
ASKED = 4 * MOST_UNDER_WAY
PAGES = {
    "/global/health": {"healthy": True, "version": "1.18.33"},
    "/permission": [],
    "/question": [],
    "/session/status": {},
}


def asked(number: int, **more: object) -> bytes:
    """One event; its session and its message are this one's own."""
    told = {
        "id": f"per_{number}", "sessionID": f"ses_{number}", "permission": "bash", "patterns": ["ls"], "metadata": {},
        "tool": {"messageID": f"msg_{number}", "callID": f"call_{number}"}, **more,
    }  # fmt: skip
    event = {"directory": FOLDER, "payload": {"type": "permission.asked", "properties": told}}
    return f"data: {json.dumps(event)}\n\n".encode()


@asynccontextmanager
async def flooding(events: bytes) -> AsyncIterator[tuple[str, asyncio.Event]]:
    """A server whose events come at once, and that never tells what a message says; set when all were sent."""
    sent = asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while head := await reader.readuntil(b"\r\n\r\n"):
            path = head.split(b" ")[1].decode().partition("?")[0]
            if path == "/global/event":
                writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n" + events)
                await writer.drain()
                sent.set()
            elif path in PAGES:
                body = json.dumps(PAGES[path]).encode()
                writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n%s" % (len(body), body))

    async def served(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await serve(reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    server = await asyncio.start_server(served, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", sent


@pytest.mark.parametrize("more", [{}, {"metadata": "no object"}], ids=["requests", "malformed-ones"])
async def test_what_is_under_way_at_one_moment_has_a_limit(more: dict[str, object]) -> None:
    events = b"".join(asked(number, **more) for number in range(ASKED))
    async with flooding(events) as (address, sent), memory_desk() as (desk, _):
        server = AgentServer("0" * 20, "opencode", address, (FOLDER,), None, 0)
        before = len(asyncio.all_tasks())
        line = asyncio.create_task(AgentLine(desk, GateSettings(), server).hold())
        try:
            await asyncio.wait_for(sent.wait(), 60)
            most = 0
            for _ in range(50):
                most = max(most, len(asyncio.all_tasks()) - before)
                await asyncio.sleep(0.02)
        finally:
            line.cancel()
            await asyncio.gather(line, return_exceptions=True)
        assert 0 < most < 2 * MOST_UNDER_WAY
