"""Carries the requests of a page to the hub and its answers back, for servers that run an event loop."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import suppress

from countermark.doorbell.errors import DoorbellError, HubGone
from countermark.page_side.forwarder import PIECE, SILENCE
from countermark.page_side.hop import (
    KEPT_BODY,
    MOST_DRAINED,
    BadPageRequest,
    HubAnswer,
    PageRequest,
    Stranger,
    has_forgotten,
    refusal,
)
from countermark.page_side.site import Site

# How often an open stream that is silent looks whether its server wants to end.
LOOK = 0.5


class Reply:
    """What the browser gets: close it when done, or when the browser has gone."""

    __slots__ = ("_line", "body", "headers", "status")

    def __init__(
        self, status: int, headers: list[tuple[str, str]], body: AsyncIterator[bytes], line: "_Line | None"
    ) -> None:
        self.status = status
        self.headers = headers
        self.body = body
        self._line = line

    def close(self) -> None:
        if self._line is not None:
            self._line.close()


async def forward(site: Site, request: PageRequest, pieces: AsyncIterator[bytes]) -> Reply:
    """Asks the hub in a page's name; whatever goes wrong is an answer too."""
    body = _Body(request, pieces)
    try:
        try:
            request.check_peer(site.hosts)
            return await _ask_twice(site, request, body)
        finally:
            await body.drain()
    except (DoorbellError, BadPageRequest, Stranger) as error:
        status, headers, told = refusal(error)
        return Reply(status, headers, _only(told if request.method != "HEAD" else b""), None)


async def _only(body: bytes) -> AsyncIterator[bytes]:
    if body:
        yield body


class _Line:
    """A connection to the hub."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self.is_stream = False  # what comes may take for ever

    async def send(self, message: bytes) -> None:
        """Sends what the hub takes; one that hangs up early has perhaps said why, so that is no error."""
        with suppress(ConnectionError):
            self._writer.write(message)
            await self._writer.drain()

    async def receive(self) -> bytes:
        """The next bytes; nothing at the end."""
        for _ in range(int(SILENCE / LOOK)):
            try:
                async with asyncio.timeout(LOOK):
                    return await self._reader.read(PIECE)
            except TimeoutError:
                if self.is_stream and server_wants_to_end():
                    return b""
            except ConnectionError:
                return b""
        raise HubGone("the hub says nothing any more")

    def close(self) -> None:
        self._writer.close()


def server_wants_to_end() -> bool:
    """Whether uvicorn waits for its streams to end, as it does before each `--reload` and after Ctrl-C.

    It tells them nothing, and would wait until the last page is closed; its handler of signals knows.
    """
    owner = getattr(signal.getsignal(signal.SIGTERM), "__self__", None)
    return getattr(owner, "should_exit", False) is True


async def _connect(site: Site) -> _Line:
    address = site.door()
    try:
        return _Line(*await asyncio.open_unix_connection(address))
    except (OSError, ValueError) as reason:
        raise HubGone(f"no hub listens at {address}") from reason


class _Body:
    """A request's body: what fits is kept and can be sent again, the rest goes by once."""

    def __init__(self, request: PageRequest, pieces: AsyncIterator[bytes]) -> None:
        self._request = request
        self._pieces = pieces
        self._is_sized = request.length is not None
        self._left = MOST_DRAINED
        self.is_complete = request.length == 0
        self._kept = bytearray()

    async def keep(self) -> None:
        """Reads what is kept."""
        while not self.is_complete and len(self._kept) < KEPT_BODY:
            self._kept += await self._next()
        if self.is_complete:
            self._request.check_whole(len(self._kept))

    async def _next(self) -> bytes:
        piece = await anext(self._pieces, None)
        self.is_complete = piece is None
        self._left -= len(piece or b"")
        return piece or b""

    async def send(self, line: _Line) -> None:
        """All of it, as far as the hub takes it."""
        if self._kept:
            await line.send(self._framed(bytes(self._kept)))
        while not self.is_complete and self._left > 0:
            piece = await self._next()
            if piece:
                await line.send(self._framed(piece))
        if not self._is_sized:
            await line.send(b"0\r\n\r\n")

    def _framed(self, piece: bytes) -> bytes:
        return piece if self._is_sized else b"%x\r\n%b\r\n" % (len(piece), piece)

    async def drain(self) -> None:
        """Reads on to the end: a browser that is cut off while it sends would see no answer."""
        while not self.is_complete and self._left > 0:
            await self._next()


async def _ask_twice(site: Site, request: PageRequest, body: _Body) -> Reply:
    await body.keep()
    known = site.known_as
    name = await asyncio.to_thread(site.introduce) if known is None else known
    try:
        reply = await _ask_once(site, request, body, name, is_last=False)
    except HubGone as gone:
        if not body.is_complete or (gone.heard and not request.is_reading):
            raise
        reply = None
    if reply is None:
        name = await asyncio.to_thread(site.introduce, again_after=name)
        reply = await _ask_once(site, request, body, name, is_last=True)
    assert reply is not None
    return reply


async def _ask_once(site: Site, request: PageRequest, body: _Body, name: str, *, is_last: bool) -> Reply | None:
    """One exchange; None if the hub must be told of the site and asked again. HubGone.heard: it may have acted."""
    answer = HubAnswer(to=request.method)
    head = request.head(name)
    line = await _connect(site)
    try:
        await line.send(head)
        await body.send(line)
        await _read_head(line, answer)
        first = b""
        if answer.may_be_forgetful:
            first = b"".join([piece async for piece in _body(line, answer)])
            if not is_last and body.is_complete and has_forgotten(first, named=request.is_for(site.hosts)):
                line.close()
                return None
    except HubGone as gone:
        # Something was sent: only what changes nothing may be sent again.
        gone.heard = True
        line.close()
        raise
    except BaseException:
        line.close()
        raise
    line.is_stream = True
    return Reply(answer.status, answer.onward(), _stream(line, answer, first), line)


async def _read_head(line: _Line, answer: HubAnswer) -> None:
    while not answer.status:
        received = await line.receive()
        if not received:
            raise HubGone("it hung up before it had answered")
        answer.feed(received)


async def _body(line: _Line, answer: HubAnswer) -> AsyncIterator[bytes]:
    while True:
        taken = answer.take()
        if taken:
            yield taken
        if answer.complete:
            return
        received = await line.receive()
        if not received:
            raise HubGone("it hung up in the middle of its answer")
        answer.feed(received)


async def _stream(line: _Line, answer: HubAnswer, first: bytes) -> AsyncIterator[bytes]:
    try:
        if first:
            yield first
        # A stream that ends early is a shorter stream: the page asks again.
        with suppress(HubGone):
            async for piece in _body(line, answer):
                yield piece
    finally:
        line.close()
