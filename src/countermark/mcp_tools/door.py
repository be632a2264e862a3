"""The door for MCP clients behind the guards of both listeners; the SDK is loaded when somebody knocks."""

import asyncio
import importlib
import json
import re
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from countermark.actions.desk import Desk
from countermark.actions.pages import annotations as pages
from countermark.mcp_tools.caller import Caller
from countermark.model.gate_settings import GateSettings
from countermark.model.ids import is_key
from countermark.model.pages.sites import PageSite

PATH = re.compile(r"/mcp(?:/(?P<site>[0-9a-f]{20}))?")
CONVERSATION = re.compile(r"[A-Za-z0-9._-]{8,128}")
INVALID_REQUEST = -32600
LISTED = 20


class Served(Protocol):
    """The SDK's part: an ASGI app that lives as long as its context is entered."""

    def running(self) -> AbstractAsyncContextManager[ASGIApp]:
        """While inside, requests are answered."""
        ...


@dataclass(frozen=True)
class Means:
    """What the tools need of the hub."""

    desk: Desk
    version: str
    wait_seconds: Callable[[str], int]  # how long an agent's plan waits for a person, by the agent's name
    gate: GateSettings  # the same of permissions and questions
    closing: asyncio.Event  # the hub ends: nobody is to be kept waiting


class McpDoor:
    """One ASGI app for both listeners; whoever gets here has passed a guard."""

    def __init__(self, means: Means) -> None:
        self._means = means
        self._opening = asyncio.Lock()
        self._app: ASGIApp | None = None
        self._life: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        site = await self._site(scope)
        if isinstance(site, Response):
            await site(scope, receive, send)
            return
        if self._means.closing.is_set():
            await refusal(503, "stopping", "The hub is about to end.", "Ask again.")(scope, receive, send)
            return
        scope.setdefault("state", {})["caller"] = caller(scope, site)
        app = self._app or await self._open()
        await app(scope, receive, send)

    async def _site(self, scope: Scope) -> PageSite | Response:
        """The site in the path or in a header, else the only one that there is."""
        path = PATH.fullmatch(scope["path"])
        if path is None:
            return refusal(404, "not_found", "There is no such address.", "MCP is spoken at /mcp/<site>.")
        named = path["site"] or header(scope, b"countermark-site")
        if named is None:
            known = await pages.sites(self._means.desk)
            return known[0] if len(known) == 1 else which(known)
        found = await pages.find_site(self._means.desk, named)
        return found or refusal(404, "unknown_site", "The hub does not know this site.", "Start its dev server first.")

    async def _open(self) -> ASGIApp:
        async with self._opening:
            if self._app is None:
                # Nearly a second of imports: in a thread, so that nobody else waits for it.
                module = await asyncio.to_thread(importlib.import_module, "countermark.mcp_tools.server")
                opened: asyncio.Future[ASGIApp] = asyncio.get_running_loop().create_future()
                self._life = asyncio.create_task(self._live(module.served(self._means), opened))
                self._app = await opened
        return self._app

    async def _live(self, served: Served, opened: "asyncio.Future[ASGIApp]") -> None:
        """The SDK keeps all its tasks in one place: it is entered and left here."""
        async with served.running() as app:
            opened.set_result(app)
            await self._means.closing.wait()


def caller(scope: Scope, site: PageSite) -> Caller:
    """Who asks, by the headers. The bridge names its conversation; a session of the protocol is one too."""
    named = header(scope, b"countermark-agent")
    if named is None or not CONVERSATION.fullmatch(named):
        session = header(scope, b"mcp-session-id")
        # A colon is in no name that a client may choose: none passes for another one's session.
        named = f"session:{session}" if session is not None else None
    key = header(scope, b"idempotency-key")
    return Caller(
        site,
        conversation=None if named is None else f"{named}-{site.id}",  # at another site it is another one
        key=key if key is not None and is_key(key) else None,
        acknowledges=scope["state"].get("acknowledges") is True,
    )


def header(scope: Scope, name: bytes) -> str | None:
    """A header's value; the first one, if there are more."""
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), None)


def which(known: Sequence[PageSite]) -> Response:
    """The answer to who names no site where there is not exactly one."""
    if not known:
        return refusal(
            404, "unknown_site", "The hub knows no site yet.", "Start a dev server, or name one: /mcp/<site>."
        )
    listed = "; ".join(f"{each.id} is {each.root}" for each in known[:LISTED])
    return refusal(
        400,
        "site_needed",
        f"The hub knows {len(known)} sites.",
        f"Name one, as /mcp/<site> or Countermark-Site: {listed}",
    )


def refusal(status: int, code: str, message: str, hint: str) -> Response:
    """An error in the words of JSON-RPC."""
    error = {"code": INVALID_REQUEST, "message": f"{message} {hint}", "data": {"code": code, "hint": hint}}
    body = json.dumps({"jsonrpc": "2.0", "id": None, "error": error})
    return Response(body, status_code=status, media_type="application/json")
