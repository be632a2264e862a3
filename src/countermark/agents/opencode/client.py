"""HTTP with one OpenCode server: every exchange has a time limit and a size limit, and ends in a value or in words."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import httpx2

from countermark.agents.opencode.event_stream import EventSplitter
from countermark.agents.opencode.heard import HttpCall

logging.getLogger("httpx2").setLevel(logging.WARNING)  # a line for each exchange would drown everything else

CONNECT_SECONDS = 5.0
EXCHANGE_SECONDS = 15.0  # a first request may hang for ever; the first of a folder takes some seconds
MOST_BYTES = 64 * 1024 * 1024
LONGEST_REASON = 300


class LineLost(Exception):
    """The server cannot be reached, or does not answer in time."""


class NotThere(Exception):
    """The server knows nothing of that name."""


class Unexpected(Exception):
    """The server has answered something else than it should."""


class ServerClient:
    """`async with ServerClient(…) as client: await client.exchange(call)`."""

    def __init__(self, address: str, *, user: str, password: str | None) -> None:
        self._http = httpx2.AsyncClient(
            base_url=address,
            auth=None if password is None else httpx2.BasicAuth(user, password),
            timeout=httpx2.Timeout(EXCHANGE_SECONDS, connect=CONNECT_SECONDS),
            trust_env=False,  # no proxy of the environment is asked
            headers={"Accept-Encoding": "identity"},  # nothing is unpacked: a little could become more than fits
        )

    async def __aenter__(self) -> "ServerClient":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    async def exchange(self, call: HttpCall) -> object:
        """The JSON of an answer; None where there is no body. Raises `LineLost`, `NotThere` or `Unexpected`."""
        try:
            async with asyncio.timeout(EXCHANGE_SECONDS), self._sent(call, read=EXCHANGE_SECONDS) as answer:
                body = await whole(answer)
        except TimeoutError:
            raise LineLost(f"no answer within {EXCHANGE_SECONDS:.0f} s") from None
        except httpx2.HTTPError as error:
            raise LineLost(reason(error)) from None
        check_status(answer.status_code, call)
        return parsed(body, call)

    @asynccontextmanager
    async def events(self, call: HttpCall, *, silence: float | None) -> AsyncIterator[AsyncIterator[object]]:
        """The events of a stream, one JSON value each; None for one that is none. Raises `LineLost` at its end."""
        try:
            async with self._sent(call, read=silence) as answer:
                check_status(answer.status_code, call)
                yield self._events_in(answer)
        except httpx2.HTTPError as error:
            raise LineLost(reason(error)) from None

    async def _events_in(self, answer: httpx2.Response) -> AsyncIterator[object]:
        splitter = EventSplitter()
        async for piece in answer.aiter_raw():
            for data in splitter.feed(piece):
                yield event_in(data)
        raise LineLost("the stream of events has ended")

    @asynccontextmanager
    async def _sent(self, call: HttpCall, *, read: float | None) -> AsyncIterator[httpx2.Response]:
        timeout = httpx2.Timeout(EXCHANGE_SECONDS, connect=CONNECT_SECONDS, read=read)
        sent = self._http.stream(
            call.method, call.path, params=list(call.query), json=call.body, timeout=timeout,
        )  # fmt: skip
        async with sent as answer:
            yield answer


async def whole(answer: httpx2.Response) -> bytes:
    """The body. Raises `Unexpected` for one that is too large."""
    body = bytearray()
    async for piece in answer.aiter_raw():
        body += piece
        if len(body) > MOST_BYTES:
            raise Unexpected("an answer is too large")
    return bytes(body)


def check_status(status: int, call: HttpCall) -> None:
    """Raise for everything but success."""
    if status in (httpx2.codes.UNAUTHORIZED, httpx2.codes.FORBIDDEN):
        raise LineLost("it refuses the password")
    if status == httpx2.codes.NOT_FOUND:
        raise NotThere(call.path)
    if not 200 <= status < 300:
        raise Unexpected(f"{call.method} {call.path} was answered with {status}")


def parsed(body: bytes, call: HttpCall) -> object:
    """The JSON of a body. Raises `Unexpected`."""
    if not body.strip():
        return None
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        raise Unexpected(f"{call.method} {call.path} was answered with something else than JSON") from None


def event_in(data: bytes | None) -> Mapping[str, Any] | None:
    """The object of one event; None for anything else."""
    try:
        found = json.loads(data or b"")
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def reason(error: httpx2.HTTPError) -> str:
    """Why there is no line, in few words."""
    if isinstance(error, httpx2.TimeoutException):
        return "it does not answer in time"
    return (str(error) or type(error).__name__)[:LONGEST_REASON]
