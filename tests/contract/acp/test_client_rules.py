"""The rules that a client of the protocol has to keep, each seen from the agent's side."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from countermark.actions.permissions import GivenAnswer, answer_permission
from countermark.actions.questions import answer_question
from countermark.actions.sessions.reading import traffic
from countermark.agents.launch_catalog import own_file
from countermark.model.errors import Conflict, NotFound
from countermark.model.items import ItemKind, ItemState
from countermark.model.permissions import Outcome, PermissionDecision
from countermark.model.questions import QuestionOutcome, QuestionReply
from countermark.model.sessions.offers import Asks, FlagOption, SelectOption
from countermark.model.sessions.orders import Cancel, Connect, DeleteConversation, SetMode, SetOption, SignIn, SignOut
from countermark.model.sessions.parts import (
    CallStatus,
    ItemPart,
    MessagePart,
    NoticePart,
    PromptPart,
    PromptState,
    TerminalOutput,
)
from countermark.model.sessions.values import Connection, Direction
from tests.contract.acp.driven import (
    PERSON,
    Driven,
    DrivenSession,
    calls_of,
    driven,
    misbehaving,
    obedient,
    runs,
    said_by_agent,
)

TERMINAL_BRAND = """
name = "Of mine"
[acp]
command = "true"
terminals = true
"""


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Driven]:
    async with driven(tmp_path) as it:
        yield it


async def decide(session: DrivenSession, item: ItemPart, *, allowed: bool, words: str | None = None) -> None:
    """A person's answer to a permission."""
    asked = await session.desk.read(lambda reader: reader.permission(item.id))
    assert asked is not None
    decision = PermissionDecision(outcome=Outcome.ALLOWED if allowed else Outcome.DENIED, words=words)
    await answer_permission(session.desk, item.id, GivenAnswer(decision, asked.shown_sha256), by=PERSON)


async def answer(session: DrivenSession, item: ItemPart, reply: QuestionReply) -> None:
    """A person's answer to a question."""
    asked = await session.desk.read(lambda reader: reader.question(item.id))
    assert asked is not None
    await answer_question(session.desk, item.id, reply, shown_sha256=asked.shown_sha256, by=PERSON)


async def asker_of(session: DrivenSession, item: ItemPart) -> str:
    """Who asks a question, as the person is shown."""
    asked = await session.desk.read(lambda reader: reader.question(item.id))
    assert asked is not None
    return asked.agent


async def sent_methods(session: DrivenSession) -> list[str]:
    """The methods of all that was written to the agent."""
    lines = await traffic(session.desk, session.id, 0)
    messages = [json.loads(line.text) for line in lines if line.direction is Direction.TO_AGENT]
    return [message["method"] for message in messages if "method" in message]


async def test_rule_1_a_cancel_cancels_what_is_asked_and_calls_at_once_and_late_updates_count(desk: Driven) -> None:
    session = await desk.open(obedient())
    name = await session.say("ask-elsewhere touch x")
    item = await session.waiting(ItemKind.PERMISSION)
    await session.order(Cancel())
    state = await session.until(lambda state: state.cancelling or state.taken is None)
    assert [call.status for call in calls_of(state)][:1] in ([CallStatus.CANCELLED], [CallStatus.FAILED])
    state = await session.until(lambda state: state.taken is None)
    assert 'late {"outcome": {"outcome": "cancelled"}}' in said_by_agent(state)
    part = state.part(item.id)
    assert isinstance(part, ItemPart)
    assert part.state is ItemState.WITHDRAWN
    prompt = state.part(name)
    assert isinstance(prompt, PromptPart)
    assert prompt.prompt.stop_reason == "cancelled"
    assert [call.status for call in calls_of(state)] == [CallStatus.FAILED]


async def test_rule_2_a_no_is_a_choice_of_the_agents_own_and_never_cancelled(desk: Driven) -> None:
    session = await desk.open(obedient())
    await session.say("ask touch x\nsay goes on")
    await decide(session, await session.waiting(ItemKind.PERMISSION), allowed=False)
    state = await session.until(lambda state: state.taken is None)
    assert '{"outcome": {"optionId": "no", "outcome": "selected"}}' in said_by_agent(state)
    assert "goes on" in said_by_agent(state)


async def test_rule_3_what_is_not_advertised_is_not_called_and_not_sent(desk: Driven) -> None:
    session = await desk.open(obedient())
    await session.connected()
    with pytest.raises(Conflict, match="no sign-out"):
        await session.order(SignOut())
    with pytest.raises(NotFound):
        await session.order(SetMode("default"))
    await session.close()
    assert set(await sent_methods(session)) == {"initialize", "session/new"}
    able = await desk.open(obedient("close", "logout", "modes"))
    await able.connected()
    await able.order(SignOut())
    await able.close()
    assert await sent_methods(able) == ["initialize", "session/new", "session/set_mode", "logout", "session/close"]


async def test_rule_4_folders_are_absolute_and_more_of_them_go_only_where_they_are_taken(desk: Driven) -> None:
    other = desk.folder.parent / "other"
    other.mkdir()
    for flags, expected in ((("folders",), [str(other)]), ((), None)):
        session = await desk.open(obedient(*flags), folders=(str(other),))
        await session.connected()
        begun = json.loads((desk.folder / "begun.json").read_text())
        assert begun["cwd"] == str(desk.folder)
        assert begun.get("additionalDirectories") == expected
        assert begun["mcpServers"] == []
        await session.close()


async def test_rule_5_plans_and_options_replace_and_where_there_are_options_modes_do_not_count(desk: Driven) -> None:
    session = await desk.open(obedient("options"))
    state = await session.connected()
    mode, fast = state.options
    assert isinstance(mode, SelectOption)
    assert isinstance(fast, FlagOption)
    assert (state.modes, state.mode, mode.current) == ((), None, "default")  # the desk has put it there
    await session.order(SetOption("fast", True))
    await session.order(SetMode("plan"))
    state = await session.until(lambda state: [each.current for each in state.options] == ["plan", True])
    plans = [[{"content": name, "priority": "low", "status": "pending"}] for name in ("one", "two")]
    await session.turn("\n".join("tell " + json.dumps({"sessionUpdate": "plan", "entries": plan}) for plan in plans))
    assert [entry.content for entry in (await session.state).plan] == ["two"]


async def test_rule_6_a_released_terminal_stays_to_be_seen_and_is_cut_at_its_beginning(desk: Driven) -> None:
    file = own_file(desk.home, "mine")
    file.parent.mkdir()
    file.write_text(TERMINAL_BRAND)
    session = await desk.open(obedient(), agent="mine")
    await session.say("run 9 printf 'first ö ä %s' \"$GIVEN\"")
    await decide(session, await session.waiting(ItemKind.PERMISSION), allowed=True)
    state = await session.until(lambda state: state.taken is None)
    assert '"output": "the agent", "truncated": true' in said_by_agent(state)
    [call] = calls_of(state)
    [output] = call.outputs
    assert isinstance(output, TerminalOutput)
    assert (output.output, output.truncated, output.exit_code) == ("the agent", True, 0)
    assert call.status is CallStatus.COMPLETED


async def test_rule_7_a_form_can_be_answered_declined_and_cancelled(desk: Driven) -> None:
    session = await desk.open(obedient())
    for reply, expected in (
        (QuestionReply(outcome=QuestionOutcome.ANSWERED, answers={"colour": ("Blue",), "many": ("3",)}),
         '{"action": "accept", "content": {"colour": "Blue", "many": 3}}'),
        (QuestionReply(outcome=QuestionOutcome.DECLINED), '{"action": "decline"}'),
        (QuestionReply(outcome=QuestionOutcome.CANCELLED), '{"action": "cancel"}'),
    ):  # fmt: skip
        await session.say("form Which colour?")
        item = await session.waiting(ItemKind.QUESTION)
        assert item.title == "Which colour?"
        assert await asker_of(session, item) == "gemini"
        await answer(session, item, reply)
        state = await session.until(lambda state: state.taken is None)
        assert expected in said_by_agent(state)


async def test_rule_7_an_address_is_shown_whole_and_never_opened_by_itself(desk: Driven) -> None:
    session = await desk.open(obedient())
    await session.say("url https://sign.in.example/a?b=c#d")
    item = await session.waiting(ItemKind.QUESTION)
    asked = await desk.desk.read(lambda reader: reader.question(item.id))
    assert asked is not None
    assert asked.url == "https://sign.in.example/a?b=c#d"
    await answer(session, item, QuestionReply(outcome=QuestionOutcome.ANSWERED))
    state = await session.until(lambda state: state.taken is None)
    assert '{"action": "accept"}' in said_by_agent(state)
    part = await session.turn("url javascript:alert(1)")
    assert part.prompt.state is PromptState.ANSWERED
    assert "url is no http or https address" in said_by_agent(await session.state)


async def test_rule_8_a_sign_in_in_a_terminal_is_the_same_program_and_no_authenticate(desk: Driven) -> None:
    session = await desk.open(obedient("auth"))
    state = await session.until(lambda state: state.sign_in)
    assert state.facts is not None
    own, shell = state.facts.auth
    assert shell.command is not None
    assert shell.command.endswith("obedient_agent.py auth login")
    with pytest.raises(Conflict, match="auth login"):
        await session.order(SignIn("shell"))
    await session.order(Connect())  # as the person does after it: the program is started anew
    await session.until(lambda state: state.sign_in and state.number >= 8)
    assert "authenticate" not in await sent_methods(session)
    await session.order(SignIn(own.id))
    state = await session.connected()
    assert state.conversation is not None
    assert state.sign_in is None


async def test_rule_9_an_unknown_request_is_refused_and_an_unknown_notification_left_alone(desk: Driven) -> None:
    session = await desk.open(obedient())
    for method in ("_vendor/thing", "terminal/create"):  # a terminal is offered to no such brand
        await session.turn(f"unknown {method}")
    state = await session.state
    assert said_by_agent(state).count('"code": -32601') == 2
    lines = [line.text for line in await traffic(desk.desk, session.id, 0)]
    assert any('"_meta": {"a": 1}' in line for line in lines)


async def test_rule_10_another_version_is_said_with_the_remedy(desk: Driven) -> None:
    session = await desk.open(misbehaving("other-version"))
    state = await session.ended()
    assert state.connection is Connection.FAILED
    assert "version 99" in (state.why or "")
    assert "Install a version" in (state.hint or "")


async def test_rule_11_updates_before_the_answer_to_session_new_are_kept(desk: Driven) -> None:
    session = await desk.open(obedient())
    state = await session.connected()
    assert [command.name for command in state.commands] == ["early"]


async def test_a_conversation_is_deleted_at_an_agent_that_offers_that_and_nowhere_else(desk: Driven) -> None:
    session = await desk.open(obedient("delete", "close"))
    await session.turn("say hello")
    await session.order(DeleteConversation())
    state = await session.ended()
    assert (state.closed, state.deleted, said_by_agent(state)) == (True, True, "Working.helloDone.")
    assert (await sent_methods(session))[-1] == "session/delete"
    unable = await desk.open(obedient())
    await unable.turn("say hello")
    with pytest.raises(Conflict, match="does not delete"):
        await unable.order(DeleteConversation())


async def test_an_agent_is_put_into_its_asking_mode_before_the_first_prompt(desk: Driven) -> None:
    session = await desk.open(obedient("modes"))
    await session.turn("say hello")
    methods = await sent_methods(session)
    assert methods.index("session/set_mode") < methods.index("session/prompt")
    assert (await session.state).mode == "default"


async def test_every_change_to_a_mode_that_asks_less_is_said(desk: Driven) -> None:
    session = await desk.open(obedient("modes"), agent="claude-code")
    state = await session.connected()
    assert state.asking is not None
    assert state.asking.asks is Asks.YES
    await session.turn("tell " + json.dumps({"sessionUpdate": "current_mode_update", "currentModeId": "auto"}))
    state = await session.until(lambda state: state.asking is not None and state.asking.asks is Asks.NO)
    [notice] = [part for part in state.ledger if isinstance(part, NoticePart)]
    assert notice.title == "The agent asks less than before"


async def test_an_older_list_of_models_is_an_option_that_can_be_set(desk: Driven) -> None:
    session = await desk.open(obedient("models"))
    state = await session.connected()
    [model] = state.options
    assert (model.category, model.current) == ("model", "small")
    await session.order(SetOption(model.id, "large"))
    await session.until(lambda state: [each.current for each in state.options] == ["large"])
    assert "session/set_model" in await sent_methods(session)


async def test_a_file_is_read_by_lines_and_one_that_is_missing_is_an_error_that_can_be_read(desk: Driven) -> None:
    (desk.folder / "a.txt").write_text("one\ntwo\nthree\n")
    session = await desk.open(obedient())
    await session.turn(
        f"read {desk.folder}/a.txt 2 1\nread {desk.folder}/none.txt"
    )  # a rule that is built in allows it
    state = await session.state
    assert '{"content": "two\\n"}' in said_by_agent(state)
    assert "Resource not found" in said_by_agent(state)


async def test_a_file_is_written_once_it_is_allowed_and_never_outside_of_the_folder(desk: Driven) -> None:
    session = await desk.open(obedient())
    await session.say(f"write {desk.folder}/new/b.txt hello")
    item = await session.waiting(ItemKind.PERMISSION)
    assert not (desk.folder / "new").exists()
    await decide(session, item, allowed=True)
    state = await session.until(lambda state: state.taken is None)
    assert "{}" in said_by_agent(state)
    assert (desk.folder / "new" / "b.txt").read_text() == "hello"
    (desk.folder / "link").symlink_to(desk.home)
    for place in (desk.home / "x", desk.folder / "link" / "x", desk.folder / ".." / "x"):
        await session.turn(f"write {place} bad")
    assert said_by_agent(await session.state).count("outside of the session's folder") == 3
    assert not (desk.home / "x").exists()


async def test_what_was_refused_is_told_with_the_next_prompt_where_there_were_words(desk: Driven) -> None:
    session = await desk.open(obedient())
    await session.say("ask rm -rf build")
    item = await session.waiting(ItemKind.PERMISSION)
    await decide(session, item, allowed=False, words="use make clean")
    await session.until(lambda state: state.taken is None)
    part = await session.turn("say on")
    assert "use make clean" in (part.prompt.sent or "")


@pytest.mark.parametrize(("flags", "how"), [(("load",), "session/load"), (("load", "resume"), "session/resume")])
async def test_a_session_goes_on_with_its_conversation_and_nothing_is_doubled(
    desk: Driven, flags: tuple[str, ...], how: str
) -> None:
    session = await desk.open(obedient(*flags))
    await session.turn("say hello\nleave 2")
    state = await session.ended()
    before = len(state.ledger)
    await session.order(Connect())
    await session.until(lambda state: state.connection is Connection.INITIALISED and state.number > 10)
    await session.turn("say again")
    state = await session.state
    assert how in await sent_methods(session)
    assert [part.text for part in state.ledger[before:] if isinstance(part, MessagePart)] == ["Working.againDone."]


async def test_a_conversation_that_is_lost_is_said_honestly(desk: Driven) -> None:
    session = await desk.open(obedient("load", "broken-load"))
    await session.turn("say hello\nleave 2")
    await session.ended()
    await session.order(Connect())
    await session.turn("say again")
    notices = [part for part in (await session.state).ledger if isinstance(part, NoticePart)]
    assert [part.title for part in notices] == ["A new conversation begins here"]
    assert "Session not found" in (notices[0].description or "")


async def test_a_conversation_that_is_loaded_into_a_new_session_is_shown_as_told_again(desk: Driven) -> None:
    session = await desk.open(obedient("load"), conversation="an old one", how="load")
    state = await session.connected()
    told = [part for part in state.ledger if isinstance(part, MessagePart)]
    assert [(part.text, part.replayed) for part in told] == [("before", True), ("An older answer.", True)]
    assert state.conversation == "an old one"


async def test_a_conversation_that_cannot_be_loaded_fails_with_the_agents_words(desk: Driven) -> None:
    session = await desk.open(obedient("load", "broken-load"), conversation="an old one", how="load")
    state = await session.ended()
    assert "Session not found" in (state.why or "")


async def test_an_option_that_the_agent_does_not_have_is_refused(desk: Driven) -> None:
    session = await desk.open(obedient("options"))
    await session.connected()
    with pytest.raises(NotFound):
        await session.order(SetOption("dial", "7"))
    with pytest.raises(NotFound):
        await session.order(SetMode("turbo"))


async def test_terminals_that_are_left_end_with_the_session(desk: Driven) -> None:
    file = own_file(desk.home, "mine")
    file.parent.mkdir()
    file.write_text(TERMINAL_BRAND)
    session = await desk.open(obedient(), agent="mine")
    await session.say(f"start echo $$ > {desk.folder}/pid; sleep 600")
    await decide(session, await session.waiting(ItemKind.PERMISSION), allowed=True)
    await session.until(lambda state: state.taken is None)
    await session.until(lambda _: (desk.folder / "pid").exists() and (desk.folder / "pid").read_text().strip())
    await session.close()
    assert not runs(int((desk.folder / "pid").read_text()))
