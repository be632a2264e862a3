"""The journal for the person's commands: checkpoints, export, retention, and waiting for what comes next."""

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Query

from countermark.actions.checkpoints import sign_newest
from countermark.actions.journal import verify
from countermark.actions.journal_pages import matching
from countermark.actions.retention import drop_old
from countermark.http_api.dependencies import TheDesk
from countermark.http_api.shapes import journal_wire, render_journal

router = APIRouter(prefix="/api/journal", tags=["person"])

GROWTH_SECONDS = 5.0


@router.post("/verify")
async def verify_with(desk: TheDesk, asked: journal_wire.VerifyAsked) -> journal_wire.Verified:
    """The same check as a browser's, with checkpoints that were kept elsewhere."""
    return render_journal.verified(await verify(desk, notes=asked.checkpoints), fault=desk.store.fault())


@router.post("/checkpoint")
async def sign_checkpoint(desk: TheDesk) -> journal_wire.CheckpointNow:
    """Sign the newest entry, unless that was done."""
    signed = await sign_newest(desk)
    return journal_wire.CheckpointNow(size=signed.checkpoint.size, note=signed.note)


@router.post("/retain")
async def retain(desk: TheDesk, asked: journal_wire.RetainAsked) -> journal_wire.RetainedNow:
    """Drop entries that are older than so many days, segment by segment."""
    retained = await drop_old(desk, days=asked.days)
    return journal_wire.RetainedNow(dropped=retained.dropped, gone=[gap.words for gap in retained.gaps])


@router.get("/export")
async def export(desk: TheDesk, asked: Annotated[journal_wire.JournalAsked, Query()]) -> journal_wire.ExportPage:
    """Entries with all that their hashes are made of, the oldest first; none at the end."""
    query = replace(render_journal.entry_query(asked), oldest_first=True)
    entries = await desk.read(lambda reader: matching(reader, query))
    return journal_wire.ExportPage(entries=[render_journal.exported(each) for each in entries])


@router.get("/growth")
async def wait_for_growth(desk: TheDesk, since: Annotated[int, Query(ge=0)]) -> journal_wire.Growth:
    """Wait a few seconds until the journal has more entries than so many."""
    with suppress(TimeoutError):
        async with asyncio.timeout(GROWTH_SECONDS):
            await desk.feed.grown(since)
    return journal_wire.Growth(seq=desk.feed.head)
