"""Which MCP clients over HTTP are there: from the first request on, for a while after the last, and no longer."""

from collections.abc import Sequence

from starlette.types import Message, Receive, Scope, Send

from countermark.http_api.mcp_clients import QUIET_SECONDS, McpClients


class Door:
    """A counted door whose answers a test chooses, and a clock that stands still."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.clients = McpClients(lambda: self.now)

    @property
    def count(self) -> int:
        return self.clients.count

    async def count_during(self, method: str, session: str = "", *, names: str = "", status: int = 200) -> int:
        """How many there are while the answer to a request goes on."""
        counts: list[int] = []

        async def app(_scope: Scope, _receive: Receive, send: Send) -> None:
            await send({"type": "http.response.start", "status": status, "headers": headers(names)})
            counts.append(self.count)

        async def nobody() -> Message:
            raise AssertionError("nobody reads")

        async def nowhere(_message: Message) -> None:
            return

        scope = {"type": "http", "method": method, "headers": headers(session)}
        await self.clients.noted(app)(scope, nobody, nowhere)
        (count,) = counts
        return count


def headers(session: str) -> Sequence[tuple[bytes, bytes]]:
    return [(b"mcp-session-id", session.encode())] if session else []


async def test_a_session_counts_from_its_opening_to_its_farewell() -> None:
    door = Door()
    assert door.count == 0
    assert await door.count_during("POST", names="a") == door.count == 1
    assert await door.count_during("POST", "a") == door.count == 1
    assert await door.count_during("POST", names="b") == door.count == 2
    assert await door.count_during("DELETE", "a") == door.count == 1


async def test_who_is_quiet_is_forgotten_and_an_open_stream_is_not_quiet() -> None:
    door = Door()
    await door.count_during("POST", names="a")
    await door.count_during("POST")  # a request that stands for itself
    assert door.count == 2
    door.now += QUIET_SECONDS + 1
    assert door.count == 0
    assert await door.count_during("GET", "a") == 1
    assert door.count == 0  # it was killed: the end of its stream is no word from it


async def test_a_session_that_another_hub_has_opened_is_nobody() -> None:
    door = Door()
    await door.count_during("POST", "of-another-hub", status=404)
    assert door.count == 0
