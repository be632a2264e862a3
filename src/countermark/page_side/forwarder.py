"""Carries the requests of a page to the hub and its answers back, for servers that work with threads."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import TypeVar

from countermark.doorbell.ring import Line
from countermark.page_side.forwarding import PIECE, SILENCE, ForwardedReply, carry_request
from countermark.page_side.hop import CarriedRequest
from countermark.page_side.site import Site

T = TypeVar("T")
Read = Callable[[int], bytes]  # the next bytes of a request's body, at most so many; none at its end


def forward(site: Site, request: CarriedRequest, read: Read) -> ForwardedReply[Iterator[bytes]]:
    """Asks the hub in a page's name; whatever goes wrong is an answer too."""
    reply = at_once(carry_request(site, request, _BlockingEnds(site, read)))
    return ForwardedReply(reply.status, reply.headers, _pieces(reply.body), reply.line)


def at_once(work: Awaitable[T]) -> T:
    """The result of a coroutine that waits for nothing but calls that block."""
    try:
        next(work.__await__())
    except StopIteration as end:
        result: T = end.value
        return result
    raise AssertionError("a coroutine that was to block has waited for an event loop")


def _pieces(body: AsyncIterator[bytes]) -> Iterator[bytes]:
    while True:
        try:
            yield at_once(anext(body))
        except StopAsyncIteration:
            return


class _BlockingEnds:
    """Both ends, in the thread of the request."""

    def __init__(self, site: Site, read: Read) -> None:
        self._site = site
        self._read = read

    async def read_piece(self) -> bytes | None:
        return self._read(PIECE) or None

    async def connect(self) -> "_BlockingLine":
        return _BlockingLine(Line(self._site.door(), silence=SILENCE, until=None, reader=None))

    async def introduce(self, *, again_after: str | None = None) -> str:
        return self._site.introduce(again_after=again_after)


class _BlockingLine:
    """A connection to the hub that waits in its own calls."""

    is_stream = False  # nobody asks a thread to end early

    def __init__(self, line: Line) -> None:
        self._line = line

    async def send(self, message: bytes) -> None:
        self._line.send(message)

    async def receive(self) -> bytes:
        return self._line.receive()

    def close(self) -> None:
        self._line.close()
