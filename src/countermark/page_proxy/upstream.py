"""The dev server behind the proxy: one connection to it for each of the browser's, kept for what can be repeated."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import suppress

import h11

from countermark.first_completed import first_completed, tasks_of
from countermark.page_proxy.rewriting import Rewriting
from countermark.page_proxy.target import DevServer
from countermark.page_proxy.words import SAFE, Headers, SiteRequest, SiteResponse, page_response, text_response

PIECE = 64 * 1024
CONNECTING = 5.0
WEBSOCKET = frozenset({b"connection", b"upgrade"})
LARGEST_HEAD = 256 * 1024


class ServerGone(Exception):
    """The dev server is not there, or hung up before it had answered."""


class ServerConfused(Exception):
    """What the dev server says is no HTTP."""


def tls_of(server: DevServer) -> ssl.SSLContext | None:
    """A dev server on this machine signs for itself; one elsewhere must be who it says."""
    if server.scheme == "http":
        return None
    context = ssl.create_default_context()
    if server.is_loopback:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context


class ServerLine:
    """One connection to the dev server."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self.http = h11.Connection(h11.CLIENT, max_incomplete_event_size=LARGEST_HEAD)

    async def send(self, event: h11.Event) -> None:
        """Sends one event; raises ServerGone."""
        message = self.http.send(event)
        if not message:
            return
        try:
            self.writer.write(message)
            await self.writer.drain()
        except OSError as reason:
            raise ServerGone("it hung up while it was asked") from reason

    async def hear(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        """The next event; raises ServerGone or ServerConfused."""
        try:
            while (event := self.http.next_event()) is h11.NEED_DATA:
                self.http.receive_data(await self.reader.read(PIECE))
        except h11.RemoteProtocolError as reason:
            raise _what_it_means(self.http, reason) from reason
        except OSError as reason:
            raise ServerGone("it hung up") from reason
        return event

    @property
    def is_fresh_again(self) -> bool:
        """Makes ready for the next request, if both sides are done with this one."""
        if self.http.our_state is not h11.DONE or self.http.their_state is not h11.DONE:
            return False
        self.http.start_next_cycle()
        return True

    def close(self) -> None:
        """Hangs up."""
        self.writer.close()


def _what_it_means(http: h11.Connection, reason: h11.RemoteProtocolError) -> Exception:
    has_hung_up = http.trailing_data == (b"", True)
    return ServerGone("it hung up") if has_hung_up else ServerConfused(str(reason))


class Upstream:
    """The dev server, as one browser connection sees it."""

    def __init__(self, server: DevServer, tls: ssl.SSLContext | None) -> None:
        self._server = server
        self._tls = tls
        self._line: ServerLine | None = None
        self._sending: asyncio.Task[None] | None = None

    async def ask(self, asked: SiteRequest) -> SiteResponse:
        """Its answer, or a page that says why there is none."""
        rewriting = Rewriting(self._server, host=asked.host)
        try:
            head = await self._ask_again_if_stale(asked, rewriting)
        except ServerGone as gone:
            self.leave()
            return self._waiting(asked, gone)
        except (ServerConfused, h11.LocalProtocolError) as reason:
            self.leave()
            return text_response(502, f"What {self._server.origin} answers cannot be read: {reason}")
        return SiteResponse(head.status_code, self.answered(asked, head), self._body(), reason=bytes(head.reason))

    def answered(self, asked: SiteRequest, head: h11.Response) -> Headers:
        """The headers of its answer, for this browser."""
        return list(Rewriting(self._server, host=asked.host).answer(list(head.headers)))

    def _waiting(self, asked: SiteRequest, gone: ServerGone) -> SiteResponse:
        origin = self._server.origin
        if b"text/html" not in asked.header(b"accept"):
            return text_response(503, f"{origin} does not answer: {gone}.", (b"retry-after", b"1"))
        if asked.method not in SAFE:
            # A page that asked again by itself would ask without what was sent, which the browser still has.
            text = f"{origin} does not answer: {gone}. Load this page again to send once more what you have sent."
            return page_response(503, "The dev server does not answer", text)
        text = f"{origin} does not answer: {gone}. This page asks again each second, and shows yours as soon as it can."
        return page_response(503, "Waiting for the dev server", text, asks_again=True)

    async def _ask_again_if_stale(self, asked: SiteRequest, rewriting: Rewriting) -> h11.Response:
        """A kept connection may have died meanwhile: what changes nothing is then asked once more.

        All else is sent once (RFC 9110 9.2.2), so on a connection of its own: the server may be closing a kept one
        this very moment.
        """
        if not asked.can_be_repeated:
            self.leave()
        was_kept = self._line is not None
        try:
            return await self._ask_once(asked, rewriting)
        except ServerGone:
            if not was_kept:
                raise
            self.leave()
            return await self._ask_once(asked, rewriting)

    async def _ask_once(self, asked: SiteRequest, rewriting: Rewriting) -> h11.Response:
        line = self._line = self._line or await self.connect()
        keep = frozenset({b"transfer-encoding"}) if asked.length is None else frozenset()
        headers = list(rewriting.request(asked.headers, keep=keep))
        await line.send(h11.Request(method=asked.method, target=asked.target, headers=headers))
        if asked.length == 0:
            await line.send(h11.EndOfMessage())
        else:
            # Beside the answer: a server may refuse a large body before it has read it.
            self._sending = asyncio.create_task(_send_body(line, asked.body))
            self._sending.add_done_callback(_look_at)
        while True:
            event = await self._hear(line)
            if isinstance(event, h11.Response):
                return event
            if not isinstance(event, h11.InformationalResponse):
                raise ServerGone("it hung up before it had answered")

    async def _hear(self, line: ServerLine) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        """The server's next event; raises what is wrong with the body under way, whose end the server would await."""
        if self._sending is None:
            return await line.hear()
        async with tasks_of(line.hear()) as [hearing]:
            await first_completed((hearing, self._sending))
            if not hearing.done():
                self._sending.result()
            event: h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED] = await hearing
            return event

    async def _body(self) -> AsyncIterator[bytes]:
        line = self._line
        assert line is not None
        while isinstance(event := await self._hear(line), h11.Data):
            yield bytes(event.data)
        if self._sending is not None:
            await self._sending
            self._sending = None
        if not line.is_fresh_again:
            self.leave()

    async def connect(self) -> ServerLine:
        """A new connection; raises ServerGone."""
        last: OSError | TimeoutError | None = None
        name = self._server.name if self._tls else None
        for door in self._server.doors:
            try:
                async with asyncio.timeout(CONNECTING):
                    opened = await asyncio.open_connection(
                        door, self._server.port, ssl=self._tls, server_hostname=name, limit=PIECE
                    )
                return ServerLine(*opened)
            except OSError as reason:
                last = reason
        raise ServerGone(_in_words(last)) from last

    async def upgrade(self, asked: SiteRequest) -> tuple[ServerLine, h11.Response | h11.InformationalResponse]:
        """Asks for a WebSocket on a line of its own; raises ServerGone or ServerConfused."""
        line = await self.connect()
        try:
            headers = list(Rewriting(self._server, host=asked.host).request(asked.headers, keep=WEBSOCKET))
            await line.send(h11.Request(method=asked.method, target=asked.target, headers=headers))
            await line.send(h11.EndOfMessage())
            while True:
                event = await line.hear()
                if isinstance(event, h11.Response) or (
                    isinstance(event, h11.InformationalResponse) and event.status_code == 101
                ):
                    return line, event
                if not isinstance(event, h11.InformationalResponse):
                    raise ServerGone("it hung up before it had answered")
        except BaseException:
            line.close()
            raise

    def leave(self) -> None:
        """Gives up the connection, and what is under way on it."""
        if self._sending is not None:
            self._sending.cancel()
            self._sending = None
        if self._line is not None:
            self._line.close()
            self._line = None


def _look_at(sending: asyncio.Task[None]) -> None:
    """An error that nobody waits for any more is no news: its line has been given up."""
    if not sending.cancelled():
        sending.exception()


async def _send_body(line: ServerLine, body: AsyncIterator[bytes]) -> None:
    # A server that hangs up while it is asked has perhaps said why: its answer is read in any case.
    with suppress(ServerGone):
        async for piece in body:
            await line.send(h11.Data(data=piece))
        await line.send(h11.EndOfMessage())


def _in_words(reason: OSError | None) -> str:
    if isinstance(reason, ConnectionRefusedError):
        return "nothing listens there"
    if isinstance(reason, TimeoutError):
        return "it takes no connection"
    return str(reason.strerror or reason) if reason else "it cannot be reached"
