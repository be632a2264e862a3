"""Carries the requests of a page to the hub and its answers back, for servers that work with threads."""

from collections.abc import Callable, Iterator
from contextlib import suppress

from countermark.doorbell.errors import DoorbellError, HubGone
from countermark.doorbell.ring import Line
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

# The hub sends a sign of life on an open stream; after this long without a byte it is as good as gone.
SILENCE = 60.0
PIECE = 64 * 1024
Read = Callable[[int], bytes]  # the next bytes of a request's body, at most so many; none at its end


class Reply:
    """What the browser gets: close it when done, or when the browser has gone."""

    __slots__ = ("_line", "body", "headers", "status")

    def __init__(self, status: int, headers: list[tuple[str, str]], body: Iterator[bytes], line: Line | None) -> None:
        self.status = status
        self.headers = headers
        self.body = body
        self._line = line

    def close(self) -> None:
        if self._line is not None:
            self._line.close()


def forward(site: Site, request: PageRequest, read: Read) -> Reply:
    """Asks the hub in a page's name; whatever goes wrong is an answer too."""
    body = _Body(request, read)
    try:
        try:
            request.check_peer(site.hosts)
            if body.is_complete:
                request.check_whole(body.length_so_far)
            return _ask_twice(site, request, body)
        finally:
            body.drain()
    except (DoorbellError, BadPageRequest, Stranger) as error:
        status, headers, told = refusal(error)
        return Reply(status, headers, iter((told,) if request.method != "HEAD" else ()), None)


class _Body:
    """A request's body: what fits is kept and can be sent again, the rest goes by once."""

    def __init__(self, request: PageRequest, read: Read) -> None:
        self._read = read
        self._is_sized = request.length is not None
        self._left = MOST_DRAINED
        self.is_complete = request.length == 0
        self._kept = bytearray()
        while not self.is_complete and len(self._kept) < KEPT_BODY:
            self._kept += self._next()

    @property
    def length_so_far(self) -> int:
        """How much of it has come."""
        return len(self._kept)

    def _next(self) -> bytes:
        piece = self._read(PIECE)
        self._left -= len(piece)
        self.is_complete = not piece
        return piece

    def send(self, line: Line) -> None:
        """All of it, as far as the hub takes it."""
        if self._kept:
            line.send(self._framed(bytes(self._kept)))
        while not self.is_complete and self._left > 0:
            piece = self._next()
            if piece:
                line.send(self._framed(piece))
        if not self._is_sized:
            line.send(b"0\r\n\r\n")

    def _framed(self, piece: bytes) -> bytes:
        return piece if self._is_sized else b"%x\r\n%b\r\n" % (len(piece), piece)

    def drain(self) -> None:
        """Reads on to the end: a browser that is cut off while it sends would see no answer."""
        while not self.is_complete and self._left > 0:
            self._next()


def _ask_twice(site: Site, request: PageRequest, body: _Body) -> Reply:
    name = site.known_as or site.introduce()
    try:
        reply = _ask_once(site, request, body, name, is_last=False)
    except HubGone as gone:
        if not body.is_complete or (gone.heard and not request.is_reading):
            raise
        reply = None
    if reply is None:
        reply = _ask_once(site, request, body, site.introduce(again_after=name), is_last=True)
    assert reply is not None
    return reply


def _ask_once(site: Site, request: PageRequest, body: _Body, name: str, *, is_last: bool) -> Reply | None:
    """One exchange; None if the hub must be told of the site and asked again. HubGone.heard: it may have acted."""
    answer = HubAnswer(to=request.method)
    line = Line(site.door(), silence=SILENCE, until=None, reader=None)
    try:
        line.send(request.head(name))
        body.send(line)
        _read_head(line, answer)
        first = b""
        if answer.may_be_forgetful:
            first = b"".join(_body(line, answer))
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
    return Reply(answer.status, answer.onward(), _stream(line, answer, first), line)


def _read_head(line: Line, answer: HubAnswer) -> None:
    while not answer.status:
        received = line.receive()
        if not received:
            raise HubGone("it hung up before it had answered")
        answer.feed(received)


def _body(line: Line, answer: HubAnswer) -> Iterator[bytes]:
    while True:
        taken = answer.take()
        if taken:
            yield taken
        if answer.complete:
            return
        received = line.receive()
        if not received:
            raise HubGone("it hung up in the middle of its answer")
        answer.feed(received)


def _stream(line: Line, answer: HubAnswer, first: bytes) -> Iterator[bytes]:
    try:
        if first:
            yield first
        # A stream that ends early is a shorter stream: the page asks again.
        with suppress(HubGone):
            yield from _body(line, answer)
    finally:
        line.close()
