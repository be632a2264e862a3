"""The real `opencode serve` at the gate: asked at the desk, told *once* or *reject*, nothing left hanging."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import guards
from tests.real_agents.at_opencode import Attached, attached, calls_of
from tests.real_agents.workplace import Workplace
from tests.scripted_model.working import Working

WORDS = 'Not this one:\n\n- use "git" — bitte ✓ <b>now</b>'
COLOURS = {
    "question": "Which colour?",
    "header": "Colour",
    "options": [{"label": "Red", "description": "warm"}, {"label": "Blue", "description": "cold"}],
}


@pytest.fixture(scope="module")
def lab(opencode: Path) -> Iterator[Attached]:
    """One server for all tests here: it takes 500 MB and some seconds to start."""
    root = Path(tempfile.mkdtemp(prefix="cm-w-"))
    for home in guards.own_home(starts_processes=True):
        workplace = Workplace(root, home).furnish()
        with attached(workplace, opencode) as running:
            yield running
    shutil.rmtree(root, ignore_errors=True)


def touches(name: str, command: str) -> Working:
    return Working(name).uses("bash", command=command, description="Because the task needs it").says("Done.")


def test_allowed_once(lab: Attached) -> None:
    agent = touches("once", "touch once.txt")
    with lab.works(agent) as talk:
        asked = lab.person.sees_permission("touch once.txt")
        card = lab.person.card(asked)
        assert card["permission"]["agent_name"] == "OpenCode"
        assert card["reason"] == "Because the task needs it"
        assert card["permission"]["delivery"] == "waiting"
        lab.person.answers(asked, "once")
        assert talk.ends_call()["status"] == "completed"
        lab.person.sees_end(asked, outcome="allowed", delivery="received")
    assert lab.made("once.txt")


def test_our_always_lets_the_next_one_pass_and_opencode_is_told_once(lab: Attached) -> None:
    agent = (
        Working("always")
        .uses("bash", command="make deploy-nothing", description="d")
        .uses("bash", command="make deploy-nothing", description="e")
        .says("Done.")
    )
    with lab.works(agent) as talk:
        asked = lab.person.sees_permission("make deploy-nothing")
        lab.person.allows_always(asked)
        assert talk.ends_call(1)["status"] == "completed"
        assert talk.is_idle()
    decided = [each for each in lab.person.journal() if each["kind"] == "permission_decided"][:2]
    assert [each["actor"]["kind"] for each in decided] == ["rule", "person"]
    with lab.works(touches("always-not-there", "touch other.txt")) as other:
        lab.person.answers(lab.person.sees_permission("touch other.txt"), "no_and_stop")
        assert other.is_idle()


def test_words_reach_the_model_and_its_turn_goes_on(lab: Attached) -> None:
    agent = touches("words", "touch words.txt")
    with lab.works(agent):
        asked = lab.person.sees_permission("touch words.txt")
        lab.person.answers(asked, "no_with_words", words=WORDS)
        assert WORDS in lab.result(agent)
        lab.person.sees_end(asked, outcome="denied", delivery="received")
    assert not lab.made("words.txt")


def test_a_plain_no_has_words_too_so_that_the_turn_goes_on(lab: Attached) -> None:
    agent = touches("no", "touch no.txt")
    with lab.works(agent):
        lab.person.answers(lab.person.sees_permission("touch no.txt"), "no")
        assert "The user said no." in lab.result(agent)


def test_a_question_is_answered(lab: Attached) -> None:
    agent = Working("question").uses("question", questions=[COLOURS]).says("Done.")
    with lab.works(agent):
        asked = lab.person.sees_question()
        lab.person.replies(asked, "answered", {"0": ["Blue"]})
        assert '"Which colour?"="Blue"' in lab.result(agent)
        lab.person.sees_end(asked, outcome="answered", delivery="received")


def test_one_call_that_needs_two_permissions_is_one_item(lab: Attached, tmp_path: Path) -> None:
    agent = touches("two-permissions", f"touch {tmp_path}/far.txt")
    with lab.works(agent) as talk:
        asked = lab.person.sees_permission(f"touch {tmp_path}/far.txt")
        lab.person.answers(asked, "once")
        assert talk.ends_call()["status"] == "completed"
    assert (tmp_path / "far.txt").exists()
    assert lab.person.happenings(asked).count("permission_asked") == 1
    assert "answer_joined" in lab.person.happenings(asked)


def test_of_two_calls_at_once_an_allow_and_a_no_both_count(lab: Attached) -> None:
    """OpenCode rejects with one call everything that its conversation has pending: the allow goes first."""
    both = [{"command": f"touch both-{name}.txt", "description": "d"} for name in "ab"]
    agent = Working("both", (calls_of(both),)).says("Done.")
    with lab.works(agent) as talk:
        first = lab.person.sees_permission("touch both-a.txt")
        second = lab.person.sees_permission("touch both-b.txt")
        lab.person.answers(first, "no_with_words", words="Leave a alone.")
        lab.person.sees_end(first, outcome="denied", delivery="sent")
        lab.person.answers(second, "once")
        assert talk.ends_call(1)["status"] == "completed"
        assert "Leave a alone." in talk.ends_call(0)["error"]
        assert "Leave a alone." in lab.hears(agent)
        lab.person.sees_end(first, outcome="denied", delivery="received")
        lab.person.sees_end(second, outcome="allowed", delivery="received")
    assert lab.made("both-b.txt")
    assert not lab.made("both-a.txt")


def test_answered_in_opencodes_own_terminal(lab: Attached) -> None:
    with lab.works(touches("terminal", "touch terminal.txt")) as talk:
        asked = lab.person.sees_permission("touch terminal.txt")
        talk.answers_itself("once")
        lab.person.sees_end(asked, outcome="withdrawn", ending="answered_in_terminal")
        assert talk.ends_call()["status"] == "completed"


def test_a_stopped_turn_asks_no_longer(lab: Attached) -> None:
    with lab.works(touches("stopped", "touch stopped.txt")) as talk:
        asked = lab.person.sees_permission("touch stopped.txt")
        talk.stops()
        lab.person.sees_end(asked, outcome="withdrawn", ending="turn_ended")
        assert talk.is_idle()


def test_a_no_that_stops_the_turn_ends_what_else_it_asks(lab: Attached) -> None:
    both = [{"command": f"touch stop-{name}.txt", "description": "d"} for name in "ab"]
    with lab.works(Working("stop", (calls_of(both),))) as talk:
        first = lab.person.sees_permission("touch stop-a.txt")
        second = lab.person.sees_permission("touch stop-b.txt")
        lab.person.answers(first, "no_and_stop")
        lab.person.sees_end(first, outcome="denied", delivery="received")
        lab.person.sees_end(second, outcome="withdrawn", ending="turn_ended")
        assert talk.is_idle()
