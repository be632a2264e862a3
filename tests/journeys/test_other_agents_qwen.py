"""The real Qwen Code at the gate: a hub, a person at its desk, and a model that is scripted."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.real_agents.at_the_gate import TOUCH, WORDS, breaks_hub, made, others_at_the_gate, result, write_rule
from tests.real_agents.having import real
from tests.real_agents.lab import Lab
from tests.real_agents.pinned import QWEN
from tests.real_agents.qwen import Qwen
from tests.real_agents.terminal_qwen import TerminalQwen
from tests.real_agents.workplace import Workplace
from tests.scripted_model.told import tool_result
from tests.scripted_model.working import QwenWorking

pytestmark = pytest.mark.soak
PLAN = "# Plan\n\n1. One step.\n"
BETTER = "# Plan\n\n1. One step.\n2. And its test.\n"
QUESTION = {
    "question": "Which colour?",
    "header": "Colour",
    "options": [{"label": "Red", "description": "warm"}, {"label": "Blue", "description": "cold"}],
    "multiSelect": False,
}


@pytest.fixture(scope="session")
def qwen() -> Path:
    """The real Qwen Code."""
    return real(QWEN)


@pytest.fixture
def lab(workplace: Workplace, qwen: Path) -> Iterator[Lab]:
    with others_at_the_gate(workplace, qwen, "both", agent="qwen") as lab:
        yield lab


def starts(lab: Lab, agent: QwenWorking) -> Qwen:
    """Without a terminal and in the mode that asks nobody."""
    return Qwen(lab.program, lab.workplace, agent.prompt, model_url=lab.learns(agent))


def sits_before(lab: Lab, agent: QwenWorking, *, mode: str = "default") -> TerminalQwen:
    return TerminalQwen(lab.program, lab.workplace, model_url=lab.learns(agent), mode=mode)


def test_a_denied_command_does_not_run_and_the_words_reach_the_model(lab: Lab) -> None:
    agent = QwenWorking("denied").runs(TOUCH).says("Done.")
    with starts(lab, agent) as qwen:
        asked = lab.person.sees_permission(TOUCH)
        assert (asked["agent"], asked["point"], asked["tool_kind"]) == ("qwen", "alone", "bash")
        lab.person.answers(asked, "no_with_words", words=WORDS)
        told = result(lab, agent)
        qwen.finished()
    assert told.endswith(f"\n\n{WORDS}")
    assert tool_result(lab.told(agent, step=1))["is_error"] is True
    assert not made(lab)
    lab.person.sees_end(asked, outcome="denied", delivery="received")


def test_an_allowed_command_runs(lab: Lab) -> None:
    agent = QwenWorking("allowed").runs(TOUCH).says("Done.")
    with starts(lab, agent) as qwen:
        asked = lab.person.sees_permission(TOUCH)
        assert not made(lab)
        assert lab.person.card(asked)["editable"] is None
        lab.person.answers(asked, "once")
        qwen.finished()
    assert made(lab)


def test_what_a_rule_allows_needs_no_card(lab: Lab) -> None:
    write_rule(lab.workplace, tool="bash", command=["touch"], decision="allow")
    agent = QwenWorking("rule").runs(TOUCH).says("Done.")
    with starts(lab, agent) as qwen:
        qwen.finished()
    assert made(lab)
    deciders = {entry["body"]["decider"] for entry in lab.person.journal() if entry["kind"] == "permission_decided"}
    assert deciders == {"rule"}


def test_what_qwen_would_ask_in_its_terminal_is_answered_at_the_desk(lab: Lab) -> None:
    agent = QwenWorking("terminal").runs(TOUCH).runs("touch other.txt").says("All is done.")
    with sits_before(lab, agent) as qwen:
        qwen.prompt(agent.prompt)
        first = lab.person.sees_permission(TOUCH)
        assert first["point"] == "dialog"
        lab.person.answers(first, "once", edited="touch edited.txt")
        second = lab.person.sees_permission("touch other.txt")
        lab.person.answers(second, "no_with_words", words="Not that one.")
        assert result(lab, agent, step=2).endswith("Not that one.")
        qwen.sees("All is done.")
    assert (made(lab), made(lab, "edited.txt"), made(lab, "other.txt")) == (False, True, False)


def test_a_question_is_answered_at_the_desk(lab: Lab) -> None:
    agent = QwenWorking("question").uses("ask_user_question", questions=[QUESTION]).says("All is done.")
    with sits_before(lab, agent) as qwen:
        qwen.prompt(agent.prompt)
        asked = lab.person.sees_question()
        lab.person.replies(asked, "answered", {"Which colour?": ["Blue"]})
        assert result(lab, agent).endswith("Which colour?\nBlue\n")
        qwen.sees("All is done.")


def test_a_plan_is_sent_back_and_then_approved_at_the_desk_and_in_the_terminal(lab: Lab) -> None:
    agent = QwenWorking("plan").plans(PLAN).plans(BETTER).says("All is done.")
    with sits_before(lab, agent, mode="plan") as qwen:
        qwen.prompt(agent.prompt)
        first = lab.person.sees_plan()
        lab.person.requests_changes(first, "Add its test.")
        assert "Add its test." in result(lab, agent)
        second = lab.person.sees_plan(revision=2)
        lab.person.approves(second, notes="Mind the empty cart.")
        qwen.approves_plan()
        assert "Mind the empty cart." in result(lab, agent, step=2)
        qwen.sees("All is done.")
    lab.person.sees(second, verdict="approved", notes_delivery="delivered")


def test_without_a_hub_nothing_is_done(lab: Lab) -> None:
    breaks_hub(lab)
    agent = QwenWorking("no-hub").runs(TOUCH).says("Done.")
    with starts(lab, agent) as qwen:
        told = result(lab, agent)
        qwen.finished()
    assert "could not be asked" in told
    assert not made(lab)
