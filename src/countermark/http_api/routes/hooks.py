"""The agents' side: a hook sends its raw payload and waits for the answer.

This route stands beside the FastAPI app, not in it: who starts the hub is heard before FastAPI is loaded.
"""

import asyncio
import json
import re
import secrets
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send

from countermark.actions import items, reviews
from countermark.actions.reviews import Receipt
from countermark.actions.waiting import answer_to
from countermark.agents.base import HookReply, Nothing, Translator, WithoutPlan
from countermark.agents.catalog import translator
from countermark.first_completed import first_completed, tasks_of
from countermark.http_api.context import Hub
from countermark.http_api.guards.edge import values_of
from countermark.http_api.guards.errors import JSON_TYPE, refusal_body
from countermark.http_api.guards.limits import HOOK_BYTES, body_within
from countermark.http_api.guards.refusals import MethodRefused
from countermark.http_api.guards.response_headers import HeaderList
from countermark.http_api.routes.held_line import hung_up
from countermark.model import actors
from countermark.model.any_item import AnyAnswer
from countermark.model.errors import BadInput, Busy
from countermark.model.ids import is_key
from countermark.model.reviews import Evidence, Submission

ASKED = re.compile(r"/api/hooks/([^/]+)")
KEEP_ALIVE_SECONDS = 10
TOOK_OVER = b"countermark-took-over"  # said to who waits in place of another that asked about the same file
SHORT_BYTES = 16 * 1024  # held as it came: all that may wait take some MB
MOST_HELD_BYTES = 256 * 1024 * 1024  # long ones compressed: thousands of usual plans, or some hundred of the largest
NO_PLAN = "countermark: there was no plan in the request; answer it in the terminal\n"


class HooksBeside:
    """What hooks ask is answered here; everything else goes on as without it."""

    def __init__(self, others: ASGIApp, hub: Hub) -> None:
        self._others = others
        self._hub = hub

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = ASKED.fullmatch(scope["path"]) if scope["type"] == "http" else None
        if asked is None:
            await self._others(scope, receive, send)
            return
        if scope["method"] != "POST":
            await WholeAnswer(refusal_body(MethodRefused()), status=405, more=[(b"allow", b"POST")])(
                scope, receive, send
            )
            return
        payload = await body_within(receive, limit=HOOK_BYTES)
        if payload is not None:
            key = next(iter(values_of(scope, b"idempotency-key")), None)
            answer = await take_payload(
                self._hub, asked[1], payload, key=None if key is None else key.decode("latin-1")
            )
            del payload  # as long as the line is held, the compressed form is enough
            await answer(scope, receive, send)


async def take_payload(hub: Hub, agent: str, payload: bytes, *, key: str | None) -> ASGIApp:
    """Take an agent's raw payload; the answer comes when there is one, on the same line."""
    speaks = translator(agent)
    key = valid_key(key)
    by = actors.agent(agent)
    match speaks.read(payload):
        case Submission() as submission:
            if hub.held_bytes + len(payload) > MOST_HELD_BYTES:
                raise Busy("The plans of the agents that wait fill the memory that is set aside for them.")
            wait = submission.wait_seconds or hub.wait_seconds(agent)
            named = replace(submission, agent=agent)
            receipt = await reviews.open_review(hub.desk, named, key=key, wait_seconds=wait, by=by)
            return AnswerLater(hub, receipt, speaks, await held(payload))
        case Evidence() as evidence:
            word = await reviews.take_evidence(hub.desk, evidence, key=key, by=by)
            if word is None:
                return answer_now(HookReply())
            reply = speaks.reply(payload, word.answer)
            return answer_now(reply, item=word.answer.version.id, acknowledge=word.acknowledge)
        case WithoutPlan(_, workspace, conversation):
            await reviews.miss_plan(hub.desk, agent=agent, workspace=workspace, conversation=conversation, by=by)
            return answer_now(HookReply(stderr=NO_PLAN))
        case Nothing():
            return answer_now(HookReply())


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


def valid_key(given: str | None) -> str:
    """The idempotency key; who sends none asks anew each time, and gets no answer that was given to another."""
    if given is None:
        return secrets.token_hex(16)
    if not is_key(given):
        raise BadInput(
            "The Idempotency-Key is not 8 to 128 letters, digits, dots, dashes or underscores.",
            hint="Send a random one, such as 32 hex digits.",
        )
    return given


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

    def __init__(self, hub: Hub, receipt: Receipt, speaks: Translator, asked: HeldPayload) -> None:
        self._hub = hub
        self._version = receipt.revision.version
        self._since = receipt.entry
        self._speaks = speaks
        self._asked = asked
        self._took_over = receipt.took_over
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
