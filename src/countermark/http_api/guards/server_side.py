"""uvicorn's side of a door: its settings, and the connection as it has it. Only what uvicorn makes public is used."""

import asyncio
import logging
from math import ceil
from typing import Any, Protocol

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.config import Config


class DoorConnection(Protocol):
    """What uvicorn and the app ask of the connection that stands before them."""

    @property
    def transport(self) -> asyncio.Transport:
        """The way to the client."""

    def server_writes(self, data: "bytes | bytearray | memoryview[Any]") -> None:
        """What uvicorn sends to the client."""

    def server_closes(self) -> None:
        """uvicorn has said all that it wants to say."""

    def settle_reading(self, *, paused_by_server: bool | None = None) -> None:
        """Read on, or not."""

    async def answer(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the app answer the request that is under way."""


class ServersTransport(asyncio.Transport):
    """The connection as uvicorn has it."""

    def __init__(self, door: DoorConnection) -> None:
        super().__init__()
        self._door = door

    def write(self, data: "bytes | bytearray | memoryview[Any]") -> None:
        self._door.server_writes(data)

    def close(self) -> None:
        self._door.server_closes()

    def is_closing(self) -> bool:
        return self._door.transport.is_closing()

    def pause_reading(self) -> None:
        self._door.settle_reading(paused_by_server=True)

    def resume_reading(self) -> None:
        self._door.settle_reading(paused_by_server=False)

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self._door.transport.get_extra_info(name, default)


def serving(app: ASGIApp, *, keep_alive: int, head_seconds: float) -> Config:
    """uvicorn's settings for a door: nothing of uvicorn's own is started, and its log says nothing but failures.

    h11 is taken on every system, so that the wire is read alike everywhere (docs/decisions/0025).
    """

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        connection: DoorConnection = scope["state"].pop("connection")
        await connection.answer(app, scope, receive, send)

    config = Config(
        answer,
        http="h11",
        ws="none",
        lifespan="off",
        interface="asgi3",
        log_config=None,
        log_level=logging.ERROR,
        access_log=False,  # a target may hold what no log should
        proxy_headers=False,
        server_header=False,
        date_header=False,
        # Between two requests our own clock runs, since uvicorn does not hear of a head before it is whole.
        timeout_keep_alive=keep_alive + ceil(head_seconds) + 1,
        h11_max_incomplete_event_size=64 * 1024,
    )
    config.load()
    return config
