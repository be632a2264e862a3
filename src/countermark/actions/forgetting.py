"""Forgetting: the texts of what was decided are removed, by a person's wish or once they are old enough."""

import asyncio
import logging
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import assert_never

from countermark.actions.desk import Change, Desk
from countermark.actions.history import ended_at, is_open
from countermark.actions.items import items_named
from countermark.model.actors import THE_HUB, Actor
from countermark.model.any_item import AnyItem
from countermark.model.asked import AskedItem
from countermark.model.errors import Conflict, NotFound, StoreFailed
from countermark.model.forgetting import ForgottenBy, ItemForgotten, Removed
from countermark.model.images import ENDINGS
from countermark.model.items import ItemKind
from countermark.model.journal_lookups import EntryQuery
from countermark.model.permissions import Permission
from countermark.model.questions import Question
from countermark.model.reviews import Review, Revision
from countermark.store.base import Reader

logger = logging.getLogger(__name__)
DAY = 24 * 60 * 60 * 1000
BATCH = 20  # items in one transaction of retention: decisions wait that long
CLEAN_TRIES = 20
CLEAN_PAUSE = 0.25  # seconds; a reader that holds the log up is often gone by then


@dataclass(frozen=True)
class ForgottenItem:
    """An item whose texts are gone, and how much went now."""

    item: AnyItem
    removed: Removed
    is_clean: bool  # whether no file has a byte of them any more; else the hub goes on trying
    copies: Sequence[str]  # what is said of copies of a cut journal, which may have them: the person's to delete


async def forget(desk: Desk, kind: ItemKind, item_id: str, *, by: Actor) -> ForgottenItem:
    """Remove the texts of a decided item, durable when this returns. A second time changes nothing but unclean files.

    Raises `NotFound`, `Conflict` for what still waits or is in force, and `StoreFailed`.
    """

    def work(change: Change) -> tuple[AnyItem, Removed]:
        item = items_named(change.read, kind, [item_id]).get(item_id)
        if item is None:
            raise NotFound("There is no such item.", hint="Its id stands in its line of history, and in the journal.")
        if is_forgotten(item):
            return item, Removed()
        obstacle = why_not(change.read, item)
        if obstacle is not None:
            raise obstacle
        return forget_item(change, item, ForgottenBy.PERSON)

    item, removed = await desk.change(by, work)
    return ForgottenItem(item, removed, await is_cleaned_of(desk, item.id), await desk.store.copies())


async def is_cleaned_of(desk: Desk, item_id: str) -> bool:
    """Whether no file has a byte of an item that was forgotten; else the hub goes on trying."""
    try:
        await desk.history.forget([item_id])
        is_clean = await clean(desk)
    except StoreFailed as failure:  # a full disk: the item is forgotten all the same
        logger.warning("what was forgotten is still in a file: %s", failure)
        is_clean = False
    if not is_clean:
        desk.unclean.set()
    return is_clean


async def forget_old(desk: Desk, *, days: int) -> int:
    """Remove the texts of what was decided so many days ago, but for what is still in force; of how many items."""
    until = desk.now() - days * DAY
    forgotten: list[str] = []
    for kind in ItemKind:
        after: tuple[int, str] | None = None
        while items := await desk.read(partial(remembered, kind=kind, until=until, after=after)):
            forgotten += await desk.change(THE_HUB, partial(forget_all, kind=kind, ids=[each.id for each in items]))
            after = ended_at(items[-1]), items[-1].id
    if forgotten:
        await desk.history.forget(forgotten)
    return len(forgotten)


def remembered(reader: Reader, *, kind: ItemKind, until: int, after: tuple[int, str] | None) -> Sequence[AnyItem]:
    """The next items that are old enough."""
    return reader.remembered(kind, until=until, after=after, limit=BATCH)


def forget_all(change: Change, *, kind: ItemKind, ids: Collection[str]) -> list[str]:
    """Forget those of these items that are over by now; their ids."""
    items = items_named(change.read, kind, ids).values()
    over = [each for each in items if not is_forgotten(each) and why_not(change.read, each) is None]
    for each in over:
        forget_item(change, each, ForgottenBy.RETENTION)
    return [each.id for each in over]


def forget_item(change: Change, item: AnyItem, why: ForgottenBy) -> tuple[AnyItem, Removed]:
    """The item without its texts, with the entry that says so."""
    match item:
        case Review():
            revisions = [each.forget(why, at=change.at) for each in change.read.revisions(item.id)]
            forgotten: AnyItem = replace(item, latest=revisions[-1])
            removed = change.forget(item, revisions, revisions[-1], why)
        case Permission():
            forgotten = item.forget(why, at=change.at)
            grants = [each.forget() for each in change.read.grants_from(item.id)]
            removed = change.forget(item.redact(), [forgotten, *grants], forgotten, why)
        case Question():
            forgotten = item.forget(why, at=change.at)
            removed = change.forget(item, [forgotten], forgotten, why)
        case _:
            assert_never(item)
    return forgotten, removed


def is_forgotten(item: AnyItem) -> bool:
    """Whether its texts are gone already."""
    return (item.latest if isinstance(item, Review) else item).forgotten_at is not None


def why_not(reader: Reader, item: AnyItem) -> Conflict | None:
    """What stands against forgetting an item."""
    if is_open(item):
        return Conflict("This still waits for an answer.", hint="Answer it, or let it expire; then forget it.")
    if any(each.awaited and each.agent_present for each in versions_of(reader, item)):
        return Conflict("Its answer is on its way to the agent.", hint="Wait until the agent has it.")
    if any(each.ended_at is None for each in reader.grants_from(item.id)):
        return Conflict("What it allows for its conversation is in force.", hint="Take that back first, at the desk.")
    return None


def versions_of(reader: Reader, item: AnyItem) -> Sequence[Revision | AskedItem]:
    """All versions of an item."""
    return reader.revisions(item.id) if isinstance(item, Review) else [item]


async def clean(desk: Desk) -> bool:
    """Leave nothing of what was forgotten in any file; False where a reader held that up all the time.

    Raises `StoreFailed`. What a crash, or a full disk, has left is done by the next call.
    """
    until = await desk.read(last_forgotten)
    if until == 0:
        return True
    await remove_unknown_images(desk)
    for _ in range(CLEAN_TRIES):
        if await desk.store.clean(until=until) and await desk.history.clean():
            return True
        await asyncio.sleep(CLEAN_PAUSE)
    return False


def last_forgotten(reader: Reader) -> int:
    """The newest entry about something that was forgotten; 0 for none."""
    found = reader.entries_matching(EntryQuery(kinds=(ItemForgotten.kind,), limit=1))
    return found[0].seq if found else 0


async def remove_unknown_images(desk: Desk) -> None:
    """Remove the files of images that the store no longer has."""
    files = await asyncio.to_thread(lambda: list(image_files(desk.images)))
    unknown = await desk.read(lambda reader: [each for each in files if reader.media_type(each.stem) is None])
    for file in unknown:
        await asyncio.to_thread(file.unlink, missing_ok=True)


def image_files(folder: Path) -> Iterator[Path]:
    """The images that were put where agents open them."""
    for ending in ENDINGS.values():
        yield from folder.glob(f"*.{ending}")
