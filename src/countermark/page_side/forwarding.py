"""How a page's request is carried to the hub and its answer back, for servers of both kinds; `Ends` does the I/O.

Written as coroutines: with an event loop they are awaited; with threads, where `Ends` waits in its own calls, each of
them ends in one step (`forwarder.at_once`).
"""

from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Generic, Protocol, TypeVar

from countermark.doorbell.errors import DoorbellError, HubGone
from countermark.page_side.hop import (
    KEPT_BODY,
    MOST_DRAINED,
    BadPageRequest,
    CarriedRequest,
    HubAnswer,
    Stranger,
    has_forgotten,
    refusal,
)
from countermark.page_side.site import Site

B = TypeVar("B")
# The hub sends a sign of life on an open stream; after this long without a byte it is as good as gone.
SILENCE = 60.0
PIECE = 64 * 1024


class HubLine(Protocol):
    """A connection to the hub."""

    is_stream: bool  # what comes from now on may take for ever

    async def send(self, message: bytes) -> None:
        """Send what the hub takes; one that hangs up early has perhaps said why, so that is no error."""

    async def receive(self) -> bytes:
        """The next bytes; nothing at the end. Raises DoorbellError when none have come for too long."""

    def close(self) -> None:
        """Hang up."""


class Ends(Protocol):
    """Both ends of a request that is carried: the browser's and the hub's."""

    async def read_piece(self) -> bytes | None:
        """The next bytes of the request's body; None at its end."""

    async def connect(self) -> HubLine:
        """A new connection to the hub; raises DoorbellError."""

    async def introduce(self, *, again_after: str | None = None) -> str:
        """See `Site.introduce`."""


class ForwardedReply(Generic[B]):
    """What the browser gets: close it when done, or when the browser has gone."""

    __slots__ = ("body", "headers", "line", "status")

    def __init__(self, status: int, headers: list[tuple[str, str]], body: B, line: HubLine | None) -> None:
        self.status = status
        self.headers = headers
        self.body = body
        self.line = line

    def close(self) -> None:
        if self.line is not None:
            self.line.close()


async def carry_request(site: Site, request: CarriedRequest, ends: Ends) -> ForwardedReply[AsyncIterator[bytes]]:
    """Asks the hub in a page's name; whatever goes wrong is an answer too."""
    body = _RequestBody(request, ends)
    try:
        try:
            request.check_peer(site.hosts)
            return await _ask_twice(site, request, body, ends)
        finally:
            await body.drain()
    except (DoorbellError, BadPageRequest, Stranger) as error:
        status, headers, text = refusal(error)
        return ForwardedReply(status, headers, _only(text if request.method != "HEAD" else b""), None)


async def _only(body: bytes) -> AsyncIterator[bytes]:
    if body:
        yield body


class _RequestBody:
    """A request's body: what fits is kept and can be sent again, the rest goes by once."""

    def __init__(self, request: CarriedRequest, ends: Ends) -> None:
        self._request = request
        self._ends = ends
        self._is_sized = request.length is not None
        self._left = MOST_DRAINED
        self.is_complete = request.length == 0
        self._kept = bytearray()

    async def keep(self) -> None:
        """Reads what is kept; raises BadPageRequest for a body that ends before its length."""
        while not self.is_complete and len(self._kept) < KEPT_BODY:
            self._kept += await self._next()
        if self.is_complete:
            self._request.check_whole(len(self._kept))

    async def _next(self) -> bytes:
        piece = await self._ends.read_piece()
        self.is_complete = piece is None
        self._left -= len(piece or b"")
        return piece or b""

    async def send(self, line: HubLine) -> None:
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


async def _ask_twice(
    site: Site, request: CarriedRequest, body: _RequestBody, ends: Ends
) -> ForwardedReply[AsyncIterator[bytes]]:
    await body.keep()
    name = site.known_as or await ends.introduce()
    try:
        reply = await _ask_once(site, request, body, ends, name, is_last=False)
    except HubGone as gone:
        if not body.is_complete or (gone.heard and not request.is_reading):
            raise
        reply = None
    if reply is None:
        name = await ends.introduce(again_after=name)
        reply = await _ask_once(site, request, body, ends, name, is_last=True)
    assert reply is not None
    return reply


async def _ask_once(
    site: Site, request: CarriedRequest, body: _RequestBody, ends: Ends, name: str, *, is_last: bool
) -> ForwardedReply[AsyncIterator[bytes]] | None:
    """One exchange; None if the hub must be told of the site and asked again. HubGone.heard: it may have acted."""
    answer = HubAnswer(to=request.method)
    head = request.head(name)
    line = await ends.connect()
    try:
        await line.send(head)
        await body.send(line)
        await _read_head(line, answer)
        first = b""
        if answer.may_be_forgetful:
            first = b"".join([piece async for piece in _answer_body(line, answer)])
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
    return ForwardedReply(answer.status, answer.onward(), _stream(line, answer, first), line)


async def _read_head(line: HubLine, answer: HubAnswer) -> None:
    while not answer.status:
        received = await line.receive()
        if not received:
            raise HubGone("it hung up before it had answered")
        answer.feed(received)


async def _answer_body(line: HubLine, answer: HubAnswer) -> AsyncIterator[bytes]:
    while True:
        piece = answer.take()
        if piece:
            yield piece
        if answer.complete:
            return
        received = await line.receive()
        if not received:
            raise HubGone("it hung up in the middle of its answer")
        answer.feed(received)


async def _stream(line: HubLine, answer: HubAnswer, first: bytes) -> AsyncIterator[bytes]:
    try:
        if first:
            yield first
        # A stream that ends early is a shorter stream: the page asks again.
        with suppress(HubGone):
            async for piece in _answer_body(line, answer):
                yield piece
    finally:
        line.close()
