"""The hub goes away while agents work: bridges call it up again, and no client notices; several share one file."""

import asyncio
import json

import pytest

from countermark.doorbell import hub_address
from tests.contract.mcp.review import MODES, Mode, Site, killed, texts, told


@pytest.mark.parametrize("mode", MODES)
async def test_a_killed_hub_is_not_noticed(own: Site, mode: Mode) -> None:
    async with own.client(mode) as agent:  # starts the hub: no dev server runs
        assert await told(agent, "list_annotations") == []
        first = await asyncio.to_thread(own.marks_text, "First")
        known = await told(agent, "wait_for_annotations")
        waiting = asyncio.create_task(told(agent, "wait_for_annotations", since=known["fingerprint"]))
        await told(agent, "list_annotations")
        before = own.hub_process
        await killed(own.home)
        replied = await told(agent, "add_agent_reply", id=first, message="After the fall")
        assert [each["message"] for each in replied["replies"]] == ["After the fall"]
        assert own.hub_process != before
        second = await asyncio.to_thread(own.marks_text, "Second")
        heard = await waiting
        while second not in [each["id"] for each in heard["annotations"]]:
            # A wait that came back before the reply hears of it; around a fall news is rather told twice than never.
            assert {each["id"] for each in heard["annotations"]} == {first}
            heard = await told(agent, "wait_for_annotations", since=heard["fingerprint"])


@pytest.mark.parametrize("mode", MODES)
async def test_a_reply_under_way_in_a_fall_is_said_once(own: Site, mode: Mode) -> None:
    async with own.client(mode) as agent:
        await told(agent, "list_annotations")
        mark = await asyncio.to_thread(own.marks_text, "Say it once")
        for number in range(2):
            reply = asyncio.create_task(told(agent, "add_agent_reply", id=mark, message=f"Number {number}"))
            await killed(own.home)
            await reply
    assert [each["message"] for each in own.record(mark)["replies"]] == [f"Number {number}" for number in range(2)]


async def test_two_bridges_at_once_lose_nothing(site: Site) -> None:
    marks = [await asyncio.to_thread(site.marks_text, f"Note {number}") for number in range(20)]
    async with site.client("legacy") as one, site.client("auto") as other:

        async def answers(agent: object, name: str) -> None:
            for mark in marks:
                await told(agent, "add_agent_reply", id=mark, message=name)  # type: ignore[arg-type]

        await asyncio.gather(answers(one, "one"), answers(other, "other"))
        seen = await told(one, "list_annotations")
    assert [{reply["message"] for reply in each["replies"]} for each in seen] == [{"one", "other"}] * len(marks)
    assert json.loads(site.file.read_bytes())["annotations"] == seen


@pytest.mark.parametrize("mode", MODES)
async def test_a_hub_that_a_person_stops_answers_first_and_stays_away(own: Site, mode: Mode) -> None:
    async with own.client(mode) as agent:
        waiting = asyncio.create_task(agent.call_tool("wait_for_annotations", {}))
        await told(agent, "list_annotations")
        await asyncio.to_thread(own.stops_hub)
        found, note = texts(await waiting)
        assert json.loads(found)["timedOut"] is True
        assert note == "The hub is being stopped; ask again later."
        assert hub_address.lock_owner(str(own.home)) is None
        assert await told(agent, "list_annotations") == []  # asked anew, it is called up


async def test_what_was_found_while_more_was_awaited_is_told_before_the_hub_ends(own: Site) -> None:
    async with own.client() as agent:
        since = (await told(agent, "wait_for_annotations", timeoutSeconds=0))["fingerprint"]
        collecting, at_once = (
            asyncio.create_task(told(agent, "wait_for_annotations", since=since, batchSeconds=seconds))
            for seconds in (10, 0)
        )
        await told(agent, "list_annotations")
        mark = await asyncio.to_thread(own.marks_text, "Just before the end")
        assert [each["id"] for each in (await at_once)["annotations"]] == [mark]
        await asyncio.to_thread(own.stops_hub)
        found = await collecting
        # Of another hub, which has seen nothing of all this.
        later = await told(agent, "wait_for_annotations", since=found["fingerprint"], timeoutSeconds=0)
        assert [each["id"] for each in found["annotations"] + later["annotations"]] == [mark]
        assert found["timedOut"] is (found["annotations"] == [])


async def test_a_reopening_is_news_to_a_hub_that_has_just_begun(own: Site) -> None:
    async with own.client() as agent:
        await told(agent, "list_annotations")
        mark = await asyncio.to_thread(own.marks_text, "Do it")
        known = await told(agent, "wait_for_annotations")
        await told(agent, "set_in_progress", id=mark)
        await told(agent, "address_annotation", id=mark)
        await asyncio.to_thread(own.changes, mark, status="open")
        await killed(own.home)
        known = await told(agent, "wait_for_annotations", since=known["fingerprint"], timeoutSeconds=0)
        assert [each["id"] for each in known["annotations"]] == [mark]
