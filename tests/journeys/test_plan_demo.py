"""`countermark demo`: whoever marks the sample up as it says sees a second revision and what became of each mark."""

import os
import pty
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.guards import processes_with
from tests.real_agents.person import Hub, Person, countermark, eventually
from tests.real_agents.workplace import Workplace

Json = dict[str, Any]


class FollowedDemo:
    """The demo in a terminal of its own, as a person starts it; `said` is what stands on the screen."""

    def __init__(self, process: "subprocess.Popen[bytes]", screen: int) -> None:
        self.process = process
        self.said = ""
        self._reader = threading.Thread(target=self._read, args=(screen,))
        self._reader.start()

    def _read(self, screen: int) -> None:
        while piece := _piece_of(screen):
            self.said += piece.decode().replace("\r\n", "\n")
        os.close(screen)

    def says(self, words: str) -> str:
        return eventually(
            lambda: self.said if words in self.said else None, seconds=30, what=words, instead=lambda: self.said
        )

    def ends(self) -> int:
        code = self.process.wait(30)
        self._reader.join(30)
        return code


def _piece_of(screen: int) -> bytes:
    try:
        return os.read(screen, 4096)
    except OSError:  # the last one who writes has gone
        return b""


@contextmanager
def followed(workplace: Workplace) -> Iterator[FollowedDemo]:
    screen, terminal = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "countermark", "demo", "--print"],
        env=workplace.environment(),
        cwd=workplace.project,
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        start_new_session=True,
    )
    os.close(terminal)
    demo = FollowedDemo(process, screen)
    try:
        yield demo
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGINT)
        demo.ends()


def marks_it_up(person: Person, plan: Json) -> dict[str, str]:
    """The three marks that the sample's own first lines name, by what they are for; none is sent yet."""
    pen = person.takes_pen(plan)
    given = {
        "struck": pen.mark("deletion", "half a day each", nth=2),
        "stays": pen.mark("comment", "first in the list", nth=2, words="Why there?"),
        "goes": pen.mark("comment", "a plan of its own", nth=2, words="Say more."),
    }
    return {name: person.marks(plan, mark) for name, mark in given.items()}


def statuses(person: Person, plan: Json, marks: dict[str, str]) -> dict[str, Json]:
    carried = person.sees_carried(plan, marks.values())
    return {name: carried[mark] for name, mark in marks.items()}


def test_the_sample_agent_answers_in_the_terminal_and_on_the_desk(workplace: Workplace, hub: Hub) -> None:
    with Person(workplace) as person, followed(workplace) as demo:
        plan = person.sees_plan()
        demo.says("press r to request changes")
        marks = marks_it_up(person, plan)
        person.decides(plan, "changes_requested", marks=list(marks.values()))
        second = person.sees_plan(revision=2)
        assert second["id"] == plan["id"]
        demo.says("You requested changes, with 3 marks on words.")
        demo.says("1 done as asked; 1 left as they are; 1 whose paragraph was written anew.")
        fates = {name: mark["fate"] for name, mark in statuses(person, second, marks).items()}
        assert fates == {"struck": "done", "stays": "there", "goes": "gone"}
        person.approves(second)
        said = demo.says(f"COUNTERMARK_HOME={workplace.desk_folder} countermark review NOTES.md")
        assert "You approved the plan" in said
        assert demo.ends() == 0


def reviews_running(workplace: Workplace) -> list[int]:
    running = processes_with("COUNTERMARK_HOME", str(workplace.desk_folder))
    return [process for process, line in running.items() if "countermark review" in line]


def test_ctrl_c_ends_the_demo_and_the_plan_stays(workplace: Workplace, hub: Hub) -> None:
    with Person(workplace) as person, followed(workplace) as demo:
        plan = person.sees_plan()
        demo.says("Ctrl-C ends the demo")
        (review,) = reviews_running(workplace)
        os.kill(review, signal.SIGINT)  # Ctrl-C reaches both; the demo may hear of it last
        eventually(
            lambda: None if reviews_running(workplace) else True, seconds=30, what="its end", instead=lambda: demo.said
        )
        os.kill(demo.process.pid, signal.SIGINT)
        assert demo.ends() == 0
        assert re.search(r"The sample agent has ended; the plan stays", demo.said)
        assert f"`COUNTERMARK_HOME={workplace.desk_folder} countermark demo` starts it anew" in demo.said
        assert "Traceback" not in demo.said
        assert person.reads(plan)["review"]["status"] == "open"


def test_a_demo_that_is_started_anew_counts_as_the_desk_does(workplace: Workplace, hub: Hub) -> None:
    with Person(workplace) as person:
        with followed(workplace) as demo:
            first = person.sees_plan()
            demo.says("Ctrl-C ends the demo")
            os.killpg(demo.process.pid, signal.SIGINT)
            assert demo.ends() == 0
        with followed(workplace) as demo:
            second = person.sees_plan(revision=2)
            assert second["id"] == first["id"]
            demo.says("Ctrl-C ends the demo")
            person.requests_changes(second, "Shorter.")
            demo.says("Revision 3 is on the desk.")
            person.approves(person.sees_plan(revision=3))
            assert demo.ends() == 0


def test_without_a_terminal_the_agent_answers_behind_the_command(workplace: Workplace, hub: Hub) -> None:
    assert "A sample agent answers" in countermark(workplace, "demo", "--print")
    with Person(workplace) as person:
        plan = person.sees_plan()
        person.requests_changes(plan, "Shorter.")
        person.approves(person.sees_plan(revision=2))
        person.sees(plan, status="decided")
