"""What is built after the hub's start: its imports take longer than everything that the first hook needs."""

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar

from starlette.types import ASGIApp, Receive, Scope, Send

T = TypeVar("T")


class Late(Generic[T]):
    """A value that is built in a thread: when it is first asked for, or when the hub has time."""

    def __init__(self, build: Callable[[], T]) -> None:
        self._build = build
        self._built: asyncio.Future[T] | None = None

    async def ready(self) -> T:
        """The value. A build that failed is tried again: memory, or open files, may be there now."""
        if self._built is None or (self._built.done() and self._built.exception() is not None):
            self._built = asyncio.ensure_future(asyncio.to_thread(self._build))
        return await asyncio.shield(self._built)

    def app(self, choose: Callable[[T], ASGIApp]) -> ASGIApp:
        """The app that `choose` finds in the value; its first request waits for the value."""

        async def late(scope: Scope, receive: Receive, send: Send) -> None:
            await choose(await self.ready())(scope, receive, send)

        return late
