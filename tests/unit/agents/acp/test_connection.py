"""A connection on two pipes without a process: what is written, in which order, and who hears what."""

import asyncio
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from io import FileIO

import pytest

from countermark.agents.acp.connection import AcpConnection, as_line
from countermark.agents.acp.lines import AgentLine
from countermark.agents.pipes import PipeReader, PipeWriter
from countermark.model.errors import AgentGone, AgentRefused, AgentSilent, StoreFailed


class Ends:
    """The agent's ends of the pipes."""

    def __init__(self) -> None:
        (read_in, self._write_in), (self._read_out, write_out) = os.pipe(), os.pipe()
        self.kept = list[str]()
        self.refuses = ""
        self.stdin = PipeWriter(FileIO(write_out, "wb"))
        self.connection = AcpConnection(self.stdin, keep=self.keep)
        self.stdout = PipeReader(FileIO(read_in, "rb"), self.connection.took, ended=self.connection.ended)
        self.connection.reads(self.stdout)
        os.set_blocking(self._read_out, False)

    async def keep(self, line: str) -> None:
        await asyncio.sleep(0)
        if self.refuses and self.refuses in line:
            raise StoreFailed
        self.kept.append(line)

    def says(self, *messages: object) -> None:
        os.write(self._write_in, b"".join(json.dumps(each).encode() + b"\n" for each in messages))

    def hears(self) -> list[object]:
        try:
            content = os.read(self._read_out, 1_000_000)
        except BlockingIOError:
            return []
        return [json.loads(line) for line in content.splitlines()]

    async def batch(self) -> list[AgentLine]:
        async for batch in self.connection.batches():
            return list(batch)
        return []

    def end(self) -> None:
        self.connection.close("over")
        os.close(self._write_in)
        os.close(self._read_out)
        self.stdout.finish()


@asynccontextmanager
async def two_ends() -> AsyncIterator[Ends]:
    ends = Ends()
    try:
        yield ends
    finally:
        ends.end()


async def test_an_answer_reaches_who_asked_once_it_is_settled() -> None:
    async with two_ends() as ends:
        asking = asyncio.create_task(ends.connection.ask("initialize", {"a": 1}))
        heard = list[object]()
        for _ in range(100):
            await asyncio.sleep(0)
            heard += ends.hears()
        assert heard == [{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"a": 1}}]
        ends.says({"id": 1, "result": {"b": 2}})
        [line] = await ends.batch()
        await asyncio.sleep(0)
        assert not asking.done(), "what stood before it is to be dealt with first"
        assert ends.connection.settle(line.message) is None
        assert await asking == {"b": 2}


async def test_answers_may_come_in_another_order() -> None:
    async with two_ends() as ends:
        first = await ends.connection.request("session/list", {})
        second = await ends.connection.request("session/prompt", {})
        ends.says({"id": second.number, "result": "two"}, {"id": float(first.number), "result": "one"})
        for line in await ends.batch():
            ends.connection.settle(line.message)
        assert (await first.answer, await second.answer) == ("one", "two")


async def test_a_line_is_kept_before_it_is_written() -> None:
    async with two_ends() as ends:
        ends.refuses = "second"
        await ends.connection.notify("first", {})
        with pytest.raises(StoreFailed):
            await ends.connection.request("second", {})
        await ends.connection.notify("third", {})
        assert [json.loads(line)["method"] for line in ends.kept] == ["first", "third"]
        assert [as_line(each) for each in ends.hears() if isinstance(each, dict)] == ends.kept


async def test_lines_are_written_in_the_order_in_which_they_were_given() -> None:
    async with two_ends() as ends:
        await asyncio.gather(*(ends.connection.notify("n", {"number": number}) for number in range(50)))
        numbers = [json.loads(line)["params"]["number"] for line in ends.kept]
        assert numbers == list(range(50))
        assert [as_line(each) for each in ends.hears() if isinstance(each, dict)] == ends.kept


async def test_who_waits_hears_that_the_connection_is_closed() -> None:
    async with two_ends() as ends:
        own = await ends.connection.request("session/prompt", {})
        ends.connection.close("The agent has ended with code 3.")
        for attempt in (own.answer, ends.connection.notify("x", {}), ends.connection.request("x", {})):
            with pytest.raises(AgentGone, match="code 3"):
                await attempt


async def test_a_request_that_takes_too_long_is_taken_back_and_answered_later() -> None:
    async with two_ends() as ends:
        with pytest.raises(AgentSilent, match="session/list"):
            await ends.connection.ask("session/list", {}, seconds=0.01)
        assert [each["method"] for each in ends.hears() if isinstance(each, dict)] == [
            "session/list",
            "$/cancel_request",
        ]
        ends.says({"id": 1, "error": {"code": -32800, "message": "cancelled"}})
        [line] = await ends.batch()
        assert ends.connection.settle(line.message) is None, "that answer is due"


async def test_an_error_has_its_number_and_what_else_it_says() -> None:
    async with two_ends() as ends:
        own = await ends.connection.request("session/new", {})
        ends.says({"id": 1, "error": {"code": -32000, "message": "Authentication required", "data": {"how": "cli"}}})
        [line] = await ends.batch()
        ends.connection.settle(line.message)
        with pytest.raises(AgentRefused, match="Authentication required") as refused:
            await own.answer
        assert (refused.value.number, refused.value.details) == (-32000, {"how": "cli"})


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ({"a": "é\u2028\n"}, '{"a":"é\u2028\\n"}'),
        ({"a": "\ud800é"}, '{"a":"\\ud800\\u00e9"}'),
        ({"a": [1, 1.5, None, True]}, '{"a":[1,1.5,null,true]}'),
    ],
)
def test_a_message_is_one_line_of_utf8(message: dict[str, object], line: str) -> None:
    assert as_line(message) == line
    assert json.loads(line.encode()) == message
