"""Attached servers: a person's commands attach and detach them; the desk shows them, too."""

from fastapi import APIRouter

from countermark.actions import agent_servers
from countermark.actions.desk import Desk
from countermark.http_api.dependencies import AnyPerson, TheDesk
from countermark.http_api.guards.api_errors import error_responses
from countermark.http_api.shapes import render_servers
from countermark.http_api.shapes import server_wire as wire

router = APIRouter(prefix="/api/agent-servers", tags=["agent servers"], responses=error_responses(404))
person_router = APIRouter(prefix="/api/agent-servers", tags=["person"])

AGENT = "opencode"  # the only one that runs as a server


@router.get("")
async def read_agent_servers(desk: TheDesk) -> wire.AgentServers:
    """All of them, and how the lines to them are."""
    return await now(desk)


@router.post("/{server_id}/detach")
async def detach_server(desk: TheDesk, by: AnyPerson, server_id: wire.ServerId) -> wire.AgentServers:
    """Follow it no longer: what it has asked is left to its own terminal."""
    await agent_servers.detach(desk, server_id, by=by)
    return await now(desk)


@router.post("/{server_id}/saved/{grant}/take-back")
async def take_back_saved(
    desk: TheDesk, by: AnyPerson, server_id: wire.ServerId, grant: wire.SavedGrantId
) -> wire.AgentServers:
    """What the agent itself has saved as allowed is to be asked again."""
    await agent_servers.take_back_saved(desk, server_id, grant, by=by)
    return await now(desk)


@person_router.post("/attach")
async def attach_server(desk: TheDesk, by: AnyPerson, given: wire.ServerToAttach) -> wire.AgentServers:
    """Follow a server, or more folders of it."""
    await agent_servers.attach(
        desk, given.address, given.folders, agent=AGENT, user=given.user, password=given.password, by=by
    )
    return await now(desk)


async def now(desk: Desk) -> wire.AgentServers:
    """All servers as they are."""
    return render_servers.agent_servers(await agent_servers.servers_now(desk), seq=desk.feed.head)
