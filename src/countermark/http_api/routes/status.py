"""How the hub does, and the person's own socket: launch codes, and the end of the hub."""

import time
from collections import Counter

from fastapi import APIRouter

from countermark.actions import journal
from countermark.actions.notices import waiting_things
from countermark.http_api.dependencies import TheHub
from countermark.http_api.shapes import wire
from countermark.http_api.shapes.times import iso, iso_or_none
from countermark.model.items import ItemKind

router = APIRouter(prefix="/api", tags=["status"])
person_router = APIRouter(prefix="/api", tags=["person"])


@router.get("/status")
async def read_status(hub: TheHub) -> wire.HubStatus:
    """Who the hub is and what waits."""
    waiting = await hub.desk.read(waiting_things)
    kinds = Counter(each.version.kind for each in waiting)
    return wire.HubStatus(
        pid=hub.pid, port=hub.port, version=hub.version, started_at=iso(hub.started_at),
        waiting=hub.desk.presence.count, open=len(waiting), desks=hub.desks,
        open_by_kind=wire.OpenByKind(**{kind.value: kinds[kind] for kind in ItemKind}),
        oldest_since=iso_or_none(min((each.since for each in waiting), default=None)),
        looked_at=hub.desk.onlookers.looking,
        mcp_clients=hub.mcp_clients.count, problems=list(await journal.problems(hub.desk)),
    )  # fmt: skip


@person_router.post("/launch-codes")
async def mint_launch_code(hub: TheHub) -> wire.NewLaunchCode:
    """A one-time code for a browser; it is good for a minute."""
    code = hub.codes.mint()
    hub.window_at = time.monotonic()  # whoever has a code is about to open a desk
    return wire.NewLaunchCode(code=code, url=hub.launch_url(code))


@person_router.post("/stop")
async def stop_hub(hub: TheHub) -> wire.HubStatus:
    """End the hub. Agents that wait are left to their own prompts; what they asked stays on the desk."""
    told = await read_status(hub)
    hub.dismissed = True
    hub.stop.set()
    return told
