"""Both ends of a child's pipes on the event loop: nothing blocks, nothing is read faster than it is taken."""

import asyncio
import os
from collections.abc import Callable
from contextlib import suppress
from io import FileIO

READ_BYTES = 256 * 1024


class PipeClosed(Exception):
    """Nobody reads the other end any more, or this one was closed."""


class PipeReader:
    """Hands on what comes, in pieces; `ended` is called once, behind the last of them."""

    def __init__(self, pipe: FileIO, took: Callable[[bytes], None], *, ended: Callable[[], None]) -> None:
        os.set_blocking(pipe.fileno(), False)
        self._pipe = pipe
        self._took = took
        self._ended = ended
        self._loop = asyncio.get_running_loop()
        self._is_paused = True
        self.resume()

    @property
    def is_open(self) -> bool:
        """Whether more may come."""
        return not self._pipe.closed

    def pause(self) -> None:
        """Read no more for now; who writes is held up once the pipe is full."""
        if self.is_open and not self._is_paused:
            self._loop.remove_reader(self._pipe.fileno())
            self._is_paused = True

    def resume(self) -> None:
        """Go on reading."""
        if self.is_open and self._is_paused:
            self._loop.add_reader(self._pipe.fileno(), self._read)
            self._is_paused = False

    def finish(self) -> None:
        """Take what is in the pipe and wait for no more: a stranger may hold the other end for ever."""
        while self.is_open and self._read():
            pass
        self._end()

    def _read(self) -> bool:
        """Whether there was something."""
        try:
            content = os.read(self._pipe.fileno(), READ_BYTES)
        except BlockingIOError:
            return False
        except OSError:
            content = b""
        if content:
            self._took(content)
        else:
            self._end()
        return bool(content)

    def _end(self) -> None:
        if self.is_open:
            self.pause()
            self._pipe.close()
            self._ended()


class PipeWriter:
    """Writes whole lines, one after the other; who writes waits while the pipe is full."""

    def __init__(self, pipe: FileIO) -> None:
        os.set_blocking(pipe.fileno(), False)
        self._pipe = pipe
        self._loop = asyncio.get_running_loop()
        self._has_room: asyncio.Future[None] | None = None

    async def write(self, content: bytes) -> None:
        """Write all of it. Raises `PipeClosed`. One caller at a time."""
        left = memoryview(content)
        while left:
            if self._pipe.closed:
                raise PipeClosed
            try:
                left = left[os.write(self._pipe.fileno(), left) :]
            except BlockingIOError:
                await self._wait_for_room()
            except OSError:
                self.close()
                raise PipeClosed from None

    def close(self) -> None:
        """Write no more; the other end reads its end of file, and who waits hears `PipeClosed`."""
        if not self._pipe.closed:
            self._loop.remove_writer(self._pipe.fileno())
            with suppress(OSError):
                self._pipe.close()
        self._tell_room()

    async def _wait_for_room(self) -> None:
        self._has_room = self._loop.create_future()
        self._loop.add_writer(self._pipe.fileno(), self._tell_room)
        try:
            await self._has_room
        finally:
            self._has_room = None
            if not self._pipe.closed:
                self._loop.remove_writer(self._pipe.fileno())

    def _tell_room(self) -> None:
        if self._has_room is not None and not self._has_room.done():
            self._has_room.set_result(None)
