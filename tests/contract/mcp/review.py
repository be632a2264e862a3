"""A site under review: what its reviewer does on its pages, and the MCP clients that work on it."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.types import CallToolResult, TextContent

from countermark.doorbell import hub_address
from countermark.doorbell.ring import ring

Mode = Literal["legacy", "auto"]
MODES: tuple[Mode, ...] = ("legacy", "auto")  # a session begun by `initialize`, and requests that stand for themselves
BRIDGE = [sys.executable, "-m", "countermark", "mcp"]
SELECTOR = {
    "cssSelector": "img.hero", "xpath": "/html/body/img[1]", "description": "img.hero", "tagName": "img",
    "attributes": {"class": "hero"}, "outerHtmlPreview": '<img class="hero">',
}  # fmt: skip
RANGE = {
    "startXPath": "/html/body/p[1]/text()[1]", "startOffset": 0, "endXPath": "/html/body/p[1]/text()[1]",
    "endOffset": 5, "selectedText": "Hello", "contextBefore": "", "contextAfter": " world",
}  # fmt: skip
Json = dict[str, Any]


@dataclass(frozen=True)
class Site:
    """A project's folder, and the data folder of the hub that knows it."""

    folder: Path
    home: Path

    @property
    def file(self) -> Path:
        """The record."""
        return self.folder / "inline-review.json"

    @property
    def agent_socket(self) -> str:
        """Where the hub listens for agents."""
        return str(json.loads((self.home / "hub.json").read_bytes())["agent_socket"])

    @property
    def hub_process(self) -> int:
        """The id of the hub's process."""
        return int(json.loads((self.home / "hub.json").read_bytes())["pid"])

    def stops_hub(self) -> None:
        """A person ends the hub, if one runs."""
        subprocess.run([*BRIDGE[:-1], "stop"], env=self.environment, check=True, capture_output=True)

    @cached_property
    def id(self) -> str:
        """How the hub calls it."""
        told = json.dumps({"root": str(self.folder), "storage": None, "address": None, "hosts": []}).encode()
        return str(json.loads(ring(self.agent_socket, "POST", "/pages/sites", body=told))["site"])

    @property
    def environment(self) -> dict[str, str]:
        """What an agent starts the bridge with."""
        return {**os.environ, "COUNTERMARK_HOME": str(self.home)}

    def asks(self, method: str, path: str, body: Json | None = None) -> Any:
        """A request of the page, as the way in brings it."""
        answer = ring(
            self.agent_socket, method, f"/pages/{self.id}/__inline-review/api{path}",
            body=b"" if body is None else json.dumps(body).encode(),
            headers=[("x-page-host", "localhost:4321"), ("x-page-content-type", "application/json")],
        )  # fmt: skip
        return json.loads(answer)

    def marks_text(self, note: str, *, page: str = "/", selected: str = "Hello") -> str:
        """The reviewer annotates text; returns the annotation's id."""
        about = {"selectedText": selected, "range": {**RANGE, "selectedText": selected}}
        wish = {"type": "text", "pageUrl": page, "pageTitle": "Shop", "note": note, **about}
        return str(self.asks("POST", "/annotations", wish)["id"])

    def marks_element(self, note: str, *, page: str = "/") -> str:
        """The reviewer annotates an element."""
        wish = {"type": "element", "pageUrl": page, "pageTitle": "Shop", "note": note, "elementSelector": SELECTOR}
        return str(self.asks("POST", "/annotations", wish)["id"])

    def notes_page(self, note: str, *, page: str = "/") -> str:
        """The reviewer writes a note on a whole page."""
        return str(self.asks("POST", "/page-notes", {"pageUrl": page, "pageTitle": "Shop", "note": note})["id"])

    def changes(self, annotation: str, **patch: object) -> Json:
        """The reviewer changes an annotation."""
        changed: Json = self.asks("PATCH", f"/annotations/{annotation}", patch)
        return changed

    def record(self, annotation: str) -> Json:
        """An annotation as it stands in the file."""
        found: list[Json] = json.loads(self.file.read_bytes())["annotations"]
        return next(each for each in found if each["id"] == annotation)

    @asynccontextmanager
    async def client(self, mode: Mode = "auto", *, arguments: Sequence[str] = (), **how: Any) -> AsyncIterator[Client]:
        """The official client, with `countermark mcp` as its server."""
        server = StdioServerParameters(
            command=BRIDGE[0], args=[*BRIDGE[1:], *arguments], cwd=str(self.folder), env=self.environment
        )
        async with Client(stdio_client(server), mode=mode, cache=None, **how) as client:
            yield client

    def starts_bridge(self, *arguments: str) -> "subprocess.Popen[bytes]":
        """The bridge, for who speaks to it line by line."""
        return subprocess.Popen(
            [*BRIDGE, *arguments], cwd=self.folder, env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )


async def told(client: Client, tool: str, **arguments: object) -> Any:
    """What a tool that reads says, parsed; it is no error and nothing is missing."""
    result = await client.call_tool(tool, arguments)
    (text,) = texts(result)
    assert result.is_error is not True, text
    return json.loads(text)


async def refused(client: Client, tool: str, **arguments: object) -> str:
    """What a tool says that refuses."""
    result = await client.call_tool(tool, arguments)
    (text,) = texts(result)
    assert result.is_error is True, text
    return text


async def said(client: Client, tool: str, **arguments: object) -> tuple[str, Json]:
    """The words of an answer about a review, and its record."""
    result = await client.call_tool(tool, arguments)
    words, record = texts(result)
    assert result.is_error is not True
    return words, json.loads(record)


def texts(result: object) -> list[str]:
    """The texts of an answer, which holds nothing else."""
    assert isinstance(result, CallToolResult)
    assert all(isinstance(each, TextContent) for each in result.content)
    return [each.text for each in result.content if isinstance(each, TextContent)]


async def killed(home: Path) -> None:
    """Until the hub is dead and its lock free."""
    os.kill(int(json.loads((home / "hub.json").read_bytes())["pid"]), signal.SIGKILL)
    await asyncio.to_thread(until, lambda: hub_address.lock_owner(str(home)) is None)


def until(holds: Callable[[], bool], *, within: float = 20) -> None:
    """Return as soon as it holds; seconds."""
    deadline = time.monotonic() + within
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)
