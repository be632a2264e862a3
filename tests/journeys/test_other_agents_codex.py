"""The real Codex at the gate: a hub, a person at its desk, and a model that is scripted."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.real_agents import asking_server
from tests.real_agents.at_the_gate import TOUCH, WORDS, breaks_hub, made, others_at_the_gate, result, write_rule
from tests.real_agents.codex import ASKS_NOBODY, Codex
from tests.real_agents.having import real
from tests.real_agents.lab import Lab
from tests.real_agents.pinned import CODEX
from tests.real_agents.workplace import Workplace
from tests.scripted_model.working import CodexWorking

pytestmark = pytest.mark.soak
QUESTION = {
    "id": "colour",
    "header": "Colour",
    "question": "Which colour?",
    "options": [{"label": "Red", "description": "warm"}, {"label": "Blue", "description": "cold"}],
}
PATCH = """*** Begin Patch
*** Add File: made.txt
+hello
*** Delete File: old.txt
*** End Patch"""


@pytest.fixture(scope="session")
def codex() -> Path:
    """The real Codex."""
    return real(CODEX)


@pytest.fixture
def beside(workplace: Workplace, codex: Path) -> Iterator[Lab]:
    """What no rule decides is left to Codex, and asked at the desk when Codex would ask its person."""
    with others_at_the_gate(workplace, codex, "both", agent="codex") as lab:
        yield lab


@pytest.fixture
def before(workplace: Workplace, codex: Path) -> Iterator[Lab]:
    """A person is asked before each call."""
    with others_at_the_gate(workplace, codex, "desk", agent="codex") as lab:
        yield lab


def starts(lab: Lab, agent: CodexWorking) -> Codex:
    return Codex(lab.program, lab.workplace, model_url=lab.learns(agent))


def starts_unasked(lab: Lab, agent: CodexWorking) -> Codex:
    """Codex that asks its person nothing, as in `codex exec`, and without its sandbox, which not every machine runs."""
    url = lab.learns(agent)
    return Codex(lab.program, lab.workplace, model_url=url, approval=ASKS_NOBODY, sandbox="danger-full-access")


def test_what_codex_asks_is_denied_at_the_desk_and_the_words_reach_the_model(beside: Lab) -> None:
    agent = CodexWorking("denied").runs(TOUCH).says("Done.")
    with starts(beside, agent) as codex:
        codex.prompt(agent.prompt)
        asked = beside.person.sees_permission(TOUCH)
        assert (asked["agent"], asked["tool_kind"], asked["conversation"]) == ("codex", "bash", codex.conversation)
        assert beside.person.card(asked)["reason"] == "Because the task needs it"
        assert not codex.has_asked_host()
        beside.person.answers(asked, "no_with_words", words="Use git, bitte ✓")
        told = result(beside, agent)
        codex.finished_turn()
        assert not codex.has_asked_host()
    assert "Not allowed by the user." in told
    assert "Use git, bitte ✓" in told
    assert not made(beside)
    beside.person.sees_end(asked, outcome="denied", delivery="received")


def test_what_codex_asks_is_allowed_at_the_desk_and_runs(beside: Lab) -> None:
    agent = CodexWorking("allowed").runs(TOUCH).says("Done.")
    with starts(beside, agent) as codex:
        codex.prompt(agent.prompt)
        asked = beside.person.sees_permission(TOUCH)
        assert not made(beside)
        beside.person.answers(asked, "once")
        codex.finished_turn()
    assert made(beside)
    beside.person.sees_end(asked, outcome="allowed", delivery="received")


def test_what_a_rule_allows_needs_no_card(beside: Lab) -> None:
    write_rule(beside.workplace, tool="bash", command=["touch"], decision="allow")
    agent = CodexWorking("rule").runs(TOUCH).says("Done.")
    with starts(beside, agent) as codex:
        codex.prompt(agent.prompt)
        codex.finished_turn()
        assert not codex.has_asked_host()
    assert made(beside)
    kinds = [entry["kind"] for entry in beside.person.journal() if entry["kind"].startswith("permission_")]
    deciders = {entry["body"]["decider"] for entry in beside.person.journal() if entry["kind"] == "permission_decided"}
    assert (deciders, "permission_asked" in kinds) == ({"rule"}, True)


def test_codex_asks_in_its_own_dialog_when_nobody_answers(workplace: Workplace, codex: Path) -> None:
    with others_at_the_gate(workplace, codex, "both", agent="codex", wait=2) as lab:
        agent = CodexWorking("nobody").runs(TOUCH).says("Done.")
        with starts(lab, agent) as running:
            running.prompt(agent.prompt)
            asked = lab.person.sees_permission(TOUCH)
            running.answers_host(running.asked_host(), decision="accept")
            running.finished_turn()
        assert made(lab)
        lab.person.sees_end(asked, outcome="expired")


@pytest.mark.parametrize("answer", ["no_with_words", "once"])
def test_a_person_is_asked_before_a_call_that_codex_asks_nobody_about(before: Lab, answer: str) -> None:
    agent = CodexWorking(f"held-{answer}").runs_within(TOUCH).says("Done.")
    with starts_unasked(before, agent) as codex:
        codex.prompt(agent.prompt)
        asked = before.person.sees_permission(TOUCH)
        assert not made(before)
        before.person.answers(asked, answer, words=WORDS if answer == "no_with_words" else None)
        told = result(before, agent)
        codex.finished_turn()
    assert (WORDS in told, made(before)) == (answer == "no_with_words", answer == "once")


def test_an_answer_before_the_call_is_the_answer_to_the_dialog_too(before: Lab) -> None:
    agent = CodexWorking("joined").runs(TOUCH).says("Done.")
    with starts(before, agent) as codex:
        codex.prompt(agent.prompt)
        before.person.answers(before.person.sees_permission(TOUCH), "once")
        codex.finished_turn()
        assert not codex.has_asked_host()
    assert made(before)
    assert [entry["kind"] for entry in before.person.journal()].count("permission_asked") == 1


def test_what_a_rule_wants_asked_is_held_at_the_desk_though_codex_asks_nobody(beside: Lab) -> None:
    write_rule(beside.workplace, tool="bash", command=["touch"], decision="ask")
    agent = CodexWorking("asked").runs_within(TOUCH).says("Done.")
    with starts_unasked(beside, agent) as codex:
        codex.prompt(agent.prompt)
        beside.person.answers(beside.person.sees_permission(TOUCH), "no_and_stop")
        assert "end your turn now" in result(beside, agent)
        codex.finished_turn()
    assert not made(beside)


def test_a_patch_shows_its_files(beside: Lab) -> None:
    (beside.workplace.project / "old.txt").write_text("old\n")
    agent = CodexWorking("patch").patches(PATCH).patches(PATCH).says("Done.")
    with starts(beside, agent) as codex:
        codex.prompt(agent.prompt)
        first = beside.person.sees_permission("Edit made.txt old.txt")
        assert first["tool_kind"] == "edit"
        beside.person.answers(first, "no")
        assert "Not allowed by the user." in result(beside, agent)
        assert not made(beside)
        beside.person.answers(beside.person.sees_permission(), "once")
        codex.finished_turn()
    assert (made(beside), made(beside, "old.txt")) == (True, False)


def test_a_question_is_answered_at_the_desk(beside: Lab) -> None:
    agent = CodexWorking("question").uses("request_user_input", questions=[QUESTION]).says("Done.")
    with starts(beside, agent) as codex:
        codex.prompt(agent.prompt, plan_mode=True)
        asked = beside.person.sees_question()
        beside.person.replies(asked, "answered", {"colour": ["Blue"]})
        assert "Which colour?\nBlue" in result(beside, agent)
        codex.finished_turn()
        assert not codex.has_asked_host()
    beside.person.sees_end(asked, outcome="answered", delivery="received")


def test_a_turn_that_is_ended_in_the_terminal_ends_its_card(beside: Lab) -> None:
    agent = CodexWorking("ended").runs(TOUCH).says("Done.")
    with starts(beside, agent) as codex:
        codex.prompt(agent.prompt)
        asked = beside.person.sees_permission(TOUCH)
        codex.interrupt()
        beside.person.sees_end(asked, outcome="withdrawn")
    assert "Done." not in json.dumps(codex.messages())
    assert not made(beside)


def test_without_a_hub_codex_does_nothing_that_its_hooks_are_asked_about(beside: Lab) -> None:
    breaks_hub(beside)
    agent = CodexWorking("no-hub").runs_within(TOUCH).says("Done.")
    with starts_unasked(beside, agent) as codex:
        codex.prompt(agent.prompt)
        assert "Countermark's rules could not be asked" in result(beside, agent)
        codex.finished_turn()
    assert not made(beside)


def test_a_tool_of_a_server_is_asked_about_at_the_desk(beside: Lab) -> None:
    agent = CodexWorking("server").uses("mcp__ship/deploy").uses("mcp__ship/deploy").says("Done.")
    url, ship = beside.learns(agent), {"ship": [sys.executable, asking_server.__file__]}
    with Codex(beside.program, beside.workplace, model_url=url, servers=ship) as codex:
        codex.prompt(agent.prompt)
        first = beside.person.sees_permission("ship: deploy")
        assert first["tool_kind"] == "mcp"
        beside.person.answers(first, "no_with_words", words="Not today.")
        assert "Not today." in result(beside, agent)
        assert not codex.has_asked_host()
        beside.person.answers(beside.person.sees_permission("ship: deploy"), "once")
        form = codex.asked_host()  # what the server itself asks passes no hook
        assert (form["method"], form["params"]["message"]) == ("mcpServer/elicitation/request", "Deploy where?")
        codex.answers_host(form, action="decline")
        assert "decline" in result(beside, agent, step=2)
        codex.finished_turn()
