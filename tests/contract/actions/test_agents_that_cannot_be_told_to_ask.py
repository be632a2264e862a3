"""A rule says *ask*: who can be told to ask its person is told so, for anybody else the desk asks."""

import asyncio
from dataclasses import replace

import pytest

from countermark.actions.asking import AskedReceipt
from countermark.actions.permissions import LeftToAgent, ask_permission
from countermark.agents.claude_code import translator
from countermark.model.gate_settings import AskAt, GateSettings
from countermark.model.permissions import PermissionAsk
from tests.contract.actions.test_seed_003 import AGENT, open_gate, payload

ASKS = 'version = 1\n[[rule]]\nid = "look"\ntool = "bash"\ncommand = ["ours-a"]\ndecision = "ask"\n'


@pytest.mark.parametrize("asks_when_told", [True, False])
@pytest.mark.parametrize("command", ["ours-a", "ours-b"])
def test_what_a_rule_wants_asked_is_asked(command: str, asks_when_told: bool) -> None:
    async def work() -> None:
        async with open_gate() as gate:
            (gate.desk.home / "rules.toml").write_text(ASKS)
            read = translator.read(payload(command, point="PreToolUse", tool_use_id="t1"))
            assert isinstance(read, PermissionAsk)
            asked = replace(read, asks_when_told=asks_when_told)
            both = GateSettings(ask_at=AskAt.BOTH)
            receipt = await ask_permission(gate.desk, asked, key="key-ask", gate=both, by=AGENT)
            by_rule = command == "ours-a"
            if by_rule and not asks_when_told:
                assert isinstance(receipt, AskedReceipt)
                assert receipt.item.is_open
            else:
                assert isinstance(receipt, LeftToAgent)
                assert receipt.asks is by_rule

    asyncio.run(work())
