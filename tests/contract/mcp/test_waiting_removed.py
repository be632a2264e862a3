"""`wait_for_annotations` hears of annotations that are gone, and tells accepted from deleted."""

import asyncio
import json
import sqlite3
from contextlib import closing

import pytest

from tests.contract.mcp.review import MODES, Json, Mode, Site, killed, told

SLOW = """CREATE TRIGGER slow BEFORE INSERT ON entries WHEN NEW.kind = 'page_annotation_removed' BEGIN
  SELECT count(*) FROM (
    WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 2000000) SELECT n FROM counted
  );
END"""


def outcomes(found: Json) -> dict[str, str]:
    return {each["id"]: each["outcome"] for each in found.get("removed", [])}


def removes(site: Site, mark: str) -> None:
    site.asks("DELETE", f"/annotations/{mark}")


@pytest.mark.parametrize("mode", MODES)
async def test_acceptance_wakes_it(site: Site, mode: Mode) -> None:
    mark = await asyncio.to_thread(site.marks_text, "Do it")
    other = await asyncio.to_thread(site.marks_text, "Never mind")
    async with site.client(mode) as agent:
        await told(agent, "address_annotation", id=mark)
        known = await told(agent, "wait_for_annotations")
        waiting = asyncio.create_task(told(agent, "wait_for_annotations", since=known["fingerprint"]))
        await told(agent, "list_annotations")
        assert not waiting.done()
        await asyncio.to_thread(removes, site, mark)
        woken = await waiting
        assert woken["removed"] == [{"id": mark, "outcome": "accepted", "pageUrl": "/", "note": "Do it"}]
        assert (woken["timedOut"], woken["annotations"]) == (False, [])
        await asyncio.to_thread(removes, site, other)
        woken = await told(agent, "wait_for_annotations", since=woken["fingerprint"])
        assert outcomes(woken) == {other: "deleted"}
        quiet = await told(agent, "wait_for_annotations", since=woken["fingerprint"], timeoutSeconds=0)
        assert quiet["timedOut"]
        assert "removed" not in quiet


async def test_an_acceptance_whose_entry_comes_after_the_file(own: Site) -> None:
    """The journal takes its time with the entry that says why."""
    async with own.client() as agent:
        await told(agent, "list_annotations")
    await asyncio.to_thread(own.stops_hub)
    with closing(sqlite3.connect(own.home / "countermark.db", isolation_level=None)) as database:
        database.execute(SLOW)
    async with own.client() as agent:
        await told(agent, "list_annotations")
        mark = await asyncio.to_thread(own.marks_text, "Do it")
        await told(agent, "address_annotation", id=mark)
        known = await told(agent, "wait_for_annotations", timeoutSeconds=0)
        removing = asyncio.create_task(asyncio.to_thread(removes, own, mark))
        woken = await told(agent, "wait_for_annotations", since=known["fingerprint"])
        assert outcomes(woken) == {mark: "accepted"}
        await removing


async def test_only_what_it_knew_and_only_of_its_page(site: Site) -> None:
    here = await asyncio.to_thread(site.marks_text, "Here", page="/here")
    elsewhere = await asyncio.to_thread(site.marks_text, "Elsewhere", page="/elsewhere")
    async with site.client() as agent:
        known = await told(agent, "wait_for_annotations", pageUrl="/here")
        passing = await asyncio.to_thread(site.marks_text, "Made and gone", page="/here")
        for mark in (passing, elsewhere):
            await asyncio.to_thread(removes, site, mark)
        quiet = await told(agent, "wait_for_annotations", since=known["fingerprint"], pageUrl="/here", timeoutSeconds=0)
        assert quiet["timedOut"]
        await asyncio.to_thread(removes, site, here)
        woken = await told(agent, "wait_for_annotations", since=known["fingerprint"], pageUrl="/here")
        assert outcomes(woken) == {here: "deleted"}


async def test_what_a_hand_takes_out_of_the_file(site: Site) -> None:
    mark = await asyncio.to_thread(site.marks_text, "Do it")
    async with site.client() as agent:
        known = await told(agent, "wait_for_annotations")
        whole = json.loads(site.file.read_bytes())
        site.file.write_text(json.dumps({**whole, "annotations": []}))
        woken = await told(agent, "wait_for_annotations", since=known["fingerprint"])
        assert woken["removed"] == [{"id": mark, "outcome": "removed"}]


async def test_acceptance_is_heard_after_a_restart(own: Site) -> None:
    async with own.client() as agent:
        await told(agent, "list_annotations")
        mark = await asyncio.to_thread(own.marks_text, "Do it")
        await told(agent, "address_annotation", id=mark)
        known = await told(agent, "wait_for_annotations", timeoutSeconds=0)
        await asyncio.to_thread(removes, own, mark)
        await killed(own.home)
        woken = await told(agent, "wait_for_annotations", since=known["fingerprint"])
        assert outcomes(woken) == {mark: "accepted"}
