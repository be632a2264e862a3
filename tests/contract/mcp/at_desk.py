"""The person at the desk: what permissions and questions of MCP clients stand there, and what they answer."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from mcp import Client

from tests.contract.mcp.review import Json, said, until
from tests.contract.wire.small_desk import Target, signed_in, target_of


def open_items(target: Target) -> list[Json]:
    """All that waits, as the desk lists it."""
    first = target.ask("GET", "/api/desk").body.splitlines()[0]
    items: list[Json] = json.loads(first)["open"]["items"]
    return items


async def appears(target: Target, title: str) -> Json:
    """What is asked under this title, once it stands on the desk."""

    def found() -> list[Json]:
        return [each for each in open_items(target) if each["title"] == title]

    await asyncio.to_thread(until, lambda: found() != [])
    (item,) = found()
    return item


def card(target: Target, item: Json) -> Json:
    """Its whole card."""
    answer = target.ask("GET", f"/api/{kind_of(item)}/{item['id']}")
    assert answer.status == 200, answer.body
    shown: Json = answer.json
    return shown


def kind_of(item: Json) -> str:
    return "permissions" if str(item["id"]).startswith("pm_") else "questions"


def now(target: Target, item: Json) -> Json:
    """How it stands."""
    standing: Json = card(target, item)["permission" if kind_of(item) == "permissions" else "question"]
    return standing


def answers(target: Target, item: Json, **given: object) -> None:
    """The person answers what is shown."""
    body = json.dumps({"shown_sha256": item["sha256"], **given}).encode()
    answer = target.ask("POST", f"/api/{kind_of(item)}/{item['id']}/answer", body=body)
    assert answer.status == 200, answer.body


async def answered(target: Target, title: str, **given: object) -> Json:
    """The same as soon as it is asked."""
    item = await appears(target, title)
    await asyncio.to_thread(answers, target, item, **given)
    return item


async def becomes(target: Target, item: Json, holds: Callable[[Json], bool]) -> Json:
    """How it stands as soon as something holds of it."""
    # Who has gone is said after ten seconds and the hub's next look round; a busy machine takes its time.
    await asyncio.to_thread(until, lambda: holds(now(target, item)), within=60)
    return await asyncio.to_thread(now, target, item)


async def pending(agent: Client, tool: str, **arguments: object) -> Json:
    """The record of something that is asked and not waited for."""
    words, record = await said(agent, tool, **arguments, waitSeconds=0)
    assert words.startswith("Nobody has answered yet")
    assert record["outcome"] == "pending"
    return record


def signed_in_again(home: Path, earlier: Target | None = None) -> Target:
    """The hub that runs for a data folder now, with the browser that was signed in at the one before."""
    running = target_of(home)
    return signed_in(running) if earlier is None else replace(running, token=earlier.token)
