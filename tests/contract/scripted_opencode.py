"""A server on loopback that speaks as either version of OpenCode does, and misbehaves as it is told."""

import asyncio
import base64
import json
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Self

FOLDER = "/srv/shop"
SESSION = "ses_1"


@dataclass
class ScriptedOpenCode:
    """`async with ScriptedOpenCode(version="1.18.33") as server: await server.asks("per_1", "ours-a")`."""

    version: str = "1.18.33"  # "2…": only the routes below /api
    password: str | None = None
    refuses: int = 0  # so many replies are answered with an error before one is taken
    pending: dict[str, dict[str, Any]] = field(default_factory=dict)
    replies: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    commands: dict[str, str] = field(default_factory=dict)
    saved: list[dict[str, str]] = field(default_factory=list)
    is_idle: bool = False
    port: int = 0
    _streams: set[asyncio.StreamWriter] = field(default_factory=set)
    _followed: asyncio.Event = field(default_factory=asyncio.Event)
    _server: asyncio.Server | None = None

    @property
    def is_second(self) -> bool:
        return not self.version.startswith("1.")

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Nothing listens any more, and every line is cut."""
        assert self._server is not None
        self._server.close()
        self.cut()

    def cut(self) -> None:
        """The streams break off."""
        for writer in list(self._streams):
            writer.close()
        self._streams.clear()

    async def asks(self, name: str, command: str, *, loudly: bool = True) -> None:
        """A permission, as an event and in the list."""
        self.commands[f"call_{name}"] = command
        tool = {"messageID": f"msg_{name}", "callID": f"call_{name}"}
        told: dict[str, Any] = {"id": name, "sessionID": SESSION, "metadata": {}}
        if self.is_second:
            told |= {"action": "shell", "resources": [command], "source": {"type": "tool", **tool}}
        else:
            told |= {"permission": "bash", "patterns": [command], "always": [], "tool": tool}
        self.pending[name] = told
        if loudly:
            await self.tells("permission.asked", told)

    async def tells(self, kind: str, told: object) -> None:
        """An event on every stream."""
        event = {"type": kind, "location": {"directory": FOLDER}, "data": told}
        if not self.is_second:
            event = {"directory": FOLDER, "payload": {"type": kind, "properties": told}}
        await self.sends(b"data: " + json.dumps(event).encode() + b"\n\n")

    async def sends(self, octets: bytes) -> None:
        """Bytes on every stream, whatever they are."""
        for writer in list(self._streams):
            writer.write(b"%x\r\n%s\r\n" % (len(octets), octets))
            await writer.drain()

    async def streams(self) -> None:
        """Waits until somebody follows the events."""
        await self._followed.wait()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            method, target, _ = head.split(" ", 2)
            length = next((line for line in head.lower().split("\r\n") if line.startswith("content-length:")), ":0")
            body = await reader.readexactly(int(length.partition(":")[2]))
            path = target.partition("?")[0]
            expected = (
                None if self.password is None else base64.b64encode(f"opencode:{self.password}".encode()).decode()
            )
            if expected is not None and f"basic {expected}".lower() not in head.lower():
                await answer(writer, 401, None)
            elif path in ("/global/event", "/api/event") and path.startswith("/api") == self.is_second:
                writer.write(
                    b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
                )
                await writer.drain()
                self._streams.add(writer)
                self._followed.set()
                return
            else:
                status, told = await self._answer(method, path, json.loads(body or b"{}"))
                await answer(writer, status, told)
        writer.close()

    async def _answer(self, method: str, path: str, body: dict[str, Any]) -> tuple[int, object]:
        parts = path.strip("/").split("/")
        if method == "POST":
            return await self._reply(parts[-2], body)
        if method == "DELETE":
            self.saved = [each for each in self.saved if each["id"] != parts[-1]]
            return 204, None
        if parts[-2:-1] == ["message"]:
            return 200, self._message(parts[-1])
        if parts[-1] == "message":
            return 200, {"data": []} if self.is_second else []
        known = self._lists_of_second() if self.is_second else self._lists_of_first()
        return (200, known[path]) if path in known else (404, None)

    def _lists_of_first(self) -> dict[str, object]:
        return {
            "/global/health": {"healthy": True, "version": self.version},
            "/permission": list(self.pending.values()),
            "/question": [],
            "/session/status": {} if self.is_idle else {SESSION: {"type": "busy"}},
        }

    def _lists_of_second(self) -> dict[str, object]:
        return {
            "/api/health": {"healthy": True},
            "/api/permission/request": {"data": list(self.pending.values())},
            "/api/question/request": {"data": []},
            "/api/permission/saved": {"data": self.saved},
        }

    def _message(self, message: str) -> object:
        call = message.replace("msg_", "call_")
        state = {"status": "running", "input": {"command": self.commands[call], "description": "d"}}
        if self.is_second:
            return {"data": {"content": [{"type": "tool", "id": call, "name": "shell", "state": state}]}}
        return {"info": {}, "parts": [{"type": "tool", "callID": call, "tool": "bash", "state": state}]}

    async def _reply(self, name: str, body: dict[str, Any]) -> tuple[int, object]:
        if self.refuses:
            self.refuses -= 1
            return 500, None
        if self.pending.pop(name, None) is None:
            return 404, {"_tag": "PermissionNotFoundError"}
        self.replies.append((name, body))
        gone = [name, *(self.pending if body["reply"] == "reject" else ())]
        for each in gone:
            self.pending.pop(each, None)
            await self.tells("permission.replied", {"sessionID": SESSION, "requestID": each, "reply": body["reply"]})
        return 200, True


async def answer(writer: asyncio.StreamWriter, status: int, told: object) -> None:
    body = b"" if told is None else json.dumps(told).encode()
    writer.write(b"HTTP/1.1 %d X\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s" % (status, len(body), body))
    await writer.drain()
