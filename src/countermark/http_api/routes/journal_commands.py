"""The journal for the person's commands: checkpoints from elsewhere, retention, and waiting for what comes next."""

import asyncio
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Query

from countermark.actions.journal import verify
from countermark.actions.retention import drop_old
from countermark.http_api.dependencies import TheDesk
from countermark.http_api.shapes import journal_wire, render_journal

router = APIRouter(prefix="/api/journal", tags=["person"])

GROWTH_SECONDS = 5.0


@router.post("/verify")
async def verify_with(desk: TheDesk, asked: journal_wire.VerifyAsked) -> journal_wire.Verified:
    """The same check as a browser's, with checkpoints that were kept elsewhere."""
    return render_journal.verified(await verify(desk, notes=asked.checkpoints), fault=desk.store.fault())


@router.post("/retain")
async def retain(desk: TheDesk, asked: journal_wire.RetainAsked) -> journal_wire.RetainedNow:
    """Drop entries that are older than so many days, segment by segment."""
    retained = await drop_old(desk, days=asked.days)
    return journal_wire.RetainedNow(dropped=retained.dropped, gone=[gap.words for gap in retained.gaps])


@router.get("/growth")
async def wait_for_growth(desk: TheDesk, since: Annotated[int, Query(ge=0)]) -> journal_wire.Growth:
    """Wait a few seconds until the journal has more entries than so many."""
    with suppress(TimeoutError):
        async with asyncio.timeout(GROWTH_SECONDS):
            await desk.feed.grown(since)
    return journal_wire.Growth(seq=desk.feed.head)
