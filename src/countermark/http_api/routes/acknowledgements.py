"""What a hook says after its question: how far the answer has come, or that its agent waits no longer."""

from fastapi import APIRouter

from countermark.actions import items
from countermark.agents.catalog import check_known
from countermark.http_api.dependencies import TheHub
from countermark.http_api.shapes import wire
from countermark.model import actors

router = APIRouter(prefix="/api/hooks", tags=["hooks"])


@router.post("/{agent}/acknowledgement")
async def acknowledge(hub: TheHub, agent: str, given: wire.Acknowledgement) -> wire.Acknowledged:
    """The hook has written the answer out (delivered), or the agent has read it (received)."""
    check_known(agent)
    version, delivery = await items.acknowledge(hub.desk, given.key, given.stage, by=actors.agent(agent))
    return wire.Acknowledged(item=version.id, delivery=delivery)


@router.post("/{agent}/goodbye")
async def goodbye(hub: TheHub, agent: str, given: wire.Goodbye) -> dict[str, str]:
    """The hook was told to end before there was an answer."""
    check_known(agent)
    await items.goodbye(hub.desk, given.key, by=actors.agent(agent))
    return {}
