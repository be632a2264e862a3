"""Plans over MCP: a person answers at the desk, the agent waits as long as it takes, and sees nobody else's."""

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from countermark.doorbell.ring import ring
from tests.contract.mcp.review import MODES, Json, Mode, Site, refused, said, texts, until
from tests.contract.wire.small_desk import Target

PLAN = "# Move the shop\n\n1. Pack.\n2. Move.\n"


def on_desk(target: Target, title: str) -> Json:
    """The open review with this title."""
    listed: list[Json] = target.ask("GET", "/api/reviews?status=open").json["reviews"]
    (found,) = [each for each in listed if each["title"] == title]
    return found


async def appears(target: Target, title: str) -> Json:
    """The same once it is there."""

    def is_there() -> bool:
        return title in [each["title"] for each in target.ask("GET", "/api/reviews?status=open").json["reviews"]]

    await asyncio.to_thread(until, is_there)
    return await asyncio.to_thread(on_desk, target, title)


def decides(target: Target, review: Json, verdict: str, notes: str | None = None) -> None:
    told = {"verdict": verdict, "notes": notes, "shown_sha256": review["sha256"], "revision": review["revision"]}
    answer = target.ask("POST", f"/api/reviews/{review['id']}/verdict", body=json.dumps(told).encode())
    assert answer.status == 200, answer.body


def delivery(target: Target, review: Json) -> str:
    return str(target.ask("GET", f"/api/reviews/{review['id']}").json["review"]["delivery"])


@pytest.mark.parametrize("mode", MODES)
async def test_a_plan_is_judged_while_the_agent_waits(site: Site, target: Target, mode: Mode) -> None:
    title = f"Move {mode}"
    async with site.client(mode) as agent:
        asked = asyncio.create_task(said(agent, "submit_plan", plan=PLAN, title=title))
        review = await appears(target, title)
        assert (review["agent"], review["workspace"]) == ("mcp", str(site.folder))
        await asyncio.to_thread(decides, target, review, "changes_requested", "Label the boxes.")
        words, record = await asked
        assert words.startswith("This plan is NOT approved.")
        assert "Label the boxes." in words
        assert (record["review"], record["revision"], record["decision"]) == (review["id"], 1, "changes_requested")

        again = asyncio.create_task(said(agent, "submit_plan", plan=PLAN + "3. Label.\n", title=title))
        second = await appears(target, title)
        assert (second["id"], second["revision"]) == (review["id"], 2)
        await asyncio.to_thread(decides, target, second, "approved", "Mind the lamp.")
        words, record = await again
        assert words.startswith("This plan is approved.")
        assert "Mind the lamp." in words
        assert record["decision"] == "approved"
        # The bridge says so once the client has the answer.
        await asyncio.to_thread(until, lambda: delivery(target, review) == "delivered")


async def test_an_answer_that_takes_longer_is_waited_for_in_turns(site: Site, target: Target) -> None:
    async with site.client() as agent:
        words, record = await said(agent, "submit_plan", plan="# Slow\n\nWords.\n", waitSeconds=0.1)
        assert words.startswith("Nobody has answered yet")
        assert record["decision"] is None
        review = await asyncio.to_thread(on_desk, target, "Slow")
        (listed,) = json.loads(texts(await agent.call_tool("list_reviews", {}))[0])
        assert (listed["review"], listed["title"], listed["decision"]) == (review["id"], "Slow", None)
        waiting = asyncio.create_task(said(agent, "get_review", review=record["review"], waitSeconds=50))
        await agent.list_tools()
        await asyncio.to_thread(decides, target, review, "approved")
        assert (await waiting)[0] == "This plan is approved.\n"
        assert (await said(agent, "get_review", review=record["review"]))[1]["decision"] == "approved"


async def test_the_same_key_is_the_same_question(site: Site, target: Target) -> None:
    key = "0123456789abcdef-mine"
    async with site.client() as agent:
        twice = [
            (await said(agent, "submit_plan", plan="# Twice\n\nWords.\n", key=key, waitSeconds=0))[1] for _ in range(2)
        ]
        review = await asyncio.to_thread(on_desk, target, "Twice")
        assert [(record["review"], record["revision"]) for record in twice] == [(review["id"], 1)] * 2
        assert "key" in await refused(agent, "submit_plan", plan="# Other\n", key=key, waitSeconds=0)
        assert (await said(agent, "get_review", key=key))[1]["review"] == review["id"]
        given = twice[0]["key"]
    async with site.client() as later:  # the agent was started anew: the key that the hub gave opens it again
        assert "no such review of yours" in await refused(later, "get_review", key=key)
        await said(later, "get_review", key=given)
        review = await asyncio.to_thread(on_desk, target, "Twice")
        await asyncio.to_thread(decides, target, review, "approved")
        words, _ = await said(later, "get_review", key=given, waitSeconds=5)
        assert words == "This plan is approved.\n"


@pytest.mark.parametrize("mode", MODES)
async def test_a_word_that_two_clients_choose_is_two_keys(site: Site, target: Target, mode: Mode) -> None:
    plan = {"plan": f"# Alike {mode}\n\nWords.\n", "key": "the-plan-of-today", "waitSeconds": 0}
    async with site.client(mode) as mine, site.client(mode) as theirs:
        _, first = await said(mine, "submit_plan", **plan)
        assert "no such review of yours" in await refused(theirs, "get_review", key="the-plan-of-today")
        _, second = await said(theirs, "submit_plan", **plan)
        assert second["review"] != first["review"]
        assert len({first["key"], second["key"], "the-plan-of-today"}) == 3
        assert len(first["key"]) > 48
        for client, record in ((mine, first), (theirs, second)):
            assert (await said(client, "get_review", key="the-plan-of-today"))[1]["review"] == record["review"]


@pytest.mark.parametrize("mode", MODES)
async def test_another_agents_reviews_do_not_exist(site: Site, target: Target, mode: Mode) -> None:
    async with site.client(mode) as mine, site.client(mode) as theirs:
        _, record = await said(theirs, "submit_plan", plan=f"# Theirs {mode}\n\nWords.\n", waitSeconds=0)
        assert texts(await mine.call_tool("list_reviews", {})) == ["[]"]
        for arguments in (
            {"review": record["review"]},
            {"review": record["review"], "key": "f" * 32},
            {"key": "f" * 32},
        ):
            assert "no such review of yours" in await refused(mine, "get_review", **arguments)
        assert "Name a review" in await refused(mine, "get_review")
        tools = [tool.name for tool in (await mine.list_tools()).tools]
        assert not [name for name in tools if "decide" in name or "approve" in name or "verdict" in name]
    assert (await asyncio.to_thread(on_desk, target, f"Theirs {mode}"))["id"] == record["review"]


async def test_its_reviews_stay_its_own_where_the_project_is_brought_with_another_folder(
    site: Site, target: Target
) -> None:
    file = site.folder / "docs" / "inline-review.json"
    file.parent.mkdir()
    async with site.client(arguments=["--storage", str(file)]) as agent:
        _, record = await said(agent, "submit_plan", plan="# Ours\n\nWords.\n", waitSeconds=0)
        assert (await asyncio.to_thread(on_desk, target, "Ours"))["workspace"] == str(file.parent)
        told = json.dumps({"root": str(site.folder), "storage": str(file), "address": None, "hosts": []}).encode()
        await asyncio.to_thread(ring, site.agent_socket, "POST", "/pages/sites", body=told)  # its dev server starts
        (listed,) = json.loads(texts(await agent.call_tool("list_reviews", {}))[0])
        assert listed["review"] == record["review"]
        _, again = await said(agent, "get_review", review=record["review"])
        assert again["decision"] is None


def rings(home: Path) -> int:
    """How many keys the hub knows."""
    with closing(sqlite3.connect(f"file:{home / 'countermark.db'}?mode=ro", uri=True)) as store:
        count: int = store.execute("SELECT count(*) FROM idempotency_records").fetchone()[0]
        return count


async def test_asking_again_and_again_leaves_nothing_behind(site: Site) -> None:
    plan = {"plan": "# Patient\n\nWords.\n", "key": "a-key-of-mine-1234", "waitSeconds": 0}
    async with site.client() as agent:
        _, first = await said(agent, "submit_plan", **plan)
        before = rings(site.home)
        for asked in ({"review": first["review"]}, {"key": first["key"]}, {"key": "a-key-of-mine-1234"}) * 3:
            assert (await said(agent, "get_review", **asked))[1] == first
        assert (await said(agent, "submit_plan", **plan))[1] == first
        assert rings(site.home) == before
        _, newer = await said(agent, "submit_plan", plan="# Patient\n\nMore.\n", waitSeconds=0)
        assert newer["key"] != first["key"]
        assert (newer["review"], newer["revision"]) == (first["review"], 2)
        assert (await said(agent, "get_review", key=first["key"]))[1]["decision"] == "withdrawn"
    async with site.client() as later:
        before = rings(site.home)
        assert (await said(later, "get_review", key=newer["key"]))[1] == newer
        assert rings(site.home) == before


async def test_what_is_no_plan_is_refused(site: Site) -> None:
    async with site.client() as agent:
        assert "plan" in await refused(agent, "submit_plan", plan="")
        assert "plan" in await refused(agent, "submit_plan")
        assert "1,048,576" in await refused(agent, "submit_plan", plan="é" * 600_000)
