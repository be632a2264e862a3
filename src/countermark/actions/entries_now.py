"""What entries are about, as it is now: read at once for all of them."""

from collections.abc import Sequence
from typing import assert_never

from countermark.actions.desk import Desk
from countermark.actions.items import find_items
from countermark.actions.standings import NEWEST, standing_on
from countermark.model.annotations import Standing
from countermark.model.any_item import AnyItem
from countermark.model.journal import Entry
from countermark.model.permissions import Permission
from countermark.model.questions import Question
from countermark.model.reviews import CANARY, Review
from countermark.store.base import Reader

Now = tuple[AnyItem | None, Standing | None]


async def read_now(desk: Desk, entries: Sequence[Entry]) -> Sequence[Now]:
    """The item and the mark of each entry, if it has them and a list shows them."""

    def read(reader: Reader) -> Sequence[Now]:
        items = find_items(reader, {entry.item for entry in entries if entry.item is not None})
        return [(listed(items.get(entry.item) if entry.item else None), mark_now(reader, entry)) for entry in entries]

    return await desk.read(read)


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
