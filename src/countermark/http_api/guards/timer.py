"""A timer of a connection, which is started and stopped as its bytes come and go."""

import asyncio
from collections.abc import Callable


class Timer:
    """Calls something after a while, unless it is stopped or started anew."""

    def __init__(self) -> None:
        self._handle: asyncio.TimerHandle | None = None

    def start(self, seconds: float, then: Callable[[], object]) -> None:
        """Run from now on."""
        self.stop()
        self._handle = asyncio.get_running_loop().call_later(seconds, then)

    def start_unless_running(self, seconds: float, then: Callable[[], object]) -> None:
        """Run from now on, or from when it was started before."""
        if self._handle is None:
            self.start(seconds, then)

    def stop(self) -> None:
        """Run no more."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
