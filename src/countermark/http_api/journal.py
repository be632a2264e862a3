"""The journal for the browser: a page of entries, newest first."""

from typing import Annotated

from fastapi import APIRouter, Query

from countermark.http_api import render, wire
from countermark.http_api.context import TheDesk
from countermark.model.journal import Entry
from countermark.store.base import Reader

router = APIRouter(prefix="/api/journal", tags=["journal"])

NO_END = 2**62


@router.get("")
async def read_journal(
    desk: TheDesk,
    before: Annotated[int, Query(ge=1, le=NO_END)] = NO_END,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> wire.JournalPage:
    """Entries below `before`, newest first."""

    def read(reader: Reader) -> wire.JournalPage:
        found = reader.entries(before=before, limit=limit)
        return wire.JournalPage(entries=[titled(reader, each) for each in found], seq=reader.head())

    return await desk.read(read)


def titled(reader: Reader, entry: Entry) -> wire.Entry:
    """An entry with the title of the revision it is about."""
    about = None
    if entry.review is not None and entry.revision is not None:
        about = reader.revision(entry.review, entry.revision)
    return render.entry(entry, title=about.title if about else None)
