"""The line to the real `opencode serve`: cut, lost, taken up again; several servers, a password, a hub that dies."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import guards
from tests.real_agents.at_opencode import Attached, attached, calls_of
from tests.real_agents.cut_line import CuttableLine
from tests.real_agents.opencode_server import OpenCodeServer
from tests.real_agents.person import countermark, launch_address
from tests.real_agents.workplace import Workplace
from tests.scripted_model.working import Working

pytestmark = pytest.mark.soak


@pytest.fixture
def lab(opencode: Path) -> Iterator[Attached]:
    root = Path(tempfile.mkdtemp(prefix="cm-w-"))
    for home in guards.own_home(starts_processes=True):
        (home / "settings.toml").write_text("[permissions]\nwait = 600\n")
        workplace = Workplace(root, home).furnish()
        with attached(workplace, opencode) as running:
            yield running
    shutil.rmtree(root, ignore_errors=True)


def touches(name: str) -> Working:
    return Working(name).uses("bash", command=f"touch {name}.txt", description="d").says("Done.")


def another_hub(lab: Attached) -> None:
    """The hub is killed, and another one comes at its port."""
    lab.hub.kill()
    launch_address(lab.workplace)
    lab.person.comes_back()


def test_two_conversations_are_two_items(lab: Attached) -> None:
    with lab.works(touches("first")) as one, lab.works(touches("second")) as two:
        first, second = lab.person.sees_permission("touch first.txt"), lab.person.sees_permission("touch second.txt")
        assert {first["conversation"], second["conversation"]} == {one.session, two.session}
        lab.person.answers(first, "no")
        lab.person.answers(second, "once")
        assert one.ends_call()["status"] == "error"
        assert two.ends_call()["status"] == "completed"


def test_a_hub_that_was_killed_finds_the_same_item(lab: Attached) -> None:
    with lab.works(touches("killed")) as talk:
        asked = lab.person.sees_permission()
        another_hub(lab)
        lab.sees_server(lab.server.address)
        (waiting,) = lab.person.waiting()
        assert waiting["id"] == asked["id"]
        lab.person.answers(asked, "once")
        assert talk.ends_call()["status"] == "completed"
        lab.person.sees_end(asked, outcome="allowed", delivery="received")
        assert lab.person.happenings(asked).count("permission_asked") == 1


def test_a_server_that_was_restarted_has_lost_what_it_asked(lab: Attached) -> None:
    with lab.works(touches("restarted")):
        asked = lab.person.sees_permission()
        lab.server.kill()
        lab.sees_server(lab.server.address, connected=False)
        lab.server.start()
        lab.person.sees_end(asked, outcome="withdrawn", ending="server_restarted")
    with lab.works(touches("later")) as talk:
        lab.person.answers(lab.person.sees_permission("touch later.txt"), "once")
        assert talk.ends_call()["status"] == "completed"


def test_a_server_that_is_gone_keeps_its_item_open_until_it_is_back(lab: Attached) -> None:
    with CuttableLine(lab.server.port) as line:
        countermark(lab.workplace, "opencode", "detach", lab.server.address)
        countermark(lab.workplace, "opencode", "attach", line.address, "--directory", str(lab.server.project))
        lab.sees_server(line.address)
        with lab.works(touches("away")) as talk:
            asked = lab.person.sees_permission()
            line.cut()
            lab.sees_server(line.address, connected=False)
            lab.person.sees_end(asked, delivery="gone", outcome=None)
            lab.person.answers(asked, "once")
            lab.person.sees_end(asked, outcome="allowed", delivery="kept")
            line.mend()
            assert talk.ends_call()["status"] == "completed"
            lab.person.sees_end(asked, outcome="allowed", delivery="received")
            assert lab.person.happenings(asked).count("permission_asked") == 1


def test_what_is_asked_while_the_stream_is_cut_is_listed_when_it_is_back(lab: Attached) -> None:
    with CuttableLine(lab.server.port) as line:
        countermark(lab.workplace, "opencode", "detach", lab.server.address)
        countermark(lab.workplace, "opencode", "attach", line.address, "--directory", str(lab.server.project))
        lab.sees_server(line.address)
        line.cut()
        lab.sees_server(line.address, connected=False)
        with lab.works(touches("unheard")) as talk:
            assert talk.asks_something()
            line.mend()
            lab.person.answers(lab.person.sees_permission("touch unheard.txt"), "once")
            assert talk.ends_call()["status"] == "completed"
        kinds = [entry["kind"] for entry in lab.person.journal()]
        assert kinds.count("agent_server_lost") == 1


def test_a_conversation_that_was_deleted_asks_no_longer(lab: Attached) -> None:
    """OpenCode goes on listing its request for ever."""
    with lab.works(touches("deleted")) as talk:
        asked = lab.person.sees_permission()
        talk.is_deleted()
        lab.person.sees_end(asked, outcome="withdrawn", ending="conversation_ended")
        another_hub(lab)
        lab.sees_server(lab.server.address)
        assert lab.person.waiting() == []


def test_two_servers_one_with_a_password(lab: Attached, opencode: Path) -> None:
    project = lab.workplace.root / "other-project"
    with OpenCodeServer(
        opencode, lab.workplace, lab.model.url, project=project, password="correct horse", name="second"
    ) as second:
        countermark(lab.workplace, "opencode", "attach", second.address, "--directory", str(project))
        told = lab.sees_server(second.address, connected=False)
        assert told["problem"] == "it refuses the password"
        lab.attaches_with_password(second, "correct horse")
        with lab.works(touches("here")) as one, lab.works(touches("there"), at=second) as two:
            here, there = lab.person.sees_permission("touch here.txt"), lab.person.sees_permission("touch there.txt")
            assert there["workspace"] == str(project)
            lab.person.answers(there, "once")
            assert two.ends_call()["status"] == "completed"
            lab.person.answers(here, "no_with_words", words="Not here.")
            assert "Not here." in one.ends_call()["error"]
    kept = b"".join(file.read_bytes() for file in lab.workplace.desk_folder.glob("countermark.db*"))
    assert b"correct horse" not in kept


def test_two_noes_at_once_go_together_and_end_the_turn(lab: Attached) -> None:
    """OpenCode hands on the words of one *reject* and rejects the rest without any: so they are said in one."""
    both = [{"command": f"touch no-{name}.txt", "description": "d"} for name in "ab"]
    with lab.works(Working("noes", (calls_of(both),))) as talk:
        first, second = lab.person.sees_permission("touch no-a.txt"), lab.person.sees_permission("touch no-b.txt")
        lab.person.answers(first, "no_with_words", words="Leave a alone.")
        lab.person.answers(second, "no_with_words", words="And b.")
        errors = " ".join(talk.ends_call(number)["error"] for number in range(2))
        assert "Leave a alone." in errors
        assert "And b." in errors
        lab.person.sees_end(first, outcome="denied", delivery="received")
        lab.person.sees_end(second, outcome="denied", delivery="received")
        assert talk.is_idle()


def test_what_nobody_answers_is_left_to_the_terminal_or_refused_by_the_setting(lab: Attached) -> None:
    settings = lab.workplace.desk_folder / "settings.toml"
    settings.write_text('[permissions]\nask_at = "desk"\nwait = 1\n')
    lab.person.restarts_hub()
    agent = touches("nobody")
    with lab.works(agent) as talk:
        assert "Nobody answered in time" in talk.ends_call()["error"]
    settings.write_text('[permissions]\nask_at = "both"\nwait = 1\n')
    lab.person.restarts_hub()
    with lab.works(touches("left")) as talk:
        lab.person.waits_for_journal("permission_expired")
        assert talk.pending()
        talk.answers_itself("once")
        assert talk.ends_call()["status"] == "completed"
