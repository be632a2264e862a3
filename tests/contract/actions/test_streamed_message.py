"""A message that is being written: every tab puts it together from whispers, and any snapshot fits them."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable, Sequence
from itertools import pairwise

import pytest

from countermark.actions.desk import Desk
from countermark.actions.renderings import SHORT
from countermark.actions.streamed_message import AT_ONCE, REST_SECONDS, StreamedMessage
from countermark.documents.markdown.rendering import render
from countermark.documents.markdown.streaming import ClosedBlock, StreamedMarkdown
from countermark.http_api.feed_events import whispered
from countermark.http_api.shapes.whisper_wire import Whisper
from countermark.model.sessions.orders import OpenMessage
from countermark.model.sessions.parts import Voice
from countermark.whispers import WhisperFollower
from tests.browser.hostile import PIECES
from tests.contract.memory_desk import memory_desk
from tests.streamed_page import StreamedPage
from tests.unit.documents.canonical import canonical
from tests.unit.documents.test_security import assert_harmless

TEXT = (
    "# Grüße 😀\n\nWords *and* `code`.\n\n- one\n- two\n\n"
    "```python\nx = 1\n\ny = 2\n```\n\nAfter it.\n\nThe end is open"
)


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    async with memory_desk() as (opened, _):
        yield opened


def hear_all(page: StreamedPage, follower: WhisperFollower) -> None:
    for each in follower.take(until=0):
        page.hear(Whisper.model_validate_json(whispered(each).content.partition(b"data: ")[2]))


def is_at(page: StreamedPage, shown: OpenMessage) -> bool:
    return (tuple(page.blocks), page.tail_at, page.tail) == (shown.blocks, shown.tail_at, shown.tail)


def message(desk: Desk, *, closed: Callable[[], None] = lambda: None) -> StreamedMessage:
    return StreamedMessage(desk, "se_1", part="m1", voice=Voice.AGENT, at=1, closed=closed)


async def settled(streamed: StreamedMessage) -> None:
    """All that can be rendered of it is."""
    while streamed._reading is not None:
        await asyncio.wait([streamed._reading])


@pytest.mark.parametrize("seed", range(8))
async def test_a_page_has_what_the_hub_has_from_the_start_and_from_any_snapshot(desk: Desk, seed: int) -> None:
    chance, streamed = random.Random(seed), message(desk)
    first, late = StreamedPage(), StreamedPage()
    with desk.whispers.following(asyncio.Event()) as one, desk.whispers.following(asyncio.Event()) as other:
        at, joins = 0, chance.randrange(len(TEXT))
        while at < len(TEXT):
            if at >= joins:
                shown = streamed.shown()
                late = StreamedPage(desk.whispers.place("se_1"), list(shown.blocks), shown.tail_at, shown.tail)
                joins = len(TEXT)
            size = chance.randint(1, 9)
            streamed.take(TEXT[at : at + size], number=3)
            at += size
            if chance.random() < 0.4:
                await asyncio.sleep(0)
                hear_all(first, one)
        await settled(streamed)
        hear_all(first, one)
        hear_all(late, other)
    assert is_at(first, streamed.shown())
    assert is_at(late, streamed.shown())
    assert canonical("".join(first.blocks)) == canonical(render(TEXT[: -len("The end is open")]).html)
    assert first.tail == "The end is open"


async def test_a_block_that_is_too_long_for_a_whisper_stays_plain_there_and_is_whole_in_a_snapshot(desk: Desk) -> None:
    streamed, page = message(desk), StreamedPage()
    paragraph = "A few words of a long paragraph. " * 600 + "\n\n"
    with desk.whispers.following(asyncio.Event()) as follower:
        streamed.take(paragraph, number=1)
        hear_all(page, follower)
        streamed.take("Short.\n\n", number=1)
        await settled(streamed)
        hear_all(page, follower)
    assert page.blocks[0] == paragraph
    assert "".join(page.blocks[1:]).endswith("Short.</p>\n")
    assert streamed.shown().blocks[0] == render(paragraph).html


async def test_a_very_long_block_is_rendered_elsewhere_and_text_goes_on_meanwhile(desk: Desk) -> None:
    streamed = message(desk)
    code = "```\n" + "x = 1\n" * SHORT + "```\n\n"
    streamed.take(code, number=1)
    streamed.take("Words.", number=1)
    assert streamed.shown().tail == code + "Words."
    await settled(streamed)
    assert canonical("".join(streamed.shown().blocks)) == canonical(render(code).html)
    assert streamed.shown().tail == "Words."


async def test_a_flood_is_read_in_bites_with_rests_between_them(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    bites, streamed, read = list[tuple[float, int]](), message(desk), desk.renderings.streamed

    async def noted(stream: StreamedMarkdown, text: str) -> Sequence[tuple[ClosedBlock, str]]:
        bites.append((time.monotonic(), len(text)))
        return await read(stream, text)

    monkeypatch.setattr(desk.renderings, "streamed", noted)
    flood = "Words *and* more.\n\n" * (AT_ONCE * 5 // 2 // 19)
    streamed.take(flood, number=1)
    await settled(streamed)
    assert [size for _, size in bites] == [AT_ONCE, AT_ONCE, len(flood) - 2 * AT_ONCE]
    assert all(later - sooner >= REST_SECONDS for (sooner, _), (later, _) in pairwise(bites))
    assert canonical("".join(streamed.shown().blocks)) == canonical(render(flood).html)


async def test_nothing_is_whispered_once_an_event_has_told_the_message(desk: Desk) -> None:
    streamed = message(desk)
    with desk.whispers.following(asyncio.Event()) as follower:
        streamed.take("Words.\n\nMore\n\n", number=1)
        streamed.end()
        await settled(streamed)
        kinds = [
            Whisper.model_validate_json(whispered(each).content.partition(b"data: ")[2]).op.kind
            for each in follower.take(until=0)
        ]
    assert kinds == ["text"]


@pytest.mark.parametrize("name", PIECES)
async def test_a_hostile_piece_runs_nothing_however_it_is_cut(desk: Desk, name: str) -> None:
    streamed, chance = message(desk), random.Random(name)
    text, at = f"{PIECES[name]}\n\nWords between.\n\n{PIECES[name]}\n\nThe end.\n\nx", 0
    while at < len(text):
        size = chance.randint(1, 20)
        streamed.take(text[at : at + size], number=1)
        at += size
    await settled(streamed)
    for html in streamed.shown().blocks:
        assert_harmless(html)


async def test_words_of_the_person_are_shown_as_they_are(desk: Desk) -> None:
    streamed = StreamedMessage(desk, "se_1", part="m1", voice=Voice.USER, at=1, closed=lambda: None)
    streamed.take("*Words*\n\nand more\n\n", number=1)
    await settled(streamed)
    assert streamed.shown() == OpenMessage("m1", "user", 1, (), 0, "*Words*\n\nand more\n\n")


async def test_who_asks_is_told_when_blocks_have_closed(desk: Desk) -> None:
    shown: list[int] = []
    streamed = message(desk, closed=lambda: shown.append(len(streamed.shown().blocks)))
    streamed.take("Words.\n\nMore\n\nand", number=1)
    await settled(streamed)
    streamed.take(" more.\n\n", number=1)
    await settled(streamed)
    assert shown == [2, 3]
