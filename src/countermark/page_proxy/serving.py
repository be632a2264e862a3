"""Runs the page proxy: a process of its own in front of one site, on this machine only, until it is told to end."""

import asyncio
import os
import signal
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from countermark.doorbell import loopback
from countermark.doorbell.errors import DoorbellError
from countermark.page_proxy.connection import House, ProxyConnection
from countermark.page_proxy.folder import ServedFolder
from countermark.page_proxy.target import CannotServe, DevServer
from countermark.page_proxy.upstream import PIECE, Upstream, tls_of
from countermark.page_proxy.words import PageOrigin
from countermark.page_side.site import Site
from countermark.page_side.sphinx import ENDS_WITH

FIRST_PORT = 24000
PORTS = 4000
TRIES = 20
BACKLOG = 256
LOOK = 1.0
STOPPING = 3.0


class Wishes(NamedTuple):
    """What the command line said."""

    target: DevServer | Path
    root: Path
    storage: Path
    port: int | None
    hosts: tuple[str, ...]


def run_proxy(wishes: Wishes, *, ready: Callable[[str], None], say: Callable[[str], None]) -> None:
    """Serves until SIGINT or SIGTERM; `ready` gets the address, `say` what a person should know. Raises CannotServe."""
    listeners = listen(wishes)
    port = listeners[0].getsockname()[1]
    address = f"http://localhost:{port}"
    site = Site(root=wishes.root, storage=wishes.storage, address=address, hosts=wishes.hosts)
    house = House(site, wishes.hosts, origins(wishes))
    asyncio.run(_serve(house, listeners, greet=lambda: ready(address), say=say))


def origins(wishes: Wishes) -> Callable[[], PageOrigin]:
    """Where each connection gets its pages from."""
    target = wishes.target
    if isinstance(target, DevServer):
        server, tls = target, tls_of(target)
        return lambda: Upstream(server, tls)
    folder = ServedFolder(target, kept_back=wishes.storage.resolve())
    return lambda: folder


def listen(wishes: Wishes) -> list[socket.socket]:
    """Sockets on both loopback addresses with one port: the one that was asked for, else this site's usual one."""
    if wishes.port:
        return _listen_at(wishes.port)
    usual = usual_port(wishes)
    for port in (*range(usual, usual + TRIES), 0):
        with suppress(CannotServe):
            return _listen_at(port)
    raise CannotServe("no port is free", "Choose one with --port.")


def usual_port(wishes: Wishes) -> int:
    """The same for the same site each time, so that a bookmark and what the browser keeps for the site stay good."""
    target = wishes.target.origin if isinstance(wishes.target, DevServer) else ""
    value = 0
    for byte in os.fsencode(f"{wishes.root}\n{target}"):
        value = (value * 31 + byte) % PORTS
    return FIRST_PORT + value


def _listen_at(port: int) -> list[socket.socket]:
    try:
        return loopback.listen(port)
    except OSError as reason:
        raise CannotServe(f"port {port} cannot be had: {reason.strerror}", "Choose another --port.") from reason


class _Protocol(asyncio.StreamReaderProtocol):
    """Streams that also tell when the browser has closed its side."""

    def __init__(self, house: House, tasks: set[asyncio.Task[None]]) -> None:
        self.left = asyncio.Event()
        self._house = house
        self._tasks = tasks
        reader = asyncio.StreamReader(limit=PIECE)
        super().__init__(reader, self._connected)

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(ProxyConnection(self._house, reader, writer, self.left).serve())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def eof_received(self) -> bool | None:
        self.left.set()
        return super().eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        self.left.set()
        super().connection_lost(exc)


async def _serve(
    house: House, listeners: Sequence[socket.socket], *, greet: Callable[[], None], say: Callable[[str], None]
) -> None:
    loop, ending = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, ending.set)
    tasks: set[asyncio.Task[None]] = set()
    servers = [
        await loop.create_server(lambda: _Protocol(house, tasks), sock=listener, backlog=BACKLOG)
        for listener in listeners
    ]
    greet()
    beside = [asyncio.create_task(_introduce(house.site, say)), asyncio.create_task(_end_with_parent(ending))]
    await ending.wait()
    for server in servers:
        server.close()
    for task in (*beside, *tasks):
        task.cancel()
    await asyncio.wait({*beside, *tasks}, timeout=STOPPING)


async def _introduce(site: Site, say: Callable[[str], None]) -> None:
    """Tells the hub of the site, and starts one if none runs, while the person still looks at the address."""
    try:
        await asyncio.to_thread(site.introduce)
    except DoorbellError as error:
        say(f"The pages are shown, but nothing can be noted on them yet: {error}")


async def _end_with_parent(ending: asyncio.Event) -> None:
    """A proxy that was started beside another program ends with it."""
    process = os.environ.get(ENDS_WITH, "")
    while process.isdigit():
        try:
            os.kill(int(process), 0)
        except OSError:
            ending.set()
            return
        await asyncio.sleep(LOOK)
