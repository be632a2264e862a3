"""The real Gemini CLI at the gate: a hub, a person at its desk, and a model that is scripted."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.real_agents import asking_server
from tests.real_agents.at_the_gate import TOUCH, WORDS, breaks_hub, made, others_at_the_gate, result, write_rule
from tests.real_agents.gemini import ASKS_NOBODY, PLANS, Gemini
from tests.real_agents.having import real
from tests.real_agents.lab import Lab
from tests.real_agents.pinned import GEMINI
from tests.real_agents.workplace import Workplace
from tests.scripted_model.told import tool_result
from tests.scripted_model.working import GeminiWorking

pytestmark = pytest.mark.soak
PLAN = "# Plan\n\n1. One step.\n"
BETTER = "# Plan\n\n1. One step.\n2. And its test.\n"


@pytest.fixture(scope="session")
def gemini() -> Path:
    """The real Gemini CLI."""
    return real(GEMINI)


@pytest.fixture(params=["both", "desk"])
def lab(request: pytest.FixtureRequest, workplace: Workplace, gemini: Path) -> Iterator[Lab]:
    """Gemini asks at the desk, whatever the setting: its hook cannot know whether it would ask anybody itself."""
    with others_at_the_gate(workplace, gemini, request.param, agent="gemini") as lab:
        yield lab


def starts(lab: Lab, agent: GeminiWorking, *, mode: str = ASKS_NOBODY) -> Gemini:
    return Gemini(lab.program, lab.workplace, agent.prompt, model_url=lab.learns(agent), mode=mode)


def test_a_denied_command_does_not_run_and_the_words_reach_the_model(lab: Lab) -> None:
    agent = GeminiWorking("denied").runs(TOUCH).says("Done.")
    with starts(lab, agent) as gemini:
        asked = lab.person.sees_permission(TOUCH)
        assert (asked["agent"], asked["tool"], asked["tool_kind"]) == ("gemini", "run_shell_command", "bash")
        assert lab.person.card(asked)["reason"] == "Because the task needs it"
        lab.person.answers(asked, "no_with_words", words=WORDS)
        told = result(lab, agent)
        gemini.finished()
    assert "Not allowed by the user." in told
    assert told.endswith(f"\n\n{WORDS}")
    assert tool_result(lab.told(agent, step=1))["is_error"] is True
    assert not made(lab)
    lab.person.sees_end(asked, outcome="denied", delivery="received")


def test_an_allowed_command_runs_as_the_person_has_edited_it(lab: Lab) -> None:
    agent = GeminiWorking("allowed").runs(TOUCH).runs(TOUCH).says("Done.")
    with starts(lab, agent) as gemini:
        first = lab.person.sees_permission(TOUCH)
        assert not made(lab)
        lab.person.answers(first, "once")
        result(lab, agent)
        assert made(lab)
        second = lab.person.sees_permission(TOUCH)
        assert second["id"] != first["id"]
        lab.person.answers(second, "once", edited="touch other.txt")
        gemini.finished()
    assert made(lab, "other.txt")
    lab.person.sees_end(first, outcome="allowed", delivery="received")


def test_a_no_that_stops_the_turn(lab: Lab) -> None:
    agent = GeminiWorking("stop").runs(TOUCH).says("Never said.")
    with starts(lab, agent) as gemini:
        lab.person.answers(lab.person.sees_permission(TOUCH), "no_and_stop")
        assert "Never said." not in gemini.finished()
    assert not made(lab)


def test_what_a_rule_allows_needs_no_card(lab: Lab) -> None:
    write_rule(lab.workplace, tool="bash", command=["touch"], decision="allow")
    agent = GeminiWorking("rule").runs(TOUCH).says("Done.")
    with starts(lab, agent) as gemini:
        gemini.finished()
    assert made(lab)
    deciders = {entry["body"]["decider"] for entry in lab.person.journal() if entry["kind"] == "permission_decided"}
    assert deciders == {"rule"}


def test_a_plan_is_sent_back_and_then_approved_with_notes(lab: Lab) -> None:
    agent = GeminiWorking("plan").plans(PLAN).plans(BETTER).says("I start.")
    with starts(lab, agent, mode=PLANS) as gemini:
        first = lab.person.sees_plan()
        assert lab.person.waiting() == []
        assert "One step." in lab.person.reads_slices(first["id"])
        lab.person.requests_changes(first, "Add its test.")
        assert "Add its test." in result(lab, agent, step=2)
        second = lab.person.sees_plan(revision=2)
        assert second["id"] == first["id"]
        lab.person.approves(second, notes="Mind the <empty> cart.")
        told = result(lab, agent, step=4)
        gemini.finished()
    assert "The approved implementation plan is stored at" in told
    assert "Mind the" in told
    lab.person.sees(second, verdict="approved", delivery="received", notes_delivery="delivered")


def test_nobodys_answer_is_no_yes_and_no_persons_no(workplace: Workplace, gemini: Path) -> None:
    with others_at_the_gate(workplace, gemini, "both", agent="gemini", wait=2) as lab:
        agent = GeminiWorking("nobody").runs(TOUCH).says("Done.")
        with starts(lab, agent) as running:
            asked = lab.person.sees_permission(TOUCH)
            assert "Nobody answered in time" in result(lab, agent)
            running.finished()
        assert not made(lab)
        lab.person.sees_end(asked, outcome="expired")


def test_a_tool_of_a_server_is_asked_about_by_its_servers_name(lab: Lab) -> None:
    agent = GeminiWorking("server").uses("mcp_ship_deploy").says("Done.")
    server = {"command": sys.executable, "args": [asking_server.__file__]}
    url = lab.learns(agent)
    with Gemini(lab.program, lab.workplace, agent.prompt, model_url=url, servers={"ship": server}) as gemini:
        asked = lab.person.sees_permission()
        assert (asked["tool_kind"], asked["title"]) == ("mcp", "ship: deploy")
        lab.person.answers(asked, "no")
        assert "Not allowed by the user." in result(lab, agent)
        gemini.finished()


def test_without_a_hub_nothing_is_done(workplace: Workplace, gemini: Path) -> None:
    with others_at_the_gate(workplace, gemini, "both", agent="gemini") as lab:
        breaks_hub(lab)
        agent = GeminiWorking("no-hub").runs(TOUCH).says("Done.")
        with starts(lab, agent) as running:
            told = result(lab, agent)
            running.finished()
        assert "could not be asked" in told
        assert not made(lab)
