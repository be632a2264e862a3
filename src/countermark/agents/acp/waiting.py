"""Asking at the desk from within a session: the item in the ledger, the wait for its answer, and its end."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from countermark.actions import asking, permissions, reviews
from countermark.actions import server_requests as told
from countermark.actions.desk import Change, must
from countermark.actions.waiting import answer_to
from countermark.agents.acp.context import SessionContext
from countermark.agents.acp.words import ended_plan_words, ended_words
from countermark.model.asked import Ending
from countermark.model.items import ItemKind, ItemState, ItemVersion
from countermark.model.permissions import Permission, PermissionAsk
from countermark.model.redaction import redacted
from countermark.model.reviews import Reason, Review, Stage, Submission
from countermark.model.sessions.events import ItemAsked, ItemEnded
from countermark.model.sessions.parts import ItemPart

PERMISSION, QUESTION, REVIEW = "pm_", "qu_", "rv_"


async def ask_permission(context: SessionContext, asked: PermissionAsk, *, call: str | None) -> Permission:
    """What became of it: at once by a rule, or when somebody has answered. `call` is a part of the ledger.

    Raises `Busy`, `StoreFailed` and what else asking can raise.
    """
    desk = context.desk
    receipt = await permissions.ask_permission(desk, asked, key=desk.new_uuid(), gate=context.gate, by=context.by)
    assert isinstance(receipt, asking.AskedReceipt), "whoever asks alone is never left to the agent"
    version = receipt.item.version
    if not receipt.item.is_open:
        return must(await desk.read(lambda reader: reader.permission(version.id)))
    async with held(context, version):
        await context.record(ItemAsked(version.id, ItemKind.PERMISSION, redacted(receipt.item.title), call))
        await answer_to(desk, version, since=receipt.entry)
    ended = must(await desk.read(lambda reader: reader.permission(version.id)))
    if ended.is_answered:
        context.memory.untold.append(version)
    await context.record(ItemEnded(version.id, ended.state, ended_words(ended)))
    return ended


async def ask_review(context: SessionContext, submission: Submission, *, call: str) -> Review:
    """What became of a plan. Raises `TooLarge`, `Busy` or `Conflict`."""
    desk = context.desk
    receipt = await reviews.open_review(
        desk, submission, key=desk.new_uuid(), wait_seconds=context.gate.plan_seconds(context.agent), by=context.by
    )
    version = receipt.revision.version
    async with held(context, version):
        if receipt.revision.verdict is None:
            title = redacted(receipt.revision.title)
            await context.record(ItemAsked(version.id, ItemKind.REVIEW, title, call))
        await answer_to(desk, version, since=receipt.entry)
    ended = must(await desk.read(lambda reader: reader.review(version.id)))
    if ended.latest.state is ItemState.ANSWERED:
        context.memory.untold.append(version)
    await context.record(ItemEnded(version.id, ended.latest.state, ended_plan_words(ended.latest.verdict)))
    return ended


@asynccontextmanager
async def held(context: SessionContext, version: ItemVersion) -> AsyncIterator[None]:
    """While this lasts, the agent waits for the answer; not at all if it has taken its request back meanwhile."""
    memory = context.memory
    task = memory.waiting[version] = asyncio.current_task()
    try:
        if task in memory.taken_back:
            await end_items(context, [version.id])
        with context.desk.presence.holding(version):
            yield
    finally:
        memory.waiting.pop(version, None)


async def take_back(context: SessionContext, serving: "asyncio.Task[None]") -> None:
    """The agent wants no answer to a request any more: what that asks, now or in a moment, is asked no longer."""
    context.memory.taken_back.add(serving)
    await end_items(context, [version.id for version, task in context.memory.waiting.items() if task is serving])


async def end_items(context: SessionContext, items: Sequence[str], ending: Ending = Ending.TURN_ENDED) -> None:
    """Items that wait no longer; whoever waits for them hears that."""

    def work(change: Change) -> None:
        for item in items:
            end_item(change, item, ending)

    if items:
        await context.desk.change(context.by, work)


async def note_told(context: SessionContext) -> None:
    """The agent has been written every answer that the gate has returned so far."""
    versions, context.memory.untold[:] = list(context.memory.untold), []
    for version in versions:
        if version.kind is not ItemKind.REVIEW:
            await told.note_delivered(context.desk, version, by=context.by)
            continue

        def work(change: Change, version: ItemVersion = version) -> None:
            reviews.acknowledge(change, version, Stage.RECEIVED, notes=False)

        await context.desk.change(context.by, work)


async def end_open(context: SessionContext, ending: Ending) -> None:
    """Whatever waits in the session waits no longer; requests that are under way are answered by that."""
    state = await context.state()
    held_now = {version.id for version in context.memory.waiting}
    waiting = list(dict.fromkeys([*state.waiting, *sorted(held_now)]))
    await end_items(context, waiting, ending)
    # What a request waits for is recorded by that request; the rest was left by a hub before this one.
    left = [part for item in waiting if item not in held_now and isinstance(part := state.part(item), ItemPart)]
    for part in left:
        await context.record(ItemEnded(part.id, ItemState.WITHDRAWN, "No longer asked"))


def end_item(change: Change, item: str, ending: Ending) -> None:
    """One item that waits no longer; nothing happens where it has ended already."""
    if item.startswith(REVIEW):
        review = change.read.review(item)
        if review is not None and review.open:
            reviews.withdraw(change, review.latest, Reason.TURN_ENDED)
        return
    asked = change.read.permission(item) if item.startswith(PERMISSION) else change.read.question(item)
    if asked is not None and asked.is_open:
        asking.withdraw(change, asked, ending)
