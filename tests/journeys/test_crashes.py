"""The hub is killed at the worst moments: nothing is lost, the agent gets the answer, nothing is decided twice."""

import json
import os
import random
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress

import httpx
import pytest

from tests.figures import figure
from tests.guards import processes_with
from tests.journeys.hook_process import HookProcess, plan_payload
from tests.real_agents.person import Hub, NotYet, Person, countermark, eventually
from tests.real_agents.workplace import Workplace

PLAN = "# Idempotent webhooks\n\n1. Store each event's id.\n2. Answer 200.\n"
SOAK_KILLS = int(os.environ.get("COUNTERMARK_SOAK_KILLS", "200"))
LONGEST_DELAY = 0.12  # seconds after the ring or the verdict in which the hub may die
LONGEST_START = 1.5  # seconds after its start in which the next hub may die


def kill_hub(workplace: Workplace) -> int:
    """`kill -9` whichever hub is there now; returns its process id, 0 if there was none."""
    file = workplace.desk_folder / "hub.json"
    with suppress(FileNotFoundError, ProcessLookupError):
        pid = int(json.loads(file.read_text())["pid"])
        os.kill(pid, signal.SIGKILL)
        return pid
    return 0


def journal_holds(workplace: Workplace) -> bool:
    return "chain unbroken" in countermark(workplace, "journal", "verify")


def test_the_question_was_just_stored(workplace: Workplace, hub: Hub, person: Person) -> None:
    with HookProcess(workplace, plan_payload(PLAN)) as hook:
        review = person.sees_plan()
        first = hub.kill()
        hub.another(than=first)  # nobody but the hook has started it
        again = person.sees_plan()
        assert again["id"] == review["id"]
        person.approves(again)
        told = hook.ends()
    assert told.decision["behavior"] == "allow"
    assert told.decision["updatedInput"]["plan"] == PLAN
    assert person.sees(review, delivery="received")["verdict"] == "approved"
    assert journal_holds(workplace)


def test_the_person_was_reading(workplace: Workplace, hub: Hub, person: Person) -> None:
    with HookProcess(workplace, plan_payload(PLAN)) as hook:
        review = person.sees_plan()
        shown = person.reads(review)
        person.keeps_draft(review, "Half a sentence")
        first = hub.kill()
        hub.another(than=first)
        whole = person.reads(review)
        assert whole["draft"]["text"] == "Half a sentence"
        assert whole["document"] == shown["document"]
        person.requests_changes(review, "Half a sentence, now whole.")
        told = hook.ends()
    assert told.decision["behavior"] == "deny"
    assert "Half a sentence, now whole." in told.decision["message"]


def test_the_answer_was_given_but_not_delivered(workplace: Workplace, hub: Hub, person: Person) -> None:
    with HookProcess(workplace, plan_payload(PLAN)) as hook:
        review = person.sees_plan()
        hook.signal(signal.SIGSTOP)
        person.requests_changes(review, "Add a rollback.")
        assert person.sees(review)["delivery"] == "sent"  # on its way, but never said to be delivered
        killed = hub.kill()
        hook.signal(signal.SIGCONT)
        told = hook.ends()
        assert "Add a rollback." in told.decision["message"]
    hub.another(than=killed)  # started by the hook, which has still to acknowledge its answer
    assert person.sees(review, delivery="received")["verdict"] == "changes_requested"
    assert journal_holds(workplace)


def test_a_clean_stop_leaves_the_question_and_the_hook_finds_the_next_hub(
    workplace: Workplace, hub: Hub, person: Person
) -> None:
    with HookProcess(workplace, plan_payload(PLAN)) as hook:
        review = person.sees_plan()
        before = hub.ready()
        assert before is not None
        os.kill(before["pid"], signal.SIGTERM)
        after = hub.another(than=before["pid"])
        assert after["port"] == before["port"]
        person.approves(person.sees_plan())
        assert hook.ends().decision["behavior"] == "allow"
    assert person.sees(review, delivery="received")


@pytest.mark.parametrize("verdict", ["approved", "changes_requested"])
@pytest.mark.usefixtures("hub")
def test_the_hook_is_killed_and_comes_back_at_once(workplace: Workplace, person: Person, verdict: str) -> None:
    with HookProcess(workplace, plan_payload(PLAN)) as hook:
        review = person.sees_plan()
        hook.signal(signal.SIGKILL)
        assert hook.ends().exit_code == -signal.SIGKILL
    assert person.presses(review, verdict, "Answered while it was away.").status_code == httpx.codes.OK
    with HookProcess(workplace, plan_payload(PLAN)) as hook:
        behavior = hook.ends().decision["behavior"]
    assert behavior == ("allow" if verdict == "approved" else "deny")
    assert person.sees(review, delivery="received")["revision"] == 1
    assert len(person.all_reviews()) == 1


def starting_hubs(workplace: Workplace) -> list[int]:
    """Processes that are to become a hub of this workplace, or are one."""
    started = processes_with("COUNTERMARK_HOME", str(workplace.desk_folder))
    return [pid for pid, command in started.items() if " countermark serve" in command]


def kill_next_hub(workplace: Workplace, hook: HookProcess, *, after: float) -> None:
    """`kill -9` the next hub, so many seconds after its process has begun; an ended hook has nobody start one."""

    def started() -> list[int] | None:
        is_needed = hook.waits  # asked first: what it has started is there when it ends
        pids = starting_hubs(workplace)
        return pids if pids or not is_needed else None

    try:
        pids = eventually(started, seconds=15, what="a start", instead=lambda: "none")
    except NotYet:
        return
    if not pids:
        return
    until = time.monotonic() + after
    while time.monotonic() < until:
        time.sleep(0.005)
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    eventually(
        lambda: None if set(pids) & set(starting_hubs(workplace)) else True,
        seconds=10,
        what="its end",
        instead=lambda: pids,
    )


@pytest.mark.parametrize("is_stored", [True, False], ids=["stored", "not-stored"])
def test_the_next_hubs_are_killed_while_they_start(
    workplace: Workplace, hub: Hub, person: Person, is_stored: bool
) -> None:
    if not is_stored:
        hub.kill()
    with HookProcess(workplace, plan_payload(PLAN)) as hook:
        if is_stored:
            person.sees_plan()
            hub.kill()
        for after in (0.0, 0.2, 0.5, 0.8):
            kill_next_hub(workplace, hook, after=after)
        eventually(
            hub_answers(person), seconds=60, what="a hub", instead=lambda: (hook.waits, starting_hubs(workplace))
        )
        person.approves(person.sees_plan())
        assert hook.ends().decision["behavior"] == "allow"
    assert journal_holds(workplace)


def hub_answers(person: Person) -> Callable[[], bool | None]:
    """A look whether there is a hub again."""

    def look() -> bool | None:
        with suppress(httpx.TransportError):
            person.all_reviews()
            return True
        return None

    return look


@pytest.mark.parametrize("is_stored", [True, False], ids=["stored", "not-stored"])
def test_a_hub_that_stands_still_does_not_hold_the_hook(
    workplace: Workplace, hub: Hub, person: Person, is_stored: bool
) -> None:
    process = hub.ready()
    assert process is not None
    if not is_stored:
        os.kill(process["pid"], signal.SIGSTOP)
    try:
        with HookProcess(workplace, plan_payload(PLAN), COUNTERMARK_SILENCE="3") as hook:
            if is_stored:
                person.sees_plan()
                os.kill(process["pid"], signal.SIGSTOP)
            begun = time.monotonic()
            told = hook.ends()
            assert time.monotonic() - begun < 12
    finally:
        os.kill(process["pid"], signal.SIGCONT)
    assert (told.exit_code, told.stdout) == (0, ""), "the agent's own prompt stays"
    assert "no sign of life" in told.stderr
    # What was asked is on the desk all the same, and an answer waits for the agent.
    review = person.sees(person.sees_plan(), delivery="gone")
    person.approves(review)
    with HookProcess(workplace, plan_payload(PLAN)) as hook:
        assert hook.ends().decision["behavior"] == "allow"


@pytest.mark.soak
def test_a_hub_that_stands_still_is_left_after_half_a_minute(workplace: Workplace, hub: Hub) -> None:
    process = hub.ready()
    assert process is not None
    os.kill(process["pid"], signal.SIGSTOP)
    try:
        begun = time.monotonic()
        with HookProcess(workplace, plan_payload(PLAN)) as hook:
            assert hook.ends(seconds=60).stdout == ""
        assert 29 < time.monotonic() - begun < 40
    finally:
        os.kill(process["pid"], signal.SIGCONT)


class Round:
    """One plan, one verdict, one kill at a random moment of either."""

    def __init__(self, workplace: Workplace, person: Person, number: int) -> None:
        self.workplace = workplace
        self.person = person
        self.number = number
        self.chance = random.Random(number)
        self.words = f"Round {number}: change it."

    def kill_soon(self, hook: HookProcess) -> threading.Thread:
        """Kill the hub a random while from now, now and then the next one too, while it starts."""
        delay = self.chance.uniform(0, LONGEST_DELAY)
        next_ones = self.chance.choice([0, 0, 0, 1, 2])
        starts = [self.chance.uniform(0, LONGEST_START) for _ in range(next_ones)]
        killing = threading.Timer(delay, self.kill, [hook, starts])
        killing.start()
        return killing

    def kill(self, hook: HookProcess, next_ones: list[float]) -> None:
        """Kill the hub that is there, and as many of the next ones, each so long after its start."""
        kill_hub(self.workplace)
        for after in next_ones:
            kill_next_hub(self.workplace, hook, after=after)

    def play(self) -> None:
        """Ring, decide, and see that the words arrive; the hub dies on the way."""
        at_the_ring = self.chance.random() < 0.5
        with HookProcess(self.workplace, plan_payload(f"# Plan {self.number}", session=f"s-{self.number}")) as hook:
            killing = self.kill_soon(hook) if at_the_ring else None
            review = self.patiently_find()
            killing = killing or self.kill_soon(hook)
            self.patiently_decide(review)
            told = hook.ends(seconds=60)
            killing.join()
        assert self.words in told.decision["message"], f"round {self.number}: {told}"

    def patiently_find(self) -> dict[str, object]:
        """The review, as soon as a hub is there to show it."""

        def look() -> dict[str, object] | None:
            with suppress(httpx.TransportError):
                rows = self.person.all_reviews()
                return next((row for row in rows if row["title"] == f"Plan {self.number}"), None)
            return None

        return eventually(look, seconds=60, what=f"plan {self.number}", instead=lambda: "nothing")

    def patiently_decide(self, review: dict[str, object]) -> None:
        """Press the button until the desk says that it is decided; pressing twice must never count twice."""
        until = time.monotonic() + 60
        while time.monotonic() < until:
            with suppress(httpx.TransportError):
                answer = self.person.presses(review, "changes_requested", self.words)
                if answer.status_code == httpx.codes.OK or answer.json()["error"]["code"] == "already_decided":
                    return
            time.sleep(0.02)
        raise AssertionError(f"round {self.number} could not be decided")


@pytest.mark.tenth
@pytest.mark.usefixtures("hub")
def test_random_kills_lose_nothing(workplace: Workplace, person: Person) -> None:
    kills = figure(SOAK_KILLS, part=20)
    for number in range(kills):
        Round(workplace, person, number).play()
    countermark(workplace, "open", "--print")  # the last round may have left no hub
    decided = person.all_reviews()
    assert len(decided) == kills
    assert {row["verdict"] for row in decided} == {"changes_requested"}
    entries = person.journal()
    for row in decided:
        about = [each["kind"] for each in entries if (each["item"] or {}).get("id") == row["id"]]
        assert about.count("review_opened") == 1
        assert about.count("review_decided") == 1
    assert journal_holds(workplace)
