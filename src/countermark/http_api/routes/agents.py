"""Agents that a session can be started with: those that come along, and a person's own.

What reads their files is imported with the first request: no start of the hub waits for it.
"""

import asyncio

from fastapi import APIRouter

from countermark.actions.desk import Desk
from countermark.http_api.dependencies import TheDesk
from countermark.http_api.guards.api_errors import error_responses
from countermark.http_api.shapes import agent_wire as wire

router = APIRouter(prefix="/api/agents", tags=["agents"], responses=error_responses(404, 409))


@router.get("")
async def read_agents(desk: TheDesk) -> wire.SessionAgents:
    """All of them, what of each is installed, and whether it asks before it acts."""
    return await now(desk)


@router.post("")
async def add_agent(desk: TheDesk, given: wire.AgentToAdd) -> wire.SessionAgents:
    """Add an agent of one's own: 409 where there is one of that name."""
    from countermark.agents.launch_catalog import add_own

    await asyncio.to_thread(add_own, desk.home, given.name, given.command, env=given.env, asking_mode=given.asking_mode)
    return await now(desk)


@router.post("/{name}/remove")
async def remove_agent(desk: TheDesk, name: wire.AgentName) -> wire.SessionAgents:
    """Remove an agent of one's own; its sessions are kept."""
    from countermark.agents.launch_catalog import remove_own

    await asyncio.to_thread(remove_own, desk.home, name)
    return await now(desk)


async def now(desk: Desk) -> wire.SessionAgents:
    """All of them as they are; programs are asked for their versions, so this happens in a thread."""
    from countermark.agents.launch_catalog import launch_brands
    from countermark.http_api.shapes.render_agents import session_agents

    return await asyncio.to_thread(lambda: session_agents(launch_brands(desk.home)))
