"""The journal for the browser and the person's commands: pages, figures, the check, and what leaves the house."""

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Query

from countermark.actions.checkpoints import sign_newest
from countermark.actions.journal import verify
from countermark.actions.journal_figures import figures
from countermark.actions.journal_pages import journal_page, matching
from countermark.http_api.dependencies import TheDesk
from countermark.http_api.guards.api_errors import error_responses
from countermark.http_api.shapes import journal_wire, render_journal

router = APIRouter(prefix="/api/journal", tags=["journal"], responses=error_responses(414))


@router.get("")
async def read_journal(desk: TheDesk, asked: Annotated[journal_wire.JournalAsked, Query()]) -> journal_wire.JournalPage:
    """Entries as they are asked for, newest first; fewer than `limit` where they are very long, none at the end."""
    return render_journal.journal_page(await journal_page(desk, render_journal.entry_query(asked)))


@router.get("/figures")
async def read_figures(desk: TheDesk, days: Annotated[int, Query(ge=1, le=365)] = 14) -> journal_wire.JournalFigures:
    """How long things waited for a person in the last days, and who or what decided."""
    return render_journal.journal_figures(await figures(desk, days=days))


@router.get("/verify")
async def verify_journal(desk: TheDesk) -> journal_wire.Verified:
    """Follow the journal's chain from its first entry, and hold the checkpoints beside it against it."""
    return render_journal.verified(await verify(desk), fault=desk.store.fault())


@router.post("/checkpoint")
async def sign_checkpoint(desk: TheDesk) -> journal_wire.CheckpointNow:
    """Sign the newest entry, unless that was done."""
    signed = await sign_newest(desk)
    return journal_wire.CheckpointNow(size=signed.checkpoint.size, note=signed.note)


@router.get("/export")
async def export(desk: TheDesk, asked: Annotated[journal_wire.JournalAsked, Query()]) -> journal_wire.ExportPage:
    """Entries with all that their hashes are made of, the oldest first; none at the end."""
    query = replace(render_journal.entry_query(asked), oldest_first=True)
    entries = await desk.read(lambda reader: matching(reader, query))
    return journal_wire.ExportPage(entries=[render_journal.exported(each) for each in entries])
