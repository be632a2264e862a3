"""What the hub does beside its doors: a list of steps to which rooms add theirs, each repeated for ever."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from countermark import outside
from countermark.actions.attention import resume_lapsed
from countermark.actions.desk import Desk
from countermark.actions.items import expire_due, note_who_left
from countermark.actions.sign_ins import store_held
from countermark.agents.catalog import brand, hold_lines, hold_sessions
from countermark.agents.spool.watching import watch_plans
from countermark.http_api.context import Hub
from countermark.http_api.late import Late
from countermark.machine.collector import calm, give_back
from countermark.machine.files import HubLock
from countermark.model.errors import CountermarkError, StoreFailed
from countermark.model.happenings import ARRIVALS, RevisionAdded
from countermark.model.reviews import CANARY
from countermark.settings import Settings

if TYPE_CHECKING:
    from countermark.http_api.api import Apis

logger = logging.getLogger(__name__)

WINDOW_PAUSE = 20.0  # seconds that a browser may take to come up
BROWSER_PATIENCE = 2.0  # seconds in which a browser's program that fails has ended
LOOK_ROUND = 1.0
EXPIRE_PAUSE = 0.5  # all that wait are looked at, so not for each entry of a burst anew
PAGES_ROUND = 2.0
MEMORY_ROUND = 5.0
RETAIN_ROUND = 60 * 60.0
SIGN_AGAIN = 60.0
CLEAN_AGAIN = 10.0
LONGEST_SLEEP = 60.0
FIRST_QUESTION_SECONDS = 0.3  # in which the hook that has started the hub asks its question
FIRST_ANSWER_SECONDS = 0.05  # in which it hears that this is stored


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
        lambda: once(loaded, lambda: index_decided(hub.desk)),
        lambda: once(loaded, lambda: write_notes(hub.desk, settings, since=since)),
        lambda: once(loaded, lambda: retain(hub.desk, settings)),
        lambda: once(loaded, lambda: forget_old_items(hub.desk, settings)),
        lambda: once(loaded, lambda: hold_lines(hub.desk, hub.gate)),
        lambda: once(loaded, lambda: hold_sessions(hub.desk, hub.gate)),
        lambda: once(loaded, lambda: watch_plans(hub.desk, hub.wait_seconds)),
        lambda: once(loaded, lambda: outside.tell(hub, settings.notify)),
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


async def index_decided(desk: Desk) -> None:
    """Keep the index of what was decided up to the journal."""
    from countermark.actions.history import keep_history  # no start waits for it

    await keep_history(desk)


async def write_notes(desk: Desk, settings: Settings, *, since: int) -> None:
    """Write what a person decides into a folder of notes, if the settings name one."""
    if settings.export.obsidian is None:
        await asyncio.Event().wait()
        return
    from countermark.actions.vault import Vault, keep_vault  # with all that writes exports; most hubs have no folder

    vault = Vault(settings.export.obsidian, settings.export.tags, lambda agent: brand(agent).name)
    await keep_vault(desk, vault, since=since)


async def retain(desk: Desk, settings: Settings) -> None:
    """Drop old entries, if the settings say so, now and then."""
    if settings.keep_days is not None:
        from countermark.actions.retention import drop_old  # most hubs keep everything

        await drop_old(desk, days=settings.keep_days)
    await asyncio.sleep(RETAIN_ROUND)


async def forget_old_items(desk: Desk, settings: Settings) -> None:
    """Forget what was decided long ago, if the settings say so; write anew what a crash has left in files."""
    from countermark.actions.forgetting import clean, forget_old  # no start waits for it

    desk.unclean.clear()
    if settings.keep_item_days is not None:
        await forget_old(desk, days=settings.keep_item_days)
    with suppress(TimeoutError):
        async with asyncio.timeout(RETAIN_ROUND if await clean(desk) else CLEAN_AGAIN):
            await desk.unclean.wait()


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
