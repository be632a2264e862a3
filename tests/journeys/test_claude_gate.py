"""What the real Claude Code asks, on its way through the gate and back; the model alone is scripted."""

import json
from typing import Any

import pytest

from tests.real_agents.at_the_gate import TOUCH, WORDS, made, result, servers
from tests.real_agents.lab import Lab
from tests.real_agents.person import Json
from tests.scripted_model.planning import Planning
from tests.scripted_model.told import tool_result
from tests.scripted_model.working import Working

COLOUR: Json = {
    "question": "Which colour?",
    "header": "Colour",
    "options": [{"label": "Red", "description": "warm"}, {"label": "Blue", "description": "cold"}],
    "multiSelect": False,
}
SIZES: Json = {
    "question": "Which sizes?",
    "header": "Sizes",
    "options": [{"label": "S", "description": "small"}, {"label": "L", "description": "large"}],
    "multiSelect": True,
}


def test_allowed_once_is_asked_about_again(gate: Lab) -> None:
    agent = Working("once").runs(TOUCH).runs(TOUCH).says("Done.")
    with gate.headless(agent) as claude:
        claude.prompt(agent.prompt)
        first = gate.person.sees_permission(TOUCH)
        assert (first["tool"], first["tool_kind"], first["conversation"]) == ("Bash", "bash", claude.session_id)
        assert gate.person.card(first)["reason"] == "Because the task needs it"
        assert not made(gate)
        gate.person.answers(first, "once")
        gate.person.sees_end(first, outcome="allowed", delivery="received")
        result(gate, agent)
        assert made(gate)

        second = gate.person.sees_permission(TOUCH)
        assert second["id"] != first["id"]
        gate.person.answers(second, "no")
        assert "Not allowed by the user." in result(gate, agent, step=2)
        assert claude.finished_turn()["result"] == "Done."
    assert gate.person.happenings(second)[:2] == ["permission_asked", "permission_decided"]
    assert gate.no_hook_is_left()


def test_allowed_for_the_conversation_is_not_asked_about_again_in_it(gate: Lab) -> None:
    agent = Working("conversation").runs(TOUCH).runs(TOUCH).says("Done.")
    with gate.headless(agent) as claude:
        claude.prompt(agent.prompt)
        gate.person.answers(gate.person.sees_permission(TOUCH), "conversation")
        claude.finished_turn()
        assert gate.person.waiting() == []
        (grant,) = gate.person.grants()
        assert grant["conversation"] == claude.session_id
    assert gate.person.grants() == []

    another = Working("another").runs(TOUCH).says("Done.")
    with gate.headless(another) as claude:
        claude.prompt(another.prompt)
        gate.person.answers(gate.person.sees_permission(TOUCH), "no")
        claude.finished_turn()


def test_allowed_always_is_a_rule_that_another_conversation_has_too(gate: Lab) -> None:
    command = "npm test"
    agent = Working("always").runs(command).says("Done.")
    with gate.headless(agent) as claude:
        claude.prompt(agent.prompt)
        gate.person.allows_always(gate.person.sees_permission(command))
        claude.finished_turn()

    another = Working("later").runs(command).says("Done.")
    with gate.headless(another) as claude:
        claude.prompt(another.prompt)
        claude.finished_turn()
    assert "Not allowed" not in result(gate, another)
    deciders = [entry["body"]["decider"] for entry in gate.person.journal() if entry["kind"] == "permission_decided"]
    assert deciders[-1] == "person"
    assert set(deciders[:-1]) == {"rule"}


def test_words_of_a_no_reach_the_model(gate: Lab) -> None:
    agent = Working("words").runs(TOUCH).says("Done.")
    with gate.headless(agent) as claude:
        claude.prompt(agent.prompt)
        gate.person.answers(gate.person.sees_permission(TOUCH), "no_with_words", words=WORDS)
        assert result(gate, agent).endswith(f"\n\n{WORDS}")
        assert tool_result(gate.told(agent, step=1))["is_error"] is True
        claude.finished_turn()
    assert not made(gate)


def test_a_no_that_stops_the_turn(gate: Lab) -> None:
    agent = Working("stop").runs(TOUCH).says("Never said.")
    with gate.headless(agent) as claude:
        claude.prompt(agent.prompt)
        gate.person.answers(gate.person.sees_permission(TOUCH), "no_and_stop")
        claude.finished_turn()
    assert "Never said." not in json.dumps(claude.messages())
    assert not made(gate)


def test_a_command_that_the_person_has_edited(gate: Lab) -> None:
    agent = Working("edited").runs(TOUCH).says("Done.")
    with gate.headless(agent) as claude:
        claude.prompt(agent.prompt)
        asked = gate.person.sees_permission(TOUCH)
        assert gate.person.card(asked)["editable"] == TOUCH
        gate.person.answers(asked, "once", edited="touch other.txt")
        claude.finished_turn()
    assert (made(gate), made(gate, "other.txt")) == (False, True)


def test_questions_are_answered_at_the_desk(gate: Lab) -> None:
    agent = Working("questions").asks(COLOUR, SIZES).says("Done.")
    with gate.headless(agent) as claude:
        claude.prompt(agent.prompt)
        asked = gate.person.sees_question()
        first, second = gate.person.card(asked)["prompts"]
        assert ([choice["label"] for choice in first["choices"]], first["free"]) == (["Red", "Blue"], True)
        gate.person.replies(asked, "answered", {first["name"]: ["Mauve, ganz hell"], second["name"]: ["S", "L"]})
        told = result(gate, agent)
        assert '"Which colour?"="Mauve, ganz hell"' in told
        assert '"Which sizes?"="S, L"' in told
        claude.finished_turn()
    gate.person.sees_end(asked, outcome="answered", delivery="received")


def test_a_question_that_the_person_does_not_answer(gate: Lab) -> None:
    agent = Working("declined").asks(COLOUR).says("Done.")
    with gate.headless(agent) as claude:
        claude.prompt(agent.prompt)
        gate.person.replies(gate.person.sees_question(), "declined", words=WORDS)
        assert result(gate, agent).endswith(f"\n\n{WORDS}")
        claude.finished_turn()


@pytest.mark.parametrize(
    ("outcome", "heard"),
    [
        ("answered", {"action": "accept", "content": {"where": "staging", "copies": 3, "at_once": True}}),
        ("declined", {"action": "decline"}),
        ("cancelled", {"action": "cancel", "content": {}}),  # as Claude Code hands it on
    ],
)
def test_a_form_of_a_server(gate: Lab, outcome: str, heard: dict[str, Any]) -> None:
    agent = Working(f"server-{outcome}").uses("mcp__ship__deploy").says("Done.")
    with gate.headless(agent, *servers()) as claude:
        claude.prompt(agent.prompt)
        call = gate.person.sees_permission()
        assert (call["tool_kind"], call["title"]) == ("mcp", "ship: deploy")
        gate.person.answers(call, "once")
        asked = gate.person.sees_question()
        assert (asked["source"], asked["server"]) == ("server", "ship")
        filled = {"where": ["staging"], "copies": ["3"], "at_once": ["yes"]} if outcome == "answered" else None
        gate.person.replies(asked, outcome, filled)
        told = tool_result(gate.told(agent, step=1))["content"]
        assert json.loads(told if isinstance(told, str) else told[0]["text"]) == heard
        claude.finished_turn()


def test_two_sub_agents_ask_at_once(gate: Lab) -> None:
    one, two = Working("one").runs("touch one.txt").says("One."), Working("two").runs("touch two.txt").says("Two.")
    agent = Working("both").sends(one, two).says("Sent.")
    gate.learns(one, two)
    with gate.headless(agent) as claude:
        claude.prompt(agent.prompt)
        first, second = (gate.person.sees_permission(f"touch {name}.txt") for name in ("one", "two"))
        assert {row["id"] for row in gate.person.waiting()} == {first["id"], second["id"]}
        assert len({first["sub_agent"], second["sub_agent"], None}) == 3
        claude.finished_turn()
        gate.person.answers(second, "no_with_words", words=WORDS)
        gate.person.answers(first, "once")
        assert result(gate, two).endswith(f"\n\n{WORDS}")
        result(gate, one)
    assert (made(gate, "one.txt"), made(gate, "two.txt")) == (True, False)


def test_two_conversations_ask_at_once(gate: Lab) -> None:
    one, two = Working("one").runs("touch one.txt").says("Done."), Working("two").runs("touch two.txt").says("Done.")
    with gate.headless(one) as first, gate.headless(two) as second:
        first.prompt(one.prompt)
        second.prompt(two.prompt)
        later, earlier = gate.person.sees_permission("touch two.txt"), gate.person.sees_permission("touch one.txt")
        gate.person.answers(later, "once")
        gate.person.answers(earlier, "once")
        first.finished_turn()
        second.finished_turn()
    assert made(gate, "one.txt")
    assert made(gate, "two.txt")


def test_an_answer_at_the_desk_is_seen_in_the_terminal(gate: Lab) -> None:
    agent = Working("desk").runs(TOUCH).runs("touch other.txt").asks(COLOUR).says("All is done.")
    with gate.terminal(agent) as claude:
        claude.prompt(agent.prompt)
        gate.person.answers(gate.person.sees_permission(TOUCH), "once")
        result(gate, agent)
        gate.person.answers(gate.person.sees_permission("touch other.txt"), "no_with_words", words="Not that one.")
        assert result(gate, agent, step=2).endswith("Not that one.")
        asked = gate.person.sees_question()
        gate.person.replies(asked, "answered", {COLOUR["question"]: ["Blue"]})
        assert '"Which colour?"="Blue"' in result(gate, agent, step=3)
        claude.sees("All is done.")
    assert (made(gate), made(gate, "other.txt")) == (True, False)


def test_a_plan_is_asked_about_as_a_plan_and_nothing_beside(gate: Lab) -> None:
    agent = Planning("plan").writes("# Plan\n\n1. One step.\n").submits().says("I start.")
    with gate.headless(agent) as claude:
        claude.prompt(agent.prompt)
        plan = gate.person.sees_plan()
        assert gate.person.waiting() == []
        gate.person.approves(plan)
        assert claude.finished_turn()["result"] == "I start."
