"""How the lines to attached servers are: in memory alone, for the person who looks at them."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class SavedGrant:
    """Something that the agent itself allows without asking, until it is taken back there."""

    id: str
    title: str


@dataclass(frozen=True)
class ServerState:
    """One line to a server; times are milliseconds since 1970."""

    connected_since: int | None = None
    version: str | None = None  # as the server names it
    seen_live: bool = True  # this version's protocol was seen at work, not only read about
    problem: str | None = "Not connected yet."  # why there is no line
    saved: Sequence[SavedGrant] = ()


class ServerStates:
    """The states of all lines, kept by those who hold them."""

    def __init__(self) -> None:
        self._states: dict[str, ServerState] = {}
        self._renewals = Counter[str]()
        self.changed = asyncio.Event()  # a server was attached or detached

    def renew(self, server_id: str) -> None:
        """Its password may be another one: a line that is held begins anew."""
        self._renewals[server_id] += 1
        self.changed.set()

    def renewed(self, server_id: str) -> int:
        """How often it was."""
        return self._renewals[server_id]

    def of(self, server_id: str) -> ServerState:
        """How the line to one server is."""
        return self._states.get(server_id, ServerState())

    def connect(self, server_id: str, *, at: int, version: str, seen_live: bool) -> None:
        """There is a line now."""
        self._states[server_id] = ServerState(at, version, seen_live, problem=None)

    def lose(self, server_id: str, problem: str) -> None:
        """There is no line now."""
        self._states[server_id] = replace(self.of(server_id), connected_since=None, problem=problem, saved=())

    def save_grants(self, server_id: str, saved: Sequence[SavedGrant]) -> None:
        """What the agent itself allows was listed."""
        self._states[server_id] = replace(self.of(server_id), saved=tuple(saved))

    def forget(self, server_id: str) -> None:
        """It is attached no longer."""
        self._states.pop(server_id, None)
        self.changed.set()
