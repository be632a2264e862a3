"""Requests to an agent and answers to its own: who waits for which id, and that nobody waits for ever."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from countermark.agents.acp.translate.hearing import AUTH_REQUIRED, refusal_words
from countermark.agents.acp.translate.reading import Fields, object_in, whole_in

Message = Mapping[str, Any]
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
RESOURCE_NOT_FOUND = -32002
REQUEST_CANCELLED = -32800


class AgentError(Exception):
    """The agent has answered with an error; the text has its words."""

    def __init__(self, error: Fields) -> None:
        super().__init__(refusal_words(error))
        self.code = whole_in(error, "code")

    @property
    def wants_sign_in(self) -> bool:
        """Whether the person has to sign in first."""
        return self.code == AUTH_REQUIRED


class AgentGone(Exception):
    """The agent's program has ended, so that no answer comes."""


class Exchange:
    """The requests of one connection; `write` takes one message."""

    def __init__(self, write: Callable[[Message], None]) -> None:
        self._write = write
        self._next = 0
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._is_over = False

    def request(self, method: str, params: Message) -> "asyncio.Future[Any]":
        """Ask the agent; the future has its result, or raises `AgentError` or `AgentGone`."""
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        answer.add_done_callback(lambda done: done.cancelled() or done.exception())  # somebody may not look
        if self._is_over:
            answer.set_exception(AgentGone())
            return answer
        name = self._next
        self._next += 1
        self._waiting[name] = answer
        self._write({"jsonrpc": "2.0", "id": name, "method": method, "params": params})
        return answer

    async def ask(self, method: str, params: Message, *, seconds: float) -> Any:
        """The result of a request. Raises `AgentError`, `AgentGone` or TimeoutError."""
        answer = self.request(method, params)
        try:
            async with asyncio.timeout(seconds):
                return await answer
        finally:
            answer.cancel()

    def notify(self, method: str, params: Message) -> None:
        """Tell the agent."""
        if not self._is_over:
            self._write({"jsonrpc": "2.0", "method": method, "params": params})

    def answer(self, name: object, result: Any) -> None:
        """Answer a request of the agent."""
        if not self._is_over:
            self._write({"jsonrpc": "2.0", "id": name, "result": result})

    def refuse(self, name: object, code: int, words: str) -> None:
        """Answer it with an error."""
        if not self._is_over:
            self._write({"jsonrpc": "2.0", "id": name, "error": {"code": code, "message": words}})

    def take(self, message: Message) -> None:
        """An answer of the agent: whoever waits for it has it; one that nobody waits for is left alone."""
        name = message.get("id")
        answer = self._waiting.pop(name, None) if isinstance(name, int) else None
        if answer is None or answer.done():
            return
        if "error" in message and message["error"] is not None:
            answer.set_exception(AgentError(object_in(message, "error")))
        else:
            answer.set_result(message.get("result"))

    def end(self) -> None:
        """No more answers come."""
        self._is_over = True
        waiting, self._waiting = self._waiting, {}
        for answer in waiting.values():
            if not answer.done():
                answer.set_exception(AgentGone())
