"""The MCP tools of page review as any agent has them: `countermark mcp` as a child, a line for each message."""

import json
import subprocess
import sys
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

from countermark import __version__

PROTOCOL = "2025-06-18"


class ToolsGone(Exception):
    """The bridge has ended."""


class ToolFailed(Exception):
    """A tool answered with an error, which says why."""


class Tools:
    """A client of one review; for one thread, but `close` may be called by another."""

    def __init__(self, storage: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "countermark", "mcp", "--storage", str(storage)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, encoding="utf-8",
        )  # fmt: skip
        self._numbers = count(1)

    def open(self) -> None:
        """Begin the session. Raises `ToolsGone`."""
        about = {"name": "countermark-demo", "version": __version__}
        self._ask("initialize", {"protocolVersion": PROTOCOL, "capabilities": {}, "clientInfo": about})
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def call(self, tool: str, **arguments: object) -> dict[str, Any]:
        """What a tool answers. Raises `ToolFailed` or `ToolsGone`."""
        result = self._ask("tools/call", {"name": tool, "arguments": arguments})
        text = str(result["content"][0]["text"])
        if result.get("isError"):
            raise ToolFailed(text)
        told = json.loads(text)
        assert isinstance(told, dict), "these tools answer with objects"
        return told

    def close(self) -> None:
        """End the bridge; whoever waits for an answer hears `ToolsGone`."""
        self._process.terminate()
        self._process.wait()

    def release(self) -> None:
        """Give the pipes back, when nobody asks any more."""
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with suppress(OSError):  # what was not sent yet has nobody to go to
                pipe.close()

    def _ask(self, method: str, params: dict[str, object]) -> dict[str, Any]:
        number = next(self._numbers)
        self._send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        assert self._process.stdout is not None
        for line in self._process.stdout:
            message = json.loads(line)
            if message.get("id") == number and "method" not in message:
                if "error" in message:
                    raise ToolFailed(str(message["error"].get("message")))
                result = message["result"]
                assert isinstance(result, dict), "a result is an object"
                return result
        raise ToolsGone

    def _send(self, message: dict[str, object]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message) + "\n")
            self._process.stdin.flush()
        except OSError as reason:
            raise ToolsGone from reason
