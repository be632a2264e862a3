"""History for the browser and the person's commands: what was decided, searched by words, place and time."""

from typing import Annotated

from fastapi import APIRouter, Path, Query

from countermark.actions import forgetting, history
from countermark.http_api.dependencies import AnyPerson, TheDesk
from countermark.http_api.guards.api_errors import error_responses
from countermark.http_api.shapes import history_wire, render_history
from countermark.model.items import ItemKind

router = APIRouter(prefix="/api/history", tags=["history"], responses=error_responses(414))


@router.get("")
async def search_history(
    desk: TheDesk, asked: Annotated[history_wire.HistoryAsked, Query()]
) -> history_wire.HistoryPage:
    """Decided items of every kind, newest first."""
    found = await history.search(desk, render_history.history_query(asked))
    return render_history.history_page(found, limit=asked.limit)


@router.get("/facets")
async def history_facets(desk: TheDesk) -> history_wire.HistoryFacets:
    """The agents, workspaces and endings that there are in history, with counts."""
    return render_history.history_facets(await history.facets(desk))


@router.post("/{kind}/{item_id}/forget", responses=error_responses(404, 409))
async def forget_item(
    desk: TheDesk, by: AnyPerson, kind: ItemKind, item_id: Annotated[str, Path(max_length=40)]
) -> history_wire.ForgottenNow:
    """Remove the texts of a decided item; that it was decided stays. 409 for what waits or is in force."""
    gone = await forgetting.forget(desk, kind, item_id, by=by)
    return render_history.forgotten_now(gone, seq=desk.feed.head)
