"""Guards the door for MCP clients: on TCP for programs with the key, on the agents' socket for our own bridge.

Browsers are refused: no page has the key, and a request with a browser's headers is refused before the key is read.
"""

import hmac
import json
import re

from starlette.types import ASGIApp, Scope

from countermark.http_api.guards import hosts
from countermark.http_api.guards.doors import Gate, SocketGuard, check_content_type, refuse_upgrade, settle_path
from countermark.http_api.guards.edge import EdgeResponse, GuardedApp, check_method, values_of
from countermark.http_api.guards.errors import UNFORESEEN, internal_body, status_of
from countermark.http_api.guards.limits import HOOK_BYTES
from countermark.http_api.guards.refusals import KeyRefused, NoSuchPath, OriginRefused
from countermark.http_api.guards.response_headers import HeaderList
from countermark.model.errors import CountermarkError

PATH = re.compile(r"/mcp(?:/[0-9a-f]{20})?")
METHODS = frozenset({"DELETE", "GET", "POST"})
BEARER = re.compile(rb"Bearer +([\x21-\x7e]{1,200}) *", re.IGNORECASE)
CHALLENGE = (b"www-authenticate", b'Bearer realm="countermark"')
INVALID_REQUEST, INTERNAL_ERROR = -32600, -32603


def is_mcp(scope: Scope) -> bool:
    """Whether a request is for MCP clients' door; one for /mcpx is not."""
    path: str = scope["path"]
    return path == "/mcp" or path.startswith("/mcp/")


def mcp_limit(path: str) -> int:  # noqa: ARG001  one limit for all
    """Raw bytes that a message may have: 1 MB of plan, escaped."""
    return HOOK_BYTES


class McpAnswer(EdgeResponse):
    """Errors in the words of JSON-RPC, as clients of the protocol read them."""

    def headers(self, status: int, given: HeaderList) -> HeaderList:
        return [*super().headers(status, given), *([CHALLENGE] if status == status_of(KeyRefused()) else [])]

    def body_of(self, error: CountermarkError) -> bytes:
        code = INTERNAL_ERROR if status_of(error) >= UNFORESEEN else INVALID_REQUEST
        return rpc_error(code, f"{error} {error.hint}", {"code": error.code, "hint": error.hint})

    def internal_body(self) -> bytes:
        told = json.loads(internal_body())["error"]
        return rpc_error(INTERNAL_ERROR, told["message"], {"code": told["code"], "hint": told["hint"]})


def rpc_error(code: int, message: str, data: dict[str, str]) -> bytes:
    """A JSON-RPC error that belongs to no request."""
    told = {"jsonrpc": "2.0", "id": None, "error": {"code": code, "message": message, "data": data}}
    return json.dumps(told, ensure_ascii=False).encode("utf-8", "replace")


class McpGuard(GuardedApp):
    """The TCP side: Host as for browsers, no Origin or exactly our own, and the key."""

    kind = "browser"
    methods = METHODS
    answers = McpAnswer
    body_limit = staticmethod(mcp_limit)

    def __init__(self, app: ASGIApp, gate: Gate, *, key: str) -> None:
        super().__init__(app)
        self._gate = gate
        self._key = key.encode("ascii")

    async def admit(self, scope: Scope) -> None:
        host = hosts.the_host(scope["headers"], allowed=hosts.own_hosts(self._gate.port, self._gate.hosts))
        check_method(scope, allowed=self.methods)
        settle_path(scope, host=host)
        refuse_upgrade(scope)
        refuse_pages(scope, host=host)
        self._check_key(scope)
        if not PATH.fullmatch(scope["path"]):
            raise NoSuchPath
        if scope["method"] == "POST":
            check_content_type(scope)

    def _check_key(self, scope: Scope) -> None:
        given = values_of(scope, b"authorization")
        bearer = BEARER.fullmatch(given[0]) if len(given) == 1 else None
        if bearer is None or not hmac.compare_digest(bearer[1], self._key):
            raise KeyRefused


def refuse_pages(scope: Scope, *, host: bytes) -> None:
    """A page's request has an Origin of its own, or says where it comes from; node's `fetch` says neither."""
    if any(origin != b"http://" + host for origin in values_of(scope, b"origin")):
        raise OriginRefused("MCP is not for pages of other origins.")
    if values_of(scope, b"sec-fetch-site"):
        raise OriginRefused("MCP is not for browsers.")


class McpSocketGuard(SocketGuard):
    """The agents' socket, where the bridge knocks for clients on stdio."""

    kind = "agent"
    methods = METHODS
    answers = McpAnswer
    body_limit = staticmethod(mcp_limit)
    routes = re.compile(r"/mcp/[0-9a-f]{20}")

    async def admit(self, scope: Scope) -> None:
        await super().admit(scope)
        scope.setdefault("state", {})["acknowledges"] = True
