"""The hub is killed at the worst moments: nothing is lost, the agent gets the answer, nothing is decided twice."""

import json
import os
import random
import signal
import threading
import time
from contextlib import suppress

import httpx
import pytest

from tests.journeys.hook_process import HookProcess, plan_payload
from tests.real_agents.person import Hub, Person, countermark, eventually
from tests.real_agents.workplace import Workplace

PLAN = "# Idempotent webhooks\n\n1. Store each event's id.\n2. Answer 200.\n"
SOAK_KILLS = int(os.environ.get("COUNTERMARK_SOAK_KILLS", "200"))
LONGEST_DELAY = 0.12  # seconds after the ring or the verdict in which the hub may die


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
    hub.another(than=killed)  # started by the hook, which still owes its thanks
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


class Round:
    """One plan, one verdict, one kill at a random moment of either."""

    def __init__(self, workplace: Workplace, person: Person, number: int) -> None:
        self.workplace = workplace
        self.person = person
        self.number = number
        self.chance = random.Random(number)
        self.words = f"Round {number}: change it."

    def kill_soon(self) -> threading.Thread:
        """Kill the hub a random while from now."""
        delay = self.chance.uniform(0, LONGEST_DELAY)
        killing = threading.Timer(delay, kill_hub, [self.workplace])
        killing.start()
        return killing

    def play(self) -> None:
        """Ring, decide, and see that the words arrive; the hub dies on the way."""
        at_the_ring = self.chance.random() < 0.5
        with HookProcess(self.workplace, plan_payload(f"# Plan {self.number}", session=f"s-{self.number}")) as hook:
            killing = self.kill_soon() if at_the_ring else None
            review = self.patiently_find()
            killing = killing or self.kill_soon()
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


@pytest.mark.parametrize("kills", [20, pytest.param(SOAK_KILLS, marks=pytest.mark.soak)])
@pytest.mark.usefixtures("hub")
def test_random_kills_lose_nothing(workplace: Workplace, person: Person, kills: int) -> None:
    for number in range(kills):
        Round(workplace, person, number).play()
    countermark(workplace, "open", "--print")  # the last round may have left no hub
    decided = person.all_reviews()
    assert len(decided) == kills
    assert {row["verdict"] for row in decided} == {"changes_requested"}
    entries = person.journal()
    for row in decided:
        about = [each["kind"] for each in entries if each["review"] == row["id"]]
        assert about.count("review_opened") == 1
        assert about.count("review_decided") == 1
    assert journal_holds(workplace)
