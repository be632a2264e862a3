"""Counts the MCP clients on TCP: those with a request open, or with one in the last five minutes.

Those on stdio are not counted: their bridge starts a hub again when it needs one.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

SESSION = b"mcp-session-id"
NAMELESS = b""  # stands for all clients without a session: nothing tells one from another
QUIET_SECONDS = 300.0  # an agent thinks and edits between two calls; one that was killed ends no session
GONE = 404


class McpClients:
    """Who has asked, and when."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._open: Counter[bytes] = Counter()
        self._asked_at: dict[bytes, float] = {}

    @property
    def count(self) -> int:
        """How many there are."""
        self._forget_the_quiet()
        return len({*self._asked_at, *self._open})

    def noted(self, app: ASGIApp) -> ASGIApp:
        """The app behind a middleware that notes the session of each request."""

        async def note(scope: Scope, receive: Receive, send: Send) -> None:
            name = session_in(scope["headers"]) or NAMELESS
            status = 0
            if scope["method"] == "DELETE":
                self._asked_at.pop(name, None)
                await app(scope, receive, send)
                return

            async def hear(message: Message) -> None:
                nonlocal name, status
                if message["type"] == "http.response.start":
                    self._leave(name)
                    # The answer to `initialize` names the session.
                    name, status = session_in(message["headers"]) or name, message["status"]
                    self._open[name] += 1
                await send(message)

            self._open[name] += 1
            try:
                await app(scope, receive, hear)
            finally:
                self._leave(name)
                if status == GONE:
                    self._asked_at.pop(name, None)
                elif scope["method"] == "POST":  # a GET is the stream of notifications: it counts only while it is open
                    self._asked_at[name] = self._now()
                    self._forget_the_quiet()

        return note

    def _leave(self, name: bytes) -> None:
        self._open[name] -= 1
        if not self._open[name]:
            del self._open[name]

    def _forget_the_quiet(self) -> None:
        since = self._now() - QUIET_SECONDS
        self._asked_at = {name: at for name, at in self._asked_at.items() if at >= since}


def session_in(headers: Iterable[tuple[bytes, bytes]]) -> bytes | None:
    """The session that headers name."""
    return next((value for name, value in headers if name == SESSION), None)
