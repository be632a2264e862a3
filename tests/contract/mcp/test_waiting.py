"""`wait_for_annotations`: it blocks, wakes at once, and says from where to go on; others are not kept meanwhile."""

import asyncio
import json
import time
from typing import Any

import pytest
from mcp import Client

from tests.contract.mcp.review import MODES, Json, Mode, Site, refused, told

WAKES_WITHIN_S = 0.2
TRIES = 5


def ids(found: Json) -> list[str]:
    return [each["id"] for each in found["annotations"]]


async def waits(agent: Client, **arguments: object) -> Json:
    found: Json = await told(agent, "wait_for_annotations", **arguments)
    assert found["timedOut"] is (found["annotations"] == [])
    return found


async def begun(waiting: "asyncio.Task[Any]", agent: Client) -> None:
    """Until the hub has the question: what is asked after it has an answer."""
    await told(agent, "list_annotations")
    assert not waiting.done()


@pytest.mark.parametrize("mode", MODES)
async def test_it_wakes_at_once_and_goes_on_from_there(site: Site, mode: Mode) -> None:
    first = await asyncio.to_thread(site.marks_text, "First")
    took: list[float] = []
    async with site.client(mode) as agent:
        known = await waits(agent)
        assert ids(known) == [first]
        for number in range(TRIES):
            waiting = asyncio.create_task(waits(agent, since=known["fingerprint"]))
            await begun(waiting, agent)
            mark = await asyncio.to_thread(site.marks_text, f"Number {number}")
            started = time.perf_counter()  # the note is on the disk
            known = await waiting
            took.append(time.perf_counter() - started)
            assert ids(known) == [mark]
        nothing = await waits(agent, since=known["fingerprint"], timeoutSeconds=0.1)
        assert nothing["fingerprint"] == known["fingerprint"]
    assert min(took) < WAKES_WITHIN_S, took


async def test_only_what_is_wanted_wakes_it(site: Site) -> None:
    elsewhere = await asyncio.to_thread(site.marks_text, "Elsewhere", page="/other")
    async with site.client() as agent:
        known = await waits(agent, pageUrl="/", timeoutSeconds=0.1)
        waiting = asyncio.create_task(waits(agent, since=known["fingerprint"], pageUrl="/"))
        await begun(waiting, agent)
        await told(agent, "address_annotation", id=elsewhere)
        await asyncio.to_thread(site.marks_text, "Elsewhere again", page="/other")
        await asyncio.to_thread(site.notes_page, "A note", page="/")
        assert not waiting.done()
        here = await asyncio.to_thread(site.marks_text, "Here")
        assert ids(await waiting) == [here]


async def test_ones_own_words_are_no_news_but_a_reopening_is(site: Site) -> None:
    mark = await asyncio.to_thread(site.marks_text, "Do it")
    async with site.client() as agent:
        known = await waits(agent)
        await told(agent, "add_agent_reply", id=mark, message="On it")
        quiet = await waits(agent, since=known["fingerprint"], timeoutSeconds=0.2)
        await told(agent, "address_annotation", id=mark)
        quiet = await waits(agent, since=quiet["fingerprint"], timeoutSeconds=0.2)
        waiting = asyncio.create_task(waits(agent, since=quiet["fingerprint"]))
        await begun(waiting, agent)
        await asyncio.to_thread(site.changes, mark, status="open", reply={"message": "Not yet"})
        (again,) = (await waiting)["annotations"]
        assert again["replies"][-1]["message"] == "Not yet"


def by_hand(site: Site, mark: str, status: str) -> None:
    """Somebody edits the file, and no time in it."""
    whole = json.loads(site.file.read_bytes())
    (found,) = (each for each in whole["annotations"] if each["id"] == mark)
    found["status"] = status
    site.file.write_text(json.dumps(whole))


@pytest.mark.parametrize("who", ["agent", "program", "hand"])
async def test_every_reopening_is_news_though_nobody_says_a_word(site: Site, who: str) -> None:
    mark = await asyncio.to_thread(site.marks_text, "Do it")
    other = await asyncio.to_thread(site.marks_text, "Never mind")
    async with site.client() as agent:
        known = await waits(agent)
        assert ids(known) == [mark, other]
        for _ in range(3):
            if who == "agent":
                await told(agent, "set_in_progress", id=mark)
                await told(agent, "address_annotation", id=mark)
            elif who == "program":
                await asyncio.to_thread(site.changes, mark, status="addressed")
            else:
                by_hand(site, mark, "addressed")
            await told(agent, "add_agent_reply", id=mark, message="Done")
            await told(agent, "add_agent_reply", id=other, message="As you like")
            await asyncio.to_thread(site.changes, mark, status="open")
            known = await waits(agent, since=known["fingerprint"], timeoutSeconds=0)
            assert ids(known) == [mark]
            nothing = await waits(agent, since=known["fingerprint"], timeoutSeconds=0)
            assert nothing["fingerprint"] == known["fingerprint"]


async def test_a_state_that_a_hand_brings_back_is_told_once(site: Site) -> None:
    mark = await asyncio.to_thread(site.marks_text, "Do it")
    async with site.client() as agent:
        known = await waits(agent)
        before = site.file.read_bytes()
        await told(agent, "address_annotation", id=mark)
        site.file.write_bytes(before)
        again = await waits(agent, since=known["fingerprint"], timeoutSeconds=0)
        assert (ids(again), again["fingerprint"]) == ([mark], known["fingerprint"])
        assert ids(await waits(agent, since=known["fingerprint"], timeoutSeconds=0)) == []


async def test_several_in_one_go(site: Site) -> None:
    async with site.client() as agent:
        known = await waits(agent, timeoutSeconds=0)
        waiting = asyncio.create_task(waits(agent, since=known["fingerprint"], batchSeconds=5))
        await begun(waiting, agent)
        made = [await asyncio.to_thread(site.marks_text, f"Number {number}") for number in range(2)]
        assert ids(await waiting) == made


async def test_a_file_edited_by_hand_wakes_it_too(site: Site) -> None:
    mark = await asyncio.to_thread(site.marks_text, "Before")
    async with site.client() as agent:
        known = await waits(agent)
        waiting = asyncio.create_task(waits(agent, since=known["fingerprint"]))
        await begun(waiting, agent)
        whole = json.loads(site.file.read_bytes())
        whole["annotations"][0]["note"] = "By hand"  # and no new time
        site.file.write_text(json.dumps(whole))
        (found,) = (await waiting)["annotations"]
        assert (found["id"], found["note"]) == (mark, "By hand")


async def test_a_fingerprint_that_nobody_remembers_is_read_for_its_time(site: Site) -> None:
    await asyncio.to_thread(site.marks_text, "Old")
    async with site.client() as agent:
        known = await waits(agent)
        forgotten = known["fingerprint"][:-12] + "0" * 12
        new = await asyncio.to_thread(site.marks_text, "New")
        assert ids(await waits(agent, since=forgotten)) == [new]
        assert "fingerprint" in await refused(agent, "wait_for_annotations", since="yesterday")


@pytest.mark.parametrize("mode", MODES)
async def test_signs_of_life_come_while_it_waits(site: Site, mode: Mode) -> None:
    beats: list[tuple[float, float | None]] = []

    async def beat(progress: float, total: float | None, message: str | None) -> None:
        assert message == "Waiting for annotations."
        beats.append((progress, total))

    async with site.client(mode) as agent:
        arguments = {"timeoutSeconds": 5.5}
        await agent.call_tool("wait_for_annotations", arguments, progress_callback=beat)
    assert [total for _, total in beats] == [5.5, 5.5]
    assert beats[0][0] == 0 < beats[1][0]


@pytest.mark.parametrize("mode", MODES)
async def test_who_gives_up_waits_no_more(site: Site, mode: Mode) -> None:
    async with site.client(mode) as agent:
        waiting = asyncio.create_task(waits(agent))
        await begun(waiting, agent)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert await told(agent, "list_annotations") == []
