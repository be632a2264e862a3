"""The agents' side: a hook sends its raw payload and waits for the answer."""

import asyncio
import secrets
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from fastapi import APIRouter, Header, Request, Response
from starlette.types import Receive, Scope, Send

from countermark.actions import items, reviews
from countermark.actions.reviews import Receipt
from countermark.actions.waiting import answer_to
from countermark.agents.base import HookReply, Nothing, Translator, WithoutPlan
from countermark.agents.catalog import check_known, translator
from countermark.first_completed import first_completed, tasks_of
from countermark.http_api.context import Hub, TheHub
from countermark.http_api.routes.held_line import hung_up
from countermark.http_api.shapes import wire
from countermark.model import actors
from countermark.model.any_item import AnyAnswer
from countermark.model.errors import BadInput, Busy
from countermark.model.ids import is_key
from countermark.model.reviews import Evidence, Submission

router = APIRouter(prefix="/api/hooks", tags=["hooks"])

KEEP_ALIVE_SECONDS = 10
TOOK_OVER = "countermark-took-over"  # said to who waits in place of another that asked about the same file
SHORT_BYTES = 16 * 1024  # held as it came: all that may wait take some MB
MOST_HELD_BYTES = 256 * 1024 * 1024  # long ones compressed: thousands of usual plans, or some hundred of the largest


@router.post("/{agent}", response_model=wire.HookAnswer)
async def ask(
    hub: TheHub, request: Request, agent: str, idempotency_key: Annotated[str | None, Header()] = None
) -> Response:
    """Take an agent's raw payload; the answer comes when there is one, on the same line."""
    speaks = translator(agent)
    payload = b"".join([piece async for piece in request.stream()])  # `body()` would hold it as long as the line
    key = valid_key(idempotency_key)
    by = actors.agent(agent)
    match speaks.read(payload):
        case Submission() as submission:
            if hub.held_bytes + len(payload) > MOST_HELD_BYTES:
                raise Busy("The plans of the agents that wait fill the memory that is set aside for them.")
            wait = submission.wait_seconds or hub.wait_seconds(agent)
            named = replace(submission, agent=agent)
            receipt = await reviews.open_review(hub.desk, named, key=key, wait_seconds=wait, by=by)
            headers = {TOOK_OVER: "yes"} if receipt.took_over else {}
            return AnswerLater(hub, receipt, speaks, await held(payload), headers=headers)
        case Evidence() as evidence:
            word = await reviews.take_evidence(hub.desk, evidence, key=key, by=by)
            if word is None:
                return answer(HookReply())
            reply = speaks.reply(payload, word.answer)
            return answer(reply, item=word.answer.version.id, acknowledge=word.acknowledge)
        case WithoutPlan(_, workspace, conversation):
            await reviews.miss_plan(hub.desk, agent=agent, workspace=workspace, conversation=conversation, by=by)
            return answer(
                HookReply(stderr="countermark: there was no plan in the request; answer it in the terminal\n")
            )
        case Nothing():
            return answer(HookReply())


@router.post("/{agent}/acknowledgement")
async def acknowledge(hub: TheHub, agent: str, given: wire.Acknowledgement) -> wire.Acknowledged:
    """The hook has written the answer out (delivered), or the agent has read it (received)."""
    check_known(agent)
    version, delivery = await items.acknowledge(hub.desk, given.key, given.stage, by=actors.agent(agent))
    return wire.Acknowledged(item=version.id, delivery=delivery)


@router.post("/{agent}/goodbye")
async def goodbye(hub: TheHub, agent: str, given: wire.Goodbye) -> dict[str, str]:
    """The hook was told to end before there was an answer."""
    check_known(agent)
    await items.goodbye(hub.desk, given.key, by=actors.agent(agent))
    return {}


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


def answer(reply: HookReply, *, item: str | None = None, acknowledge: bool = False) -> Response:
    """An answer that is known at once."""
    return Response(answer_json(reply, item=item, acknowledge=acknowledge), media_type="application/json")


def answer_json(reply: HookReply, *, item: str | None, acknowledge: bool) -> str:
    """What the hook program does, as JSON."""
    return wire.HookAnswer(item=item, acknowledge=acknowledge, **vars(reply)).model_dump_json()


class AnswerLater(Response):
    """Headers at once, so that the hook knows its question is stored; the answer when there is one.

    A newline now and then keeps the line alive; it is white space in front of the JSON.
    """

    def __init__(
        self, hub: Hub, receipt: Receipt, speaks: Translator, asked: HeldPayload, *, headers: Mapping[str, str]
    ) -> None:
        super().__init__(media_type="application/json", headers={"countermark-item": receipt.review.id, **headers})
        self._hub = hub
        self._version = receipt.revision.version
        self._since = receipt.entry
        self._speaks = speaks
        self._asked = asked
        self._told_all = False
        hub.held_bytes += len(asked.content)
        del self.headers["content-length"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._answer(scope, receive, send)
        finally:
            self._hub.held_bytes -= len(self._asked.content)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._hub.desk.presence.holding(self._version):
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            await send({"type": "http.response.body", "body": b"\n", "more_body": True})
            answer = answer_to(self._hub.desk, self._version, since=self._since)
            waiting = (answer, hung_up(receive), self._hub.closing.wait())
            async with tasks_of(*waiting) as [answered, *ends]:
                await self._hold(answered, ends, send)
            if self._hub.dismissed and not self._told_all:
                await self._dismiss(send)
        if not self._told_all:
            scope["state"]["hang_up"]()  # unfinished on purpose: the hook is to ask again

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
        await self._finish(answer_json(reply, item=self._version.id, acknowledge=False).encode(), send)
        await items.leave(self._hub.desk, self._version, said_goodbye=True, by=actors.THE_HUB)

    async def _finish(self, body: bytes, send: Send) -> None:
        self._told_all = True
        await send({"type": "http.response.body", "body": body, "more_body": False})

    def _told(self, answer: AnyAnswer) -> bytes:
        reply = self._speaks.reply(self._asked.payload, answer)
        return answer_json(reply, item=answer.version.id, acknowledge=answer.by_person).encode()
