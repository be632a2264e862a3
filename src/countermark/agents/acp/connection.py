"""JSON-RPC with one agent, line by line: what comes is handed on strictly in order, what goes out is written whole."""

import asyncio
import itertools
import json
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from countermark.agents.acp.chunk_runs import read_lines
from countermark.agents.acp.lines import AgentLine, CutLine, LineSplitter, Message
from countermark.agents.acp.translate.reading import whole_in
from countermark.agents.pipes import PipeClosed, PipeReader, PipeWriter
from countermark.model.errors import AgentGone, AgentRefused, AgentSilent, AgentStalled

BATCH_BYTES = 1024 * 1024  # so that reading one batch holds the event loop for a moment only
MOST_UNREAD = 8 * 1024 * 1024  # bytes of whole lines that nobody has taken: then the agent is held up
MOST_UNWRITTEN = 1000  # lines that wait for an agent that does not read
MOST_UNWRITTEN_CHARACTERS = 128 * 1024 * 1024  # of these: files that it wants to read are among them
NO_SUCH_METHOD = -32601
Params = Mapping[str, Any]
Keep = Callable[[str], Awaitable[None]]


@dataclass(frozen=True)
class OwnRequest:
    """A request that was written to the agent."""

    number: int
    method: str
    answer: asyncio.Future[Any]  # its result; raises `AgentRefused` or `AgentGone`


class AcpConnection:
    """Made on the pipes of a running agent; `keep` gets each line before it is written, and may refuse by raising.

    Answers are not handled as they come: who takes the batches calls `settle` for each, once all that stood before it
    is dealt with.
    """

    def __init__(self, stdin: PipeWriter, *, keep: Keep, longest: int | None = None) -> None:
        self._stdin = stdin
        self._keep = keep
        self._splitter = LineSplitter() if longest is None else LineSplitter(longest=longest)
        self._stdout: PipeReader | None = None
        self._taken = deque[tuple[int, Sequence[bytes | CutLine]]]()  # bytes, and the lines that they have completed
        self._unread = 0
        self._arrived = asyncio.Event()
        self._ended = False
        self._numbers = itertools.count(1)
        self._newest = 0
        self._waiting: dict[int, OwnRequest] = {}
        self._turn = asyncio.Lock()
        self._writing: dict[asyncio.Task[None], int] = {}  # the length of each line
        self._why_gone: str | None = None

    # Reading.

    def reads(self, stdout: PipeReader) -> None:
        """Say what hands over the agent's output, so that it can be held up."""
        self._stdout = stdout

    def took(self, content: bytes) -> None:
        """A piece of the agent's output."""
        lines = self._splitter.feed(content)
        if lines:
            self._taken.append((len(content), lines))
            self._arrived.set()
        self._unread += len(content)
        if self._unread > MOST_UNREAD and self._taken and self._stdout is not None:
            self._stdout.pause()

    def ended(self) -> None:
        """The agent's output has ended."""
        if rest := self._splitter.rest():
            self._taken.append((len(rest), (rest,)))
        self._ended = True
        self._arrived.set()

    async def batches(self) -> AsyncIterator[Sequence[AgentLine]]:
        """All lines in order, as many at once as there are; it ends with the agent's output.

        Pieces of one message right behind each other are one line with `more`.
        """
        while True:
            await self._arrived.wait()
            if batch := self._batch():
                yield batch
            elif self._ended:
                return

    def _batch(self) -> list[AgentLine]:
        """What is there now, up to some size."""
        lines, size = list[bytes | CutLine](), 0
        while self._taken and size < BATCH_BYTES:
            more, completed = self._taken.popleft()
            lines += completed
            size += more
        if not self._taken:
            self._unread = 0
            if not self._ended:
                self._arrived.clear()
            if self._stdout is not None:
                self._stdout.resume()
        return read_lines(lines)

    # Requests of ours.

    async def request(self, method: str, params: Params) -> OwnRequest:
        """Write a request; its `answer` comes later. Raises `AgentGone` or `AgentStalled`, and what `keep` raises."""
        self._newest = next(self._numbers)
        own = OwnRequest(self._newest, method, asyncio.get_running_loop().create_future())
        self._waiting[own.number] = own
        try:
            await self._write({"jsonrpc": "2.0", "id": own.number, "method": method, "params": params})
        except BaseException:
            self._waiting.pop(own.number, None)
            own.answer.cancel()
            raise
        return own

    async def ask(self, method: str, params: Params, *, seconds: float | None = None) -> Any:
        """Write a request and wait for its result; one that takes too long is taken back.

        Raises `AgentRefused`, `AgentGone`, `AgentStalled` or `AgentSilent`.
        """
        own = await self.request(method, params)
        try:
            async with asyncio.timeout(seconds):
                return await asyncio.shield(own.answer)
        except TimeoutError:
            await self.take_back(own)
            raise AgentSilent(f"The agent has not answered {method} within {seconds:.0f} s.") from None

    async def take_back(self, own: OwnRequest) -> None:
        """Ask the agent to give a request up; it still answers it, with an error or with what it has."""
        await self.notify("$/cancel_request", {"requestId": own.number})

    async def notify(self, method: str, params: Params) -> None:
        """Write a notification. Raises `AgentGone` or `AgentStalled`."""
        await self._write({"jsonrpc": "2.0", "method": method, "params": params})

    def settle(self, message: Message) -> str | None:
        """Hand an answer to who waits for it; gives what is odd about one that nobody waits for."""
        number = whole_in(message, "id")
        own = None if number is None else self._waiting.pop(number, None)
        if own is None:
            again = number is not None and 1 <= number <= self._newest
            what = "is answered already" if again else "nobody has made"
            return f"an answer to request {message['id']!r}, which {what}"
        if not own.answer.done():
            settle_with(own.answer, message)
        return None

    # Requests of the agent.

    async def answer(self, request: Message, result: Params) -> None:
        """Answer a request of the agent. Raises `AgentGone` or `AgentStalled`."""
        await self._write({"jsonrpc": "2.0", "id": request["id"], "result": result})

    async def refuse(self, request: Message, number: int, words: str) -> None:
        """Answer it with an error. Raises `AgentGone` or `AgentStalled`."""
        await self._write({"jsonrpc": "2.0", "id": request["id"], "error": {"code": number, "message": words}})

    async def refuse_unknown(self, request: Message) -> None:
        """Answer a request of a method that we do not have. Raises `AgentGone` or `AgentStalled`."""
        await self.refuse(request, NO_SUCH_METHOD, f"Method not found: {request['method']}")

    # Writing.

    async def _write(self, message: Message) -> None:
        """Keep a line and write it, whole even if who writes it is cancelled."""
        if self._why_gone is not None:
            raise AgentGone(self._why_gone)
        if len(self._writing) >= MOST_UNWRITTEN or sum(self._writing.values()) > MOST_UNWRITTEN_CHARACTERS:
            raise AgentStalled(f"{len(self._writing)} lines wait already for the agent to read them.")
        text = as_line(message)
        task = asyncio.create_task(self._write_in_turn(text))
        self._writing[task] = len(text)
        task.add_done_callback(self._written)
        await asyncio.shield(task)

    def _written(self, task: asyncio.Task[None]) -> None:
        del self._writing[task]
        if not task.cancelled():
            task.exception()  # who wrote may have been cancelled: then nobody else looks at it

    async def _write_in_turn(self, text: str) -> None:
        async with self._turn:
            if self._why_gone is not None:
                raise AgentGone(self._why_gone)
            await self._keep(text)
            try:
                await self._stdin.write(f"{text}\n".encode())
            except PipeClosed:
                raise AgentGone("The agent has closed its input.") from None

    def close(self, why: str) -> None:
        """Nothing is written any more, and who waits for an answer hears `AgentGone` with these words."""
        if self._why_gone is None:
            self._why_gone = why
        self._stdin.close()
        for own in self._waiting.values():
            if not own.answer.done():
                fail_with(own.answer, AgentGone(self._why_gone))
        self._waiting.clear()


def settle_with(answer: asyncio.Future[Any], message: Message) -> None:
    """Give an answer to who waits for it."""
    error = message.get("error")
    if error is None:
        answer.set_result(message.get("result"))
    elif isinstance(error, dict):
        number, words = error.get("code"), error.get("message")
        said = words if isinstance(words, str) and words.strip() else "The agent has answered with an error."
        number = number if isinstance(number, int) else 0
        fail_with(answer, AgentRefused(said, number=number, details=error.get("data")))
    else:
        fail_with(answer, AgentRefused("The agent has answered with an error.", details=error))


def fail_with(answer: asyncio.Future[Any], error: Exception) -> None:
    """Fail an answer; that nobody waits for it any more is no fault of anybody."""
    answer.set_exception(error)
    answer.exception()


def as_line(message: Message) -> str:
    """A message as one line of JSON; half a character pair, which no UTF-8 has, is escaped."""
    text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(message, separators=(",", ":"))
    return text
