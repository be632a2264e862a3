"""How what a client has asked ends without an answer, and what outlives it: time, calls taken back, hubs that end."""

import asyncio
from contextlib import suppress
from datetime import datetime

import pytest
from mcp import Client

from tests.contract.mcp.at_desk import (
    answered,
    answers,
    appears,
    becomes,
    card,
    open_items,
    pending,
    signed_in_again,
)
from tests.contract.mcp.review import MODES, Json, Mode, Site, killed, said
from tests.contract.wire.small_desk import Target

QUESTION = {"question": "Which way?", "choices": [{"label": "Left"}, {"label": "Right"}]}


async def test_what_nobody_answers_is_neither_a_yes_nor_a_no(own: Site) -> None:
    own.home.mkdir(mode=0o700, exist_ok=True)
    (own.home / "settings.toml").write_text("[permissions]\nwait = 1\n[permissions.waits]\n'mcp:question' = 2\n")
    async with own.client() as agent:
        words, record = await said(agent, "request_permission", command="make nothing")
        assert (record["outcome"], record["decidedBy"]) == ("expired", "timeout")
        assert "no person's refusal" in words
        words, record = await said(agent, "ask_person", questions=[QUESTION])
        assert (record["outcome"], record["answers"]) == ("expired", [])
        assert "neither a yes nor a no" in words
        again = await said(agent, "get_answer", item=record["item"], waitSeconds=5)
        assert again[1] == record


async def test_a_call_that_is_taken_back_withdraws_a_permission_and_leaves_a_question(
    site: Site, target: Target
) -> None:
    """Nobody would do what is allowed now; what a person knows is of use to the client later, too."""
    async with site.client("legacy") as older, site.client("auto") as newer:
        taken = await asyncio.gather(takes_back(older, target, "older"), takes_back(newer, target, "newer"))
        for agent, (permission, question) in zip((older, newer), taken, strict=True):
            gone = await becomes(target, permission, lambda it: it["status"] == "decided")
            assert (gone["outcome"], gone["ending"]) == ("withdrawn", "agent_gone")
            words, record = await said(agent, "get_answer", item=permission["id"], waitSeconds=5)
            assert (record["outcome"], "not done" in words) == ("withdrawn", True)
            left = await becomes(target, question, lambda it: it["delivery"] == "gone")
            assert (left["status"], left["outcome"]) == ("open", None)
            given = [{"name": question["title"], "values": ["Left"]}]
            await asyncio.to_thread(answers, target, question, outcome="answered", answers=given)
            assert (await said(agent, "get_answer", item=question["id"]))[1]["outcome"] == "answered"


async def takes_back(agent: Client, target: Target, name: str) -> tuple[Json, Json]:
    """A client asks for a permission and a question, and cancels both calls."""
    command, text = f"make undone FOR={name}", f"Which way, {name}?"
    calls = [
        asyncio.create_task(agent.call_tool("request_permission", {"command": command})),
        asyncio.create_task(agent.call_tool("ask_person", {"questions": [{"question": text}]})),
    ]
    asked = await appears(target, command), await appears(target, text)
    for call in calls:
        call.cancel()
        with suppress(asyncio.CancelledError):
            await call
    return asked


@pytest.mark.parametrize("mode", MODES)
async def test_a_killed_hub_is_not_noticed_by_who_waits_for_a_person(own: Site, mode: Mode) -> None:
    async with own.client(mode) as agent:
        await agent.list_tools()
        waiting = asyncio.create_task(said(agent, "request_permission", command="make fall"))
        polled = await pending(agent, "ask_person", questions=[QUESTION])
        first = await asyncio.to_thread(signed_in_again, own.home)
        item = await appears(first, "make fall")
        await killed(own.home)
        await agent.list_tools()  # the bridge has called another one up
        second = await asyncio.to_thread(signed_in_again, own.home, first)
        assert sorted(each["id"] for each in await asyncio.to_thread(open_items, second)) == sorted(
            [item["id"], polled["item"]]
        )
        await answered(second, "make fall", answer="once")
        assert (await waiting)[1]["item"] == item["id"]
        await answered(second, "Which way?", outcome="answered", answers=[{"name": "Which way?", "values": ["Left"]}])
        assert (await said(agent, "get_answer", key=polled["key"]))[1]["outcome"] == "answered"


async def test_a_hub_that_a_person_stops_says_so_and_keeps_what_is_asked(own: Site) -> None:
    async with own.client() as agent:
        await agent.list_tools()
        waiting = asyncio.create_task(said(agent, "request_permission", command="make stop"))
        first = await asyncio.to_thread(signed_in_again, own.home)
        await appears(first, "make stop")
        await asyncio.to_thread(own.stops_hub)
        words, record = await waiting
        assert words == "The hub is being stopped; the question is kept. Call get_answer later."
        assert record["outcome"] == "pending"
        assert (await said(agent, "get_answer", item=record["item"]))[1] == record
        second = await asyncio.to_thread(signed_in_again, own.home, first)
        await answered(second, "make stop", answer="no")
        assert (await said(agent, "get_answer", item=record["item"], waitSeconds=5))[1]["outcome"] == "denied"


async def test_the_card_counts_down_to_the_end_of_the_time_that_a_person_has_set(own: Site) -> None:
    own.home.mkdir(mode=0o700, exist_ok=True)
    (own.home / "settings.toml").write_text("[permissions.waits]\n'mcp:run_command' = 120\n")
    async with own.client() as agent:
        record = await pending(agent, "request_permission", command="make haste")
        target = await asyncio.to_thread(signed_in_again, own.home)
        shown = (await asyncio.to_thread(card, target, {"id": record["item"]}))["permission"]
        stopped = await asyncio.to_thread(
            target.ask, "POST", f"/api/permissions/{record['item']}/countdown/stop", body=b"{}"
        )
    assert seconds_of(shown["expires_at"]) - seconds_of(shown["opened_at"]) == 120
    # The client has no limit of its own: it comes back whenever it likes.
    assert stopped.json["permission"]["expires_at"] is None


def seconds_of(time: str) -> float:
    return datetime.fromisoformat(time).timestamp()


async def test_a_client_that_ends_while_it_waits_takes_its_permission_along(site: Site, target: Target) -> None:
    for item in [await asked_until_its_end(site, target, mode) for mode in MODES]:
        gone = await becomes(target, item, lambda it: it["status"] == "decided")
        assert (gone["outcome"], gone["ending"]) == ("withdrawn", "agent_gone")


async def asked_until_its_end(site: Site, target: Target, mode: Mode) -> Json:
    """What a client has asked that closes its bridge without waiting for the answer."""
    async with site.client(mode) as agent:
        call = asyncio.create_task(agent.call_tool("request_permission", {"command": f"make end FOR={mode}"}))
        item = await appears(target, f"make end FOR={mode}")
    await asyncio.gather(call, return_exceptions=True)
    return item
