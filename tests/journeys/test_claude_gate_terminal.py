"""What Claude Code in a terminal asks, on its way through the gate and back: its own dialog is open beside the desk."""

from pathlib import Path

import pytest

from tests.real_agents.at_the_gate import TOUCH, at_the_gate, made, result, servers
from tests.real_agents.lab import Lab
from tests.real_agents.person import eventually
from tests.real_agents.workplace import Workplace
from tests.scripted_model.told import tool_result
from tests.scripted_model.working import Working

DONE = "All is done."


def test_allowed_for_the_conversation_always_and_with_another_command(gate: Lab) -> None:
    agent = (
        Working("scopes").runs(TOUCH).runs(TOUCH).runs("npm test").runs("npm test").runs("touch edited.txt").says(DONE)
    )
    with gate.terminal(agent) as claude:
        claude.prompt(agent.prompt)
        gate.person.answers(gate.person.sees_permission(TOUCH), "conversation")
        gate.person.allows_always(gate.person.sees_permission("npm test"))
        gate.person.answers(gate.person.sees_permission("touch edited.txt"), "once", edited="touch ours.txt")
        claude.sees(DONE)
        assert len(gate.person.grants()) == 1
    assert (made(gate), made(gate, "edited.txt"), made(gate, "ours.txt")) == (True, False, True)


def test_a_no_that_stops_the_turn(gate: Lab) -> None:
    agent = Working("stop").runs(TOUCH).says("Never said.")
    with gate.terminal(agent) as claude:
        claude.prompt(agent.prompt)
        asked = gate.person.sees_permission(TOUCH)
        gate.person.answers(asked, "no_and_stop")
        gate.person.sees_end(asked, outcome="denied", delivery="received")
        claude.sees("Did not run 1 call")
        later = Working("later").says(DONE)
        gate.learns(later)
        claude.prompt(later.prompt)
        claude.sees(DONE)
        assert "Never said." not in claude.screen()
    assert not made(gate)


@pytest.mark.parametrize("ask_at", ["both"], indirect=True)
def test_the_dialog_stays_when_nobody_has_answered_at_the_desk(
    workplace: Workplace, program: Path, ask_at: str
) -> None:
    agent = Working("expired").runs(TOUCH).says(DONE)
    with at_the_gate(workplace, program, ask_at, wait=2) as lab, lab.terminal(agent) as claude:
        claude.prompt(agent.prompt)
        lab.person.sees_end(lab.person.sees_permission(TOUCH), outcome="expired")
        claude.asks_about_a_call()
        assert not made(lab)
        claude.allows()
        claude.sees(DONE)
        assert made(lab)


@pytest.mark.parametrize("ask_at", ["desk"], indirect=True)
def test_nobodys_answer_is_a_no_and_no_persons(workplace: Workplace, program: Path, ask_at: str) -> None:
    agent = Working("expired").runs(TOUCH).says(DONE)
    with at_the_gate(workplace, program, ask_at, wait=2) as lab, lab.terminal(agent) as claude:
        claude.prompt(agent.prompt)
        lab.person.sees_end(lab.person.sees_permission(TOUCH), outcome="expired")
        assert "no person's refusal" in result(lab, agent)
        claude.sees(DONE)
        assert not made(lab)


def test_a_terminal_that_is_closed_takes_what_it_asked_with_it(gate: Lab) -> None:
    agent = Working("ends").runs(TOUCH).says("Never.")
    with gate.terminal(agent) as claude:
        claude.prompt(agent.prompt)
        asked = gate.person.sees_permission(TOUCH)
    ended = gate.person.sees_end(asked, outcome="withdrawn")
    assert ended["ending"] in ("agent_gone", "conversation_ended")
    assert not made(gate)


def test_an_answer_survives_the_death_of_the_hub(gate: Lab) -> None:
    agent = Working("killed").runs(TOUCH).says(DONE)
    with gate.terminal(agent) as claude:
        claude.prompt(agent.prompt)
        asked = gate.person.sees_permission(TOUCH)
        gate.hub.another(than=gate.hub.kill())
        gate.person.sees_end(asked, status="open", delivery="waiting")
        gate.person.answers(asked, "once")
        claude.sees(DONE)
    assert made(gate)


@pytest.mark.parametrize("ask_at", ["both"], indirect=True)
def test_a_form_of_a_server(gate: Lab) -> None:
    agent = Working("server").uses("mcp__ship__deploy").says(DONE)
    listed = gate.workplace.root / "listed"
    with gate.terminal(agent, *servers(listed)) as claude:
        # Its terminal takes a prompt before the servers are there; the model is offered their tools only then.
        eventually(lambda: listed.exists() or None, seconds=60, what="a server that was asked", instead=claude.screen)
        claude.prompt(agent.prompt)
        gate.person.answers(gate.person.sees_permission("ship: deploy"), "once")
        asked = gate.person.sees_question()
        gate.person.replies(asked, "answered", {"where": ["staging"], "copies": ["3"], "at_once": ["yes"]})
        assert "staging" in str(tool_result(gate.told(agent, step=1))["content"])
        claude.sees(DONE)


def test_two_sub_agents_ask_at_once(gate: Lab) -> None:
    one, two = Working("one").runs("touch one.txt").says("One."), Working("two").runs("touch two.txt").says("Two.")
    agent = Working("both").sends(one, two).says("Sent.")
    gate.learns(one, two)
    with gate.terminal(agent) as claude:
        claude.prompt(agent.prompt)
        first, second = (gate.person.sees_permission(f"touch {name}.txt") for name in ("one", "two"))
        gate.person.answers(second, "no")
        gate.person.answers(first, "once")
        assert "Not allowed by the user." in result(gate, two)
        result(gate, one)
    assert (made(gate, "one.txt"), made(gate, "two.txt")) == (True, False)
