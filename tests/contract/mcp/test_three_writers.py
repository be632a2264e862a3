"""A page, an agent and a hand write one file at the same time, each in its real way: what was acknowledged is there."""

import asyncio
import json
import re
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import pytest
from mcp import Client

from tests.contract.mcp.review import RANGE, Json, Site, told
from tests.contract.store.page_writers import names
from tests.figures import figure
from tests.house.layout import ROOT

IN_MEMORY = Path("/dev/shm")
PAGES = ["-m", "countermark", "pages"]
HAND = ["-m", "tests.contract.mcp.hand_on_call"]
GREETING = re.compile(rb" at (http://localhost:\d+)/")
TOKEN = re.compile(r'const COUNTERMARK_SITE=\{"token":"([^"]+)"')
WISH = {"pageUrl": "/", "pageTitle": "Shop", "selectedText": "Hello", "range": RANGE}
LEAD = 10  # of the fastest writer before the slowest
ANSWERED = 10  # with a thousand replies on one annotation, each answer would be long


@dataclass
class Written:
    """What the writers were told is there, and what the hand has seen itself overwrite."""

    page: list[str] = field(default_factory=list)
    agent: list[str] = field(default_factory=list)
    hand: list[str] = field(default_factory=list)
    overwritten: set[str] = field(default_factory=set)
    _more: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def note(self, writer: list[str], name: str) -> None:
        """One more is there."""
        async with self._more:
            writer.append(name)
            self._more.notify_all()

    async def turn(self, number: int) -> None:
        """Until a writer may write again: nobody runs ahead, however fast the machine, so that they go on meeting."""
        async with self._more:
            await self._more.wait_for(lambda: min(map(len, (self.page, self.agent, self.hand))) >= number - LEAD)


@pytest.fixture
def project(hub_home: Path, tmp_path: Path) -> Iterator[Site]:
    """A project in memory: nobody waits for the disk, so the writers meet as often as they can."""
    if not IN_MEMORY.is_dir():
        yield Site(tmp_path, hub_home)
        return
    with TemporaryDirectory(dir=IN_MEMORY) as folder:
        yield Site(Path(folder), hub_home)


@asynccontextmanager
async def a_program(words: Sequence[str | Path], site: Site) -> AsyncIterator[Process]:
    """A Python program of the project's owner, while inside."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, *words, cwd=ROOT, env=site.environment, stdin=PIPE, stdout=PIPE
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


@asynccontextmanager
async def a_tab(site: Site) -> AsyncIterator[httpx.AsyncClient]:
    """What a tab sends to `countermark pages DIR`, with all that a browser and the overlay add."""
    async with a_program([*PAGES, site.folder], site) as proxy:
        assert proxy.stdout is not None
        greeting = GREETING.search(await proxy.stdout.readline())
        assert greeting is not None
        address = greeting[1].decode()
        async with httpx.AsyncClient(base_url=f"{address}/__inline-review", trust_env=False, timeout=60) as tab:
            token = TOKEN.search((await tab.get("/client.js")).text)
            assert token is not None
            tab.headers.update({"origin": address, "sec-fetch-site": "same-origin", "x-countermark-site": token[1]})
            yield tab


async def page_writes(tab: httpx.AsyncClient, hand: Process, count: int, written: Written) -> None:
    """Annotations; as each is on its way, the hand is told to save."""
    assert hand.stdin is not None
    for number in range(count):
        await written.turn(number)
        hand.stdin.write(b"\n")
        answer = await tab.post("/api/annotations", json={**WISH, "note": f"Note {number}"})
        assert answer.status_code == httpx.codes.CREATED, answer.text
        await written.note(written.page, answer.json()["id"])
    hand.stdin.close()


async def agent_writes(client: Client, marks: list[str], count: int, written: Written) -> None:
    """Replies."""
    for number in range(count):
        await written.turn(number)
        message = f"Reply {number}"
        answer = await told(client, "add_agent_reply", id=marks[number % len(marks)], message=message)
        assert answer["replies"][-1]["message"] == message
        await written.note(written.agent, message)


async def hand_writes(hand: Process, written: Written) -> None:
    """Notes; what the hand says of them."""
    assert hand.stdout is not None
    async for line in hand.stdout:
        said: Json = json.loads(line)
        written.overwritten.update(said.get("overwritten", ()))
        if "wrote" in said:
            await written.note(written.hand, said["wrote"])
    assert await hand.wait() == 0, "it has met a file that was not whole"


@pytest.mark.tenth
@pytest.mark.usefixtures("target")
async def test_a_page_an_agent_and_a_hand(project: Site) -> None:
    count = figure(1000)
    marks = [await asyncio.to_thread(project.marks_text, f"Answer {number}") for number in range(ANSWERED)]
    written = Written()
    async with (
        a_tab(project) as tab,
        project.client() as client,
        a_program([*HAND, project.file], project) as hand,
        asyncio.TaskGroup() as together,
    ):
        together.create_task(page_writes(tab, hand, count, written))
        together.create_task(agent_writes(client, marks, count, written))
        together.create_task(hand_writes(hand, written))
    assert [len(each) for each in (written.page, written.agent, written.hand)] == [count] * 3

    whole = json.loads(project.file.read_bytes())
    kept = names(whole)
    # What is gone, the hand itself has overwritten between its last look and its rename, after our answer had left.
    assert {*marks, *written.page, *written.agent, *written.hand} - kept <= written.overwritten
    replies = [reply for each in whole["annotations"] for reply in each.get("replies", [])]
    assert len(whole["annotations"]) + len(whole["pageNotes"]) + len(replies) == len(kept), "something is there twice"
    assert (await asyncio.to_thread(project.asks, "GET", "/annotations"))["annotations"] == whole["annotations"]
    assert {each.name for each in project.folder.iterdir()} == {project.file.name, "editor.swp"}
