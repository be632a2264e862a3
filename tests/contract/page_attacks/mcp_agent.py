"""A client of the protocol that is no bridge: a session of its own over TCP with the key, byte by byte."""

import json
from typing import Any

from tests.contract.wire.raw_client import Answer, exchange, request
from tests.contract.wire.small_desk import Target

JSON = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
OPENING = {
    "jsonrpc": "2.0", "id": 1, "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}},
}  # fmt: skip


class Agent:
    """A client of the protocol with a session of its own, over TCP with the key."""

    def __init__(self, target: Target, site: str, key: str, **more: str) -> None:
        self.target, self.site = target, site
        self.headers = {**JSON, "Authorization": f"Bearer {key}", **more}
        opened = self.posts(OPENING)
        assert opened.status == 200, opened.body
        self.session = opened.header("mcp-session-id") or ""
        self.headers |= {"Mcp-Session-Id": self.session, "MCP-Protocol-Version": "2025-06-18"}
        self.posts({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def posts(self, message: object, *, site: str | None = None, **more: str) -> Answer:
        body = message if isinstance(message, bytes) else json.dumps(message).encode()
        octets = request(
            "POST", f"/mcp/{site or self.site}", host=self.target.host, headers=self.headers | more, body=body
        )
        answer = exchange(self.target.address, octets)
        assert answer is not None
        return answer

    def calls(self, tool: str, *, site: str | None = None, **arguments: object) -> Any:
        """The result of a tool, or the error."""
        asked = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
        answer = self.posts(asked, site=site)
        text = answer.body.decode()
        told = json.loads(text.partition("data: ")[2].partition("\n")[0] if "data: " in text else text)
        return told.get("result") or told["error"]


def words(result: Any) -> str:
    return " ".join(each["text"] for each in result.get("content", [])) or json.dumps(result)
