"""One connection of a browser: each request is judged by its Host and its user, then goes to the hub or to the site."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import suppress
from http import HTTPStatus
from typing import Any, NamedTuple

import h11

from countermark.first_completed import EndedFirst, run_until
from countermark.page_proxy import hosts
from countermark.page_proxy.tunnel import join
from countermark.page_proxy.upstream import PIECE, ServerConfused, ServerGone, ServerLine, Upstream
from countermark.page_proxy.words import PageOrigin, SiteRequest, SiteResponse, page_response, text_response
from countermark.page_side.asgi import announced_length
from countermark.page_side.async_forwarder import forward
from countermark.page_side.decoding import CannotDecode
from countermark.page_side.exchange import Exchange, is_review_path
from countermark.page_side.hop import MOST_DRAINED, CarriedRequest, Stranger
from countermark.page_side.peer import UNTOLD, Peer
from countermark.page_side.site import Site

HEAD_SECONDS = 75.0  # between requests, and for a request's head
DRAIN_SECONDS = 20.0
LARGEST_HEAD = 128 * 1024
# A browser that has closed its side has gone; a program may just have said all it wants to say.
GRACE = 2.0
# For the rest of a request that was refused before it was read.
LINGERING = 1.0
LARGEST_LINGERING = 4 * 1024 * 1024
FAILED = "Page review could not pass on the answer."
NOT_THEIRS = (
    "These pages are for the user who has started `countermark pages`, and this request is not seen to be theirs. "
    "Open them as that user. If a reverse proxy stands in between, name the host that you ask for with --host."
)


class House(NamedTuple):
    """What all connections of one proxy have in common."""

    site: Site
    hosts: Sequence[str]
    origin: Callable[[], PageOrigin]


class Gone(Exception):
    """The browser has hung up."""


class ProxyConnection:
    """Serves one browser connection until it ends."""

    def __init__(
        self, house: House, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, left: asyncio.Event
    ) -> None:
        self._house = house
        self._reader = reader
        self._writer = writer
        self._left = left
        self._http = h11.Connection(h11.SERVER, max_incomplete_event_size=LARGEST_HEAD)
        self._origin = house.origin()

    async def serve(self) -> None:
        """Answers one request after the other."""
        is_foreseen = False
        try:
            with suppress(Gone, ConnectionError, TimeoutError):
                await self._serve_all()
            is_foreseen = True
        except asyncio.CancelledError:
            is_foreseen = True
            raise
        finally:
            self._origin.leave()
            if not is_foreseen:
                with suppress(ConnectionError):
                    await self._end_with(500, FAILED)
            self._writer.close()

    async def _serve_all(self) -> None:
        try:
            while await self._serve_one():
                self._http.start_next_cycle()
        except h11.RemoteProtocolError as reason:
            await self._end_with(reason.error_status_hint, "This request cannot be read.")
        except (h11.LocalProtocolError, ServerGone, ServerConfused, CannotDecode):
            await self._end_with(500, FAILED)

    async def _end_with(self, status: int, text: str) -> None:
        """A browser that waits is told; an answer that has begun is cut off."""
        if self._http.our_state in {h11.IDLE, h11.SEND_RESPONSE}:
            await self._say(text_response(status, text, (b"connection", b"close")))
            await self._linger()

    async def _linger(self) -> None:
        """Lets the refusal arrive: a connection closed over unread bytes is reset, and what was said is lost."""
        self._writer.write_eof()
        left = LARGEST_LINGERING
        with suppress(TimeoutError):
            async with asyncio.timeout(LINGERING):
                while left > 0 and (piece := await self._reader.read(PIECE)):
                    left -= len(piece)

    async def _serve_one(self) -> bool:
        """One request and its answer; False if there is no next one on this connection."""
        async with asyncio.timeout(HEAD_SECONDS):
            event = await self._hear()
        if not isinstance(event, h11.Request):
            return False
        headers = [(bytes(name), bytes(value)) for name, value in event.headers]
        names = {name for name, _ in headers}
        if {b"content-length", b"transfer-encoding"} <= names:
            # Two ways to tell where the body ends are two readings of it (RFC 9112 6.3).
            raise h11.RemoteProtocolError("two lengths", error_status_hint=400)
        host = next((value for name, value in headers if name == b"host"), b"")
        length = announced_length(headers)
        asked = SiteRequest(bytes(event.method), bytes(event.target), headers, host, self._body(), length)
        if self._wants_websocket(asked) and self._refusal(asked) is None:
            if length != 0:
                # Its bytes would be taken for the first ones of the WebSocket, or the other way round.
                raise h11.RemoteProtocolError("a WebSocket with a body", error_status_hint=400)
            return await self._join(asked)
        await self._unless_gone(self._answer(asked))
        await self._drain()
        return self._http.our_state is h11.DONE and self._http.their_state is h11.DONE

    def _wants_websocket(self, asked: SiteRequest) -> bool:
        return asked.header(b"upgrade").lower() == b"websocket" and isinstance(self._origin, Upstream)

    def _refusal(self, asked: SiteRequest) -> SiteResponse | None:
        """What is answered instead of the site to a stranger or under a foreign name; None for everybody else."""
        return self._misdirected(asked) or self._not_theirs(asked)

    def _misdirected(self, asked: SiteRequest) -> SiteResponse | None:
        if not hosts.is_own_host(asked.host, names=self._house.hosts):
            said = "This is a page review on somebody's own machine. It does not answer under this name."
            return text_response(403, said)
        if not asked.target.startswith(b"/"):
            return text_response(400, "This is no proxy for other sites: ask for a path.")
        return None

    def _not_theirs(self, asked: SiteRequest) -> SiteResponse | None:
        # Of the whole site, not of the notes alone: the proxy reads a private folder with its user's rights, and may
        # reach a server that other users do not.
        try:
            self._page_request(asked).check_peer(self._house.hosts)
        except Stranger:
            return page_response(403, "Not for this user", NOT_THEIRS)
        return None

    async def _hear(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        while (event := self._http.next_event()) is h11.NEED_DATA:
            self._http.receive_data(await self._reader.read(PIECE))
        return event

    async def _body(self) -> AsyncIterator[bytes]:
        """The body of the request that is under way."""
        while self._http.their_state is h11.SEND_BODY:
            if self._http.they_are_waiting_for_100_continue:
                await self._send(h11.InformationalResponse(status_code=100, headers=[]))
            event = await self._hear()
            if isinstance(event, h11.ConnectionClosed):
                raise Gone
            if isinstance(event, h11.Data):
                yield bytes(event.data)

    async def _drain(self) -> None:
        """Reads what nobody wanted: a browser that is cut off while it sends would see no answer."""
        left = MOST_DRAINED
        with suppress(TimeoutError):
            async with asyncio.timeout(DRAIN_SECONDS):
                async for piece in self._body():
                    left -= len(piece)
                    if left < 0:
                        return

    async def _answer(self, asked: SiteRequest) -> None:
        if misdirected := self._misdirected(asked):
            await self._say(misdirected)
        elif is_review_path(asked.path.decode("latin-1")):
            await self._forward(asked)  # which refuses strangers in the words of the notes' door
        elif refusal := self._not_theirs(asked):
            await self._say(refusal)
        else:
            await self._pass_on(asked)

    async def _forward(self, asked: SiteRequest) -> None:
        reply = await forward(self._house.site, self._page_request(asked), asked.body)
        try:
            headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in reply.headers]
            await self._say(SiteResponse(reply.status, headers, reply.body))
        finally:
            reply.close()

    def _peer(self) -> Peer:
        here = self._writer.get_extra_info("sockname")
        if not isinstance(here, tuple):  # no port: nobody but this process can be at its other end
            return Peer()
        address, port, *_ = self._writer.get_extra_info("peername") or (None, UNTOLD)
        return Peer(address, port, here[1], here[0])

    def _page_request(self, asked: SiteRequest) -> CarriedRequest:
        method = asked.method.decode("ascii")
        return CarriedRequest(method, asked.target, asked.headers, length=asked.length, peer=self._peer())

    async def _pass_on(self, asked: SiteRequest) -> None:
        exchange = Exchange(asked.method, asked.headers, path=asked.path.decode("latin-1"))
        answer = await self._origin.ask(asked._replace(headers=exchange.onward))
        if answer.is_the_proxys:
            await self._say(answer)
            return
        headers = exchange.answered(answer.status, answer.headers)
        body = exchange.stream(answer.body) if exchange.changes else answer.body
        await self._say(answer._replace(headers=headers, body=body))

    async def _say(self, answer: SiteResponse) -> None:
        reason = answer.reason or _reason(answer.status)
        await self._send(h11.Response(status_code=answer.status, headers=answer.headers, reason=reason))
        async for piece in answer.body:
            await self._send(h11.Data(data=piece))
        await self._send(h11.EndOfMessage())

    async def _send(self, event: h11.Event) -> None:
        message = self._http.send(event)
        if message:
            self._writer.write(message)
            await self._writer.drain()

    async def _unless_gone(self, answering: Coroutine[Any, Any, None]) -> None:
        """Works until the browser goes away: an open stream would otherwise outlive it."""
        try:
            await run_until(answering, self._has_left())
        except EndedFirst:
            raise Gone from None

    async def _has_left(self) -> None:
        await self._left.wait()
        await asyncio.sleep(GRACE)

    async def _join(self, asked: SiteRequest) -> bool:
        """A WebSocket: from its first answer on, the bytes of both sides go by unread."""
        assert isinstance(self._origin, Upstream)
        await self._hear()  # the end of the request
        try:
            line, event = await self._origin.upgrade(asked)
        except (ServerGone, ServerConfused) as reason:
            await self._say(
                text_response(503, f"The dev server takes no WebSocket now: {reason}.", (b"connection", b"close"))
            )
            return False
        try:
            if isinstance(event, h11.Response):
                headers = [*self._origin.answered(asked, event), (b"connection", b"close")]
                await self._say(SiteResponse(event.status_code, headers, _last_words(line)))
            else:
                await self._send(event)
                await join(self._reader, self._writer, line, unread=self._http.trailing_data[0])
        finally:
            line.close()
        return False


async def _last_words(line: ServerLine) -> AsyncIterator[bytes]:
    """The body of an answer that is no WebSocket."""
    while isinstance(event := await line.hear(), h11.Data):
        yield bytes(event.data)


def _reason(status: int) -> bytes:
    return HTTPStatus(status).phrase.encode("ascii") if status in set(HTTPStatus) else b""
