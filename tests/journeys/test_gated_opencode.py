"""The real OpenCode, whose configuration asks nothing, behind our plugin; the model alone is scripted."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from countermark.agents.opencode.plugin_file import plugin_text
from tests import guards
from tests.real_agents.gated_opencode import Gated, gated
from tests.real_agents.person import countermark
from tests.real_agents.workplace import Workplace
from tests.scripted_model.script import ToolCall
from tests.scripted_model.working import Working

TOUCH = "touch made.txt"
PLAN = "# Plan\n\n1. Touch a file.\n"


@pytest.fixture(scope="module")
def lasting_gate(opencode: Path) -> Iterator[Gated]:
    """One server for all tests here: it takes seconds to start."""
    root = Path(tempfile.mkdtemp(prefix="cm-w-"))
    for home in guards.own_home(starts_processes=True):
        with gated(Workplace(root, home).furnish(), opencode) as lab:
            yield lab
    shutil.rmtree(root, ignore_errors=True)


@pytest.fixture
def gate(lasting_gate: Gated) -> Iterator[Gated]:
    """What one test has made proves nothing in the next."""
    (lasting_gate.server.project / "made.txt").unlink(missing_ok=True)
    yield lasting_gate
    assert lasting_gate.no_hook_is_left()


def runs(agent: Working, command: str, **more: object) -> Working:
    return agent.uses("bash", command=command, description="Because the task needs it", **more)


def submits(agent: Working, plan: str, summary: str = "Touches a file") -> Working:
    return agent.then("Here is my plan.", ToolCall("submit_plan", {"plan": plan, "summary": summary}))


def test_a_configuration_that_asks_nothing_is_gated(gate: Gated) -> None:
    agent = runs(runs(Working("gated"), TOUCH), TOUCH).says("Done.")
    with gate.works(agent) as talk:
        first = gate.person.sees_permission(TOUCH)
        assert (first["agent"], first["tool"], first["conversation"]) == ("opencode", "bash", talk.session)
        assert gate.person.card(first)["reason"] == "Because the task needs it"
        gate.person.answers(first, "no", words='Not this one:\n\n\t- use "git" — bitte ✓')
        heard = gate.result(agent)
        assert 'Not allowed by the user. The words with it:\n\nNot this one:\n\n\t- use "git" — bitte ✓' in heard
        assert not gate.made()

        gate.person.answers(gate.person.sees_permission(TOUCH), "once")
        gate.result(agent, step=2)
        assert gate.made()
        assert talk.is_idle()


def test_a_call_is_done_as_it_was_allowed(gate: Gated) -> None:
    agent = runs(Working("changed"), "touch other.txt").says("Done.")
    with gate.works(agent):
        gate.person.answers(gate.person.sees_permission("touch other.txt"), "once", edited=TOUCH)
        gate.result(agent)
        assert gate.made()
        assert not gate.made("other.txt")


def test_a_plan_is_changed_and_then_approved(gate: Gated) -> None:
    agent = submits(submits(Working("plan"), PLAN), PLAN + "2. Look.\n").says("Done.")
    with gate.works(agent) as talk:
        review = gate.person.sees_plan()
        assert (review["title"], review["agent"]) == ("Touches a file", "opencode")
        gate.person.requests_changes(review, "Look at it, too.")
        assert "This plan is NOT approved." in (heard := gate.result(agent))
        assert "Look at it, too." in heard
        second = gate.person.sees_plan(revision=2)
        assert second["id"] == review["id"]
        gate.person.approves(second, notes="Slowly.")
        heard = gate.result(agent, step=2)
        assert heard.startswith("This plan is approved.")
        assert "Slowly." in heard
        gate.person.sees(second, delivery="received")
        assert talk.is_idle()


def test_a_plan_waits_for_a_person_though_the_hub_dies(gate: Gated) -> None:
    agent = submits(Working("hub-dies"), PLAN + "3. Wait.\n").says("Done.")
    with gate.works(agent):
        review = gate.person.sees_plan()
        killed = gate.hub.ready()
        assert killed is not None
        gate.hub.kill()
        gate.hub.another(than=killed["pid"])
        with type(gate.person)(gate.workplace) as again:
            again.approves(again.sees_plan())
            assert gate.result(agent).startswith("This plan is approved.")
            assert again.sees(review, delivery="received")["verdict"] == "approved"


def test_a_plan_ends_with_its_turn(gate: Gated) -> None:
    agent = submits(Working("aborted"), PLAN + "4. Stop.\n").says("Done.")
    with gate.works(agent) as talk:
        review = gate.person.sees_plan()
        talk.stops()
        gate.person.sees(review, delivery="gone")
        assert talk.is_idle()
    assert gate.no_hook_is_left()


@pytest.mark.soak
def test_a_call_ends_with_its_turn(gate: Gated) -> None:
    agent = runs(Working("stopped"), TOUCH).says("Done.")
    with gate.works(agent) as talk:
        asked = gate.person.sees_permission(TOUCH)
        talk.stops()
        gate.person.sees_end(asked, outcome="withdrawn")
        assert talk.is_idle()
    assert not gate.made()


@pytest.mark.soak
def test_a_no_can_end_the_turn(gate: Gated) -> None:
    agent = runs(Working("turn"), TOUCH).says("Never said.")
    with gate.works(agent) as talk:
        gate.person.answers(gate.person.sees_permission(TOUCH), "no_and_stop", words="Stop.")
        assert talk.is_idle()
        assert talk.ends_call()["error"] == "Tool execution aborted"  # OpenCode passes no words on then
    assert not gate.made()
    assert {entry["step"] for entry in gate.model.log.entries() if entry["scenario"] == "turn"} == {0}


@pytest.mark.soak
def test_what_a_sub_agent_does_is_asked_as_a_part_of_the_conversation(gate: Gated) -> None:
    other = runs(Working("errand"), TOUCH).says("Errand done.")
    task = {"description": "An errand", "prompt": other.prompt, "subagent_type": "general"}
    agent = Working("sends").uses("task", **task).says("Done.")
    with gate.works(agent, other) as talk:
        asked = gate.person.sees_permission(TOUCH)
        assert asked["conversation"] == talk.session
        assert gate.person.card(asked)["permission"]["sub_agent"].startswith("ses_")
        gate.person.answers(asked, "conversation")
        assert talk.is_idle()
        assert gate.made()
        assert [grant["conversation"] for grant in gate.person.grants()] == [talk.session]
        talk.is_deleted()
        gate.person.waits_for_journal("grant_ended")
    assert gate.person.grants() == []


@pytest.mark.soak
def test_each_tool_does_what_was_allowed_though_nobody_may_change_its_arguments(gate: Gated) -> None:
    """Arguments are frozen once they are allowed: OpenCode's own tools take that."""
    file = gate.server.project / "made.txt"
    agent = (
        Working("tools")
        .uses("write", filePath=str(file), content="one\n")
        .uses("read", filePath=str(file))
        .uses("edit", filePath=str(file), oldString="one", newString="two")
        .uses("todowrite", todos=[{"content": "x", "status": "pending", "priority": "low"}])
        .says("Done.")
    )
    with gate.works(agent) as talk:
        for _ in range(2):
            asked = gate.person.sees_permission()
            gate.person.answers(asked, "once")
            gate.person.sees_end(asked, delivery="received")
        assert talk.is_idle()
        assert {call["state"].get("error") for call in talk.tools()} == {None}
        assert len(talk.tools()) == 4
    assert file.read_text() == "two\n"


@pytest.mark.soak
def test_what_the_plugin_and_the_event_stream_tell_is_one_call(workplace: Workplace, opencode: Path) -> None:
    """OpenCode asks by itself right after the plugin: the attached hub answers that with what was decided."""
    agent = runs(Working("both"), TOUCH).says("Done.")
    with gated(workplace, opencode, asks={"bash": "ask"}) as lab:
        countermark(workplace, "opencode", "attach", lab.server.address, "--directory", str(lab.server.project))
        lab.person.waits_for_journal("agent_server_connected")
        with lab.works(agent) as talk:
            lab.person.answers(lab.person.sees_permission(TOUCH), "once")
            lab.result(agent)
            assert lab.made()
            assert talk.is_idle()
        kinds = [entry["kind"] for entry in lab.person.journal()]
        assert (kinds.count("permission_asked"), kinds.count("answer_joined")) == (1, 1)


@pytest.mark.soak
def test_a_sub_agents_call_and_one_that_needs_two_permissions_are_one_item_each(
    workplace: Workplace, opencode: Path, tmp_path: Path
) -> None:
    """The plugin and the attached server tell both; OpenCode asks for leave once for the first, twice for the other."""
    far = f"touch {tmp_path}/far.txt"
    other = runs(Working("errand"), TOUCH).says("Errand done.")
    task = {"description": "An errand", "prompt": other.prompt, "subagent_type": "general"}
    sends, edits = (
        Working("sends").uses("task", **task).says("Done."),
        runs(Working("far"), "touch near.txt").says("So."),
    )
    with gated(workplace, opencode, asks={"bash": "ask", "external_directory": "ask"}) as lab:
        countermark(workplace, "opencode", "attach", lab.server.address, "--directory", str(lab.server.project))
        lab.person.waits_for_journal("agent_server_connected")
        with lab.works(sends, other) as talk:
            asked = lab.person.sees_permission(TOUCH)
            assert asked["conversation"] == talk.session
            lab.person.answers(asked, "once")
            assert talk.is_idle()
            assert lab.made()
        with lab.works(edits) as talk:
            lab.person.answers(lab.person.sees_permission("touch near.txt"), "once", edited=far)
            assert talk.ends_call()["status"] == "completed"
            assert (tmp_path / "far.txt").exists()
            assert talk.is_idle()
        kinds = [entry["kind"] for entry in lab.person.journal()]
        assert (kinds.count("permission_asked"), kinds.count("answer_joined")) == (2, 3)
        assert lab.person.waiting() == []


@pytest.mark.soak
def test_without_opencode_nobody_waits_and_without_a_hook_nothing_is_done(workplace: Workplace, opencode: Path) -> None:
    waits, tries = submits(Working("killed"), PLAN).says("Done."), runs(Working("no-hook"), TOUCH).says("Done.")
    with gated(workplace, opencode) as lab:
        with lab.works(waits):
            review = lab.person.sees_plan()
            lab.server.kill()
            lab.person.sees(review, delivery="gone")
            assert lab.no_hook_is_left()
        file = lab.server.project / ".opencode" / "plugins" / "countermark.js"
        file.write_text(plugin_text("/nowhere/countermark-hook", home=None))
        lab.server.start()
        with lab.works(tries):
            assert "/nowhere/countermark-hook cannot be started" in (heard := lab.result(tries))
            assert "countermark doctor" in heard
        assert not lab.made()
