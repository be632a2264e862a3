"""One call is one item, whichever of OpenCode's doors tells it: sub-agents, the plugin, and calls that ask twice."""

from collections.abc import Mapping

import pytest

from countermark.actions.agent_servers import servers_now
from countermark.actions.asking import AskedReceipt
from countermark.actions.permissions import GivenAnswer, answer_permission, ask_permission
from countermark.agents.opencode.handling import BY
from countermark.agents.opencode.plugin_payloads import call_asked
from countermark.model.asked import Ending
from countermark.model.gate_settings import GateSettings
from countermark.model.permissions import Outcome, Permission, PermissionAsk, PermissionDecision, Scope
from countermark.model.reviews import Delivery
from tests.contract.actions.gate_rules import ME
from tests.contract.actions.test_opencode_line import ALLOW, NO, VERSIONS, Line, line_to
from tests.contract.scripted_opencode import FOLDER, SESSION, ScriptedOpenCode, session_told

CHILD = "ses_2"
GRANDCHILD = "ses_3"
CHILDREN: Mapping[str, str | None] = {SESSION: None, CHILD: SESSION, GRANDCHILD: CHILD}


def family(version: str = "1.18.33") -> ScriptedOpenCode:
    return ScriptedOpenCode(version, sessions=dict(CHILDREN))


async def plugin_asks(line: Line, command: str, *, session: str, call: str) -> Permission:
    told = {
        "event": "tool", "directory": FOLDER, "sessionID": session, "callID": call,
        "tool": "shell" if line.server.is_second else "bash",
        "args": {"command": command, "description": "d"},
    }  # fmt: skip
    asked = call_asked(told if session == SESSION else {**told, "rootID": SESSION})
    assert isinstance(asked, PermissionAsk)
    receipt = await ask_permission(line.desk, asked, key=f"plugin-{session}-{call}", gate=GateSettings(), by=BY)
    assert isinstance(receipt, AskedReceipt)
    assert isinstance(receipt.item, Permission)
    return receipt.item


async def replied(line: Line, *wanted: tuple[str, str]) -> None:
    """Waits until the server has had these replies, in any order."""

    async def look() -> bool | None:
        return True if {(name, body["reply"]) for name, body in line.server.replies} == set(wanted) else None

    await line.until(look)


@VERSIONS
async def test_a_sub_agents_request_is_a_part_of_the_conversation_that_a_person_has_begun(version: str) -> None:
    async with line_to(family(version)) as line:
        await line.connects()
        await line.server.asks("per_1", "ours-a", session=GRANDCHILD)
        asked = await line.open("ours-a")
        assert (asked.conversation, asked.asker.sub_agent) == (SESSION, GRANDCHILD)
        await line.answer(asked, ALLOW)
        await replied(line, ("per_1", "once"))
        await line.server.asks("per_2", "ours-b", session=CHILD)
        other = await line.open("ours-b")
        assert (other.conversation, other.asker.sub_agent) == (SESSION, CHILD)
        read = [path for path in line.server.asked_for if path.rpartition("/")[2] in CHILDREN]
        assert len(read) == len(CHILDREN), "what was told once is remembered"


@VERSIONS
async def test_what_the_events_tell_of_a_family_is_not_asked_for(version: str) -> None:
    server = ScriptedOpenCode(version, sessions={})
    async with line_to(server) as line:
        await line.connects()
        await server.streams()
        for kind, session in (("session.created", SESSION), ("session.updated", CHILD)):
            await server.tells(kind, {"sessionID": session, "info": session_told(session, CHILDREN[session])})
        await server.asks("per_1", "ours-a", session=CHILD)
        asked = await line.open("ours-a")
        assert (asked.conversation, asked.asker.sub_agent) == (SESSION, CHILD)
        assert "agent_server_misunderstood" not in await line.kinds()


async def test_a_family_that_cannot_be_read_is_asked_about_as_what_it_says() -> None:
    async with line_to(ScriptedOpenCode(sessions={CHILD: "../other"})) as line:
        await line.connects()
        await line.server.asks("per_1", "ours-a", session=CHILD)
        asked = await line.open("ours-a")
        assert (asked.conversation, asked.asker.sub_agent) == (CHILD, None)
        await line.answer(asked, ALLOW)
        await replied(line, ("per_1", "once"))


async def test_sessions_that_are_each_others_parents_end() -> None:
    async with line_to(ScriptedOpenCode(sessions={SESSION: CHILD, CHILD: SESSION})) as line:
        await line.connects()
        await line.server.asks("per_1", "ours-a", session=CHILD)
        asked = await line.open("ours-a")
        assert asked.conversation in (SESSION, CHILD)
        await line.answer(asked, ALLOW)
        await replied(line, ("per_1", "once"))


async def test_a_sub_agents_no_waits_for_nobody_elses_session() -> None:
    """OpenCode rejects what the same session has pending, so only that has to be decided before."""
    async with line_to(family()) as line:
        await line.connects()
        await line.server.asks("per_1", "ours-a")
        await line.server.asks("per_2", "ours-b", session=CHILD)
        mine = await line.open("ours-a")
        await line.answer(await line.open("ours-b"), NO)
        await replied(line, ("per_2", "reject"))
        assert (await line.open("ours-a")).id == mine.id, "nobody has decided it"
        await line.answer(mine, ALLOW)
        await replied(line, ("per_2", "reject"), ("per_1", "once"))


@pytest.mark.parametrize("end", ["session.idle", "session.deleted"])
async def test_the_end_of_a_sub_agent_ends_what_it_has_asked_and_no_more(end: str) -> None:
    async with line_to(family()) as line:
        await line.connects()
        await line.server.asks("per_0", "ours-c")
        given = GivenAnswer(
            PermissionDecision(outcome=Outcome.ALLOWED, scope=Scope.CONVERSATION), (await line.open("ours-c")).sha256
        )
        await answer_permission(line.desk, (await line.open("ours-c")).id, given, by=ME)
        await line.server.asks("per_1", "ours-a")
        await line.server.asks("per_2", "ours-b", session=CHILD)
        mine, its = await line.open("ours-a"), await line.open("ours-b")
        await line.server.tells(end, {"sessionID": CHILD})
        assert (await line.ends(its)).ending is Ending.TURN_ENDED
        now = await line.desk.read(lambda reader: reader.permission(mine.id))
        assert now is not None
        assert now.is_open
        assert await line.desk.read(lambda reader: reader.grants_of("opencode", SESSION))
        await line.server.tells("session.deleted", {"sessionID": SESSION})
        assert (await line.ends(mine)).ending is Ending.CONVERSATION_ENDED
        assert not await line.desk.read(lambda reader: reader.grants_of("opencode", SESSION))


async def test_how_a_sub_agents_request_ended_is_read_in_its_own_session() -> None:
    """The conversation is still at work; the session of the sub-agent is not."""
    async with line_to(family()) as line:
        await line.connects()
        await line.server.asks("per_1", "ours-a", session=CHILD)
        asked = await line.open("ours-a")
        line.server.pending.clear()
        line.server.cut()
        assert (await line.ends(asked)).ending is Ending.SERVER_RESTARTED
        assert f"/session/{CHILD}/message" in line.server.asked_for


@VERSIONS
@pytest.mark.parametrize("session", [SESSION, CHILD])
async def test_what_the_plugin_and_the_server_tell_of_a_call_is_one_item(version: str, session: str) -> None:
    async with line_to(family(version)) as line:
        await line.connects()
        asked = await plugin_asks(line, "ours-a", session=session, call="call_1")
        await line.answer(asked, ALLOW)
        await line.server.asks("per_1", "ours-a", session=session, call="1")
        await replied(line, ("per_1", "once"))
        kinds = await line.kinds()
        assert (kinds.count("permission_asked"), kinds.count("answer_joined")) == (1, 1)


async def test_the_same_call_of_another_sub_agent_is_another_item() -> None:
    """There are models that number their calls anew: the answer to one is none to the other."""
    async with line_to(family()) as line:
        await line.connects()
        await line.answer(await plugin_asks(line, "ours-a", session=SESSION, call="call_1"), ALLOW)
        await line.server.asks("per_1", "ours-a", session=CHILD, call="1")
        asked = await line.open("ours-a")
        assert asked.asker.sub_agent == CHILD
        assert line.server.replies == []


async def test_a_call_that_was_allowed_with_another_command_and_needs_two_permissions_is_one_item() -> None:
    async with line_to(family()) as line:
        await line.connects()
        asked = await plugin_asks(line, "ours-a", session=SESSION, call="call_1")
        given = GivenAnswer(ALLOW, asked.sha256, edited_command="ours-b")
        await answer_permission(line.desk, asked.id, given, by=ME)
        for name in ("per_1", "per_2", "per_3"):
            await line.server.asks(name, "ours-b", call="1")
        await replied(line, ("per_1", "once"), ("per_2", "once"), ("per_3", "once"))
        await line.arrives(asked, Delivery.RECEIVED)
        assert (await line.kinds()).count("permission_asked") == 1
        (only,) = await servers_now(line.desk)
        assert only.waiting == 0
        await line.server.asks("per_4", "ours-c", call="1")
        assert (await line.open("ours-c")).id != asked.id
