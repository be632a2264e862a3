"""The hub: chooses store and doors, builds everything in one place, and runs it."""

import asyncio
import logging
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.types import ASGIApp

from countermark import __version__
from countermark.actions.attention import resume_lapsed
from countermark.actions.desk import Desk, open_desk
from countermark.actions.items import expect_everybody, expire_due, note_who_left
from countermark.actions.journal import note_cut, note_start, note_stop
from countermark.actions.sign_ins import LaunchCodes, end_all, store_held
from countermark.agents.catalog import hold_lines
from countermark.doorbell import hub_address
from countermark.http_api.app import agent_app, browser_app, late_apis, person_app
from countermark.http_api.context import Hub
from countermark.http_api.late import Late
from countermark.http_api.listeners import Door, Sockets, bind, run
from countermark.http_api.listeners import serve as serve_doors
from countermark.http_api.shapes.times import iso
from countermark.http_api.sockets import CannotListen, Port
from countermark.machine.collector import calm, give_back, go_on, hold_off
from countermark.machine.files import HubLock, Winner, mcp_key, page_key, remove_hub_json, write_hub_json
from countermark.machine.own_command import open_command
from countermark.machine.turns import take_short_turns
from countermark.model.errors import CountermarkError, StoreFailed
from countermark.model.happenings import ARRIVALS, RevisionAdded
from countermark.model.reviews import CANARY
from countermark.settings import DEFAULT_PORT, Settings, load_settings
from countermark.store.checkpoint_files import CheckpointFiles
from countermark.store.sqlite import open_file

if TYPE_CHECKING:
    from countermark.http_api.api import Apis

logger = logging.getLogger(__name__)

WINDOW_PAUSE = 20.0  # seconds that a browser may take to come up
BROWSER_PATIENCE = 2.0  # seconds in which a browser's program that fails has ended
RETURN_SECONDS = 6.0  # in which the desks of the last hub find the next one
LOOK_ROUND = 1.0
EXPIRE_PAUSE = 0.5  # all that wait are looked at, so not for each entry of a burst anew
GOODBYE_SECONDS = 2.0  # in which the open desks sign out before the port is given up
PAGES_ROUND = 2.0
MEMORY_ROUND = 5.0
RETAIN_ROUND = 60 * 60.0
SIGN_AGAIN = 60.0
LONGEST_SLEEP = 60.0
FIRST_QUESTION_SECONDS = 0.3  # in which the hook that has started the hub asks its question
FIRST_ANSWER_SECONDS = 0.05  # in which it hears that this is stored


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
    hub = Hub(
        desk, LaunchCodes(), settings.wait_seconds, settings.hosts,
        version=__version__, pid=os.getpid(), started_at=desk.now(), page_key=page_key(home),
        mcp_key=mcp_key(home), open_command=open_command(home), gate=settings.gate,
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
                await asyncio.sleep(LOOK_ROUND / 20)


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

        return McpDoor(Means(hub.desk, hub.version, hub.wait_seconds, hub.closing))

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


@asynccontextmanager
async def loops(hub: Hub, settings: Settings, apis: "Late[Apis]", *, lock: HubLock, since: int) -> AsyncIterator[None]:
    """What runs beside the doors."""
    loaded = asyncio.Event()
    steps = (
        lambda: expire(hub.desk),
        lambda: load_rest(hub, apis, loaded=loaded),
        lambda: once(loaded, lambda: carry(hub.desk)),
        lambda: once(loaded, lambda: keep_up_with_pages(hub)),
        lambda: once(loaded, lambda: sign_journal(hub.desk)),
        lambda: once(loaded, lambda: retain(hub.desk, settings)),
        lambda: once(loaded, lambda: hold_lines(hub.desk, hub.gate)),
        lambda: settle(hub.desk),
        lambda: look_round(hub, lock),
        stay_small,
        lambda: open_windows(hub, settings, since=since),
    )
    tasks = [asyncio.create_task(keep_going(step)) for step in steps]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def load_rest(hub: Hub, apis: "Late[Apis]", *, loaded: asyncio.Event) -> None:
    """Load what the first question does not need, once that is answered or does not come: a person is to find it ready.

    Python runs one thread at a time: beside the first question this would hold it up.
    """
    with suppress(TimeoutError):
        async with asyncio.timeout(FIRST_QUESTION_SECONDS):
            await hub.desk.feed.grown(hub.desk.feed.head)
    await asyncio.sleep(FIRST_ANSWER_SECONDS)
    await apis.ready()
    await asyncio.to_thread(load_rules)
    calm()
    loaded.set()
    await asyncio.Event().wait()  # this is done once, and ends with the other steps


def load_rules() -> None:
    """What the first call of an agent would else wait for: the readers of commands, and the rules that are built in."""
    from countermark.actions.rulebooks import load_built_in  # with all that reads commands, which no start waits for

    load_built_in()


async def keep_going(step: Callable[[], Awaitable[None]]) -> None:
    """Repeat a step for ever; one that fails is logged and tried again."""
    while True:
        try:
            await step()
        except CountermarkError as error:
            logger.error("%s", error)
            await asyncio.sleep(LOOK_ROUND)
        except Exception:  # a full disk or a fault of ours: the step must not end for good, unseen
            logger.exception("a step beside the doors failed")
            await asyncio.sleep(LOOK_ROUND)


async def once(loaded: asyncio.Event, step: Callable[[], Awaitable[None]]) -> None:
    """Do a step that nothing waits for as long as the hub starts."""
    await loaded.wait()
    await step()


async def expire(desk: Desk) -> None:
    """Expire what is due, then sleep until the next one or until the journal grows."""
    since = desk.feed.head
    left = await expire_due(desk)
    pause = LONGEST_SLEEP if left is None else min(LONGEST_SLEEP, left / 1000)
    # Not `wait_for`: Python 3.11's loses a cancellation that comes together with the entry (python/cpython#86296).
    with suppress(TimeoutError):
        async with asyncio.timeout(pause):
            await desk.feed.grown(since)
            await asyncio.sleep(EXPIRE_PAUSE)


async def carry(desk: Desk) -> None:
    """Look for marks in each new revision as it comes; at the start, in those where a crash or a failure left them."""
    from countermark.actions.carrying import carry_left_behind, carry_marks  # with all that compares texts

    since = desk.feed.head
    await carry_left_behind(desk)
    async for entry in desk.feed.follow(since):
        if entry.kind == RevisionAdded.kind and entry.item is not None:
            await carry_marks(desk, entry.item.id)


async def keep_up_with_pages(hub: Hub) -> None:
    """Take in what others have done to page files: at the start, and now and then while a desk shows them."""
    from countermark.actions.pages.following import reconcile_all  # with all about pages

    if hub.pages_seen and hub.desks == 0:
        await asyncio.sleep(LOOK_ROUND)
        return
    await reconcile_all(hub.desk)
    hub.pages_seen = True
    await asyncio.sleep(PAGES_ROUND)


async def sign_journal(desk: Desk) -> None:
    """Sign a checkpoint whenever the journal has grown enough; no decision waits for that."""
    from countermark.actions.checkpoints import note_unsaid, sign_when_due  # with what signs, which no start waits for

    try:
        await note_unsaid(desk)
        while True:
            await sign_when_due(desk)
    except StoreFailed as error:  # a full disk, perhaps: what was not signed is signed with what comes next
        logger.error("the journal is not signed: %s", error)
        await asyncio.sleep(SIGN_AGAIN)


async def retain(desk: Desk, settings: Settings) -> None:
    """Drop old entries, if the settings say so, now and then."""
    if settings.keep_days is not None:
        from countermark.actions.retention import drop_old  # most hubs keep everything

        await drop_old(desk, days=settings.keep_days)
    await asyncio.sleep(RETAIN_ROUND)


async def settle(desk: Desk) -> None:
    """Leave little in SQLite's write-ahead log: what stands there is lost if somebody removes it and the hub dies."""
    await asyncio.sleep(LOOK_ROUND)
    await desk.store.settle()


async def look_round(hub: Hub, lock: HubLock) -> None:
    """Say of agents that dropped the line that they went away; take in what the feed may have missed."""
    await asyncio.sleep(LOOK_ROUND)
    await hub.desk.feed.catch_up()
    await note_who_left(hub.desk)
    await resume_lapsed(hub.desk)
    await store_held(hub.desk)
    if not hub.stop.is_set():
        lock.say("ready", port=hub.port, desks=hub.desks)


async def stay_small() -> None:
    """Give back what long texts have taken on their way through."""
    await asyncio.sleep(MEMORY_ROUND)
    await asyncio.to_thread(give_back)


async def open_windows(hub: Hub, settings: Settings, *, since: int) -> None:
    """Open a browser for each new question that no desk shows; one that was asked for a moment ago counts as open."""
    from countermark.machine.window import browser_wanted, why_unopened  # with `webbrowser`, which no start waits for

    async for entry in hub.desk.feed.follow(since):
        if entry.kind not in ARRIVALS or entry.actor.id == CANARY or not settings.open_browser:
            continue
        if not await desk_comes(hub):
            hub.window_at = time.monotonic()
            address = hub.launch_url(hub.codes.mint())
            why = await asyncio.to_thread(why_unopened, str(settings.home), address, patience=BROWSER_PATIENCE)
            if why and browser_wanted():
                logger.warning("no browser opens for a new question: %s; `countermark open --print` tells where", why)


async def desk_comes(hub: Hub) -> bool:
    """Whether a desk is open, was asked for a moment ago, or was open when the last hub ended and is coming back."""
    with suppress(TimeoutError):
        async with asyncio.timeout(max(0.0, hub.lost_desks_until - time.monotonic())):
            await hub.desk_came.wait()
    return hub.desks > 0 or time.monotonic() - hub.window_at < WINDOW_PAUSE


def already_runs(winner: Winner) -> str:
    """What the loser of two starts says."""
    where = f" at http://127.0.0.1:{winner.port}" if winner.port else ""
    who = f"process {winner.pid}" if winner.pid else "another process"
    return f"countermark: a hub already runs on this data folder: {who}{where}."


def say(words: str) -> None:
    """Words for the person who started the hub."""
    sys.stderr.write(f"{words}\n")
