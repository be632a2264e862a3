"""The journal for the browser: a page of entries, newest first."""

from typing import Annotated

from fastapi import APIRouter, Query

from countermark.feed import size
from countermark.http_api.context import TheDesk
from countermark.http_api.shapes import render, wire
from countermark.model.journal import Entry
from countermark.store.base import Reader

router = APIRouter(prefix="/api/journal", tags=["journal"])

NO_END = 2**62
AT_ONCE = 20  # entries read together: one may bring the passages of thousands of marks along
MOST_CHARACTERS = 4 * 1024 * 1024  # of bodies on a page, after which it ends early


@router.get("")
async def read_journal(
    desk: TheDesk,
    before: Annotated[int, Query(ge=1, le=NO_END)] = NO_END,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> wire.JournalPage:
    """Entries below `before`, newest first; fewer than `limit` where they are very long, none at the end."""

    def read(reader: Reader) -> wire.JournalPage:
        found = bounded_page(reader, before=before, limit=limit)
        return wire.JournalPage(entries=[titled(reader, each) for each in found], seq=reader.head())

    return await desk.read(read)


def bounded_page(reader: Reader, *, before: int, limit: int) -> list[Entry]:
    """Entries below `before`, newest first, until there are enough of them or of their words; one at least."""
    found: list[Entry] = []
    characters = 0
    while len(found) < limit:
        page = reader.entries(before=found[-1].seq if found else before, limit=min(AT_ONCE, limit - len(found)))
        for entry in page:
            characters += size(entry)
            if found and characters > MOST_CHARACTERS:
                return found
            found.append(entry)
        if not page:
            break
    return found


def titled(reader: Reader, entry: Entry) -> wire.Entry:
    """An entry with the title of the revision it is about."""
    about = None
    if entry.review is not None and entry.revision is not None:
        about = reader.revision(entry.review, entry.revision)
    return render.entry(entry, title=about.title if about else None)
