"""The agents' side: a hook rings with its raw payload and waits for the answer."""

import asyncio
import secrets
import zlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Header, Request, Response
from starlette.types import Receive, Scope, Send

from countermark.actions import reviews
from countermark.actions.presence import Place
from countermark.actions.waiting import answer_to
from countermark.agents.base import HookReply, Nothing, Translator, WithoutPlan
from countermark.agents.catalog import translator
from countermark.http_api.context import Hub, TheHub
from countermark.http_api.routes.held_line import hung_up
from countermark.http_api.shapes import wire
from countermark.model import actors
from countermark.model.errors import BadInput, Busy
from countermark.model.ids import is_key
from countermark.model.reviews import CANARY, Evidence, Revision, Submission

router = APIRouter(prefix="/api/hooks", tags=["hooks"])

KEEP_ALIVE_SECONDS = 10
TOOK_OVER = "countermark-took-over"  # said to who waits in place of another that asked about the same file
MOST_HELD_BYTES = 256 * 1024 * 1024  # compressed: thousands of usual plans, or some hundred of the largest


@router.post("/{agent}", response_model=wire.HookAnswer)
async def ring(
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
            asked = replace(submission, agent=agent)
            receipt = await reviews.open_review(hub.desk, asked, key=key, wait_seconds=wait, by=by)
            if agent == CANARY:
                await reviews.pass_canary(hub.desk, receipt)
            # Many agents may wait with long plans, and for a long time.
            held = await asyncio.to_thread(zlib.compress, payload, 1)
            return AnswerLater(hub, receipt, speaks, held)
        case Evidence() as evidence:
            word = await reviews.take_evidence(hub.desk, evidence, key=key, by=by)
            if word is None:
                return answer(HookReply())
            reply = speaks.reply(payload, word.revision)
            return answer(reply, review=word.revision.review_id, acknowledge=word.acknowledge)
        case WithoutPlan() as asked:
            await reviews.miss_plan(hub.desk, agent=agent, workspace=asked.workspace, session=asked.session, by=by)
            return answer(
                HookReply(stderr="countermark: there was no plan in the request; answer it in the terminal\n")
            )
        case Nothing():
            return answer(HookReply())


@router.post("/{agent}/acknowledgement")
async def acknowledge(hub: TheHub, agent: str, given: wire.Acknowledgement) -> wire.Acknowledged:
    """The hook has written the answer out (delivered), or the agent has read it (received)."""
    translator(agent)
    known = await reviews.acknowledge(hub.desk, given.key, given.stage, by=actors.agent(agent))
    return wire.Acknowledged(review=known.review_id, delivery=known.delivery)


@router.post("/{agent}/goodbye")
async def goodbye(hub: TheHub, agent: str, given: wire.Goodbye) -> dict[str, str]:
    """The hook was told to end before there was an answer."""
    translator(agent)
    await reviews.goodbye(hub.desk, given.key, by=actors.agent(agent))
    return {}


def valid_key(given: str | None) -> str:
    """The idempotency key; who sends none asks anew each time, and gets no answer that was given to another ring."""
    if given is None:
        return secrets.token_hex(16)
    if not is_key(given):
        raise BadInput(
            "The Idempotency-Key is not 8 to 128 letters, digits, dots, dashes or underscores.",
            hint="Send a random one, such as 32 hex digits.",
        )
    return given


def answer(reply: HookReply, *, review: str | None = None, acknowledge: bool = False) -> Response:
    """An answer that is known at once."""
    return Response(answer_json(reply, review=review, acknowledge=acknowledge), media_type="application/json")


def answer_json(reply: HookReply, *, review: str | None, acknowledge: bool) -> str:
    """What the hook program does, as JSON."""
    told = wire.HookAnswer(review=review, acknowledge=acknowledge, **vars(reply))
    return told.model_dump_json()


class AnswerLater(Response):
    """Headers at once, so that the hook knows its question is stored; the answer when there is one.

    A newline now and then keeps the line alive; it is white space in front of the JSON.
    """

    def __init__(self, hub: Hub, receipt: reviews.Receipt, speaks: Translator, compressed: bytes) -> None:
        super().__init__(media_type="application/json", headers={"countermark-review": receipt.review.id})
        if receipt.took_over:
            self.headers[TOOK_OVER] = "yes"
        self._hub = hub
        self._place: Place = (receipt.review.id, receipt.revision.number)
        self._speaks = speaks
        self._compressed = compressed
        self._told_all = False
        hub.held_bytes += len(compressed)
        del self.headers["content-length"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._answer(scope, receive, send)
        finally:
            self._hub.held_bytes -= len(self._compressed)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._hub.desk.presence.holding(self._place):
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            await send({"type": "http.response.body", "body": b"\n", "more_body": True})
            answered = asyncio.ensure_future(answer_to(self._hub.desk, self._place))
            ends = [asyncio.ensure_future(hung_up(receive)), asyncio.ensure_future(self._hub.closing.wait())]
            try:
                await self._hold(answered, ends, send)
            finally:
                for task in (answered, *ends):
                    task.cancel()
                await asyncio.gather(answered, *ends, return_exceptions=True)
            if self._hub.dismissed and not self._told_all:
                await self._dismiss(send)
        if not self._told_all:
            scope["state"]["hang_up"]()  # unfinished on purpose: the hook is to ring again

    async def _hold(self, answered: asyncio.Future[Revision], ends: Sequence[asyncio.Future[Any]], send: Send) -> None:
        while not any(end.done() for end in ends):
            await asyncio.wait((answered, *ends), timeout=KEEP_ALIVE_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            if answered.done():
                await self._finish(self._told(answered.result()), send)
                return
            await send({"type": "http.response.body", "body": b"\n", "more_body": True})

    async def _dismiss(self, send: Send) -> None:
        """A person ends the hub: the agent goes on without us, and the desk will say so."""
        reply = self._speaks.dismissed(zlib.decompress(self._compressed))
        await self._finish(answer_json(reply, review=self._place[0], acknowledge=False).encode(), send)
        await reviews.leave(self._hub.desk, *self._place, said_goodbye=True, by=actors.THE_HUB)

    async def _finish(self, body: bytes, send: Send) -> None:
        self._told_all = True
        await send({"type": "http.response.body", "body": body, "more_body": False})

    def _told(self, revision: Revision) -> bytes:
        reply = self._speaks.reply(zlib.decompress(self._compressed), revision)
        return answer_json(reply, review=revision.review_id, acknowledge=revision.decided_by_person).encode()
