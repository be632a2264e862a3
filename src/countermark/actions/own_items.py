"""Items as the one who asked may see them: an agent's own ones, and how it comes back to wait for an answer.

An agent that many clients are (MCP) is told apart by conversation; another one's items do not exist for it, unless
it has the key that the hub gave out for it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from countermark.actions.desk import Change, Desk
from countermark.actions.idempotency import give_key, own_record, stored_key
from countermark.actions.items import items_named, welcome_back
from countermark.model.actors import Actor
from countermark.model.any_item import AnyAnswer, AnyItem
from countermark.model.errors import NotFound
from countermark.model.idempotency import IdempotencyRecord
from countermark.model.items import ItemKind, ItemVersion
from countermark.model.permissions import Permission
from countermark.model.questions import Question
from countermark.model.reviews import Review
from countermark.store.base import Reader, ReviewQuery

NONE_OF_YOURS = {
    frozenset({ItemKind.REVIEW}): ("There is no such review of yours.", "submit_plan tells its review, and the key."),
    frozenset(ItemKind): ("There is no such item of yours.", "Whatever asks tells its item, and the key."),
}
ANY_KIND = frozenset(ItemKind)
ONLY_REVIEWS = frozenset({ItemKind.REVIEW})


@dataclass(frozen=True)
class Submitter:
    """Who asks: an agent, and in which conversation, if that is known; its name is too long to be guessed."""

    by: Actor
    conversation: str | None


@dataclass(frozen=True)
class WantedItem:
    """Which item an agent comes back to: its id or a key, and of which kinds it may be."""

    id: str | None
    key: str | None
    kinds: frozenset[ItemKind] = ANY_KIND

    def missing(self) -> NotFound:
        """The same words for one that there is not and for one of somebody else."""
        why, hint = NONE_OF_YOURS[self.kinds]
        return NotFound(why, hint=hint)


def is_own(item: AnyItem, asker: Submitter) -> bool:
    """Whether it was asked in this very conversation."""
    theirs = (item.agent, item.conversation)
    return asker.conversation is not None and theirs == (asker.by.id, asker.conversation)


async def own_reviews(desk: Desk, asker: Submitter) -> Sequence[Review]:
    """The reviews of a conversation: open ones first, then the newest decisions."""

    if asker.conversation is None:
        return []
    own = asker.by.id, asker.conversation

    def read(reader: Reader) -> list[Review]:
        return [
            *reader.reviews(ReviewQuery("open", conversation=own)),
            *reader.reviews(ReviewQuery("decided", conversation=own)),
        ]

    return await desk.read(read)


async def own_asked(desk: Desk, asker: Submitter, *, limit: int) -> Sequence[Permission | Question]:
    """The permissions and questions of a conversation, the newest first."""
    if asker.conversation is None:
        return []
    own = asker.by.id, asker.conversation

    def read(reader: Reader) -> list[Permission | Question]:
        return [
            *reader.newest_permissions_of(*own, limit=limit),
            *reader.newest_questions_of(*own, limit=limit),
        ]

    found = await desk.read(read)
    return sorted(found, key=lambda each: each.opened_at, reverse=True)[:limit]


async def come_back(desk: Desk, asker: Submitter, wanted: WantedItem) -> tuple[AnyAnswer, str]:
    """What became of what the agent waits for, and the key of the hub's own for it. Raises `NotFound`."""

    def work(change: Change) -> tuple[AnyAnswer, str]:
        version = own_version(change.read, asker, wanted)
        answer = welcome_back(change, version)
        return answer, given_key(change, asker, version, key=wanted.key)

    return await desk.change(asker.by, work)


def given_key(change: Change, asker: Submitter, version: ItemVersion, *, key: str | None) -> str:
    """The key of the hub's own for a version: the one that was used to ask, or that of the conversation."""
    if key is not None and change.read.idempotency_record(stored_key(asker.by, key)) is not None:
        return key
    assert asker.conversation is not None, "who has neither has no item"
    return give_key(change, asker.conversation, version)


def own_version(reader: Reader, asker: Submitter, wanted: WantedItem) -> ItemVersion:
    """The version that a key stands for, or the newest one of an item of this conversation. Raises `NotFound`."""
    if wanted.key is not None:
        version = record_of(reader, asker, wanted).version
        if wanted.id not in (None, version.id) or version.kind not in wanted.kinds:
            raise wanted.missing()
        return version
    item = None if wanted.id is None else found_item(reader, wanted.id, wanted.kinds)
    if item is None or not is_own(item, asker):
        raise wanted.missing()
    return item.version


def found_item(reader: Reader, item_id: str, kinds: frozenset[ItemKind]) -> AnyItem | None:
    """The item with this id, of one of these kinds."""
    items = (items_named(reader, kind, [item_id]).get(item_id) for kind in ItemKind if kind in kinds)
    return next((item for item in items if item is not None), None)


def record_of(reader: Reader, asker: Submitter, wanted: WantedItem) -> IdempotencyRecord:
    """What a key stands for: one that the hub has given out, or one that was chosen in this very conversation."""
    assert wanted.key is not None, "it is looked for by its key"
    for scope in (None, asker.conversation):
        try:
            return own_record(reader, wanted.key, by=asker.by, conversation=scope)
        except NotFound:
            continue
    raise wanted.missing()


async def give_own_key(desk: Desk, version: ItemVersion, *, owner: str, by: Actor) -> str:
    """The key that the hub gives out for what was asked just now; `owner` is a name that nobody else can guess."""
    return await desk.change(by, lambda change: give_key(change, owner, version))
