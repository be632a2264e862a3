"""Holding a line: noticing when the other end hangs up while we have nothing to say."""

from starlette.types import Receive


async def hung_up(receive: Receive) -> None:
    """Return once the other end has closed the connection."""
    while (await receive())["type"] != "http.disconnect":
        pass
