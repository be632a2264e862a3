"""The journal at a terminal: read, followed, exported, checked elsewhere; signed when the hub ends."""

import asyncio
import json
import re
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from countermark.actions.checkpoints import sign_newest
from countermark.actions.desk import open_desk
from countermark.actions.journal import note_start
from countermark.store.checkpoint_files import FOLDER, CheckpointFiles
from countermark.store.sqlite import open_file
from tests.contract.memory_desk import HandClock
from tests.house.layout import ROOT
from tests.journeys.hook_process import HookProcess, plan_payload
from tests.real_agents.person import Hub, Person, countermark, eventually
from tests.real_agents.workplace import Workplace

PLAN = "# Idempotent webhooks\n\n1. Store each event's id.\n"
DAY = 24 * 60 * 60 * 1000
GUIDE = ROOT / "docs" / "reference" / "journal-verifier.md"


@dataclass(frozen=True)
class Done:
    """How a command ended."""

    code: int
    said: str


def runs(workplace: Workplace, *arguments: str) -> Done:
    done = subprocess.run(
        [sys.executable, "-m", "countermark", "journal", *arguments],
        env=workplace.environment(), cwd=workplace.project, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    return Done(done.returncode, done.stdout + done.stderr)


def decide_one(workplace: Workplace, person: Person) -> str:
    """The id of a plan that was approved."""
    with HookProcess(workplace, plan_payload(PLAN)) as hook:
        review = person.sees_plan()
        person.approves(review)
        assert hook.ends().decision["behavior"] == "allow"
    person.sees(review, delivery="received")
    return str(review["id"])


def blocks(language: str) -> list[str]:
    """The examples of the guide in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```", GUIDE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Elsewhere:
    """A folder on another machine, with an export, the public key, and what the guide says."""

    folder: Path

    def checks_chain(self) -> Done:
        [verifier] = blocks("python")
        (self.folder / "verifier.py").write_text(verifier)
        command = [sys.executable, "-I", "verifier.py", "journal.jsonl"]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)
        return Done(done.returncode, done.stdout + done.stderr)

    def checks_signature(self) -> Done:
        [_, script] = blocks("sh")
        done = subprocess.run(
            ["/bin/sh", "-e", "-c", script], cwd=self.folder, capture_output=True, text=True, check=False
        )
        return Done(done.returncode, done.stdout + done.stderr)

    def changes(self, line: int, old: str, new: str) -> None:
        file = self.folder / "journal.jsonl"
        lines = file.read_text().splitlines(keepends=True)
        assert old in lines[line]
        lines[line] = lines[line].replace(old, new)
        file.write_text("".join(lines))


@pytest.fixture
def elsewhere(workplace: Workplace, tmp_path: Path) -> Elsewhere:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    return Elsewhere(folder)


def bring(workplace: Workplace, elsewhere: Elsewhere) -> None:
    """Export, and take the public key along."""
    assert runs(workplace, "export", "--output", str(elsewhere.folder / "journal.jsonl")) == Done(0, "")
    (elsewhere.folder / "journal.pub").write_bytes((workplace.desk_folder / "journal.pub").read_bytes())


def test_an_export_is_checked_elsewhere(workplace: Workplace, hub: Hub, person: Person, elsewhere: Elsewhere) -> None:
    assert hub.ready()
    decide_one(workplace, person)
    bring(workplace, elsewhere)
    good = elsewhere.checks_chain()
    assert (good.code, " entries hold, up to the checkpoint of 20" in good.said) == (0, True), good.said
    signature = elsewhere.checks_signature()
    assert (signature.code, signature.said) == (0, "Signature Verified Successfully\n")
    assert (elsewhere.folder / "journal.jsonl").stat().st_mode & 0o777 == 0o600
    size = len((elsewhere.folder / "journal.jsonl").read_text().splitlines()) - 1
    elsewhere.changes(-1, f"\\n{size}\\n", f"\\n{size - 1}\\n")
    assert elsewhere.checks_signature().code == 1
    told = elsewhere.checks_chain()
    assert (told.code, "the checkpoint is of another journal" in told.said) == (1, True)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"kind":"hub_started"', '"kind":"hub_stopped"', "entry 1 is not what was recorded"),
        ('"seq":1', '"seq":2', "entry 1 is missing"),
    ],
)
def test_a_forged_export_is_found_elsewhere(
    workplace: Workplace, hub: Hub, elsewhere: Elsewhere, old: str, new: str, says: str
) -> None:
    assert hub.ready()
    bring(workplace, elsewhere)
    elsewhere.changes(0, old, new)
    told = elsewhere.checks_chain()
    assert (told.code, says in told.said) == (1, True), told.said


def test_what_is_read_at_a_terminal(workplace: Workplace, hub: Hub, person: Person) -> None:
    assert hub.ready()
    item = decide_one(workplace, person)
    shown = countermark(workplace, "journal").splitlines()
    [decided] = [line for line in shown if "review decided: approved" in line]
    assert "you" in decided
    assert decided.endswith("Idempotent webhooks")
    about = [json.loads(line) for line in countermark(workplace, "journal", "--item", item, "--json").splitlines()]
    assert {entry["item"]["id"] for entry in about} == {item}
    assert [entry["kind"] for entry in about][:1] == ["review_opened"]
    conversation = about[0]["body"]["conversation"]
    same = countermark(workplace, "journal", "--conversation", conversation, "--json")
    assert [json.loads(line)["seq"] for line in same.splitlines()] == [entry["seq"] for entry in about]
    assert countermark(workplace, "journal", "--conversation", "another") == ""
    table = countermark(workplace, "journal", "export", "--format", "csv", "--item", item).splitlines()
    assert table[0].startswith("seq,at,kind,actor_kind")
    assert len(table) == len(about) + 1


def test_what_comes_is_followed(workplace: Workplace, hub: Hub, person: Person) -> None:
    assert hub.ready()
    command = [sys.executable, "-m", "countermark", "journal", "--follow"]
    log = workplace.root / "followed"
    with log.open("wb") as out:
        process = subprocess.Popen(command, env=workplace.environment(), cwd=workplace.project, stdout=out)
    try:
        eventually(lambda: log.read_text() or None, seconds=30, what="the first lines", instead=log.read_text)
        decide_one(workplace, person)
        eventually(
            lambda: "review decided" in log.read_text() or None, seconds=30, what="the decision", instead=log.read_text
        )
        lines = [line.split()[2] for line in log.read_text().splitlines()]
        assert lines == [str(number) for number in range(1, len(lines) + 1)]
    finally:
        process.kill()
        process.wait()


def test_a_stop_signs_and_a_kill_leaves_that_to_the_next_hub(workplace: Workplace, tmp_path: Path) -> None:
    folder = workplace.desk_folder / FOLDER
    with Hub(workplace):
        pass
    [first] = sorted(folder.iterdir())
    assert (workplace.desk_folder / "journal.key").stat().st_mode & 0o777 == 0o600
    kept = tmp_path / "kept.txt"
    with Hub(workplace) as hub:
        kept.write_text(countermark(workplace, "journal", "checkpoint"))
        hub.kill()
    assert len(sorted(folder.iterdir())) == 2
    with Hub(workplace):
        whole = runs(workplace, "verify", "--checkpoint", str(kept))
        assert (whole.code, "chain unbroken" in whole.said) == (0, True), whole.said
        assert "Checkpoints vouch for everything up to entry" in whole.said
    assert len(sorted(folder.iterdir())) == 3
    first.unlink()
    with Hub(workplace):
        missing = runs(workplace, "verify")
        assert (missing.code, "The checkpoint of entry" in missing.said) == (7, True), missing.said


def test_a_journal_that_was_put_back_is_found_by_a_checkpoint_elsewhere(workplace: Workplace, tmp_path: Path) -> None:
    """All files of the data folder are those of an earlier moment: nothing in it can tell."""
    with Hub(workplace):
        pass
    earlier = {file: file.read_bytes() for file in workplace.desk_folder.rglob("*") if file.is_file()}
    kept = tmp_path / "kept.txt"
    with Hub(workplace):
        kept.write_text(countermark(workplace, "journal", "checkpoint"))
    for file in [file for file in workplace.desk_folder.rglob("*") if file.is_file()]:
        file.unlink()
    for file, content in earlier.items():
        file.write_bytes(content)
    with Hub(workplace):
        assert runs(workplace, "verify").code == 0
        told = runs(workplace, "verify", "--checkpoint", str(kept))
        assert told.code in (5, 6), told.said


def test_a_changed_entry_has_a_code_of_its_own(workplace: Workplace) -> None:
    with Hub(workplace):
        pass
    with closing(sqlite3.connect(workplace.desk_folder / "countermark.db", isolation_level=None)) as connection:
        connection.execute("UPDATE entries SET at = at + 1 WHERE seq = 1")
    with Hub(workplace):
        told = runs(workplace, "verify")
        assert (told.code, "the chain breaks at entry 1: its content" in told.said) == (4, True), told.said


def old_journal(folder: Path, *, days: int) -> None:
    """A data folder as a hub has left it so many days ago: three times it ran."""

    async def write() -> None:
        clock = HandClock(at=time.time_ns() // 1_000_000 - days * DAY)
        store = open_file(folder / "countermark.db")
        desk = await open_desk(store, images=folder, checkpoints=CheckpointFiles(folder), clock=clock)
        for _ in range(3):
            for _ in range(4):
                await note_start(desk, version="1")
            await sign_newest(desk)
        await desk.close()

    folder.mkdir(mode=0o700, exist_ok=True)
    asyncio.run(write())


def test_old_entries_are_dropped_on_demand(workplace: Workplace) -> None:
    old_journal(workplace.desk_folder, days=40)
    with Hub(workplace):
        assert runs(workplace, "retain", "--days", "60").said.startswith("0 entries dropped")
        done = runs(workplace, "retain", "--days", "30")
        gone = int(done.said.split()[0])
        assert (done.code, gone > 8) == (0, True), done.said
        assert f"Entries 1 to {gone} were dropped on 20" in done.said
        whole = runs(workplace, "verify")
        assert (whole.code, f"Entries 1 to {gone} were dropped on 20" in whole.said) == (0, True), whole.said
        assert runs(workplace, "--json", "--limit", "500").said.count('"seq"') < gone


def test_old_entries_are_dropped_by_the_setting_and_an_export_is_still_checked(
    workplace: Workplace, elsewhere: Elsewhere
) -> None:
    old_journal(workplace.desk_folder, days=40)
    (workplace.desk_folder / "settings.toml").write_text("[journal]\nkeep_days = 30\n")
    with Hub(workplace):
        eventually(
            lambda: "dropped" in runs(workplace, "verify").said or None,
            seconds=30,
            what="the drop",
            instead=lambda: runs(workplace, "verify").said,
        )
        bring(workplace, elsewhere)
    good = elsewhere.checks_chain()
    assert (good.code, " entries hold" in good.said) == (0, True), good.said
