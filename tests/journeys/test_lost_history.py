"""The journal's files are damaged, with the hub killed or running: what is lost is said everywhere, and no more is."""

import json
import shutil
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from tests.journeys.hook_process import HookProcess, plan_payload
from tests.real_agents.person import Hub, Person, countermark, eventually
from tests.real_agents.workplace import Workplace

PLAN = "# Idempotent webhooks\n\n1. Store each event's id.\n"


def verified(workplace: Workplace) -> tuple[int, str]:
    """The exit code and the words of `countermark journal verify`."""
    done = subprocess.run(
        [sys.executable, "-m", "countermark", "journal", "verify"],
        env=workplace.environment(), cwd=workplace.project, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def doctor_on_journal(workplace: Workplace) -> dict[str, object]:
    done = subprocess.run(
        [sys.executable, "-m", "countermark", "doctor", "--json"],
        env=workplace.environment(), cwd=workplace.project, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    found: list[dict[str, object]] = json.loads(done.stdout)["findings"]
    return next(each for each in found if each["name"] == "journal")


def hello(person: Person) -> dict[str, object]:
    """What the desk is greeted with."""
    with person.follows_feed() as lines:
        told: dict[str, object] = json.loads(next(line for line in lines if line.startswith("data: "))[6:])
        return told


def decide_one(workplace: Workplace, person: Person) -> dict[str, object]:
    with HookProcess(workplace, plan_payload(PLAN)) as hook:
        review = person.sees_plan()
        person.approves(review)
        assert hook.ends().decision["behavior"] == "allow"
    return person.sees(review, delivery="received")


def test_a_history_that_is_removed_after_a_kill_is_said(workplace: Workplace, hub: Hub, person: Person) -> None:
    assert doctor_on_journal(workplace)["good"]
    assert hello(person)["problems"] == []
    decide_one(workplace, person)
    had = person.journal()[0]["seq"]
    hub.kill()
    for name in ("countermark.db", "countermark.db-wal", "countermark.db-shm"):
        (workplace.desk_folder / name).unlink()
    with Hub(workplace), Person(workplace) as again:
        said = f"the journal ended with entry {had}, and none is there"
        cut = again.journal()[-1]
        assert (cut["kind"], cut["seq"], cut["body"]["had"]) == ("journal_cut", 1, had)
        code, words = verified(workplace)
        assert code == 6
        assert f"Entry 1: {said}" in words
        finding = doctor_on_journal(workplace)
        assert not finding["good"]
        assert said in str(finding["says"])
        assert said in str(hello(again)["problems"])
        copy = Path(str(cut["body"]["kept_as"]))
        assert (copy / "journal.head").exists()
        shutil.rmtree(copy)
        assert doctor_on_journal(workplace)["good"], "who has removed the copy knows"
        assert verified(workplace)[0] == 6, "the record stays what it is"


def test_starts_that_come_to_nothing_make_one_copy(workplace: Workplace, hub: Hub, person: Person) -> None:
    decide_one(workplace, person)
    hub.kill()
    for name in ("countermark.db", "countermark.db-wal", "countermark.db-shm"):
        (workplace.desk_folder / name).unlink()
    with socket.create_server(("127.0.0.1", 0)) as other:
        command = [sys.executable, "-m", "countermark", "serve", "--port", str(other.getsockname()[1])]
        for _ in range(2):
            ended = subprocess.run(command, env=workplace.environment(), capture_output=True, text=True, timeout=60)
            assert ended.returncode == 1, ended.stderr
            with closing(sqlite3.connect(workplace.desk_folder / "countermark.db")) as connection:
                assert connection.execute("SELECT kind FROM entries").fetchall() == [("journal_cut",)]
    with Hub(workplace), Person(workplace) as again:
        assert [each["kind"] for each in again.journal()][-2:] == ["hub_started", "journal_cut"]
        assert len(list(workplace.desk_folder.glob("journal-cut-*"))) == 1
        assert verified(workplace)[1].count("a copy was kept as") == 1


def test_a_log_that_is_removed_takes_no_more_answers_and_loses_none(
    workplace: Workplace, hub: Hub, person: Person
) -> None:
    first = decide_one(workplace, person)
    with HookProcess(workplace, plan_payload("# Another\n", session="s-2")) as hook:
        review = person.sees_plan()
        (workplace.desk_folder / "countermark.db-wal").unlink()
        answer = person.presses(review, "approved", None)
        assert answer.status_code == 503
        assert "countermark.db-wal was removed" in answer.json()["error"]["message"]
        assert "countermark.db-wal was removed" in str(hello(person)["problems"])
        assert verified(workplace)[0] == 1
        assert not doctor_on_journal(workplace)["good"]
        killed = hub.kill()
        hub.another(than=killed)  # the hook has started it
        assert person.sees(first)["verdict"] == "approved"
        person.approves(person.sees_plan())
        assert hook.ends().decision["behavior"] == "allow"
    assert verified(workplace)[0] == 0


def test_little_is_ever_in_the_log_alone(workplace: Workplace, hub: Hub, person: Person) -> None:
    decide_one(workplace, person)
    database, copy = workplace.desk_folder / "countermark.db", workplace.root / "copy.db"
    newest = person.journal()[0]["seq"]

    def all_there() -> bool | None:
        shutil.copyfile(database, copy)
        with closing(sqlite3.connect(copy)) as connection:
            return connection.execute("SELECT coalesce(max(seq), 0) FROM entries").fetchone()[0] >= newest or None

    eventually(all_there, seconds=10, what="the journal in the database file", instead=lambda: newest)
    hub.kill()
    (workplace.desk_folder / "countermark.db-wal").unlink()
    countermark(workplace, "open", "--print")
    assert verified(workplace)[0] == 0


def test_an_entry_that_cannot_be_read_hides_no_other(workplace: Workplace, hub: Hub, person: Person) -> None:
    review = decide_one(workplace, person)
    entries = {each["kind"]: each["seq"] for each in person.journal()}
    hub.kill()
    with closing(sqlite3.connect(workplace.desk_folder / "countermark.db", isolation_level=None)) as connection:
        connection.execute("UPDATE entries SET body = '{' WHERE seq = ?", (entries["review_decided"],))
        connection.execute("UPDATE entries SET kind = 'x' WHERE seq = ?", (entries["answer_received"],))
    with Hub(workplace), Person(workplace) as again:
        unreadable = [each["seq"] for each in again.journal() if each["kind"] == "entry_unreadable"]
        assert unreadable == sorted((entries["review_decided"], entries["answer_received"]), reverse=True)
        code, words = verified(workplace)
        assert code == 4
        assert f"breaks at entry {entries['review_decided']}: it cannot be read: its body is not JSON" in words
        assert again.sees(review)["verdict"] == "approved"
        newest = max(entries.values()) + 1
        with again.follows_feed() as lines:
            seqs = (json.loads(line[6:])["seq"] for line in lines if line.startswith('data: {"seq"'))
            heard = [next(seqs) for _ in range(newest)]
        assert set(unreadable) < set(heard)
