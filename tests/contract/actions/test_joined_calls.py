"""A later point of a call takes the answer of the earlier one only where it is about the same thing."""

import asyncio
from dataclasses import replace

import pytest

from countermark.actions.permissions import GivenAnswer, LeftToAgent, answer_permission, ask_permission
from countermark.agents.claude_code import translator
from countermark.model.asked import CallPoint
from countermark.model.gate_settings import AskAt, GateSettings
from countermark.model.permissions import Outcome, PermissionAsk, PermissionDecision
from tests.contract.actions.gate_rules import ME
from tests.contract.actions.test_seed_003 import AGENT, open_gate, payload

ALLOWED = PermissionDecision(outcome=Outcome.ALLOWED)


@pytest.mark.parametrize("edited", [None, "ours-b"])
@pytest.mark.parametrize("later", ["ours-a", "ours-b", "ours-a && ours-c"])
def test_an_id_of_a_call_opens_no_door_to_another_command(edited: str | None, later: str) -> None:
    async def work() -> None:
        async with open_gate() as gate:
            asked = await gate.ask(payload("ours-a", point="PreToolUse", tool_use_id="t1"))
            allowed = PermissionDecision(outcome=Outcome.ALLOWED)
            given = GivenAnswer(allowed, asked.sha256, edited_command=edited)
            await answer_permission(gate.desk, asked.id, given, by=ME)
            then = await gate.ask(payload(later, tool_use_id="t1"))
            assert (then.id == asked.id) == (later in ("ours-a", edited))
            assert then.is_open == (then.id != asked.id)
            again = await gate.ask(payload(later, tool_use_id="t1"))
            assert again.is_open, "an answer is joined once"

    asyncio.run(work())


def test_what_was_allowed_before_is_no_answer_to_a_call_that_was_left_to_its_agent() -> None:
    """A grant that was taken back must not live on in the answer that it gave."""

    async def work() -> None:
        async with open_gate() as gate:
            first = await gate.ask(payload("ours-a", point="PreToolUse", tool_use_id="t1"))
            await answer_permission(gate.desk, first.id, GivenAnswer(ALLOWED, first.sha256), by=ME)
            left = translator.read(payload("ours-a", point="PreToolUse", tool_use_id="t2"))
            assert isinstance(left, PermissionAsk)
            gate.clock.forward(0.001)
            both = GateSettings(ask_at=AskAt.BOTH)
            assert isinstance(await ask_permission(gate.desk, left, key="key-left", gate=both, by=AGENT), LeftToAgent)
            assert (await gate.ask(payload("ours-a"))).is_open

    asyncio.run(work())


def test_who_asks_nobody_itself_is_held_at_the_desk_and_its_dialog_takes_that_answer() -> None:
    async def work() -> None:
        async with open_gate() as gate:
            read = translator.read(payload("ours-a", point="PreToolUse", tool_use_id="t1"))
            assert isinstance(read, PermissionAsk)
            alone = replace(read, asker=replace(read.asker, point=CallPoint.ALONE))
            both = GateSettings(ask_at=AskAt.BOTH)
            receipt = await ask_permission(gate.desk, alone, key="key-alone", gate=both, by=AGENT)
            assert not isinstance(receipt, LeftToAgent)
            assert receipt.item.is_open
            given = GivenAnswer(ALLOWED, receipt.item.sha256)
            await answer_permission(gate.desk, receipt.item.id, given, by=ME)
            assert (await gate.ask(payload("ours-a"))).id == receipt.item.id

    asyncio.run(work())


@pytest.mark.parametrize("edited", [None, "ours-b"])
def test_a_dialog_that_comes_before_use_answers_for_one_use_of_what_was_allowed(edited: str | None) -> None:
    async def work() -> None:
        async with open_gate() as gate:
            dialog = await gate.ask(payload("ours-a"))
            await answer_permission(gate.desk, dialog.id, GivenAnswer(ALLOWED, dialog.sha256, edited), by=ME)

            async def use(command: str, key: str) -> str:
                read = translator.read(payload(command, point="PreToolUse", tool_use_id=key))
                assert isinstance(read, PermissionAsk)
                last = replace(read, asker=replace(read.asker, point=CallPoint.AFTER_DIALOG))
                desk = GateSettings(ask_at=AskAt.DESK)
                receipt = await ask_permission(gate.desk, last, key=f"key-{key}", gate=desk, by=AGENT)
                assert not isinstance(receipt, LeftToAgent)
                return receipt.item.id

            assert await use("ours-c", "t1-other") != dialog.id
            assert await use(edited or "ours-a", "t2-same") == dialog.id
            assert await use(edited or "ours-a", "t3-again") != dialog.id
            assert (await gate.ask(payload(edited or "ours-a"))).is_open, "what was asked before use is about its call"

    asyncio.run(work())


@pytest.mark.parametrize(("seconds", "asks_again"), [(1, False), (11, True)])
def test_an_id_that_comes_again_later_is_another_call_of_a_server(seconds: float, asks_again: bool) -> None:
    """A server asks several times for one call, at once; there are models that number their calls anew."""

    async def work() -> None:
        async with open_gate() as gate:
            read = translator.read(payload("ours-a", point="PreToolUse", tool_use_id="t1"))
            assert isinstance(read, PermissionAsk)
            told = replace(read, asker=replace(read.asker, point=CallPoint.DIALOG, agent_server="server-1"))
            receipts = [await ask_permission(gate.desk, told, key="key-first", gate=GateSettings(), by=AGENT)]
            assert not isinstance(receipts[0], LeftToAgent)
            await answer_permission(
                gate.desk, receipts[0].item.id, GivenAnswer(ALLOWED, receipts[0].item.sha256), by=ME
            )
            gate.clock.forward(seconds)
            receipts.append(await ask_permission(gate.desk, told, key="key-second", gate=GateSettings(), by=AGENT))
            assert not isinstance(receipts[1], LeftToAgent)
            assert receipts[1].item.is_open == asks_again

    asyncio.run(work())


def test_an_old_answer_is_joined_by_nobody() -> None:
    async def work() -> None:
        async with open_gate() as gate:
            first = await gate.ask(payload("ours-a", point="PreToolUse", tool_use_id="t1"))
            await answer_permission(gate.desk, first.id, GivenAnswer(ALLOWED, first.sha256), by=ME)
            gate.clock.forward(61)
            assert (await gate.ask(payload("ours-a"))).is_open

    asyncio.run(work())
