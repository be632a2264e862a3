"""What streamed text costs the hub in CPU time: the splitter alone, then whispers to open desks; no agent takes part.

python -m bench.session_stream

A message comes in 10,000 deltas of five characters, at a pace that no agent reaches, in one session or shared out among
ten at once. Tabs are the generators that a desk's stream reads (their sockets are in `bench burst`); blocks of Markdown
are rendered in the hub's thread meanwhile, and count.
"""

import asyncio
import sys
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass
from os import getloadavg
from time import perf_counter, process_time

from bench.render import Plan
from countermark.actions.desk import Desk
from countermark.actions.streamed_message import StreamedMessage
from countermark.documents.markdown.streaming import StreamedMarkdown, block_html
from countermark.http_api.feed_events import FeedEvents
from countermark.machine.collector import calm
from countermark.model.sessions.parts import Voice
from tests.contract.memory_desk import memory_desk

DELTAS = 10_000
SIZE = 5  # characters of a delta
LONG = 50_000  # deltas of the splitter's own measurement: 250 KB
SECONDS = 4.0  # in which all deltas come
STEP = 0.01
PROMISED_SPLIT_US = 5
PROMISED_US = 100  # of one delta, at fifty tabs


@dataclass(frozen=True)
class Streamed:
    """What it cost to bring all deltas to all tabs."""

    cpu: float  # seconds
    lag: float  # the longest that the event loop was late, in seconds
    sent: int  # bytes that one tab was sent


def main() -> int:
    """1 if a promise is broken."""
    calm()
    print(f"load {getloadavg()[0]:.1f}")
    split_us, rendered_us = splitting(deltas_of(LONG, seed=1))
    print(
        f"{LONG:,} deltas, splitter alone: {split_us:.2f} µs CPU each; with the HTML of all blocks {rendered_us:.1f} µs"
    )
    worst = 0.0
    for sessions, tabs in ((1, 0), (1, 1), (1, 50), (10, 1), (10, 50)):
        streamed = asyncio.run(stream(sessions, tabs))
        each = streamed.cpu / DELTAS * 1e6
        worst = max(worst, each)
        print(
            f"{DELTAS:,} deltas, {sessions:>2} sessions, {tabs:>2} tabs: {streamed.cpu:.2f} s CPU, {each:5.1f} µs each"
        )
        print(f"    loop late by {streamed.lag * 1000:.0f} ms at most, {streamed.sent / 1000:.0f} kB to each tab")
    print(f"promised: {PROMISED_SPLIT_US} µs, {PROMISED_US} µs")
    return int(split_us > PROMISED_SPLIT_US or worst > PROMISED_US)


def deltas_of(count: int, *, seed: int) -> list[str]:
    """A plan as a model says it."""
    text = Plan(seed=seed).text(count * SIZE)
    return [text[at : at + SIZE] for at in range(0, count * SIZE, SIZE)]


def splitting(deltas: Sequence[str]) -> tuple[float, float]:
    """Microseconds for each delta: what the splitter takes, and what it takes with the rendering of its blocks."""
    spent = process_time()
    splitter = StreamedMarkdown()
    blocks = [block for delta in deltas for block in splitter.feed(delta)]
    split = process_time() - spent
    for block in blocks:
        block_html(block)
    return split / len(deltas) * 1e6, (process_time() - spent) / len(deltas) * 1e6


async def stream(sessions: int, tabs: int) -> Streamed:
    """Bring a message of each session to every tab."""
    async with memory_desk() as (desk, _):
        events = FeedEvents(desk)
        arrived = [0] * tabs
        followers = [asyncio.ensure_future(follow(events, arrived, tab)) for tab in range(tabs)]
        await asyncio.sleep(STEP)
        spent = process_time()
        lag = max(await asyncio.gather(*(say(desk, number, DELTAS // sessions) for number in range(sessions))))
        await asyncio.sleep(0.2)
        spent = process_time() - spent
        for follower in followers:
            follower.cancel()
        await asyncio.gather(*followers, return_exceptions=True)
        return Streamed(spent, lag, max(arrived, default=0))


async def follow(events: FeedEvents, arrived: list[int], tab: int) -> None:
    """One tab."""
    async with aclosing(events.follow(0, pause_seconds=20)) as batches:
        async for batch in batches:
            arrived[tab] += 0 if batch is None else len(batch.content)


async def say(desk: Desk, number: int, count: int) -> float:
    """A session says its message evenly; how late the event loop was at most."""
    deltas = deltas_of(count, seed=number)
    message = StreamedMessage(desk, f"se_{number}", part="m1", voice=Voice.AGENT, at=0, closed=lambda: None)
    start, said, latest = perf_counter(), 0, 0.0
    while said < count:
        await asyncio.sleep(STEP)
        due = int(min(1.0, (perf_counter() - start) / SECONDS) * count)
        latest = max(latest, (due - said) / count * SECONDS - STEP)
        for delta in deltas[said:due]:
            message.take(delta, number=1)
        said = due
    return latest


if __name__ == "__main__":
    sys.exit(main())
