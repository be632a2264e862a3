"""The agents' side: a hook sends its raw payload and waits for the answer.

This route stands beside the FastAPI app, not in it: who starts the hub is heard before FastAPI is loaded.
"""

import re
import secrets
from dataclasses import replace
from typing import assert_never

from starlette.types import ASGIApp, Receive, Scope, Send

from countermark.actions import asking, permissions, plan_files, questions, reviews
from countermark.agents.base import Complete, Heard, HookReply, Nothing, Translator, WithoutPlan
from countermark.agents.catalog import translator
from countermark.http_api.context import Hub
from countermark.http_api.guards.edge import values_of
from countermark.http_api.guards.errors import refusal_body
from countermark.http_api.guards.limits import HOOK_BYTES, body_within
from countermark.http_api.guards.refusals import MethodRefused
from countermark.http_api.routes.hook_answers import AnswerLater, WholeAnswer, answer_now, held
from countermark.model import actors
from countermark.model.asked import BESIDE_DIALOGS, CallPoint, DeciderKind
from countermark.model.conversations import CallDenied, ConversationEvent, MalformedCall
from countermark.model.errors import BadInput, Busy
from countermark.model.gate_settings import AskAt
from countermark.model.ids import is_key
from countermark.model.permissions import Permission, PermissionAsk, permission_answer
from countermark.model.plan_files import PlanFile
from countermark.model.questions import QuestionAsk, question_answer
from countermark.model.reviews import Evidence, Submission

ASKED = re.compile(r"/api/hooks/([^/]+)")
MOST_HELD_BYTES = 256 * 1024 * 1024  # long ones compressed: thousands of usual plans, or some hundred of the largest
PLAN = "plan"  # as the journal calls what could not be read
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
    heard = await with_its_text(speaks.read(payload))
    if comes_by_session(hub, agent, heard):
        return answer_now(speaks.undecided(payload))
    match heard:
        case Submission():
            check_room(hub, payload)
            return await take_plan(hub, speaks, payload, replace(heard, agent=agent), key=key, by=by)
        case PermissionAsk():
            check_room(hub, payload)
            return await take_permission(hub, speaks, payload, heard, key=key, by=by)
        case QuestionAsk():
            check_room(hub, payload)
            return await take_question(hub, speaks, payload, heard, key=key, by=by)
        case Evidence():
            word = await reviews.take_evidence(hub.desk, heard, key=key, by=by)
            if word is None:
                return answer_now(HookReply())
            reply = speaks.reply(payload, word.answer)
            return answer_now(reply, item=word.answer.version.id, acknowledge=word.acknowledge)
        case _:
            return answer_now(await take_note(hub, speaks, payload, heard, by=by))


def comes_by_session(hub: Hub, agent: str, heard: Complete) -> bool:
    """Whether the desk drives this agent, and is asked the same by it once its hook has said nothing."""
    match heard:
        case Submission():
            return hub.desk.drives(agent, heard.conversation)
        case PermissionAsk() | QuestionAsk():
            is_dialog = heard.asker.point is CallPoint.DIALOG
            return is_dialog and hub.desk.drives(agent, heard.asker.conversation)
        case _:
            return False


async def with_its_text(heard: Heard) -> Complete:
    """A plan that is named by its file as a plan with its text; anything else as it is."""
    if not isinstance(heard, PlanFile):
        return heard
    try:
        return await plan_files.read_plan(heard)
    except plan_files.PlanUnreadable as problem:
        return MalformedCall(asker=heard.asker, tool=PLAN, why=str(problem))


async def take_plan(
    hub: Hub, speaks: Translator, payload: bytes, submission: Submission, *, key: str, by: actors.Actor
) -> ASGIApp:
    """A document waits for a person."""
    wait = submission.wait_seconds or hub.wait_seconds(submission.agent)
    receipt = await reviews.open_review(hub.desk, submission, key=key, wait_seconds=wait, by=by)
    version, since = receipt.revision.version, receipt.entry
    asked = await held(payload)
    return AnswerLater(hub, version, speaks, asked, since=since, took_over=receipt.took_over)


async def take_question(
    hub: Hub, speaks: Translator, payload: bytes, asked: QuestionAsk, *, key: str, by: actors.Actor
) -> ASGIApp:
    """A person is asked; in the agent's own dialog, too, where that comes."""
    if asked.asker.point in BESIDE_DIALOGS and hub.gate.ask_at is AskAt.BOTH:
        return answer_now(speaks.undecided(payload))  # its own dialog comes, and asks us then
    receipt = await questions.ask_question(hub.desk, asked, key=key, gate=hub.gate, by=by)
    return await answered_or_held(hub, speaks, payload, receipt)


Note = ConversationEvent | CallDenied | MalformedCall | WithoutPlan | Nothing


async def take_note(hub: Hub, speaks: Translator, payload: bytes, note: Note, *, by: actors.Actor) -> HookReply:
    """What needs no answer but is worth knowing, and what is refused at once."""
    match note:
        case ConversationEvent():
            await asking.take_event(hub.desk, note, by=by)
        case CallDenied():
            await permissions.note_denial(hub.desk, note, by=by)
        case MalformedCall():
            await permissions.refuse_call(hub.desk, note, by=by)
            return speaks.refused(payload, note.why)
        case WithoutPlan(agent, workspace, conversation):
            await reviews.miss_plan(hub.desk, agent=agent, workspace=workspace, conversation=conversation, by=by)
            return HookReply(stderr=NO_PLAN)
        case Nothing():
            pass
        case _:
            assert_never(note)
    return HookReply()


def check_room(hub: Hub, payload: bytes) -> None:
    """Raise `Busy` where the payloads of the agents that wait take too much memory."""
    if hub.held_bytes + len(payload) > MOST_HELD_BYTES:
        raise Busy("The requests of the agents that wait fill the memory that is set aside for them.")


async def take_permission(
    hub: Hub, speaks: Translator, payload: bytes, asked: PermissionAsk, *, key: str, by: actors.Actor
) -> ASGIApp:
    """Rules and grants at once; else the agent's own dialog, or a person at the desk."""
    receipt = await permissions.ask_permission(hub.desk, asked, key=key, gate=hub.gate, by=by)
    match receipt:
        case permissions.LeftToAgent(asks=True, why=why):
            return answer_now(speaks.asked_explicitly(payload, why))
        case permissions.LeftToAgent():
            return answer_now(speaks.undecided(payload))
        case asking.AskedReceipt():
            return await answered_or_held(hub, speaks, payload, receipt)
        case _:
            assert_never(receipt)


async def answered_or_held(hub: Hub, speaks: Translator, payload: bytes, receipt: asking.AskedReceipt) -> ASGIApp:
    """What is decided already is told at once; only a person's answer is acknowledged, so that a rule costs little."""
    item = receipt.item
    if item.is_open:
        return AnswerLater(hub, item.version, speaks, await held(payload), since=receipt.entry)
    answer = permission_answer(item) if isinstance(item, Permission) else question_answer(item)
    by_person = item.decider is not None and item.decider.kind is DeciderKind.PERSON
    return answer_now(speaks.reply(payload, answer), item=item.id, acknowledge=by_person and item.awaited)


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
