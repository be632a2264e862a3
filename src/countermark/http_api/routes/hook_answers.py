"""What a hook gets back: an answer that is known, or one that comes later on the same line."""

import asyncio
import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send

from countermark.actions import items
from countermark.actions.waiting import answer_to
from countermark.agents.base import HookReply, Translator
from countermark.first_completed import first_completed, tasks_of
from countermark.http_api.context import Hub
from countermark.http_api.guards.errors import JSON_TYPE
from countermark.http_api.guards.response_headers import HeaderList
from countermark.http_api.routes.held_line import hung_up
from countermark.model import actors
from countermark.model.any_item import AnyAnswer
from countermark.model.items import ItemVersion

KEEP_ALIVE_SECONDS = 10
TOOK_OVER = b"countermark-took-over"  # said to who waits in place of another that asked about the same file
SHORT_BYTES = 16 * 1024  # held as it came: all that may wait take some MB


@dataclass(frozen=True)
class HeldPayload:
    """A payload until its answer is given: many agents may wait with long ones, and for a long time."""

    content: bytes
    is_compressed: bool

    @property
    def payload(self) -> bytes:
        """As it came."""
        return zlib.decompress(self.content) if self.is_compressed else self.content


async def held(payload: bytes) -> HeldPayload:
    """A payload as it is held: a long one compressed."""
    if len(payload) <= SHORT_BYTES:
        return HeldPayload(payload, is_compressed=False)
    return HeldPayload(await asyncio.to_thread(zlib.compress, payload, 1), is_compressed=True)


def answer_now(reply: HookReply, *, item: str | None = None, acknowledge: bool = False) -> ASGIApp:
    """The answer to a hook that does not wait."""
    return WholeAnswer(answer_json(reply, item=item, acknowledge=acknowledge))


def answer_json(reply: HookReply, *, item: str | None, acknowledge: bool) -> bytes:
    """What the hook program does, as JSON."""
    return json.dumps({"item": item, "acknowledge": acknowledge, **vars(reply)}).encode()


class WholeAnswer:
    """An answer that is known at once."""

    def __init__(self, body: bytes, *, status: int = 200, more: HeaderList | None = None) -> None:
        self._body = body
        self._status = status
        self._headers = [
            (b"content-type", JSON_TYPE.encode()), (b"content-length", str(len(body)).encode()), *(more or [])
        ]  # fmt: skip

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002  an ASGI app
        await send({"type": "http.response.start", "status": self._status, "headers": self._headers})
        await send({"type": "http.response.body", "body": self._body})


class AnswerLater:
    """Headers at once, so that the hook knows its question is stored; the answer when there is one.

    A newline now and then keeps the line alive; it is white space in front of the JSON.
    """

    def __init__(
        self, hub: Hub, version: ItemVersion, speaks: Translator, asked: HeldPayload, *,
        since: int | None = None, took_over: bool = False,
    ) -> None:  # fmt: skip
        self._hub = hub
        self._version = version
        self._since = since
        self._speaks = speaks
        self._asked = asked
        self._took_over = took_over
        self._told_all = False
        hub.held_bytes += len(asked.content)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._answer(scope, receive, send)
        finally:
            self._hub.held_bytes -= len(self._asked.content)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._hub.desk.presence.holding(self._version):
            await send({"type": "http.response.start", "status": 200, "headers": self._headers()})
            await send({"type": "http.response.body", "body": b"\n", "more_body": True})
            answer = answer_to(self._hub.desk, self._version, since=self._since)
            waiting = (answer, hung_up(receive), self._hub.closing.wait())
            async with tasks_of(*waiting) as [answered, *ends]:
                await self._hold(answered, ends, send)
            if self._hub.dismissed and not self._told_all:
                await self._dismiss(send)
        if not self._told_all:
            scope["state"]["hang_up"]()  # unfinished on purpose: the hook is to ask again

    def _headers(self) -> list[tuple[bytes, bytes]]:
        item = (b"countermark-item", self._version.id.encode())
        return [(b"content-type", JSON_TYPE.encode()), item, *([(TOOK_OVER, b"yes")] if self._took_over else [])]

    async def _hold(self, answered: asyncio.Future[AnyAnswer], ends: Sequence[asyncio.Future[Any]], send: Send) -> None:
        while not any(end.done() for end in ends):
            await first_completed((answered, *ends), within=KEEP_ALIVE_SECONDS)
            if answered.done():
                await self._finish(self._told(answered.result()), send)
                return
            await send({"type": "http.response.body", "body": b"\n", "more_body": True})

    async def _dismiss(self, send: Send) -> None:
        """A person ends the hub: the agent goes on without us, and the desk will say so."""
        reply = self._speaks.dismissed(self._asked.payload)
        await self._finish(answer_json(reply, item=self._version.id, acknowledge=False), send)
        await items.leave(self._hub.desk, self._version, said_goodbye=True, by=actors.THE_HUB)

    async def _finish(self, body: bytes, send: Send) -> None:
        self._told_all = True
        await send({"type": "http.response.body", "body": body, "more_body": False})

    def _told(self, answer: AnyAnswer) -> bytes:
        reply = self._speaks.reply(self._asked.payload, answer)
        return answer_json(reply, item=answer.version.id, acknowledge=answer.by_person)
