"""A later point of a call takes the answer of the earlier one only where it is about the same thing."""

import asyncio

import pytest

from countermark.actions.permissions import GivenAnswer, answer_permission
from countermark.model.permissions import Outcome, PermissionDecision
from tests.contract.actions.gate_rules import ME
from tests.contract.actions.test_seed_003 import open_gate, payload


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
