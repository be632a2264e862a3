"""What a server that means harm can do to the hub that holds a line to it: nothing but be called unusable."""

import asyncio
import gzip
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from countermark.agents.fields import Malformed
from countermark.agents.opencode.client import LineLost, ServerClient, Unexpected
from countermark.agents.opencode.event_stream import EventSplitter
from countermark.agents.opencode.heard import HttpCall
from countermark.agents.opencode.versions import version_in

CALL = HttpCall("GET", "/global/health")
FIFTEEN_MB = 15 * 1024 * 1024


@asynccontextmanager
async def answering(answer: bytes) -> AsyncIterator[tuple[ServerClient, list[bytes]]]:
    """A client of a server that says the same to everybody, and the requests that it has had."""
    requests = list[bytes]()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        requests.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(answer)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server, ServerClient(f"http://127.0.0.1:{port}", user="opencode", password="word") as client:
        yield client, requests


async def test_what_is_packed_is_not_unpacked() -> None:
    packed = gzip.compress(b'{"healthy": true, "version": "1.18.33"}' + b" " * FIFTEEN_MB)
    head = f"HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: {len(packed)}\r\n\r\n".encode()
    async with answering(head + packed) as (client, _):
        with pytest.raises(Unexpected, match="something else than JSON"):
            await client.exchange(CALL)


async def test_it_is_asked_for_nothing_packed() -> None:
    async with answering(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}") as (client, requests):
        await client.exchange(CALL)
        assert b"accept-encoding: identity" in requests[0].lower()


async def test_nobody_follows_where_it_sends_us_with_the_password() -> None:
    async with answering(b"") as (_, elsewhere):
        away = b"HTTP/1.1 307 Away\r\nlocation: http://127.0.0.1:1/global/health\r\ncontent-length: 0\r\n\r\n"
        async with answering(away) as (client, requests):
            with pytest.raises(Unexpected, match="307"):
                await client.exchange(CALL)
            assert (len(requests), elsewhere) == (1, [])


async def test_an_answer_that_is_no_http_is_a_lost_line() -> None:
    async with answering(b"\x1b]0;mine\x07 never http\r\n\r\n") as (client, _):
        with pytest.raises(LineLost):
            await client.exchange(CALL)


@pytest.mark.parametrize("version", ["1." + "9" * 1_000_000, "1.\x1b]0;mine\x07", "1.\u202e33", "1.\ud800"])
def test_a_version_that_is_none_is_not_written_down(version: str) -> None:
    with pytest.raises(Malformed):
        version_in({"healthy": True, "version": version})


def test_a_line_that_never_ends_costs_as_much_as_it_is_long() -> None:
    splitter = EventSplitter()
    assert list(splitter.feed(b"x" * FIFTEEN_MB)) == []
    begun = time.process_time()
    for _ in range(1000):
        assert list(splitter.feed(b"x")) == []
    assert time.process_time() - begun < 0.5  # it was 7 s, each byte a copy of all before it
    assert list(splitter.feed(b"\ndata: {}\n\n")) == [b"{}"]
