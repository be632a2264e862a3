"""Sessions for the browser: open, talk, steer, look back."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, Response
from pydantic import BaseModel

from countermark.actions.sessions import (
    attachments,
    call_differences,
    exporting,
    files,
    marking,
    messages,
    opening,
    ordering,
    prompting,
    reading,
    receipts,
)
from countermark.actions.sessions.opening import NewSession
from countermark.actions.sessions.prompting import NewPrompt
from countermark.agents.launch_catalog import given_by, launch_brand
from countermark.http_api.dependencies import TheDesk, ThePerson
from countermark.http_api.guards.api_errors import error_responses
from countermark.http_api.shapes import render_sessions
from countermark.http_api.shapes import session_wire as wire
from countermark.model.sessions.parts import DiffMark

router = APIRouter(prefix="/api/sessions", tags=["sessions"], responses=error_responses(404))

CONFLICT = error_responses(409)


@router.get("")
async def list_sessions(
    desk: TheDesk,
    words: Annotated[str, Query(max_length=200)] = "",
    limit: Annotated[int, Query(ge=1, le=1000)] = reading.MOST_SESSIONS,
) -> wire.SessionList:
    """Sessions, what changed last first; with words, those whose titles, prompts and messages have each of them."""
    return await found(desk, words, limit=limit)


@router.post("")
async def open_session(desk: TheDesk, by: ThePerson, given: wire.SessionWanted) -> wire.SessionPlaced:
    """Open a session; its agent is started at once."""
    brand = await asyncio.to_thread(launch_brand, desk.home, given.agent)
    opening.check_command(given.command, is_needed=not brand.command)
    wanted = NewSession(
        given.agent, given.folder, given.title, tuple(given.command), given.mcp_servers, tuple(given.folders),
        given.mode, given.conversation, given.how,
    )  # fmt: skip
    session = await opening.open_session(desk, wanted, by=by)
    return wire.SessionPlaced(session=render_sessions.listed(session), seq=desk.feed.head)


@router.post("/attachments")
async def keep_attachment(desk: TheDesk, by: ThePerson, given: wire.TextGiven) -> wire.TextPlaced:
    """Keep a text that is to go along with a prompt; images have a route of their own."""
    digest = await attachments.keep_text(desk, given.text, by=by)
    return wire.TextPlaced(sha256=digest, size=len(given.text.encode()))


@router.get("/{session_id}", response_model=wire.SessionSnapshot)
async def read_session(desk: TheDesk, session_id: wire.SessionId) -> Response:
    """A session as it is after its newest event, with its newest parts and what is open now."""
    seq = desk.feed.head  # before it is read: an entry that comes twice is harmless, one that is missed is not
    return as_json(render_sessions.snapshot(await reading.snapshot(desk, session_id), seq=seq))


@router.get("/{session_id}/parts", response_model=wire.SessionParts)
async def read_parts(
    desk: TheDesk, session_id: wire.SessionId, before: Annotated[int, Query(ge=0, le=2**31 - 1)]
) -> Response:
    """The parts of the ledger that stand before a place, counted from 0: the newest of them, oldest first."""
    found = await reading.earlier_parts(desk, session_id, before)
    return as_json(wire.SessionParts(parts=list(found.parts), earlier=found.earlier, number=found.number))


@router.get("/{session_id}/events", response_model=wire.SessionEvents)
async def read_events(
    desk: TheDesk,
    session_id: wire.SessionId,
    after: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
    limit: Annotated[int, Query(ge=1, le=reading.MOST_EVENTS)] = reading.MOST_EVENTS,
) -> Response:
    """The events after a number, oldest first."""
    seq = desk.feed.head
    events = await reading.events_after(desk, session_id, after, limit=limit)
    return as_json(wire.SessionEvents(events=list(events), seq=seq))


@router.get("/{session_id}/messages", response_model=wire.SessionMessages)
async def read_messages(
    desk: TheDesk,
    session_id: wire.SessionId,
    part: Annotated[list[str], Query(min_length=1, max_length=messages.MOST_MESSAGES)],
) -> Response:
    """Messages by their parts, as they are shown: sanitised HTML."""
    return as_json(wire.SessionMessages(messages=list(await messages.rendered_messages(desk, session_id, part))))


@router.get("/{session_id}/differences", response_model=wire.SessionDifferences)
async def read_differences(
    desk: TheDesk,
    session_id: wire.SessionId,
    part: Annotated[str, Query(min_length=1, max_length=2000)],
    whole: Annotated[bool, Query()] = False,
) -> Response:
    """What a tool call has changed in files, row by row, the words that differ marked."""
    found = await call_differences.differences_of(desk, session_id, part, whole=whole)
    return as_json(wire.SessionDifferences(differences=list(found)))


@router.get("/{session_id}/receipt", response_model=wire.SessionReceipt)
async def read_receipt(
    desk: TheDesk, session_id: wire.SessionId, since: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0
) -> Response:
    """What somebody has missed who has seen everything up to event `since`."""
    seq = desk.feed.head
    return as_json(wire.SessionReceipt(receipt=await receipts.receipt(desk, session_id, since), seq=seq))


@router.get("/{session_id}/traffic", response_model=wire.SessionTraffic)
async def read_traffic(
    desk: TheDesk,
    session_id: wire.SessionId,
    after: Annotated[int, Query(ge=0, le=2**53)] = 0,
    limit: Annotated[int, Query(ge=1, le=reading.MOST_LINES)] = reading.MOST_LINES,
) -> Response:
    """The raw lines after a number, oldest first."""
    lines = await reading.traffic(desk, session_id, after, limit=limit)
    return as_json(wire.SessionTraffic(lines=[render_sessions.raw_line(each) for each in lines]))


@router.get("/{session_id}/files")
async def find_files(
    desk: TheDesk, session_id: wire.SessionId, words: Annotated[str, Query(max_length=200)] = ""
) -> wire.SessionFiles:
    """Files of the session's folders, found by a few letters."""
    return wire.SessionFiles(files=list(await files.find_files(desk, session_id, words)))


@router.get(
    "/{session_id}/export.md",
    response_class=Response,
    responses={**error_responses(404), 200: {"content": {"text/markdown": {"schema": {"type": "string"}}}}},
)
async def export_session(desk: TheDesk, session_id: wire.SessionId) -> Response:
    """The whole session as Markdown."""
    agent = (await desk.sessions.state(session_id)).agent
    given = await asyncio.to_thread(given_by, desk.home, agent)
    text = await exporting.export_markdown(desk, session_id, given=given)
    return Response(text, media_type="text/markdown")


@router.post("/{session_id}/prompts", responses=error_responses(409, 429))
async def queue_prompt(
    desk: TheDesk, by: ThePerson, session_id: wire.SessionId, given: wire.PromptGiven
) -> wire.PromptPlaced:
    """Put words at the end of the queue; the same key is the same prompt."""
    things = tuple(each.value() for each in given.attachments)
    wanted = NewPrompt(given.text, things, tuple(given.marks), given.again_of)
    prompt = await prompting.queue_prompt(desk, session_id, wanted, key=given.key, by=by)
    return wire.PromptPlaced(prompt=prompt.id, number=await number_of(desk, session_id), seq=desk.feed.head)


@router.post("/{session_id}/prompts/order", responses=CONFLICT)
async def reorder_prompts(
    desk: TheDesk, by: ThePerson, session_id: wire.SessionId, given: wire.PromptOrder
) -> wire.SessionChanged:
    """Put what waits into another order; all of it is named."""
    await prompting.reorder_prompts(desk, session_id, given.ids, by=by)
    return await changed(desk, session_id)


@router.patch("/{session_id}/prompts/{prompt_id}", responses=CONFLICT)
async def change_prompt(
    desk: TheDesk, by: ThePerson, session_id: wire.SessionId, prompt_id: wire.PromptId, given: wire.PromptWords
) -> wire.SessionChanged:
    """Change words that still wait."""
    things = [each.value() for each in given.attachments]
    await prompting.change_prompt(desk, session_id, prompt_id, given.text, things, by=by)
    return await changed(desk, session_id)


@router.delete("/{session_id}/prompts/{prompt_id}", responses=CONFLICT)
async def remove_prompt(
    desk: TheDesk, by: ThePerson, session_id: wire.SessionId, prompt_id: wire.PromptId
) -> wire.SessionChanged:
    """Take words back that still wait."""
    await prompting.remove_prompt(desk, session_id, prompt_id, by=by)
    return await changed(desk, session_id)


@router.post("/{session_id}/orders", responses=CONFLICT)
async def give_order(
    desk: TheDesk, by: ThePerson, session_id: wire.SessionId, given: wire.OrderGiven
) -> wire.SessionChanged:
    """Connect, disconnect, set a mode or an option, sign in or out, stop the turn; answered when it is done."""
    await ordering.give_order(desk, session_id, given.order, by=by)
    return await changed(desk, session_id)


@router.put("/{session_id}/marks/{mark_id}", responses=CONFLICT)
async def set_diff_mark(
    desk: TheDesk, by: ThePerson, session_id: wire.SessionId, mark_id: wire.MarkId, given: wire.DiffMarkGiven
) -> wire.SessionChanged:
    """Put a mark on lines of a difference, or change one that was not sent."""
    await marking.set_mark(desk, session_id, DiffMark(id=mark_id, **dict(given)), by=by)
    return await changed(desk, session_id)


@router.delete("/{session_id}/marks/{mark_id}", responses=CONFLICT)
async def remove_diff_mark(
    desk: TheDesk, by: ThePerson, session_id: wire.SessionId, mark_id: wire.MarkId
) -> wire.SessionChanged:
    """Take a mark back that was not sent."""
    await marking.remove_mark(desk, session_id, mark_id, by=by)
    return await changed(desk, session_id)


@router.post("/{session_id}/auto-allow")
async def auto_allow(
    desk: TheDesk, by: ThePerson, session_id: wire.SessionId, given: wire.AutoAllowGiven
) -> wire.SessionChanged:
    """Allow what the agent asks until a moment within 24 hours, or end that."""
    await opening.allow_until(desk, session_id, given.until, by=by)
    return await changed(desk, session_id)


@router.post("/{session_id}/rename")
async def rename_session(
    desk: TheDesk, by: ThePerson, session_id: wire.SessionId, given: wire.SessionRenamed
) -> wire.SessionChanged:
    """Call it something else."""
    await opening.rename_session(desk, session_id, given.title, by=by)
    return await changed(desk, session_id)


@router.post("/{session_id}/close")
async def close_session(desk: TheDesk, by: ThePerson, session_id: wire.SessionId) -> wire.SessionChanged:
    """Close it: its agent's program is ended."""
    await opening.close_session(desk, session_id, by=by)
    return await changed(desk, session_id)


@router.delete("/{session_id}", responses=CONFLICT)
async def forget_session(desk: TheDesk, by: ThePerson, session_id: wire.SessionId) -> wire.SessionList:
    """Remove it with its events and its traffic; the journal keeps its lines."""
    await opening.forget_session(desk, session_id, by=by)
    return await found(desk, "", limit=reading.MOST_SESSIONS)


async def found(desk: TheDesk, words: str, *, limit: int) -> wire.SessionList:
    """A list of sessions."""
    seq = desk.feed.head
    sessions = await reading.list_sessions(desk, words, limit=limit)
    return wire.SessionList(sessions=[render_sessions.listed(each) for each in sessions], seq=seq)


async def changed(desk: TheDesk, session_id: str) -> wire.SessionChanged:
    """The number of its newest event."""
    return wire.SessionChanged(number=await number_of(desk, session_id), seq=desk.feed.head)


async def number_of(desk: TheDesk, session_id: str) -> int:
    """The number of its newest event."""
    return (await desk.sessions.state(session_id)).number


def as_json(shape: BaseModel) -> Response:
    """A long answer, written once."""
    return Response(shape.model_dump_json(), media_type="application/json")
