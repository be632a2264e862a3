"""The disk is full: reading and signing in go on, what was done is stored when there is room, and a start ends."""

import json
import resource
import signal
import subprocess
import sys
import time

import httpx
import pytest

from tests.journeys.hook_process import HookProcess, plan_payload
from tests.little_room import room
from tests.real_agents.person import Hub, Person, eventually
from tests.real_agents.workplace import Workplace

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="ONLY LINUX LIMITS ANOTHER PROCESS")


def set_room(hub: Hub, size: int) -> None:
    """How large the files of the running hub may become; with 0 no byte can be written to any."""
    ready = hub.ready()
    assert ready is not None
    resource.prlimit(ready["pid"], resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def started(workplace: Workplace, *arguments: str, limit: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "countermark", *arguments]
    with room(limit):
        return subprocess.Popen(
            command, env=workplace.environment(), cwd=workplace.project,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip


def test_reading_and_signing_in_go_on(workplace: Workplace, hub: Hub, person: Person) -> None:
    with HookProcess(workplace, plan_payload("# Before the disk was full\n")) as hook:
        review = person.sees_plan()
        set_room(hub, 0)
        assert person.presses(review, "approved", None).status_code == httpx.codes.SERVICE_UNAVAILABLE
        with Person(workplace) as second:
            assert second.sees_plan()["id"] == review["id"]
            assert "Before the disk was full" in str(second.reads(review))
            with second.follows_feed() as lines:
                assert next(lines) == "event: hello"
            before = len(second.journal())
            with Person(workplace) as third:
                third.signs_out()
                assert third.is_signed_out()
            person.signs_out()
            assert person.is_signed_out()
            set_room(hub, resource.RLIM_INFINITY)

            def stored() -> list[str] | None:
                kinds = [entry["kind"] for entry in second.journal()[:-before]]
                return kinds if len(kinds) >= 2 else None

            told = eventually(stored, seconds=20, what="what was held", instead=second.journal)
            assert sorted(told) == ["signed_in", "signed_out"]
            second.approves(review)
        assert hook.ends().decision["behavior"] == "allow"


def test_a_hub_that_ends_without_a_word_is_not_waited_for(workplace: Workplace) -> None:
    begun = time.monotonic()
    with room(0):
        hook = HookProcess(workplace, plan_payload("# On a full disk\n"))
    with hook:
        told = hook.ends(seconds=25)
    assert told.stdout == ""
    assert "is the disk full?" in told.stderr
    assert "is the disk full?" in started(workplace, "open", "--print", limit=0).communicate(timeout=25)[1]
    assert time.monotonic() - begun < 28
    assert (workplace.desk_folder / "hub.log").read_text() == ""


def test_nobody_is_told_to_throw_the_journal_away(workplace: Workplace, hub: Hub, person: Person) -> None:
    hub.kill()
    serve = started(workplace, "serve", "--port", "0", limit=1024)
    said = serve.communicate(timeout=20)[1]
    assert serve.returncode == 1
    assert "countermark.db cannot be opened: disk I/O error. Is the disk full?" in said
    assert "keep the file" in said
    assert "move it away" not in said


@pytest.mark.parametrize("room", [0, 4096])  # no page fits into the journal, or nothing anywhere
def test_a_hub_ends_cleanly(workplace: Workplace, hub: Hub, person: Person, room: int) -> None:
    set_room(hub, room)
    hub._process.send_signal(signal.SIGTERM)
    ended = hub._process.wait(20)
    assert hub.ready() is None
    if room:  # else Python itself ends with 120, for what it said last found no room
        assert ended == 0
        assert json.loads((workplace.desk_folder / "hub.lock").read_text())["state"] == "stopping"
