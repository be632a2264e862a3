"""What entries are about, as it is now: read at once for all of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from countermark.actions.desk import Desk
from countermark.actions.items import find_items
from countermark.actions.standings import NEWEST, standing_on
from countermark.model.annotations import Standing
from countermark.model.any_item import AnyItem
from countermark.model.journal import Entry
from countermark.model.permissions import Permission
from countermark.model.questions import Question
from countermark.model.reviews import CANARY, Review
from countermark.model.sessions.happenings import EVENT_KINDS
from countermark.store.base import Reader

if TYPE_CHECKING:
    from countermark.model.sessions.events import NumberedEvent


@dataclass(frozen=True)
class Now:
    """What an entry is about: the item and the mark as they are now, if a list shows them; or a session's event."""

    item: AnyItem | None = None
    mark: Standing | None = None
    event: "NumberedEvent | None" = None


async def read_now(desk: Desk, entries: Sequence[Entry]) -> Sequence[Now]:
    """What each entry is about."""
    events = await session_events(desk, entries)

    def read(reader: Reader) -> Sequence[Now]:
        items = find_items(reader, {entry.item for entry in entries if entry.item is not None})
        return [
            Now(listed(items.get(entry.item) if entry.item else None), mark_now(reader, entry), events.get(entry.seq))
            for entry in entries
        ]

    return await desk.read(read)


async def session_events(desk: Desk, entries: Sequence[Entry]) -> "Mapping[int, NumberedEvent]":
    """The events of sessions by the numbers of their entries; one of a session that was removed is missing."""
    names = {entry.seq: event_name(entry) for entry in entries if entry.kind in EVENT_KINDS}
    if not names:
        return {}
    from countermark.actions.sessions.reading import events_named  # a desk without sessions needs none of it

    events = await events_named(desk, list(names.values()))
    return {seq: events[name] for seq, name in names.items() if name in events}


def event_name(entry: Entry) -> tuple[str, int]:
    """The session and the number of the event that an entry records."""
    session, number = entry.body.get("session"), entry.body.get("number")
    return (str(session), number if isinstance(number, int) else 0)


def listed(item: AnyItem | None) -> AnyItem | None:
    """The item, but for one that no list shows."""
    match item:
        case None:
            return None
        case Review():
            return None if item.agent == CANARY else item
        case Permission() | Question():
            return item
        case _:
            assert_never(item)


def mark_now(reader: Reader, entry: Entry) -> Standing | None:
    """The mark that an entry is about, unless it is removed by now."""
    name = entry.body.get("annotation")
    mark = reader.annotation(name) if isinstance(name, str) else None
    return None if mark is None or mark.removed else standing_on(reader, mark, NEWEST)
