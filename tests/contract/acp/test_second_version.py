"""Sessions in version 2 of the protocol: how it is agreed on, a turn from its begin to its end, and the one gate."""

import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from countermark.actions.permissions import GivenAnswer, answer_permission
from countermark.actions.sessions.reading import traffic
from countermark.agents.acp.checking import check_agent
from countermark.agents.launch import LoginPath
from countermark.agents.launch_brands import LaunchBrand
from countermark.agents.launch_catalog import own_file
from countermark.model.errors import OtherProtocol
from countermark.model.items import ItemKind, ItemState
from countermark.model.permissions import Outcome, Permission, PermissionDecision
from countermark.model.sessions.offers import SelectOption
from countermark.model.sessions.orders import Cancel, SetMode, SetOption
from countermark.model.sessions.parts import (
    CallStatus,
    ItemPart,
    MessagePart,
    PromptPart,
    PromptState,
    TerminalOutput,
    UnknownPart,
    Voice,
)
from countermark.model.sessions.values import Connection, Direction
from tests.contract.acp.driven import PERSON, Driven, DrivenSession, calls_of, driven, said_by_agent
from tests.real_agents.acp_traffic import check_traffic

AGENT = str(Path(__file__).with_name("second_agent.py"))
OWN = '[acp]\ncommand = "true"\nprotocol = 2\n'
PATCH = """diff --git /srv/shop/a.py /srv/shop/a.py
--- /srv/shop/a.py
+++ /srv/shop/a.py
@@ -1,2 +1,2 @@
 a
-b
+c
"""
DIFFERENCE = {
    "type": "diff",
    "changes": [{"operation": "modify", "path": "/srv/shop/a.py"}],
    "patch": {"format": "git_patch", "text": PATCH},
}


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Driven]:
    async with driven(tmp_path) as it:
        own = own_file(it.home, "second")
        own.parent.mkdir(parents=True, exist_ok=True)
        own.write_text(OWN)
        yield it


async def opened(desk: Driven, *flags: str, **more: object) -> DrivenSession:
    """A session with an agent that is offered version 2."""
    return await desk.open((sys.executable, AGENT, *flags), agent="second", **more)


async def begun(desk: Driven, *flags: str, **more: object) -> DrivenSession:
    """The same, connected."""
    session = await opened(desk, *flags, **more)
    await session.connected()
    return session


async def failed(session: DrivenSession) -> tuple[str, str]:
    """Why it could not be spoken to, and the remedy."""
    state = await session.until(lambda state: state.connection is Connection.FAILED)
    return state.why or "", state.hint or ""


def offered(desk: Driven) -> list[str]:
    """The versions that the agent was offered, one for each start."""
    return (desk.folder / "offered.txt").read_text().split()


async def protocol_of(session: DrivenSession) -> int:
    facts = (await session.state).facts
    assert facts is not None
    return facts.protocol


async def written(session: DrivenSession) -> list[dict[str, object]]:
    """All that was written to the agent, each line as the protocol has it."""
    lines = await traffic(session.desk, session.id, 0)
    rows = [{"direction": str(line.direction), "text": line.text} for line in lines]
    assert check_traffic(rows) == sum(line.direction is Direction.TO_AGENT for line in lines)
    return [json.loads(line.text) for line in lines if line.direction is Direction.TO_AGENT]


async def asked(session: DrivenSession) -> Permission:
    item = await session.waiting(ItemKind.PERMISSION)
    found = await session.desk.read(lambda reader: reader.permission(item.id))
    assert found is not None
    return found


async def decide(session: DrivenSession, *, allowed: bool) -> Permission:
    permission = await asked(session)
    decision = PermissionDecision(outcome=Outcome.ALLOWED if allowed else Outcome.DENIED)
    await answer_permission(session.desk, permission.id, GivenAnswer(decision, permission.shown_sha256), by=PERSON)
    return permission


# How a version is agreed on


async def test_an_agent_whose_file_says_so_is_spoken_to_in_version_two(desk: Driven) -> None:
    session = await begun(desk)
    assert (await protocol_of(session), offered(desk)) == (2, ["2"])
    assert (await session.turn("say Good | morning")).prompt.stop_reason == "end_turn"
    assert said_by_agent(await session.state) == "Good | morning"
    assert (await session.close()).why == "The session was closed."
    assert (desk.folder / "heard").read_text() == "session/close"
    methods = [line["method"] for line in await written(session) if "method" in line]
    assert methods == ["initialize", "session/new", "session/prompt", "session/close"]


async def test_an_agent_of_which_nothing_is_known_is_spoken_to_in_version_one(desk: Driven) -> None:
    session = await desk.open((sys.executable, AGENT))
    await session.connected()
    assert (await protocol_of(session), offered(desk)) == (1, ["1"])
    assert (await session.turn("go")).prompt.state is PromptState.ANSWERED
    await written(session)


@pytest.mark.parametrize("flag", ["only-second", "refuses-first"])
async def test_an_agent_that_speaks_only_version_two_needs_no_setting(desk: Driven, flag: str) -> None:
    session = await desk.open((sys.executable, AGENT, flag))
    await session.connected()
    assert (await protocol_of(session), offered(desk)) == (2, ["1", "2"])
    assert (await session.turn("say Hello")).prompt.stop_reason == "end_turn"
    await written(session)


@pytest.mark.parametrize("flag", ["repeats", "dies-at-second"])
async def test_an_agent_that_does_not_speak_version_two_is_spoken_to_in_version_one(desk: Driven, flag: str) -> None:
    session = await begun(desk, flag)
    assert (await protocol_of(session), offered(desk)) == (1, ["2", "1"])
    assert (await session.turn("go")).prompt.stop_reason == "end_turn"
    (first,) = [line for line in await written(session) if line.get("method") == "initialize"][1:]
    assert "clientCapabilities" in first["params"]  # type: ignore[operator]  # it is offered the files of the desk


@pytest.mark.parametrize(
    ("flag", "words", "starts"),
    [("third", "speaks version 3", 1), ("switches", "keeps to no version", 2), ("no-sessions", "no conversations", 1)],
)
async def test_an_agent_that_keeps_to_no_version_that_we_speak_is_a_clash_with_a_remedy(
    desk: Driven, flag: str, words: str, starts: int
) -> None:
    why, hint = await failed(
        await (desk.open((sys.executable, AGENT, flag)) if flag == "switches" else opened(desk, flag))
    )
    assert words in why
    assert hint
    assert len(offered(desk)) == starts


async def test_a_check_starts_an_agent_once_more_in_the_version_that_it_speaks(tmp_path: Path) -> None:
    def brand(flag: str, protocol: int) -> LaunchBrand:
        return LaunchBrand("peer", "Peer", sys.executable, (AGENT, flag), protocol=protocol)

    async def check(flag: str, protocol: int) -> int:
        checked = await check_agent(brand(flag, protocol), tmp_path, version="1", login=LoginPath())
        return checked.facts.protocol

    assert await check("only-second", 1) == 2
    assert await check("refuses-first", 1) == 2
    assert await check("dies-at-second", 2) == 1
    assert await check("repeats", 2) == 1
    with pytest.raises(OtherProtocol, match="speaks version 3"):
        await check("third", 2)


# What an agent tells


async def test_the_end_of_a_turn_is_told_by_the_agents_state(desk: Driven) -> None:
    session = await begun(desk)
    failing = await session.turn("say Trying.\nfail out of ideas")
    assert failing.prompt.state is PromptState.INTERRUPTED
    assert "out of ideas" in (failing.prompt.why or "")
    name = await session.say("wait")
    await session.until(lambda state: state.taken == name)
    queued = await session.say("say After it.")
    await session.order(Cancel())
    state = await session.until(lambda state: state.taken is None and not state.queue)
    stopped, next_one = state.part(name), state.part(queued)
    assert isinstance(stopped, PromptPart)
    assert isinstance(next_one, PromptPart)
    assert (stopped.prompt.stop_reason, next_one.prompt.stop_reason) == ("cancelled", "end_turn")
    assert said_by_agent(state) == "Trying.After it."
    await written(session)


async def test_what_the_person_says_is_not_shown_twice(desk: Driven) -> None:
    session = await begun(desk)
    await session.turn("say Yes.")
    voices = [part.voice for part in (await session.state).ledger if isinstance(part, MessagePart)]
    assert voices == [Voice.AGENT]


async def test_a_terminal_of_the_agents_own_is_shown_in_its_call(desk: Driven) -> None:
    session = await begun(desk)
    await session.turn("run make")
    (call,) = calls_of(await session.state)
    assert (call.title, call.status) == ("make", CallStatus.COMPLETED)
    assert call.outputs == (TerminalOutput("t", "größe\n", exit_code=0),)


async def test_what_nobody_knows_is_shown_as_it_came(desk: Driven) -> None:
    session = await begun(desk)
    strange = {"sessionUpdate": "hologram_update", "colour": "blue"}
    bare = {"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": "no id"}}
    await session.turn("\n".join(f"tell {json.dumps(each)}" for each in (strange, bare)))
    unknown = [part for part in (await session.state).ledger if isinstance(part, UnknownPart)]
    assert [(part.kind, json.loads(part.raw)) for part in unknown] == [
        ("hologram_update", strange),
        ("agent_message_chunk", bare),
    ]


async def test_modes_are_options_and_commands_come_with_the_conversation(desk: Driven) -> None:
    session = await begun(desk)
    state = await session.state
    assert [(command.name, command.hint) for command in state.commands] == [("plan", "what")]
    await session.order(SetMode("default"))
    await session.order(SetOption("m", "auto"))
    (option,) = (await session.state).options
    assert isinstance(option, SelectOption)
    assert (option.current, option.category) == ("auto", "mode")
    values = [line["params"] for line in await written(session) if line.get("method") == "session/set_config_option"]
    assert [value["value"] for value in values] == ["default", "auto"]  # type: ignore[index]  # parameters


async def test_an_earlier_conversation_is_told_again(desk: Driven) -> None:
    session = await begun(desk, how="load", conversation="conversation-1")
    told = [part for part in (await session.state).ledger if isinstance(part, MessagePart)]
    assert [(part.voice, part.text, part.replayed) for part in told] == [
        (Voice.USER, "Before?", True),
        (Voice.AGENT, "An older answer.", True),
    ]
    assert (await session.turn("say Anew.")).prompt.stop_reason == "end_turn"
    assert said_by_agent(await session.state) == "Anew."
    await written(session)


async def test_an_agent_that_speaks_version_one_after_it_has_agreed_on_two_ends_its_turns(desk: Driven) -> None:
    session = await begun(desk, "first-lines")
    assert (await session.turn("go")).prompt.stop_reason == "end_turn"
    unknown = [part for part in (await session.state).ledger if isinstance(part, UnknownPart)]
    assert {part.kind for part in unknown} == {"agent_message_chunk"}
    shown = "".join(part.raw for part in unknown)  # pieces that come right behind each other are read as one
    assert "Working." in shown
    assert "Done." in shown


# The gate


@pytest.mark.parametrize(("allowed", "option"), [(True, "yes"), (False, "no")])
async def test_a_call_is_asked_about_and_only_an_own_choice_of_the_agent_is_sent(
    desk: Driven, allowed: bool, option: str
) -> None:
    session = await begun(desk)
    await session.say("ask touch x")
    permission = await decide(session, allowed=allowed)
    assert permission.call.command == "touch x"
    state = await session.until(lambda state: state.taken is None)
    assert json.loads(said_by_agent(state)) == {"outcome": {"outcome": "selected", "optionId": option}}
    await written(session)


async def test_a_command_without_a_call_is_asked_about_in_its_folder(desk: Driven) -> None:
    session = await begun(desk)
    await session.say("command touch y")
    permission = await decide(session, allowed=True)
    assert (permission.call.command, permission.call.cwd) == ("touch y", str(desk.folder))
    assert "The task needs it." in (permission.reason or "")
    state = await session.until(lambda state: state.taken is None)
    assert '"optionId": "yes"' in said_by_agent(state)


async def test_what_a_permission_is_about_is_shown_even_where_nobody_knows_its_kind(desk: Driven) -> None:
    session = await begun(desk)
    subject = {"type": "_teleport", "target": "the moon"}
    await session.say(f"permit {json.dumps({'title': 'Beam me up?', 'subject': subject})}")
    permission = await decide(session, allowed=True)
    assert "the moon" in permission.call.arguments
    assert "Beam me up?" in permission.call.arguments
    await session.until(lambda state: state.taken is None)


async def test_a_change_is_asked_about_with_the_places_of_its_patch(desk: Driven) -> None:
    session = await begun(desk)
    call = {"toolCallId": "e", "title": "Edit a.py", "kind": "edit", "content": [DIFFERENCE]}
    await session.say(f"permit {json.dumps({'title': 'Edit?', 'subject': {'type': 'tool_call', 'toolCall': call}})}")
    permission = await decide(session, allowed=False)
    assert permission.call.paths == ("/srv/shop/a.py",)
    arguments = json.loads(permission.call.arguments)
    assert (arguments["old_string"], arguments["new_string"]) == ("a\nb\n", "a\nc\n")
    await session.until(lambda state: state.taken is None)


BAD_REQUESTS = {
    "of version one": {"toolCall": {"toolCallId": "c", "title": "touch z", "rawInput": {"command": "touch z"}}},
    "without a title": {"subject": {"type": "command", "command": "ls", "cwd": "/srv"}},
    "a command without a folder": {"title": "T", "subject": {"type": "command", "command": "ls"}},
    "a call without an id": {"title": "T", "subject": {"type": "tool_call", "toolCall": {"title": "x"}}},
    "a subject without its call": {"title": "T", "subject": {"type": "tool_call"}},
}


@pytest.mark.parametrize("name", BAD_REQUESTS)
async def test_a_request_that_cannot_be_understood_is_rejected_and_nobody_is_asked(desk: Driven, name: str) -> None:
    session = await begun(desk)
    await session.turn(f"permit {json.dumps(BAD_REQUESTS[name])}")
    state = await session.state
    assert json.loads(said_by_agent(state)) == {"outcome": {"outcome": "selected", "optionId": "no"}}
    assert [part for part in state.ledger if isinstance(part, ItemPart)] == []
    await written(session)


async def test_a_question_waits_no_longer_when_its_turn_is_stopped(desk: Driven) -> None:
    session = await begun(desk)
    await session.say("ask touch x")
    item = await session.waiting(ItemKind.PERMISSION)
    await session.order(Cancel())
    state = await session.until(lambda state: state.taken is None)
    part = state.part(item.id)
    assert isinstance(part, ItemPart)
    assert part.state is ItemState.WITHDRAWN
    assert json.loads(said_by_agent(state)) == {"outcome": {"outcome": "cancelled"}}


@pytest.mark.parametrize("method", ["fs/write_text_file", "fs/read_text_file", "terminal/create"])
async def test_files_and_terminals_of_the_desk_are_not_there(desk: Driven, method: str) -> None:
    session = await begun(desk)
    await session.turn(f"request {method}")
    assert json.loads(said_by_agent(await session.state))["code"] == -32601
