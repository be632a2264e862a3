"""No known secret stays behind when a permission or a question is over: not in the journal, not in any row."""

import asyncio
import json
from collections.abc import Awaitable, Callable

import pytest

from countermark.actions import asking, items, permissions
from countermark.actions.cards import card_of
from countermark.actions.desk import Desk
from countermark.actions.permissions import GivenAnswer, LeftToAgent, answer_permission, ask_permission
from countermark.actions.questions import answer_question, ask_question
from countermark.agents.claude_code import translator
from countermark.model.conversations import CallDenied, ConversationEvent, ConversationStep, MalformedCall
from countermark.model.gate_settings import GateSettings
from countermark.model.journal import Entry
from countermark.model.permissions import Outcome, Permission, PermissionDecision, Scope
from countermark.model.questions import QuestionAsk, QuestionOutcome, QuestionReply
from countermark.model.reviews import Stage
from countermark.store.sql import SqlStore
from tests.contract.actions.gate_rules import ME, SECONDS
from tests.contract.actions.test_seed_003 import AGENT, Gate, open_gate, payload

SECRET = "ghp_" + "Zq7" * 12
KEY = "the-key-of-this-ask"
COMMANDS = [f"ours-a --header 'Authorization: Bearer {SECRET}'", f"ours-no {SECRET}", f"ours-yes {SECRET}"]


async def rows(desk: Desk) -> list[str]:
    """The rows of the store, as SQL, that have the secret in them."""
    store = desk.store
    assert isinstance(store, SqlStore)
    with store.engine.connect() as connection:
        raw = connection.connection.dbapi_connection
        assert raw is not None
        return [line for line in raw.iterdump() if SECRET in line]


async def allow(gate: Gate, it: Permission, scope: Scope = Scope.ONCE, **more: str) -> None:
    decision = PermissionDecision(outcome=Outcome.ALLOWED, scope=scope)
    await answer_permission(gate.desk, it.id, GivenAnswer(decision, it.sha256, **more), by=ME)
    await items.acknowledge(gate.desk, KEY, Stage.RECEIVED, by=AGENT)


async def expire(gate: Gate, it: Permission) -> None:
    gate.clock.forward(SECONDS + 1)
    await items.expire_due(gate.desk)
    assert not (await gate.now(it)).is_open


async def end(gate: Gate, it: Permission) -> None:
    over = ConversationEvent(agent="claude-code", workspace="/shop", conversation="c1", step=ConversationStep.ENDED)
    await asking.take_event(gate.desk, over, by=AGENT)
    assert not (await gate.now(it)).is_open


ENDINGS: dict[str, Callable[[Gate, Permission], Awaitable[None]]] = {
    "once": allow,
    "conversation": lambda gate, it: allow(gate, it, Scope.CONVERSATION),
    "edited": lambda gate, it: allow(gate, it, edited_command=f"ours-b --token={SECRET}"),
    "expired": expire,
    "ended": end,
}


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("point", ["PreToolUse", "PermissionRequest"])
@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_secret_of_a_command_stays(command: str, point: str, ending: str) -> None:
    async def work() -> None:
        async with open_gate() as gate:
            event = json.loads(payload(command, point=point, tool_use_id="t1"))
            event["tool_input"]["description"] = f"Uses {SECRET}"
            it = await gate.ask(json.dumps(event).encode(), key=KEY)
            if it.is_open:
                await ENDINGS[ending](gate, it)
            assert await rows(gate.desk) == []

    asyncio.run(work())


def test_nothing_secret_of_an_address_stays() -> None:
    async def work() -> None:
        async with open_gate() as gate:
            event = json.loads(payload("", tool_use_id="t1"))
            event |= {"tool_name": "WebFetch", "tool_input": {"url": f"https://ours.example/?token={SECRET}"}}
            it = await gate.ask(json.dumps(event).encode(), key=KEY)
            await allow(gate, it)
            assert await rows(gate.desk) == []

    asyncio.run(work())


def test_nothing_secret_of_what_is_left_or_refused_stays() -> None:
    async def work() -> None:
        async with open_gate() as gate:
            heard = translator.read(payload(COMMANDS[0], point="PreToolUse", tool_use_id="t1"))
            left = await ask_permission(gate.desk, heard, key="another-key", gate=GateSettings(), by=AGENT)  # type: ignore[arg-type]
            assert isinstance(left, LeftToAgent)
            denied = translator.read(payload(COMMANDS[0], point="PermissionDenied", reason=f"it has {SECRET} in it"))
            assert isinstance(denied, CallDenied)
            await permissions.note_denial(gate.desk, denied, by=AGENT)
            broken = translator.read(payload("", tool_name="x" * 100_000, cwd="y" * 100_000))
            assert isinstance(broken, MalformedCall)
            await permissions.refuse_call(gate.desk, broken, by=AGENT)
            entries: list[Entry] = await gate.entries()
            assert max(len(json.dumps(each.body)) for each in entries) < 20_000, (
                "what is refused does not fill the disk"
            )
            assert {each.kind for each in entries} >= {"call_left", "call_denied_by_agent", "call_refused"}
            assert await rows(gate.desk) == []

    asyncio.run(work())


@pytest.mark.parametrize("ending", ["answered", "expired"])
def test_nothing_secret_of_a_question_stays(ending: str) -> None:
    async def work() -> None:
        async with open_gate() as gate:
            event = {
                "session_id": "c1", "cwd": "/shop", "hook_event_name": "Elicitation", "mcp_server_name": "ours",
                "message": f"Is {SECRET} the right one?",
                "requested_schema": {"properties": {
                    "api_key": {"type": "string", "title": f"Instead of {SECRET}", "description": SECRET,
                                "default": SECRET},
                }},
            }  # fmt: skip
            heard = translator.read(json.dumps(event).encode())
            assert isinstance(heard, QuestionAsk)
            receipt = await ask_question(gate.desk, heard, key=KEY, gate=GateSettings(), by=AGENT)
            if ending == "answered":
                reply = QuestionReply(outcome=QuestionOutcome.ANSWERED, answers={"api_key": (SECRET,)})
                sha256 = receipt.item.sha256
                await answer_question(gate.desk, receipt.item.id, reply, shown_sha256=sha256, by=ME)
                await items.acknowledge(gate.desk, KEY, Stage.RECEIVED, by=AGENT)
            else:
                gate.clock.forward(SECONDS + 1)
                await items.expire_due(gate.desk)
            assert await rows(gate.desk) == []

    asyncio.run(work())


def test_no_rule_is_written_for_a_secret() -> None:
    async def work() -> None:
        async with open_gate() as gate:
            asked = await gate.ask(payload(f"ours-a --token={SECRET}"))
            card = await card_of(gate.desk, asked.id)
            assert (card.proposal.toml, card.proposal.sentences) == ("", ())
            assert "secret" in card.proposal.why_not
            plain = await card_of(gate.desk, (await gate.ask(payload("ours-a --verbose"))).id)
            assert plain.proposal.toml

    asyncio.run(work())
