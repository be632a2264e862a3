"""What the gate knows of the session that asks, and what it remembers of it from one request to the next."""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from weakref import WeakSet

from countermark.actions.desk import Desk
from countermark.model import actors
from countermark.model.actors import Actor
from countermark.model.gate_settings import GateSettings
from countermark.model.items import ItemVersion
from countermark.model.sessions.orders import Order
from countermark.model.sessions.state import SessionState

MOST_REMEMBERED = 200  # things that were allowed and are not done yet, and addresses
SAME_ACT_MS = 60_000  # between an allow and the act that it was about: an agent does it at once


class ActRefused(Exception):
    """It is not done; the text says why, and the agent reads it as the error of its request."""


def act_of(*parts: str) -> str:
    """The digest of one thing that an agent does through the desk."""
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


@dataclass
class AskedPage:
    """An address that the person is to open, under the agent's own name for it."""

    version: ItemVersion | None = None  # once the desk asks
    completed: bool = False  # what was wanted there is done, the agent says


@dataclass
class GateMemory:
    """What one session has asked so far: only in memory, for as long as its agent's program runs."""

    allowed: dict[str, int] = field(default_factory=dict)  # acts that a person or a rule has allowed, and when
    asked: set[str] = field(default_factory=set)  # the agent's ids of the calls that it has asked about
    # Items that a request of the agent waits for, and what serves that request.
    waiting: "dict[ItemVersion, asyncio.Task[object] | None]" = field(default_factory=dict)
    # What serves requests to which the agent wants no answer any more.
    taken_back: "WeakSet[asyncio.Task[object]]" = field(default_factory=WeakSet)
    pages: dict[str, AskedPage] = field(default_factory=dict)
    untold: list[ItemVersion] = field(default_factory=list)  # items whose answers are being written to the agent

    def page(self, name: str) -> AskedPage:
        """An address that is about to be asked about."""
        self.pages.pop(name, None)
        page = self.pages[name] = AskedPage()
        while len(self.pages) > MOST_REMEMBERED:
            del self.pages[next(iter(self.pages))]
        return page

    def allow(self, act: str, *, at: int) -> None:
        """The agent may do this once without another question."""
        self.allowed[act] = at
        while len(self.allowed) > MOST_REMEMBERED:
            del self.allowed[next(iter(self.allowed))]

    def take(self, act: str, *, at: int) -> bool:
        """Whether this was allowed just now; an allow counts for one act."""
        allowed_at = self.allowed.pop(act, None)
        return allowed_at is not None and at - allowed_at <= SAME_ACT_MS


@dataclass(frozen=True)
class SessionContext:
    """One session at its live agent, as the gate needs it; the runner makes one for each connection."""

    desk: Desk
    gate: GateSettings
    session: str
    agent: str  # by its name in the catalog
    folder: str  # absolute path
    conversation: str  # the agent's own id of it
    record: Callable[..., Awaitable[object]]  # `await record(*events)`: they happen in the session
    state: Callable[[], Awaitable[SessionState]]
    wish: Callable[[Order], None]  # what the runner is to do as soon as it can; nobody waits for it
    home: str = field(default_factory=lambda: str(Path.home()))  # of the agent's program
    memory: GateMemory = field(default_factory=GateMemory)

    @property
    def by(self) -> Actor:
        """Who asks."""
        return actors.agent(self.agent)
