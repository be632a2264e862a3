"""Agents that a session can be started with: those that come along, and a person's own.

What reads their files is imported with the first request: no start of the hub waits for it.
"""

import asyncio
import os

from fastapi import APIRouter

from countermark.http_api.context import Hub
from countermark.http_api.dependencies import AnyPerson, TheHub
from countermark.http_api.guards.api_errors import error_responses
from countermark.http_api.shapes import agent_wire as wire

router = APIRouter(prefix="/api/agents", tags=["agents"], responses=error_responses(404, 409))


@router.get("")
async def read_agents(hub: TheHub) -> wire.SessionAgents:
    """All of them, what of each is installed, and whether it asks before it acts."""
    return await now(hub)


@router.post("")
async def add_own_agent(hub: TheHub, by: AnyPerson, given: wire.AgentToAdd) -> wire.SessionAgents:
    """Add an agent of one's own: 409 where there is one of that name."""
    from countermark.agents.own_agents import add_agent

    await add_agent(
        hub.desk, given.name, given.command, title=given.title, env=given.env, asking_mode=given.asking_mode, by=by
    )
    return await now(hub)


@router.post("/{name}/remove")
async def remove_own_agent(hub: TheHub, by: AnyPerson, name: wire.AgentName) -> wire.SessionAgents:
    """Remove an agent of one's own; its sessions are kept."""
    from countermark.agents.own_agents import remove_agent

    await remove_agent(hub.desk, name, by=by)
    return await now(hub)


@router.post("/{name}/check", responses=error_responses(502))
async def check(hub: TheHub, name: wire.AgentName) -> wire.AgentChecked:
    """Start it once, hear what it says of itself, and end it."""
    from countermark.agents.acp.checking import check_agent
    from countermark.agents.launch_catalog import launch_brand
    from countermark.http_api.shapes.render_agents import agent_checked

    brand = await asyncio.to_thread(launch_brand, hub.desk.home, name)
    return agent_checked(brand, await check_agent(brand, hub.desk.home, version=hub.version, login=hub.login_path))


@router.post("/{name}/conversations", responses=error_responses(502))
async def list_conversations(
    hub: TheHub, name: wire.AgentName, given: wire.ConversationsWanted
) -> wire.AgentConversations:
    """Start it once in a folder, hear which conversations it knows there, and end it."""
    from countermark.actions.sessions.opening import check_command, check_folders
    from countermark.agents.acp import listing
    from countermark.agents.launch_catalog import launch_brand
    from countermark.http_api.shapes.render_agents import agent_conversations

    brand = await asyncio.to_thread(launch_brand, hub.desk.home, name)
    command = tuple(given.command)
    check_command(command, is_needed=not brand.command)
    await asyncio.to_thread(check_folders, (given.folder,))
    known = await listing.list_conversations(
        brand, command, given.folder, hub.desk.home, version=hub.version, login=hub.login_path
    )
    return agent_conversations(known)


async def now(hub: Hub) -> wire.SessionAgents:
    """All of them as they are; programs are asked for their versions, so this happens in a thread."""
    from countermark.agents.launch_catalog import launch_brands
    from countermark.http_api.shapes.render_agents import session_agents

    login_path = await hub.login_path.find(os.environ)
    return await asyncio.to_thread(lambda: session_agents(launch_brands(hub.desk.home), login_path=login_path))
