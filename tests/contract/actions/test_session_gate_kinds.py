"""An agent's word for the kind of its call, and for its tool, opens no way around what rules deny."""

import pytest

from countermark.actions.sessions.opening import allow_until
from tests.contract.actions.gate_rules import RULES
from tests.contract.actions.session_gate import ME, command, open_session_gate
from tests.contract.actions.test_session_gate import told_by


@pytest.mark.parametrize("kind", ["other", "think", "read", "fetch", "_dream", None])
async def test_no_word_of_an_agent_for_its_call_opens_a_way_around_a_denial(kind: str | None) -> None:
    """Also while a person allows everything in the session: what rules deny stands above."""
    rules = f'{RULES}\n[[rule]]\nid = "kept"\ntool = "edit"\npath = ["deploy/**"]\ndecision = "deny"\n'
    async with open_session_gate(rules=rules) as its:
        await allow_until(its.desk, its.context.session, its.clock() + 3_600_000, by=ME)
        named = {} if kind is None else {"kind": kind}
        change = {"type": "diff", "path": f"{its.folder}/deploy/key.txt", "oldText": "a", "newText": "b"}
        calls: dict[str, list[dict[str, object]]] = {
            "no": [
                {**named, "rawInput": {"command": "ours-no", "url": "https://docs.example"}},
                {**named, "rawInput": {"command": ["ours-no"], "env": {"A": "b"}}},
                {**named, "content": [change], "rawInput": {"url": "https://docs.example"}},
                {**named, "locations": [{"path": "deploy/key.txt"}], "content": [change]},
            ],
            "once": [{**named, "rawInput": {"command": "ours-a"}}, {**named, "content": [{**change, "path": "/w/a"}]}],
        }
        for said, several in calls.items():
            for number, call in enumerate(several):
                told = {"toolCallId": f"{said}{number}", "title": "Dream", **call}
                assert await told_by(its.ask({**command(), "toolCall": told})) == said, call


async def test_the_name_of_a_servers_tool_opens_no_way_around_a_denial_either() -> None:
    async with open_session_gate() as its:
        await allow_until(its.desk, its.context.session, its.clock() + 3_600_000, by=ME)
        told = {"toolCallId": "c1", "title": "Look", "name": "mcp__docs__look", "rawInput": {"command": "ours-no"}}
        assert await told_by(its.ask({**command(), "toolCall": {**told, "kind": "execute"}})) == "no"
        assert (
            await told_by(its.ask({**command(), "toolCall": {**told, "toolCallId": "c2", "kind": "other"}})) == "once"
        )


async def test_what_says_that_it_only_looks_and_would_change_a_file_is_for_a_person_alone() -> None:
    async with open_session_gate() as its:
        change = {"type": "diff", "path": f"{its.folder}/a.py", "oldText": "a", "newText": "b"}
        told = {"toolCallId": "c1", "title": "Read a.py", "kind": "read", "locations": [{"path": "a.py"}]}
        assert await told_by(its.ask({**command(), "toolCall": told})) == "once"
        asked = its.ask({**command(), "toolCall": {**told, "toolCallId": "c2", "content": [change]}})
        assert '"new":"b"' in (await its.card()).call.arguments
        await its.cancel_when_asked()
        assert await told_by(asked) == "cancelled"
