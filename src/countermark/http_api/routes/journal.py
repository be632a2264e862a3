"""The journal for the browser: a page of entries, newest first."""

from typing import Annotated

from fastapi import APIRouter, Query

from countermark.actions.journal_pages import NO_END, journal_page
from countermark.http_api.dependencies import TheDesk
from countermark.http_api.shapes import render, wire

router = APIRouter(prefix="/api/journal", tags=["journal"])


@router.get("")
async def read_journal(
    desk: TheDesk,
    before: Annotated[int, Query(ge=1, le=NO_END)] = NO_END,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> wire.JournalPage:
    """Entries below `before`, newest first; fewer than `limit` where they are very long, none at the end."""
    page = await journal_page(desk, before=before, limit=limit)
    return wire.JournalPage(entries=[render.entry(each, title=title) for each, title in page.entries], seq=page.seq)
