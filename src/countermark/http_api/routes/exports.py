"""A decided item as a file: for a page that saves it, and for the person's commands."""

import asyncio
from dataclasses import replace
from typing import Annotated, Final
from urllib.parse import quote

from fastapi import APIRouter, Path, Response

from countermark.actions.exporting_items import exported_item, name_of, written
from countermark.agents.catalog import brand
from countermark.http_api.dependencies import TheDesk
from countermark.http_api.guards.api_errors import error_responses
from countermark.model.exports import ExportForm
from countermark.model.items import ItemKind

router = APIRouter(prefix="/api/history", tags=["history"])

MEDIA_TYPES: Final = {
    ExportForm.MARKDOWN: "text/markdown; charset=utf-8", ExportForm.HTML: "text/html; charset=utf-8",
    ExportForm.JSON: "application/json",
}  # fmt: skip
CONTENT = {kind: {"schema": {"type": "string"}} for kind in ("text/markdown", "text/html", "application/json")}


@router.get(
    "/{kind}/{item_id}/export", response_class=Response,
    responses={**error_responses(404, 409), 200: {"content": CONTENT}},
)  # fmt: skip
async def export_item(
    desk: TheDesk, kind: ItemKind, item_id: Annotated[str, Path(max_length=40)], form: ExportForm = ExportForm.MARKDOWN
) -> Response:
    """A decided item as a file to save, with a name safe in every folder. 409 for what waits or was forgotten."""
    found = await exported_item(desk, kind, item_id)
    item = replace(found, agent_name=brand(found.agent).name)
    content = await asyncio.to_thread(written, item, form)
    headers = {"content-disposition": attachment(name_of(item, form)), "cache-control": "no-store"}
    return Response(content.encode("utf-8", "replace"), media_type=MEDIA_TYPES[form], headers=headers)


def attachment(name: str) -> str:
    """A file to save, by a name in any script (RFC 6266)."""
    plain = name.encode("ascii", "replace").decode().replace("?", "_")
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"
