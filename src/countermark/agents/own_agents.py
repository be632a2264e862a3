"""A person adds or removes an agent of their own: a file in the data folder and an entry in the journal."""

import asyncio
import json
import shlex
from collections.abc import Mapping, Sequence
from contextlib import suppress

from countermark.actions.desk import Change, Desk
from countermark.agents.launch_brands import LaunchBrand
from countermark.agents.launch_catalog import add_own, content_of_own, put_back_own, remove_own
from countermark.model.actors import Actor
from countermark.model.errors import CountermarkError
from countermark.model.happening import Happening
from countermark.model.own_agents import OwnAgentAdded, OwnAgentRemoved
from countermark.model.redaction import redacted


async def add_agent(
    desk: Desk,
    name: str,
    command: Sequence[str],
    *,
    title: str | None,
    env: Mapping[str, str],
    asking_mode: str | None,
    by: Actor,
) -> LaunchBrand:
    """Add it; without its entry in the journal there is no file either.

    Raises `BadInput`, `Conflict` where there is one of that name, and `StoreFailed`.
    """
    brand = await asyncio.to_thread(add_own, desk.home, name, command, title=title, env=env, asking_mode=asking_mode)
    line, variables = redacted(shlex.join(brand.command_line)), json.dumps(sorted(brand.env))
    try:
        await enter(desk, OwnAgentAdded(name, brand.title, line, variables), by=by)
    except CountermarkError:
        with suppress(CountermarkError):  # somebody has removed it meanwhile
            await asyncio.to_thread(remove_own, desk.home, name)
        raise
    return brand


async def remove_agent(desk: Desk, name: str, *, by: Actor) -> None:
    """Remove it; without its entry in the journal the file stays. Raises `NotFound`, `BadInput` or `StoreFailed`."""
    content = await asyncio.to_thread(content_of_own, desk.home, name)
    await asyncio.to_thread(remove_own, desk.home, name)
    try:
        await enter(desk, OwnAgentRemoved(name), by=by)
    except CountermarkError:
        await asyncio.to_thread(put_back_own, desk.home, name, content)
        raise


async def enter(desk: Desk, happening: Happening, *, by: Actor) -> None:
    """Write an entry that changes no value of the store."""

    def work(change: Change) -> None:
        change.save(None, happening)

    await desk.change(by, work)
