"""Pages of the journal for a person to read, newest entries first."""

from collections.abc import Sequence
from dataclasses import dataclass

from countermark.actions.desk import Desk
from countermark.actions.items import title_of
from countermark.feed import size
from countermark.model.journal import Entry
from countermark.store.base import Reader

NO_END = 2**62
AT_ONCE = 20  # entries read together: one may bring the passages of thousands of marks along
MOST_CHARACTERS = 4 * 1024 * 1024  # of bodies on a page, after which it ends early


@dataclass(frozen=True)
class JournalPage:
    """Some entries, each with the title of the item that it is about, and the journal's newest number then."""

    entries: Sequence[tuple[Entry, str | None]]
    seq: int


async def journal_page(desk: Desk, *, before: int, limit: int) -> JournalPage:
    """Entries below `before`; fewer than `limit` where they are very long, none at the end."""

    def read(reader: Reader) -> JournalPage:
        entries = entries_below(reader, before, limit=limit)
        return JournalPage(
            [(each, title_of(reader, each.item) if each.item else None) for each in entries], reader.head()
        )

    return await desk.read(read)


def entries_below(reader: Reader, before: int, *, limit: int) -> list[Entry]:
    """Entries below `before`, newest first, until there are enough of them or of their words; one at least."""
    entries: list[Entry] = []
    characters = 0
    while len(entries) < limit:
        page = reader.entries(before=entries[-1].seq if entries else before, limit=min(AT_ONCE, limit - len(entries)))
        for entry in page:
            characters += size(entry)
            if entries and characters > MOST_CHARACTERS:
                return entries
            entries.append(entry)
        if not page:
            break
    return entries
