"""Conversations that real agents keep: each tells its own once its program is started anew, and one is gone on with."""

from collections.abc import Iterator

import httpx
import pytest

from tests.journeys.test_sessions_real_agents import Desk, desk_with, scripts, with_agents
from tests.real_agents.person import Json
from tests.real_agents.talker import words
from tests.real_agents.workplace import Workplace


@pytest.fixture
def desk(request: pytest.FixtureRequest, workplace: Workplace) -> Iterator[Desk]:
    with desk_with(request.param, workplace) as desk:
        yield desk


def listed_after_a_turn(desk: Desk) -> Json:
    """After one turn the agent, started anew, tells the conversation, and can go on with it."""
    shell, _ = scripts(desk)
    desk.learns(shell)
    session = desk.opens()
    prompt = desk.person.says(session, shell.prompt)
    desk.person.answers_all(session, prompt, "once")
    conversation = desk.person.state(session)["conversation"]
    desk.ends(session)
    answer = desk.person.asks_for_conversations("peer", desk.project, desk.started.command)
    assert answer.status_code == httpx.codes.OK, answer.text
    told = answer.json()
    known: Json
    (known,) = (each for each in told["conversations"] if each["id"] == conversation)
    assert known["updated_at"] is not None
    assert told["whole"]
    assert told["ways"]
    assert not desk.agent_programs()
    again = desk.opens(conversation=conversation, how=told["ways"][0])
    if told["ways"][0] == "load":
        assert "The command has run." in words(desk.person.state(again))
    desk.ends(again)
    return known


@with_agents("opencode")
def test_opencode_lists_what_was_said(desk: Desk) -> None:
    assert listed_after_a_turn(desk)["folder"] == str(desk.project)


@pytest.mark.soak
@with_agents("claude", "codex", "copilot", "qwen", "kimi")
def test_a_real_agent_lists_what_was_said(desk: Desk) -> None:
    assert listed_after_a_turn(desk)["folder"] == str(desk.project)


@pytest.mark.soak
@with_agents("gemini")
def test_a_real_agent_that_does_not_list_is_named_so(desk: Desk) -> None:
    assert "does not say that it can list its conversations" in why_not_listed(desk)


@with_agents("python-example")
def test_an_agent_that_does_not_list_is_named_so(desk: Desk) -> None:
    assert "does not say that it can list its conversations" in why_not_listed(desk)


def why_not_listed(desk: Desk) -> str:
    """What the person is told of an agent that does not list; its program has ended by then."""
    answer = desk.person.asks_for_conversations("peer", desk.project, desk.started.command)
    assert answer.status_code == httpx.codes.CONFLICT
    assert not desk.agent_programs()
    return answer.text
