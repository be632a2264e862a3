"""The real Copilot CLI at the gate: a hub, a person at its desk, and a model that is scripted."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.real_agents.at_the_gate import TOUCH, WORDS, breaks_hub, made, others_at_the_gate, result, write_rule
from tests.real_agents.copilot import Copilot
from tests.real_agents.having import real
from tests.real_agents.lab import Lab
from tests.real_agents.pinned import COPILOT
from tests.real_agents.workplace import Workplace
from tests.scripted_model.working import CopilotWorking

pytestmark = pytest.mark.soak
ALL_ALLOWED = "--allow-all-tools"


@pytest.fixture(scope="session")
def copilot() -> Path:
    """The real Copilot CLI."""
    return real(COPILOT)


@pytest.fixture
def beside(workplace: Workplace, copilot: Path) -> Iterator[Lab]:
    """What no rule decides is left to Copilot, and asked at the desk when its own rules are asked."""
    with others_at_the_gate(workplace, copilot, "both", agent="copilot") as lab:
        yield lab


@pytest.fixture
def before(workplace: Workplace, copilot: Path) -> Iterator[Lab]:
    """A person is asked before each call."""
    with others_at_the_gate(workplace, copilot, "desk", agent="copilot") as lab:
        yield lab


def starts(lab: Lab, agent: CopilotWorking, *arguments: str) -> Copilot:
    url = lab.learns(agent)
    return Copilot(lab.program, lab.workplace, agent.prompt, model_url=url, arguments=arguments)


def test_what_copilot_asks_is_denied_at_the_desk_and_the_words_reach_the_model(beside: Lab) -> None:
    agent = CopilotWorking("denied").runs(TOUCH).says("Done.")
    with starts(beside, agent, ALL_ALLOWED) as copilot:
        asked = beside.person.sees_permission(TOUCH)
        assert (asked["agent"], asked["tool_kind"]) == ("copilot", "bash")
        beside.person.answers(asked, "no_with_words", words=WORDS)
        assert WORDS in result(beside, agent)
        copilot.finished()
    assert not made(beside)
    beside.person.sees_end(asked, outcome="denied", delivery="received")


def test_what_copilot_asks_is_allowed_at_the_desk_and_runs(beside: Lab) -> None:
    agent = CopilotWorking("allowed").runs(TOUCH).says("Done.")
    with starts(beside, agent) as copilot:
        asked = beside.person.sees_permission(TOUCH)
        assert not made(beside)
        beside.person.answers(asked, "once")
        copilot.finished()
    assert made(beside)
    beside.person.sees_end(asked, outcome="allowed", delivery="received")


def test_a_no_that_stops_the_turn(beside: Lab) -> None:
    agent = CopilotWorking("stop").runs(TOUCH).says("Never said.")
    with starts(beside, agent) as copilot:
        beside.person.answers(beside.person.sees_permission(TOUCH), "no_and_stop")
        assert "Never said." not in copilot.finished()
    assert not made(beside)


def test_what_a_rule_allows_needs_no_card(beside: Lab) -> None:
    write_rule(beside.workplace, tool="bash", command=["touch"], decision="allow")
    agent = CopilotWorking("rule").runs(TOUCH).says("Done.")
    with starts(beside, agent) as copilot:
        copilot.finished()
    assert made(beside)
    decided = [entry for entry in beside.person.journal() if entry["kind"] == "permission_decided"]
    assert [entry["body"]["decider"] for entry in decided] == ["rule"]


def test_a_rule_that_wants_a_person_asked_is_a_no_where_copilot_has_none(beside: Lab) -> None:
    write_rule(beside.workplace, tool="bash", command=["touch"], decision="ask")
    agent = CopilotWorking("asked").runs(TOUCH).says("Done.")
    with starts(beside, agent, ALL_ALLOWED) as copilot:
        assert "unable to ask user for confirmation" in result(beside, agent)
        copilot.finished()
    assert not made(beside)


def test_a_person_is_asked_once_before_a_call(before: Lab) -> None:
    agent = CopilotWorking("held").runs(TOUCH).runs("touch other.txt").says("Done.")
    with starts(before, agent) as copilot:
        before.person.answers(before.person.sees_permission(TOUCH), "once")
        second = before.person.sees_permission("touch other.txt")
        assert made(before)
        before.person.answers(second, "no_with_words", words=WORDS)
        assert WORDS in result(before, agent, step=2)
        copilot.finished()
    assert not made(before, "other.txt")
    assert [entry["kind"] for entry in before.person.journal()].count("permission_asked") == 2


def test_a_command_that_the_person_has_edited(before: Lab) -> None:
    agent = CopilotWorking("edited").runs(TOUCH).says("Done.")
    with starts(before, agent) as copilot:
        before.person.answers(before.person.sees_permission(TOUCH), "once", edited="touch other.txt")
        copilot.finished()
    assert (made(before), made(before, "other.txt")) == (False, True)


def test_a_file_that_is_written_shows_its_difference(beside: Lab) -> None:
    path = str(beside.workplace.project / "made.txt")
    agent = CopilotWorking("file").uses("create", path=path, file_text="hello\n").says("Done.")
    with starts(beside, agent) as copilot:
        asked = beside.person.sees_permission("Edit made.txt")
        assert "+hello" in str(beside.person.card(asked))
        beside.person.answers(asked, "once")
        copilot.finished()
    assert made(beside)


def test_without_a_hub_copilot_asks_and_where_it_has_nobody_it_is_not_done(beside: Lab) -> None:
    breaks_hub(beside)
    agent = CopilotWorking("no-hub").runs(TOUCH).says("Done.")
    with starts(beside, agent, ALL_ALLOWED) as copilot:
        told = result(beside, agent)
        copilot.finished()
    assert "unable to ask user for confirmation" in told
    assert "Countermark's rules could not be asked" in told
    assert not made(beside)
