"""Pages of the journal for a person to read, newest entries first."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from countermark.actions.desk import Desk
from countermark.actions.items import title_of
from countermark.feed import size
from countermark.model.actors import ActorKind
from countermark.model.journal import Entry
from countermark.model.journal_lookups import ENDINGS, EntryQuery, lookup_of, text_or_none
from countermark.model.sessions.happenings import EVENT_KINDS
from countermark.store.base import Reader

AT_ONCE = 20  # entries read together: one may bring the passages of thousands of marks along
MOST_CHARACTERS = 4 * 1024 * 1024  # of bodies on a page, after which it ends early


@dataclass(frozen=True)
class JournalLine:
    """An entry with the title of the version of an item that it is about, and with the entry that opened that."""

    entry: Entry
    title: str | None
    opening: Entry | None

    @property
    def agent(self) -> str | None:
        """Who has asked, or whose session it is, by the name in the catalog."""
        if self.opening is not None:
            return asker_of(self.opening)
        return text_or_none(self.entry.body.get("agent")) if self.entry.kind in EVENT_KINDS else None

    @property
    def workspace(self) -> str | None:
        """The absolute path of the folder that it was asked from."""
        return None if self.opening is None else lookup_of(self.opening).workspace

    @property
    def tool_kind(self) -> str | None:
        """What the tool does that was asked for; None for what is no call of a tool."""
        return None if self.opening is None else text_or_none(self.opening.body.get("tool_kind"))

    @property
    def asked_at(self) -> int | None:
        """When what this entry ends was asked, in milliseconds since 1970."""
        return self.opening.at if self.opening is not None and self.entry.kind in ENDINGS else None


@dataclass(frozen=True)
class JournalPage:
    """Some entries, and the journal's newest number then."""

    lines: Sequence[JournalLine]
    seq: int


async def journal_page(desk: Desk, query: EntryQuery) -> JournalPage:
    """What a query asks for; fewer than its `limit` where they are very long, none at the end."""
    return await desk.read(lambda reader: JournalPage(lines_of(reader, matching(reader, query)), reader.head()))


def matching(reader: Reader, query: EntryQuery) -> list[Entry]:
    """What a query asks for, until there are enough entries or words of them; one entry at least."""
    entries: list[Entry] = []
    characters = 0
    while len(entries) < query.limit:
        page = reader.entries_matching(behind(entries, replace(query, limit=min(AT_ONCE, query.limit - len(entries)))))
        for entry in page:
            characters += size(entry)
            if entries and characters > MOST_CHARACTERS:
                return entries
            entries.append(entry)
        if not page:
            break
    return entries


def behind(entries: Sequence[Entry], query: EntryQuery) -> EntryQuery:
    """What is still to be read of a query of which these entries are there."""
    if not entries:
        return query
    return replace(query, after=entries[-1].seq) if query.oldest_first else replace(query, before=entries[-1].seq)


def lines_of(reader: Reader, entries: Sequence[Entry]) -> list[JournalLine]:
    """Entries with what belongs to them."""
    return [
        JournalLine(entry, None if entry.item is None else title_of(reader, entry.item), opening)
        for entry, opening in with_openings(reader, entries)
    ]


def with_openings(reader: Reader, entries: Sequence[Entry]) -> list[tuple[Entry, Entry | None]]:
    """Entries, each with the one that opened the version of an item that it is about."""
    openings = reader.openings({entry.item for entry in entries if entry.item is not None})
    return [(entry, openings.get(entry.item) if entry.item else None) for entry in entries]


def asker_of(opening: Entry) -> str | None:
    """Which agent has asked, by the name in the catalog."""
    return opening.actor.id if opening.actor.kind is ActorKind.AGENT else None
