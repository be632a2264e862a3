"""The hub: chooses store and doors, builds everything in one place, and runs it."""

import asyncio
import logging
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.types import ASGIApp

from countermark import __version__, outside
from countermark.actions.desk import Desk, open_desk
from countermark.actions.items import expect_everybody
from countermark.actions.journal import note_cut, note_start, note_stop
from countermark.actions.sign_ins import LaunchCodes, end_all
from countermark.doorbell import hub_address
from countermark.http_api.app import agent_app, browser_app, late_apis, person_app
from countermark.http_api.context import Hub
from countermark.http_api.late import Late
from countermark.http_api.listeners import Door, Sockets, bind, run
from countermark.http_api.listeners import serve as serve_doors
from countermark.http_api.shapes.times import iso
from countermark.http_api.sockets import CannotListen, Port
from countermark.hub_loops import loops
from countermark.machine.collector import go_on, hold_off
from countermark.machine.files import HubLock, Winner, mcp_key, page_key, remove_hub_json, write_hub_json
from countermark.machine.own_command import open_command
from countermark.machine.turns import take_short_turns
from countermark.model.errors import CountermarkError, StoreFailed
from countermark.settings import DEFAULT_PORT, Settings, load_settings
from countermark.store.checkpoint_files import CheckpointFiles
from countermark.store.sqlite import open_file

if TYPE_CHECKING:
    from countermark.http_api.api import Apis

logger = logging.getLogger(__name__)

RETURN_SECONDS = 6.0  # in which the desks of the last hub find the next one
DESKS_ROUND = 0.05
GOODBYE_SECONDS = 2.0  # in which the open desks sign out before the port is given up


def serve_in_background() -> int:
    """Run the hub that a hook has started; returns the exit code."""
    try:
        settings = load_settings(Path(hub_address.home()))
    except CountermarkError as error:
        say(told(error))
        return 1
    return serve(settings, background=True)


def serve(settings: Settings, *, port: int | None = None, background: bool = False) -> int:
    """Run the hub in this process until it is told to stop; returns the exit code.

    `port` is one that the person named: it is that one or none; 0 is any free one. A second hub on the same data
    folder ends at once with 0 and names the first.
    """
    os.umask(0o077)
    take_short_turns()
    hold_off()
    home = str(settings.home)
    hub_address.prepare(home)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    with HubLock(home) as lock:
        winner = lock.take()
        if winner is not None:
            # In the background it ends without last words: who started it goes on to look for the other one.
            logger.info(already_runs(winner)) if background else say(already_runs(winner))
            return 0
        try:
            run(live(settings, lock=lock, port=wanted_port(settings, port, lock.last_port), background=background))
        except (CountermarkError, CannotListen) as error:
            say(told(error))
            return 1
    return 0


def told(error: CountermarkError | CannotListen) -> str:
    """Why there is no hub, and what to do."""
    return f"countermark: {error} {getattr(error, 'hint', '')}".rstrip()


def wanted_port(settings: Settings, named: int | None, last: int | None) -> Port:
    """The port that was named, else the one in the settings, else the one it had, else the usual one; or a new one."""
    for number in (named, settings.port):
        if number is not None:
            return Port(number, explicit=True)
    # On a shared machine another user may have answered at the last port while no hub ran.
    return Port(0) if settings.shared_machine else Port(last or DEFAULT_PORT)


async def live(settings: Settings, *, lock: HubLock, port: Port, background: bool) -> None:
    """The life of a hub, from the opened store to the last answer."""
    home = str(settings.home)
    store = open_file(Path(hub_address.database_file(home)))
    desk = await open_desk(store, images=Path(hub_address.images_folder(home)), checkpoints=CheckpointFiles(Path(home)))
    desk.most_traffic = settings.traffic_mb * 2**20
    hub = Hub(
        desk, LaunchCodes(), settings.wait_seconds, settings.hosts,
        version=__version__, pid=os.getpid(), started_at=desk.now(), page_key=page_key(home),
        mcp_key=mcp_key(home), open_command=open_command(home), gate=settings.gate,
        make_notices=lambda hub: outside.notices_of(hub, settings.notify),
    )  # fmt: skip
    if lock.last_desks:
        hub.lost_desks_until = time.monotonic() + RETURN_SECONDS
    end_on_signals(hub.stop)
    try:
        await note_cut(desk)  # before anything else is written, and whether or not the port is free
        sockets = bind(
            port=port, agent_socket=hub_address.agent_socket(home), person_socket=hub_address.person_socket(home)
        )
        hub.port = sockets.port
        if settings.shared_machine:
            await end_all(desk)
        since = desk.feed.head  # before the doors open: the first question may come at once
        apis = late_apis(hub)
        async with open_doors(hub, sockets, apis), loops(hub, settings, apis, lock=lock, since=since):
            go_on()
            announce(hub, home, lock=lock, background=background)
            await hub.stop.wait()
            if settings.shared_machine:
                await sign_everybody_out(hub)
            await say_goodbye(hub, home, lock=lock)
    finally:
        await desk.close()


async def say_goodbye(hub: Hub, home: str, *, lock: HubLock) -> None:
    """Nothing listens any more; a full disk, or a store that takes nothing, does not keep a hub from ending cleanly."""
    try:
        await note_stop(hub.desk, version=__version__)
    except StoreFailed as error:
        logger.error("the journal does not say that the hub stops: %s", error)
    await sign_the_end(hub.desk)
    remove_hub_json(home)
    with suppress(OSError):
        lock.say("stopping", port=hub.port, desks=hub.desks)


async def sign_the_end(desk: Desk) -> None:
    """What a hub has written to its end is signed. One that is killed leaves that to the next one."""
    from countermark.actions.checkpoints import sign_newest  # no start waits for it

    try:
        await sign_newest(desk)
    except StoreFailed as error:
        logger.error("the end of the journal is not signed: %s", error)


async def sign_everybody_out(hub: Hub) -> None:
    """While the port is still ours, the open desks hear that their tokens are good no more, and forget them."""
    with suppress(StoreFailed, TimeoutError):
        await end_all(hub.desk)
        async with asyncio.timeout(GOODBYE_SECONDS):
            while hub.desks > 0:  # noqa: ASYNC110  a count that many change, looked at once in a hub's life
                await asyncio.sleep(DESKS_ROUND)


def end_on_signals(stop: asyncio.Event) -> None:
    """Set the event when the process is told to end."""
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)


@asynccontextmanager
async def open_doors(hub: Hub, sockets: Sockets, apis: "Late[Apis]") -> AsyncIterator[None]:
    """Serve the three doors while inside."""
    mcp = late_mcp(hub)
    browsers, agents = browser_app(hub, apis, mcp=mcp), agent_app(hub, apis, mcp=mcp)
    doors = [Door(browsers, "browser"), Door(agents, "agent"), Door(person_app(apis), "person")]
    await note_start(hub.desk, version=__version__)
    await expect_everybody(hub.desk)
    async with serve_doors(sockets, doors, closing=hub.closing):
        yield


def late_mcp(hub: Hub) -> ASGIApp:
    """The door for MCP clients, built for the first of them."""

    def build() -> ASGIApp:
        from countermark.mcp_tools.door import McpDoor, Means  # with all about pages, which no start waits for

        return McpDoor(Means(hub.desk, hub.version, hub.wait_seconds, hub.gate, hub.closing))

    return Late(build).app(lambda door: door)


def announce(hub: Hub, home: str, *, lock: HubLock, background: bool) -> None:
    """Everything listens: say so where programs and people look."""
    content = {
        "pid": hub.pid, "port": hub.port, "version": hub.version, "started_at": iso(hub.started_at),
        "agent_socket": hub_address.agent_socket(home), "person_socket": hub_address.person_socket(home),
    }  # fmt: skip
    write_hub_json(home, content)
    lock.say("ready", port=hub.port)
    if not background:
        say(f"Countermark {hub.version} at http://127.0.0.1:{hub.port}, data in {home}. Ctrl+C stops it.")


def already_runs(winner: Winner) -> str:
    """What the loser of two starts says."""
    where = f" at http://127.0.0.1:{winner.port}" if winner.port else ""
    who = f"process {winner.pid}" if winner.pid else "another process"
    return f"countermark: a hub already runs on this data folder: {who}{where}."


def say(words: str) -> None:
    """Words for the person who started the hub."""
    sys.stderr.write(f"{words}\n")
