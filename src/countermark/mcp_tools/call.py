"""One call of a tool: the caller, what the tool works with, and how it waits."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from countermark.actions.desk import Desk
from countermark.first_completed import EndedFirst, run_until
from countermark.mcp_tools.caller import Caller
from countermark.mcp_tools.door import Means
from countermark.mcp_tools.snapshots import Snapshots

T = TypeVar("T")
BEAT_SECONDS = 5.0  # between two progress notifications


class HubEnding(Exception):
    """The hub ends: whoever waits is told at once."""


@dataclass(frozen=True)
class McpCall:
    """What a tool gets."""

    means: Means
    caller: Caller
    snapshots: Snapshots
    progress: Callable[[float, float, str], Awaitable[None]]  # seconds so far, seconds at most, words

    @property
    def desk(self) -> Desk:
        """The desk."""
        return self.means.desk

    @property
    def site(self) -> str:
        """The site's id."""
        return self.caller.site.id

    @asynccontextmanager
    async def waiting(self, seconds: float, what: str) -> AsyncIterator[None]:
        """While inside, the client gets progress notifications, so that it does not run into its timeout."""
        beat = asyncio.create_task(self._beat(seconds, what))
        try:
            yield
        finally:
            beat.cancel()
            with suppress(asyncio.CancelledError):
                await beat

    async def _beat(self, seconds: float, what: str) -> None:
        begun = asyncio.get_running_loop().time()
        await self.progress(0.0, seconds, what)
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            await self.progress(asyncio.get_running_loop().time() - begun, seconds, what)

    async def unless_ending(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of `work`. Raises `HubEnding` if the hub ends first."""
        try:
            return await run_until(work, self.means.closing.wait())
        except EndedFirst:
            raise HubEnding from None
