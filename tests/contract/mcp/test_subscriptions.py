"""Resources: what they hold, and the news of them in both ages of the protocol, over a fall of the hub too."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from mcp import Client
from mcp.types import ResourceUpdatedNotification, TextResourceContents

from tests.contract.mcp.review import MODES, Mode, Site, killed, told

ALL, OF_PAGE = "countermark://annotations", "countermark://annotations?pageUrl=%2Fabout%2F"
NOTES, EXPORT = "countermark://page-notes", "countermark://export"


class Heard:
    """The addresses that a client was told of, in order."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[str] = asyncio.Queue()

    async def take(self, message: Any) -> None:
        if isinstance(message, ResourceUpdatedNotification):
            await self._queue.put(str(message.params.uri))

    async def next(self) -> str:
        async with asyncio.timeout(20):
            return await self._queue.get()

    def nothing(self) -> bool:
        return self._queue.empty()


async def read(agent: Client, uri: str) -> str:
    (content,) = (await agent.read_resource(uri)).contents
    assert isinstance(content, TextResourceContents)
    return content.text


@pytest.mark.parametrize("mode", MODES)
async def test_what_can_be_read(site: Site, mode: Mode) -> None:
    here = await asyncio.to_thread(site.marks_text, "Here")
    there = await asyncio.to_thread(site.marks_text, "There", page="/about/")
    note = await asyncio.to_thread(site.notes_page, "A note")
    async with site.client(mode) as agent:
        listed = [each.uri for each in (await agent.list_resources()).resources]
        assert listed == [ALL, NOTES, EXPORT]
        templates = (await agent.list_resource_templates()).resource_templates
        assert "countermark://annotations{?pageUrl,status}" in [each.uri_template for each in templates]
        assert [each["id"] for each in json.loads(await read(agent, ALL))] == [here, there]
        assert [each["id"] for each in json.loads(await read(agent, OF_PAGE))] == [there]
        assert json.loads(await read(agent, f"{ALL}?status=addressed")) == []
        assert json.loads(await read(agent, f"{ALL}/{here}"))["note"] == "Here"
        assert [each["id"] for each in json.loads(await read(agent, NOTES))] == [note]
        assert "A note" in await read(agent, EXPORT)
        for odd in (f"{ALL}/nobody", "countermark://reviews", "file:///etc/passwd", f"{ALL}?status=done"):
            with pytest.raises(Exception, match="There is no"):
                await agent.read_resource(odd)


@pytest.mark.filterwarnings("ignore::mcp.MCPDeprecationWarning")
async def test_a_session_is_told_of_what_it_subscribed_to(site: Site) -> None:
    heard = Heard()
    async with site.client("legacy", message_handler=heard.take) as agent:
        await agent.subscribe_resource(OF_PAGE)
        await asyncio.to_thread(site.marks_text, "Elsewhere")
        there = await asyncio.to_thread(site.marks_text, "There", page="/about/")
        assert await heard.next() == OF_PAGE
        await told(agent, "address_annotation", id=there)
        assert await heard.next() == OF_PAGE
        await agent.subscribe_resource(NOTES)
        await agent.unsubscribe_resource(OF_PAGE)
        await asyncio.to_thread(site.changes, there, status="open")
        await asyncio.to_thread(site.notes_page, "A note")
        assert await heard.next() == NOTES
        assert heard.nothing()
        with pytest.raises(Exception, match="There is no resource"):
            await agent.subscribe_resource("countermark://reviews")


async def next_of(news: AsyncIterator[Any]) -> str:
    async with asyncio.timeout(20):
        return str((await anext(news)).uri)


async def test_a_client_that_listens_is_told_of_what_it_named(site: Site) -> None:
    async with site.client("auto") as agent, agent.listen(resource_subscriptions=[OF_PAGE, EXPORT]) as news:
        events = aiter(news)
        await asyncio.to_thread(site.notes_page, "A note")
        assert await next_of(events) == EXPORT
        await asyncio.to_thread(site.marks_text, "There", page="/about/")
        assert {await next_of(events), await next_of(events)} == {OF_PAGE, EXPORT}
        assert await told(agent, "list_annotations")


async def test_a_hand_in_the_file_is_news_too(site: Site) -> None:
    await asyncio.to_thread(site.marks_text, "By the page")
    async with site.client("auto") as agent, agent.listen(resource_subscriptions=[ALL]) as news:
        site.file.write_text(site.file.read_text().replace("By the page", "By a hand"))
        assert await next_of(aiter(news)) == ALL
        site.file.write_text("{")  # that it cannot be read any more is news as well
        assert await next_of(aiter(news)) == ALL


@pytest.mark.filterwarnings("ignore::mcp.MCPDeprecationWarning")
async def test_a_session_is_still_told_after_a_fall(own: Site) -> None:
    heard = Heard()
    async with own.client("legacy", message_handler=heard.take) as agent:
        await agent.subscribe_resource(ALL)
        await killed(own.home)
        await told(agent, "list_annotations")  # calls a hub up; what happened in between may have been missed
        assert await heard.next() == ALL
        await asyncio.to_thread(own.marks_text, "After")
        assert await heard.next() == ALL


async def test_a_listener_is_still_told_after_a_fall(own: Site) -> None:
    async with own.client("auto") as agent, agent.listen(resource_subscriptions=[ALL]) as news:
        events = aiter(news)
        await killed(own.home)
        await told(agent, "list_annotations")
        assert await next_of(events) == ALL
        await asyncio.to_thread(own.marks_text, "After")
        assert await next_of(events) == ALL
