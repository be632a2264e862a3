"""Three listeners in one event loop: browsers on loopback, agents and the person on unix sockets of their own.

    sockets = bind(port=Port(4747), agent_socket=…, person_socket=…)    # an app may need to know the port
    async with serve(sockets, doors, closing=closing):
        write_hub_json(port=sockets.port)       # every door takes connections by now
        await stop.wait()
    # left: no new connections, `closing` set, answers under way had 3 s, sockets closed, their files removed

`run(main())` runs all of it on the fastest loop there is.
"""

import asyncio
import importlib
import logging
import socket
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from starlette.types import ASGIApp

from countermark.http_api.guards.door_protocol import DoorProtocol, DoorState, Patience
from countermark.http_api.guards.response_headers import Kind
from countermark.http_api.guards.server_side import serving
from countermark.http_api.open_files import allow_many_files, open_files, shares
from countermark.http_api.sockets import Port, UnixSocket, tcp_sockets

logger = logging.getLogger(__name__)
T = TypeVar("T")

GRACE_SECONDS = 3.0
STREAM_GRACE_SECONDS = 0.5  # for answers already begun: the feed ends itself, a waiting hook is cut and rings again
BACKLOG = 512

PATIENCE: dict[Kind, Patience] = {
    "browser": Patience("browser", connections=128, keep_alive=30, own_user_only=False),
    "agent": Patience("agent", connections=1024, keep_alive=10, own_user_only=True),
    "person": Patience("person", connections=16, keep_alive=10, own_user_only=True),
}


@dataclass(frozen=True)
class Door:
    """An app and the listener it belongs to; the app comes with its guard around it."""

    app: ASGIApp
    kind: Kind
    patience: Patience | None = None  # another than the usual one: for tests

    @property
    def grants(self) -> Patience:
        """How patient this door is."""
        return self.patience or PATIENCE[self.kind]


@dataclass(frozen=True)
class Sockets:
    """Bound, but not yet served."""

    browser: Sequence[socket.socket]
    agent: UnixSocket
    person: UnixSocket

    @property
    def port(self) -> int:
        """The TCP port that was had."""
        number: int = self.browser[0].getsockname()[1]
        return number

    def of(self, kind: Kind) -> Sequence[socket.socket]:
        """The sockets of one door."""
        return {"browser": self.browser, "agent": [self.agent.socket], "person": [self.person.socket]}[kind]

    def close(self) -> None:
        """Close all, and remove the unix sockets' files."""
        for one in self.browser:
            one.close()
        self.agent.close()
        self.person.close()


@dataclass(frozen=True)
class Listening:
    """What runs inside `async with`."""

    port: int
    states: dict[Kind, DoorState] = field(default_factory=dict)

    def connections(self, kind: Kind) -> int:
        """How many clients are connected to a door now."""
        return len(self.states[kind].connections)


def bind(*, port: Port, agent_socket: str, person_socket: str) -> Sockets:
    """Take the addresses of all doors, or raise CannotListen and keep none."""
    with ExitStack() as undo:
        agent = UnixSocket(agent_socket)
        undo.callback(agent.close)
        person = UnixSocket(person_socket)
        undo.callback(person.close)
        taken = Sockets(tcp_sockets(port), agent, person)
        undo.pop_all()
    return taken


@asynccontextmanager
async def serve(sockets: Sockets, doors: Sequence[Door], *, closing: asyncio.Event) -> AsyncIterator[Listening]:
    """Serve every door while inside; on the way out set `closing`, wait a little, and clean up."""
    fitting = shares(allow_many_files(), in_use=open_files())
    listening = Listening(sockets.port, {door.kind: DoorState() for door in doors})
    servers: list[asyncio.Server] = []
    try:
        for door, one in [(its, one) for its in doors for one in sockets.of(its.kind)]:
            patience = replace(door.grants, connections=min(door.grants.connections, fitting[door.kind]))
            servers.append(await _open(one, door.app, listening.states[door.kind], patience=patience))
        yield listening
    finally:
        for server in servers:
            server.close()
        sockets.close()
        closing.set()
        await _farewell(list(listening.states.values()))


async def _open(one: socket.socket, app: ASGIApp, state: DoorState, *, patience: Patience) -> asyncio.Server:
    config = serving(app, keep_alive=patience.keep_alive, head_seconds=patience.head_seconds)

    def connection() -> DoorProtocol:
        return DoorProtocol(config=config, door=state, patience=patience)

    return await asyncio.get_running_loop().create_server(connection, sock=one, backlog=BACKLOG)


async def _farewell(states: Sequence[DoorState]) -> None:
    """Let answers under way go out for a moment, then cut what is left, then end the calls behind it."""
    for connection in _connections(states):
        connection.leave()
    await _finished(states, seconds=STREAM_GRACE_SECONDS)
    for connection in _connections(states):
        if connection.answer_begun:
            connection.hang_up()
    await _finished(states, seconds=GRACE_SECONDS - STREAM_GRACE_SECONDS)
    for connection in _connections(states):
        connection.hang_up()
    await _finished(states, seconds=0.5)
    for task in [task for state in states for task in state.tasks]:
        task.cancel()
    await _finished(states, seconds=0.5)


async def _finished(states: Sequence[DoorState], *, seconds: float) -> None:
    tasks = [task for state in states for task in state.tasks]
    if tasks:
        await asyncio.wait(tasks, timeout=seconds)


def _connections(states: Sequence[DoorState]) -> list[DoorProtocol]:
    return [one for state in states for one in state.connections]


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop]:
    """uvloop where it is installed, else what Python brings."""
    try:
        made: Callable[[], asyncio.AbstractEventLoop] = importlib.import_module("uvloop").new_event_loop
    except ImportError:
        return asyncio.new_event_loop
    return made


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run the hub's main coroutine."""
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        return runner.run(main)
