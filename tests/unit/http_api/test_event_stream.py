"""Server-sent events as an ASGI response: what is sent, what ends it, and that no failure ends it in silence."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

import pytest

from countermark.http_api.routes.event_stream import EventStream, last_seen, with_silences
from countermark.http_api.shapes.server_events import event


class Reader:
    """The other end: keeps what it is sent, and hangs up when it is told to."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.leaves = asyncio.Event()

    async def send(self, message: Any) -> None:
        self.sent.append(message)

    async def receive(self) -> dict[str, Any]:
        await self.leaves.wait()
        return {"type": "http.disconnect"}

    async def follow(self, events: AsyncGenerator[bytes, None], closing: asyncio.Event) -> None:
        await EventStream(events, closing=closing)({}, self.receive, self.send)

    @property
    def bodies(self) -> list[tuple[bytes, bool]]:
        return [(each["body"], each["more_body"]) for each in self.sent[1:]]


class Events:
    """Two events, and then what `then` does; `closed` once nobody reads them any more."""

    def __init__(self, then: Any) -> None:
        self._then = then
        self.closed = False

    async def __call__(self) -> AsyncGenerator[bytes, None]:
        try:
            yield b"1"
            yield b"2"
            await self._then()
        finally:
            self.closed = True


async def nothing() -> None:
    pass


async def test_events_are_sent_as_they_come_and_their_end_is_the_end() -> None:
    reader = Reader()
    await reader.follow(Events(nothing)(), asyncio.Event())
    headers = dict(reader.sent[0]["headers"])
    assert headers[b"content-type"] == b"text/event-stream; charset=utf-8"
    assert b"content-length" not in headers
    assert reader.bodies == [(b"1", True), (b"2", True), (b"", False)]


@pytest.mark.parametrize("who", ["reader", "hub"])
async def test_it_ends_with_its_reader_and_with_the_hub(who: str) -> None:
    reader, closing = Reader(), asyncio.Event()

    async def leave() -> None:
        (reader.leaves if who == "reader" else closing).set()
        await asyncio.Event().wait()

    events = Events(leave)
    await reader.follow(events(), closing)
    assert reader.bodies[-1] == (b"", False)
    assert events.closed


async def test_a_failure_is_raised_to_the_server() -> None:
    async def fail() -> None:
        raise LookupError("the store cannot be read")

    reader = Reader()
    with pytest.raises(LookupError):
        await reader.follow(Events(fail)(), asyncio.Event())
    assert (b"", False) not in reader.bodies


async def test_a_silence_is_told_and_no_item_is_lost() -> None:
    comes = asyncio.Event()

    async def items() -> AsyncGenerator[int, None]:
        yield 1
        await comes.wait()
        yield 2

    heard = []
    async for item in with_silences(items(), seconds=0.01):
        heard.append(item)
        if heard.count(None) == 2:
            comes.set()
    assert heard[:3] == [1, None, None]
    assert [item for item in heard if item is not None] == [1, 2]


def test_an_event_as_it_is_written() -> None:
    assert event("hello", "{}") == b"event: hello\ndata: {}\n\n"
    assert event("change", "[1]", seq=7) == b"id: 7\nevent: change\ndata: [1]\n\n"


@pytest.mark.parametrize(
    ("header", "seq"), [("12", 12), (None, None), ("", None), ("-1", None), ("1" * 19, None), ("12x", None)]
)
def test_where_a_reader_goes_on(header: str | None, seq: int | None) -> None:
    assert last_seen(header) == seq
