"""Plans of the real Claude Code on their way to a person and back; the model alone is scripted."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.real_agents.lab import Lab
from tests.real_agents.person import Person
from tests.scripted_model.planning import Planning
from tests.scripted_model.told import tool_result, words

PLAN = "# Move the store to SQLite\n\n## Steps\n\n1. Write the schema.\n2. Copy the rows.\n"
ROLLBACK = "3. Keep the old file for a week, to roll back.\n"
CHANGES = """Step 2 has no way back.

> "Copy the rows."

- keep the old file — eine Woche lang ✓
\t- and say <where> & how \\o/ </system-reminder>"""
NOTES = """Go ahead, but:

1. name it `store.db`
2. no <b>migration</b> on Fridays — 金曜日はだめ 👩‍💻

    indented, as it is"""
# Longer than the 10,000 UTF-16 units that Claude Code takes as additional context without cutting.
# The wide ones have fewer characters than that, but more units.
WIDE_NOTES = ("👩‍💻 " * 1_900).strip()
LONG_NOTES = "\n".join(f'{line:04} Mind row {line}: ünïcödé, 行, and "quotes".' for line in range(900))


def test_feedback_reaches_the_model_word_for_word_and_the_revision_is_approved(lab: Lab) -> None:
    agent = Planning("revise").writes(PLAN).submits().replaces("Copy the rows.\n", "Copy the rows.\n" + ROLLBACK)
    agent = agent.submits().says("I start.")
    with lab.headless(agent) as claude:
        claude.prompt(agent.prompt)

        first = lab.person.sees_plan(revision=1)
        assert first["title"] == "Move the store to SQLite"
        assert "Copy the rows." in lab.person.reads(first)["document"]["html"]
        lab.person.requests_changes(first, CHANGES)

        answer = tool_result(lab.told(agent, step=2))
        assert answer["is_error"] is True
        assert answer["content"] == lab.person.feedback(first)
        assert CHANGES in str(answer["content"])

        second = lab.person.sees_plan(revision=2)
        assert second["id"] == first["id"]
        assert "roll back" in lab.person.reads(second)["document"]["html"]
        lab.person.approves(second)

        answer = tool_result(lab.told(agent, step=4))
        assert not answer.get("is_error")
        assert str(answer["content"]).startswith("User has approved your plan.")
        assert str(answer["content"]).endswith(f"## Approved Plan:\n{PLAN}{ROLLBACK}")
        assert claude.finished_turn()["result"] == "I start."
    lab.person.sees(second, verdict="approved", delivery="received")
    assert lab.no_hook_is_left()


@pytest.mark.parametrize("notes", [NOTES, WIDE_NOTES, LONG_NOTES], ids=["short", "wide", "long"])
def test_notes_of_an_approval_reach_the_model_word_for_word(lab: Lab, notes: str) -> None:
    agent = Planning("notes").writes(PLAN).submits().says("I start.")
    with lab.headless(agent) as claude:
        claude.prompt(agent.prompt)
        review = lab.person.sees_plan()
        assert review["takes_notes"] is True
        lab.person.approves(review, notes=notes)

        request = lab.told(agent, step=2)
        assert str(tool_result(request)["content"]).endswith(f"## Approved Plan:\n{PLAN}")
        assert lab.person.feedback(review) in words(request)
        assert notes in words(request)
        claude.finished_turn()
    lab.person.sees(review, verdict="approved", delivery="received", notes_delivery="delivered")


def recording(file: Path) -> tuple[str, str]:
    """Settings with a hook of ours that writes down what Claude Code tells at the end of a turn."""
    hook = {"type": "command", "command": f"cat >> {file}; echo >> {file}"}
    return "--settings", json.dumps({"hooks": {"Stop": [{"hooks": [hook]}]}})


@pytest.mark.parametrize("mode", [None, "default", "acceptEdits", "auto"])
def test_claude_goes_on_in_the_mode_that_the_person_has_chosen(lab: Lab, mode: str | None) -> None:
    agent = Planning(f"mode-{mode}").writes(PLAN).submits().says("I start.")
    told = lab.workplace.root / "stop.jsonl"
    with lab.headless(agent, *recording(told)) as claude:
        claude.prompt(agent.prompt)
        review = lab.person.sees_plan()
        assert mode in (None, *(each["id"] for each in review["modes"]))
        assert lab.person.approves(review, mode=mode)["mode"] == mode
        assert str(tool_result(lab.told(agent, step=2))["content"]).endswith(f"## Approved Plan:\n{PLAN}")
        claude.finished_turn()
    assert json.loads(told.read_text().split("\n")[0])["permission_mode"] == (mode or "default")


def test_the_terminal_shows_the_mode_that_the_person_has_chosen(lab: Lab) -> None:
    agent = Planning("terminal-mode").writes(PLAN).submits().says("I start.")
    with lab.terminal(agent) as claude:
        claude.prompt(agent.prompt)
        plan = lab.person.sees_plan()
        lab.person.approves(plan, mode="acceptEdits")
        claude.sees("accept edits on")
        assert "accept edits on" in claude.screen()


def test_a_plan_whose_file_has_changed_meanwhile_is_not_approved(lab: Lab) -> None:
    """Claude Code would carry out what the file holds at that moment, not what the person has read."""
    agent = Planning("changed").writes(PLAN).submits().submits().says("I start.")
    with lab.headless(agent) as claude:
        claude.prompt(agent.prompt)
        first = lab.person.sees_plan(revision=1)
        changed = PLAN + "3. Drop the old table.\n"
        lab.plan_file().write_text(changed)
        assert lab.person.presses(first, "approved", None).json()["error"]["code"] == "stale"
        lab.person.requests_changes(first, "Submit the new text.")

        second = lab.person.sees_plan(revision=2)
        assert "Drop the old table." in lab.person.reads(second)["document"]["html"]
        lab.person.approves(second)
        assert str(tool_result(lab.told(agent, step=3))["content"]).endswith(f"## Approved Plan:\n{changed}")
        claude.finished_turn()


def test_an_answer_in_the_terminal_is_seen_at_the_desk(lab: Lab) -> None:
    """Escape sends SIGTERM to the hook; after *Yes* nobody ends it, only the plan tool's own event tells."""
    agent = Planning("terminal").writes(PLAN).submits().submits().says("I start.")
    with lab.terminal(agent) as claude:
        claude.prompt(agent.prompt)
        review = lab.person.sees_plan(revision=1)
        claude.asks_about_the_plan()
        claude.keeps_planning()
        left = lab.person.sees(review, delivery="gone")
        assert (left["status"], left["verdict"], left["reason"]) == ("open", None, None)

        claude.prompt("and now?")
        review = lab.person.sees_plan(revision=2)
        claude.asks_about_the_plan()
        claude.approves()
        answered = lab.person.sees(review, status="decided")
        assert (answered["verdict"], answered["reason"]) == ("withdrawn", "answered_in_terminal")
        assert str(tool_result(lab.told(agent, step=3))["content"]).startswith("User has approved your plan.")
        assert lab.no_hook_is_left()


def test_words_said_in_the_terminal_bring_the_plan_back_as_a_revision(lab: Lab) -> None:
    agent = Planning("words").writes(PLAN).submits().replaces("2. Copy", "2. Carefully copy").submits().says("I start.")
    with lab.headless(agent) as claude:
        claude.prompt(agent.prompt)
        first = lab.person.sees_plan(revision=1)
        question = claude.asked_permission()
        claude.answer_permission(question, {"behavior": "deny", "message": "Be careful."})

        second = lab.person.sees_plan(revision=2)
        earlier = lab.person.reads(first)["revisions"]
        assert [(row["number"], row["verdict"], row["reason"]) for row in earlier if row["number"] == 1] == [
            (1, "withdrawn", "asked_again")
        ]
        lab.person.approves(second)
        assert "Carefully copy" in str(tool_result(lab.told(agent, step=4))["content"])
        claude.finished_turn()
        assert lab.no_hook_is_left()


def approve(person: Person, review: dict[str, object]) -> str:
    person.approves(review)
    return "User has approved your plan."


def refuse(person: Person, review: dict[str, object]) -> str:
    person.requests_changes(review, CHANGES)
    return person.feedback(review)


@pytest.mark.parametrize("answer", [approve, refuse])
def test_an_answer_survives_the_death_of_the_hub(lab: Lab, answer: Callable[[Person, dict[str, object]], str]) -> None:
    agent = Planning("killed").writes(PLAN).submits().says("On I go.")
    with lab.headless(agent) as claude:
        claude.prompt(agent.prompt)
        review = lab.person.sees_plan()
        killed = lab.hub.kill()
        lab.hub.another(than=killed)

        lab.person.sees(review, status="open", delivery="waiting")
        told = answer(lab.person, review)
        assert str(tool_result(lab.told(agent, step=2))["content"]).startswith(told)
        claude.finished_turn()
    lab.person.sees(review, delivery="received")
    assert len(lab.person.all_reviews()) == 1


def test_a_killed_agent_gets_its_answer_when_it_is_resumed(lab: Lab) -> None:
    agent = Planning("resumed").writes(PLAN).submits()
    with lab.headless(agent) as claude:
        claude.prompt(agent.prompt)
        review = lab.person.sees_plan()
        session = claude.session_id
        claude.kill()
        lab.person.sees(review, status="open", delivery="gone")

    again = Planning("again").submits().says("I start.")
    with lab.headless(again, "--resume", session) as claude:
        claude.prompt(again.prompt)
        second = lab.person.sees_plan(revision=2)
        assert second["id"] == review["id"]
        lab.person.approves(second)
        assert str(tool_result(lab.told(again, step=1))["content"]).startswith("User has approved your plan.")
        claude.finished_turn()
    lab.person.sees(second, verdict="approved", delivery="received")
