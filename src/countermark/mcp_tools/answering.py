"""How a client waits for the answer to whatever it has asked, and reads it: words, then a record for programs."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from countermark.actions.items import acknowledge
from countermark.actions.waiting import answer_to
from countermark.mcp_tools.answer_words import Told, told_of
from countermark.mcp_tools.answers import ToolAnswer, as_json, said
from countermark.mcp_tools.call import HubEnding, McpCall
from countermark.mcp_tools.caller import BY_AGENT
from countermark.model.any_item import AnyAnswer
from countermark.model.items import ItemVersion
from countermark.model.reviews import Stage

T = TypeVar("T")
ANSWER_KEY = "countermark/answer"  # in a result's `_meta`, for the bridge: acknowledge under this key
WAITS = "Nobody has answered yet; the question stays on the desk. Call {tool} with waitSeconds to go on waiting."
ENDING = "The hub is being stopped; the question is kept. Call {tool} later."


async def answered(call: McpCall, answer: AnyAnswer, *, key: str, seconds: float) -> ToolAnswer:
    """The answer, or that there is none yet."""
    told, note = told_of(answer), WAITS
    if told.is_open and seconds > 0:
        try:
            answer = await wait_for(call, answer, seconds)
        except HubEnding:
            note = ENDING
        told = told_of(answer)
    if told.is_open:
        if seconds == 0:
            call.desk.presence.miss([answer.version])  # it holds no line; after the grace the desk says so
        return tool_answer(told, key=key, words=note.format(tool=told.tool))
    words = tool_answer(told, key=key, words=told.words)
    if not answer.by_person:
        return words
    if call.caller.acknowledges:
        return ToolAnswer(words.texts, meta={ANSWER_KEY: key})
    # Nothing comes back from such a client; the answer stays readable, so nothing is lost with this one.
    await acknowledge(call.desk, key, Stage.DELIVERED, by=BY_AGENT)
    return words


def tool_answer(told: Told, *, key: str, words: str) -> ToolAnswer:
    """Words for the agent, then the record with the key that opens the answer from anywhere."""
    return said(words, as_json({**told.record, "key": key}))


async def wait_for(call: McpCall, pending: AnyAnswer, seconds: float) -> AnyAnswer:
    """The answer, or `pending` when the time is over before there is one. Raises `HubEnding`."""

    async def answer() -> AnyAnswer:
        # Not `wait_for`: Python 3.11's loses a cancellation that comes together with the result.
        try:
            async with asyncio.timeout(seconds):
                return await answer_to(call.desk, pending.version)
        except TimeoutError:
            return pending

    with on_the_line(call, pending.version):
        async with call.waiting(seconds, "Waiting for a person's answer."):
            return await call.unless_ending(answer())


async def asked_whole(call: McpCall, asking: Coroutine[Any, Any, T], version_of: Callable[[T], ItemVersion]) -> T:
    """The receipt of what the client asks. A call that is cancelled before there is one is taken back as well."""
    task = asyncio.ensure_future(asking)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        task.add_done_callback(lambda done: take_back_asked(call, done, version_of))
        raise


def take_back_asked(call: McpCall, asking: asyncio.Future[T], version_of: Callable[[T], ItemVersion]) -> None:
    """Nobody waits for what has been asked here. A hub that ends takes nothing back."""
    if asking.cancelled() or asking.exception() is not None or call.means.closing.is_set():
        return
    version = version_of(asking.result())
    call.desk.presence.miss([version])
    call.desk.presence.take_back(version)


@contextmanager
def on_the_line(call: McpCall, version: ItemVersion) -> Iterator[None]:
    """While inside, the client waits there; a call that is cancelled meanwhile is taken back."""
    try:
        with call.desk.presence.holding(version):
            yield
    except asyncio.CancelledError:
        # By the client, or with its connection. A hub that ends takes nothing back.
        if not call.means.closing.is_set():
            call.desk.presence.take_back(version)
        raise
