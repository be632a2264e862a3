"""A call that its client cancels while the desk takes in what it asks: that is taken back like any other."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import pytest

from countermark.actions import items
from countermark.actions.desk import Desk
from countermark.actions.own_items import own_asked, own_reviews
from countermark.actions.presence import GRACE_MS
from countermark.mcp_tools import arguments
from countermark.mcp_tools import asking_arguments as take
from countermark.mcp_tools.answers import ToolAnswer
from countermark.mcp_tools.asking_tools import ask_person, request_permission
from countermark.mcp_tools.call import McpCall
from countermark.mcp_tools.caller import Caller
from countermark.mcp_tools.door import Means
from countermark.mcp_tools.review_tools import submit_plan
from countermark.mcp_tools.snapshots import Snapshots
from countermark.model.gate_settings import GateSettings
from countermark.model.pages.sites import PageSite
from countermark.model.reviews import MCP
from tests.contract.memory_desk import memory_desk

SITE = PageSite("0" * 20, "/shop", "/shop/inline-review.json", None, (), 0, 0)
CALLER = Caller(SITE, "one-conversation", None, acknowledges=True)
QUESTION = take.AskPerson(questions=[take.AskedPrompt(question="Which way?")])
PERMISSION = take.RequestPermission(action="Paint the door")
PLAN = arguments.SubmitPlan(plan="# Paint\n\nThe door.\n")
ASKS: dict[str, Callable[[McpCall], Awaitable[ToolAnswer]]] = {
    "permission": lambda call: request_permission(call, PERMISSION),
    "question": lambda call: ask_person(call, QUESTION),
    "plan": lambda call: submit_plan(call, PLAN),
}


async def no_progress(done: float, most: float, words: str) -> None:
    """A client that wants none."""


def call_at(desk: Desk) -> McpCall:
    means = Means(desk, "1", {MCP: 60}.__getitem__, GateSettings(), asyncio.Event())
    return McpCall(means, CALLER, Snapshots(), no_progress)


async def waiting(desk: Desk) -> list[str]:
    """What stands on the desk as if its agent waited for it."""
    asked = [each for each in await own_asked(desk, CALLER.submitter, limit=10) if each.is_open]
    plans = [each.latest for each in await own_reviews(desk, CALLER.submitter) if each.open]
    return [str(each.version) for each in (*asked, *plans) if each.agent_present]


async def all_else() -> None:
    """What goes on behind the call has ended."""
    while others := asyncio.all_tasks() - {asyncio.current_task()}:
        await asyncio.wait(others)
    await asyncio.sleep(0)


@pytest.mark.parametrize("kind", ASKS)
@pytest.mark.parametrize("steps", range(1, 40, 3))
async def test_nothing_waits_for_a_client_that_has_gone(kind: str, steps: int) -> None:
    async with memory_desk() as (desk, clock):
        asking = asyncio.ensure_future(ASKS[kind](call_at(desk)))
        for _ in range(steps):
            await asyncio.sleep(0)
        asking.cancel()
        with suppress(asyncio.CancelledError):
            await asking
        await all_else()
        clock.forward(GRACE_MS / 1000)
        await items.note_who_left(desk)
        assert await waiting(desk) == []
