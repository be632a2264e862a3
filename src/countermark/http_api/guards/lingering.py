"""A transport whose close waits until the client has read the answer, when the client is still sending."""

import asyncio
from collections.abc import Callable
from typing import Any

LINGER_SECONDS = 1.0
LINGER_BYTES = 32 * 1024 * 1024


class LingeringTransport(asyncio.Transport):
    """The real transport, except for `close()`.

    Closing a socket with unread bytes resets the connection, and the reset overtakes the answer: the client would
    see a broken pipe instead of "413 too large". So our half is closed, what still comes is thrown away for a
    moment, and then the rest is closed.
    """

    def __init__(self, transport: asyncio.Transport, *, unread: Callable[[], bool]) -> None:
        super().__init__()
        self._transport = transport
        self._unread = unread
        self._deadline: asyncio.TimerHandle | None = None
        self._thrown_away = 0

    @property
    def lingering(self) -> bool:
        """Whether the answer is out and the rest of the request is being thrown away."""
        return self._deadline is not None

    def throw_away(self, received: bytes) -> None:
        """Count what a lingering client still sends; a client that sends without end is cut off."""
        self._thrown_away += len(received)
        if self._thrown_away > LINGER_BYTES:
            self.abort()

    def close(self) -> None:
        if self.is_closing():
            return
        if not self._unread() or not self._transport.can_write_eof():
            self._transport.close()
            return
        self._deadline = asyncio.get_running_loop().call_later(LINGER_SECONDS, self.abort)
        self._transport.resume_reading()
        self._transport.write_eof()

    def abort(self) -> None:
        self.forget()
        self._transport.abort()

    def forget(self) -> None:
        """The connection is gone: no timer may keep it."""
        if self._deadline is not None:
            self._deadline.cancel()

    def is_closing(self) -> bool:
        return self.lingering or self._transport.is_closing()

    def write(self, data: "bytes | bytearray | memoryview[Any]") -> None:
        if not self.lingering:
            self._transport.write(data)

    def pause_reading(self) -> None:
        if not self.is_closing():
            self._transport.pause_reading()

    def resume_reading(self) -> None:
        if not self.is_closing():
            self._transport.resume_reading()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self._transport.get_extra_info(name, default)
