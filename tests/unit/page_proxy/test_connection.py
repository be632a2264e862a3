"""How a browser's connection ends when something happens that nobody foresaw."""

import asyncio
import socket
from collections.abc import AsyncIterator

import pytest

from countermark.page_proxy.connection import House, ProxyConnection
from countermark.page_proxy.words import SiteRequest, SiteResponse
from countermark.page_side.site import Site

HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


class Broken:
    """A site that fails in a way of its own, before its answer or in the middle of it."""

    def __init__(self, *, early: bool) -> None:
        self._early = early
        self.left = False

    async def ask(self, _asked: SiteRequest) -> SiteResponse:
        if self._early:
            raise KeyError("nobody foresaw this")
        return SiteResponse(200, [(b"content-type", b"text/plain")], self._body())

    async def _body(self) -> AsyncIterator[bytes]:
        yield b"the first half"
        raise KeyError("nobody foresaw this")

    def leave(self) -> None:
        self.left = True


@pytest.mark.parametrize("early", [True, False])
async def test_a_browser_never_waits_in_vain(early: bool) -> None:
    ours, browsers = socket.socketpair()
    origin = Broken(early=early)
    reader, writer = await asyncio.open_connection(sock=ours)
    from_proxy, to_proxy = await asyncio.open_connection(sock=browsers)
    house = House(Site(), (), lambda: origin)
    serving = asyncio.create_task(ProxyConnection(house, reader, writer, asyncio.Event()).serve())
    to_proxy.write(HEAD)
    async with asyncio.timeout(30):
        answer = await from_proxy.read()
    with pytest.raises(KeyError):
        await serving
    to_proxy.close()
    assert origin.left
    if early:
        assert answer.startswith(b"HTTP/1.1 500 ")
        assert answer.endswith(b"Page review could not pass on the answer.\n")
    else:
        assert answer.endswith(b"the first half\r\n")  # and no last chunk: it is not made whole
