"""What the trunk does with any item: the one module of the actions that matches on kinds.

Each function ends in `assert_never`, so that mypy lists them all when a kind is added.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import assert_never

from countermark.actions import asking, reviews
from countermark.actions.desk import Change, Desk, must
from countermark.actions.idempotency import own_record
from countermark.model.actors import THE_CLOCK, THE_HUB, Actor
from countermark.model.any_item import AnyAnswer, AnyItem
from countermark.model.idempotency import Purpose
from countermark.model.items import AgentWait, ItemKind, ItemVersion
from countermark.model.permissions import Permission, permission_answer
from countermark.model.questions import question_answer
from countermark.model.review_answers import answer_about
from countermark.model.reviews import Delivery, Stage
from countermark.store.base import Reader


def find_items(reader: Reader, versions: Collection[ItemVersion]) -> Mapping[ItemVersion, AnyItem]:
    """The items with these versions, as they are now; those of a kind are read at once."""
    names: defaultdict[ItemKind, set[str]] = defaultdict(set)
    for version in versions:
        names[version.kind].add(version.id)
    known = {kind: items_named(reader, kind, ids) for kind, ids in names.items()}
    return {each: known[each.kind][each.id] for each in versions if each.id in known[each.kind]}


def items_named(reader: Reader, kind: ItemKind, ids: Collection[str]) -> Mapping[str, AnyItem]:
    """The items of one kind that have these ids."""
    match kind:
        case ItemKind.REVIEW:
            return reader.reviews_named(ids)
        case ItemKind.PERMISSION:
            return reader.permissions_named(ids)
        case ItemKind.QUESTION:
            return reader.questions_named(ids)
        case _:
            assert_never(kind)


def title_of(reader: Reader, version: ItemVersion) -> str | None:
    """What one version of an item was called."""
    match version.kind:
        case ItemKind.REVIEW:
            revision = reader.revision(version.id, version.number)
            return None if revision is None else revision.title
        case ItemKind.PERMISSION:
            permission = reader.permission(version.id)
            return None if permission is None else permission.title
        case ItemKind.QUESTION:
            question = reader.question(version.id)
            return None if question is None else question.title
        case _:
            assert_never(version.kind)


def find_answer(reader: Reader, version: ItemVersion) -> AnyAnswer | None:
    """What became of a version; None while it waits. Raises `NotFound`, or `Forgotten` where its words are gone."""
    match version.kind:
        case ItemKind.REVIEW:
            revision = must(reader.revision(version.id, version.number))
            revision.check_remembered()
            return None if revision.verdict is None else answer_about(must(reader.review(version.id)), revision)
        case ItemKind.PERMISSION:
            permission = must(reader.permission(version.id))
            permission.check_remembered()
            return None if permission.is_open else permission_answer(permission)
        case ItemKind.QUESTION:
            question = must(reader.question(version.id))
            question.check_remembered()
            return None if question.is_open else question_answer(question)
        case _:
            assert_never(version.kind)


def welcome_back(change: Change, version: ItemVersion) -> AnyAnswer:
    """The agent asks for the answer once more: what has become of it, though it may still wait. Raises `NotFound`."""
    match version.kind:
        case ItemKind.REVIEW:
            revision = reviews.welcome_back(change, must(change.read.revision(version.id, version.number)))
            return answer_about(must(change.read.review(version.id)), revision)
        case ItemKind.PERMISSION | ItemKind.QUESTION:
            item = asking.welcome_back(change, asking.found_asked(change.read, version))
            return permission_answer(item) if isinstance(item, Permission) else question_answer(item)
        case _:
            assert_never(version.kind)


def waits(reader: Reader) -> Sequence[AgentWait]:
    """Of all kinds: what has no answer, and answers that an agent has not acknowledged though it seems to wait."""
    return [wait for kind in ItemKind for wait in waits_of(reader, kind)]


def waits_of(reader: Reader, kind: ItemKind) -> Sequence[AgentWait]:
    """The same of one kind."""
    match kind:
        case ItemKind.REVIEW:
            return reader.review_waits()
        case ItemKind.PERMISSION:
            return reader.permission_waits()
        case ItemKind.QUESTION:
            return reader.question_waits()
        case _:
            assert_never(kind)


def open_waits(reader: Reader) -> Sequence[AgentWait]:
    """Of all kinds: what has no answer."""
    return [wait for wait in waits(reader) if wait.is_open]


def open_items(reader: Reader) -> Sequence[AnyItem]:
    """All that wait for an answer, kind by kind, the oldest of each first."""
    return [item for kind in ItemKind for item in open_of(reader, kind)]


def open_of(reader: Reader, kind: ItemKind) -> Sequence[AnyItem]:
    """The same of one kind."""
    match kind:
        case ItemKind.REVIEW:
            return reviews.open_reviews(reader)
        case ItemKind.PERMISSION:
            return reader.open_permissions()
        case ItemKind.QUESTION:
            return reader.open_questions()
        case _:
            assert_never(kind)


async def expire_due(desk: Desk) -> int | None:
    """Expire what nobody answered in time; returns in how many milliseconds the next one is due."""
    waiting = [wait for wait in await desk.read(open_waits) if not is_held(desk, wait.version)]
    left = desk.deadlines.left(waiting, now=desk.now())
    for version in (version for version, milliseconds in left.items() if milliseconds <= 0):
        await desk.change(THE_CLOCK, lambda change, it=version: expire(change, it))  # type: ignore[misc]  # bound now
    return min((milliseconds for milliseconds in left.values() if milliseconds > 0), default=None)


def is_held(desk: Desk, version: ItemVersion) -> bool:
    """Whether its countdown stands still because a person answers another one; nobody reads a plan in a minute."""
    return desk.attention.held and version.kind is not ItemKind.REVIEW


def expire(change: Change, version: ItemVersion) -> None:
    """Expire one version unless it was answered in the meantime."""
    match version.kind:
        case ItemKind.REVIEW:
            reviews.expire(change, version)
        case ItemKind.PERMISSION | ItemKind.QUESTION:
            asking.expire(change, version)
        case _:
            assert_never(version.kind)


async def acknowledge(desk: Desk, key: str, stage: Stage, *, by: Actor) -> tuple[ItemVersion, Delivery]:
    """The agent's side has written the answer out, or the agent has read it; what the desk shows of its way now.

    Raises `NotFound` or `Conflict`.
    """

    def work(change: Change) -> tuple[ItemVersion, Delivery]:
        record = own_record(change.read, key, by=by)
        match record.version.kind:
            case ItemKind.REVIEW:
                revision = reviews.acknowledge(change, record.version, stage, notes=record.purpose is Purpose.NOTES)
                return record.version, revision.delivery
            case ItemKind.PERMISSION | ItemKind.QUESTION:
                return record.version, asking.acknowledge(change, record.version, stage).delivery
            case _:
                assert_never(record.version.kind)

    return await desk.change(by, work)


async def leave(desk: Desk, version: ItemVersion, *, said_goodbye: bool, by: Actor) -> None:
    """The agent stopped waiting: a review stays answerable, and so does what an agent that polls may come back for."""

    def work(change: Change) -> None:
        match version.kind:
            case ItemKind.REVIEW:
                reviews.leave(change, version, said_goodbye=said_goodbye)
            case ItemKind.PERMISSION | ItemKind.QUESTION:
                asking.leave(change, version, said_goodbye=said_goodbye)
            case _:
                assert_never(version.kind)

    await desk.change(by, work)


async def goodbye(desk: Desk, key: str, *, by: Actor) -> None:
    """The agent's side says that it stops waiting. Raises `NotFound`."""
    record = await desk.read(lambda reader: own_record(reader, key, by=by))
    await leave(desk, record.version, said_goodbye=True, by=by)


async def note_who_left(desk: Desk) -> None:
    """Say of agents that dropped the line and did not ask again that they went away."""
    for absence in desk.presence.overdue():
        await leave(desk, absence.version, said_goodbye=absence.said_goodbye, by=THE_HUB)


async def expect_everybody(desk: Desk) -> None:
    """After a start: whoever waited before has a moment to ask again."""
    desk.presence.miss(wait.version for wait in await desk.read(waits) if wait.agent_present)
