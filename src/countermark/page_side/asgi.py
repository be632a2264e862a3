"""Page review for ASGI sites: `app.add_middleware(CountermarkPages, debug=app.debug)`, or `CountermarkPages(app)`."""

import os
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, MutableMapping, Sequence
from contextlib import suppress
from typing import Any

from countermark.page_side.activation import is_wanted
from countermark.page_side.exchange import Exchange, is_review_path
from countermark.page_side.hop import CarriedRequest, target_of
from countermark.page_side.peer import UNTOLD, Peer
from countermark.page_side.site import Site

Message = MutableMapping[str, Any]
AsgiScope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[AsgiScope, Receive, Send], Awaitable[None]]
# With these a server sends a file without showing it to us.
UNSEEN = ("http.response.pathsend", "http.response.zerocopysend")


class CountermarkPages:
    """Puts the review overlay into the pages of an ASGI app; unless debug is on, gives the app itself, untouched."""

    _app: App
    _site: Site

    def __new__(
        cls,
        app: App,
        *,
        root: str | os.PathLike[str] | None = None,
        storage: str | os.PathLike[str] | None = None,
        hosts: Sequence[str] = (),
        debug: bool | None = None,
    ) -> Any:
        if isinstance(app, CountermarkPages) or not is_wanted(app, debug=debug):
            return app
        self = super().__new__(cls)
        self._app = app
        self._site = Site(root=root, storage=storage, hosts=hosts)
        return self

    async def __call__(self, scope: AsgiScope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
        elif is_review_path(scope["path"]):
            await answer_review(self._site, scope, receive, send)
        else:
            await _Page(scope, send).run(self._app, receive)


class _Page:
    """One request of the site's own, and its answer on the way to the browser."""

    def __init__(self, scope: AsgiScope, send: Send) -> None:
        self._scope = scope
        self._send = send
        self._exchange = Exchange(scope["method"].encode("latin-1"), scope["headers"], path=scope["path"])
        self._start: Message | None = None

    async def run(self, app: App, receive: Receive) -> None:
        offered = self._scope.get("extensions") or {}
        extensions = {name: value for name, value in offered.items() if name not in UNSEEN}
        scope = {**self._scope, "headers": self._exchange.onward, "extensions": extensions}
        await app(scope, receive, self._pass_on)

    async def _pass_on(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            await self._begin(message)
        elif message["type"] == "http.response.body" and self._exchange.changes:
            await self._go_on(message)
        else:
            await self._send(message)

    async def _begin(self, message: Message) -> None:
        headers = [(bytes(name).lower(), bytes(value)) for name, value in message.get("headers", ())]
        answered = self._exchange.answered(message["status"], headers)
        message = {**message, "headers": answered}
        if self._exchange.changes:
            # Kept until the first piece tells whether the whole page is there, and its length can be said.
            self._start = message
        else:
            await self._send(message)

    async def _go_on(self, message: Message) -> None:
        body, more = bytes(message.get("body", b"")), message.get("more_body", False)
        if self._start is not None:
            start, self._start = self._start, None
            if not more:
                body = self._exchange.whole(body)
                start["headers"] = [*start["headers"], (b"content-length", b"%d" % len(body))]
                await self._send(start)
                await self._send({**message, "body": body})
                return
            await self._send(start)
        for piece in self._exchange.feed(body):
            await self._send({"type": "http.response.body", "body": piece, "more_body": True})
        if not more:
            await self._send({**message, "body": self._exchange.end()})


async def answer_review(site: Site, scope: AsgiScope, receive: Receive, send: Send) -> None:
    """Carries one request below `/__inline-review` to the hub and its answer back."""
    from countermark.page_side.async_forwarder import forward

    raw_path = (scope.get("raw_path") or b"").partition(b"?")[0]
    # Where the prefix itself is percent-encoded, the hub would take the path for another.
    path = raw_path if is_review_path(raw_path.decode("latin-1")) else target_of(scope["path"].encode("utf-8"), b"")
    query = scope.get("query_string", b"")
    request = CarriedRequest(
        scope["method"],
        path + (b"?" + query if query else b""),
        scope["headers"],
        scheme=scope.get("scheme", "http"),
        length=announced_length(scope["headers"]),
        peer=peer_of(scope),
    )
    reply = await forward(site, request, pieces_of(receive))
    try:
        headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in reply.headers]
        await send({"type": "http.response.start", "status": reply.status, "headers": headers})
        await _unless_gone(_stream(reply.body, send), receive)
    finally:
        reply.close()


def peer_of(scope: AsgiScope) -> Peer:
    """Where a request comes from."""
    address, port = (scope.get("client") or (None, None))[:2]
    name, own_port = scope.get("server") or ("", None)
    # uvicorn takes the address from this header, its port too, and any program of this machine can write it.
    if any(header.lower() == b"x-forwarded-for" for header, _ in scope["headers"]):
        port = UNTOLD
    # A server says its address; a test client in the process says the name that it asks for.
    is_on_a_port = bool(re.fullmatch(r"[0-9.]+|[0-9A-Fa-f:.]*:.*", name))
    return Peer(address, port, own_port, name) if is_on_a_port else Peer(address, port)


def announced_length(headers: Sequence[tuple[bytes, bytes]]) -> int | None:
    """How long a request's body is; None if only its end tells."""
    told = {name.lower(): value for name, value in headers}
    if b"transfer-encoding" in told:
        return None
    length = told.get(b"content-length", b"0")
    return int(length) if length.isdigit() else 0


async def pieces_of(receive: Receive) -> AsyncIterator[bytes]:
    """The body of a request as it comes."""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        if message.get("body"):
            yield message["body"]
        if not message.get("more_body", False):
            return


async def _stream(body: AsyncIterator[bytes], send: Send) -> None:
    async for piece in body:
        await send({"type": "http.response.body", "body": piece, "more_body": True})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _unless_gone(work: Coroutine[Any, Any, None], receive: Receive) -> None:
    """Works until the browser goes away: an open stream would otherwise outlive it until its next event."""
    from countermark.first_completed import EndedFirst, run_until

    async def leave() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    with suppress(EndedFirst):
        await run_until(work, leave())
