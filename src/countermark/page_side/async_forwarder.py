"""Carries the requests of a page to the hub and its answers back, for servers that run an event loop."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import suppress

from countermark.doorbell.errors import HubGone
from countermark.page_side.forwarding import PIECE, SILENCE, ForwardedReply, carry_request
from countermark.page_side.hop import CarriedRequest
from countermark.page_side.site import Site

# How often an open stream that is silent looks whether its server wants to end.
LOOK = 0.5


async def forward(
    site: Site, request: CarriedRequest, pieces: AsyncIterator[bytes]
) -> ForwardedReply[AsyncIterator[bytes]]:
    """Asks the hub in a page's name; whatever goes wrong is an answer too."""
    return await carry_request(site, request, _LoopEnds(site, pieces))


class _LoopEnds:
    """Both ends, in the event loop."""

    def __init__(self, site: Site, pieces: AsyncIterator[bytes]) -> None:
        self._site = site
        self._pieces = pieces

    async def read_piece(self) -> bytes | None:
        return await anext(self._pieces, None)

    async def connect(self) -> "_LoopLine":
        address = self._site.door()
        try:
            return _LoopLine(*await asyncio.open_unix_connection(address))
        except (OSError, ValueError) as reason:
            raise HubGone(f"no hub listens at {address}") from reason

    async def introduce(self, *, again_after: str | None = None) -> str:
        return await asyncio.to_thread(self._site.introduce, again_after=again_after)


class _LoopLine:
    """A connection to the hub; while it is a silent stream, it looks now and then whether its server wants to end."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self.is_stream = False

    async def send(self, message: bytes) -> None:
        with suppress(ConnectionError):
            self._writer.write(message)
            await self._writer.drain()

    async def receive(self) -> bytes:
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
