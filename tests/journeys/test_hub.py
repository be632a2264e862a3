"""The hub as a process among others: one per data folder, private, restartable, and clear about what is wrong."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.journeys.hook_process import HOOK, HookProcess, plan_payload
from tests.real_agents.person import Hub, Person, countermark
from tests.real_agents.workplace import Workplace

SERVE = [sys.executable, "-m", "countermark", "serve", "--port", "0"]


def modes(folder: Path) -> dict[str, int]:
    found = {str(each.relative_to(folder)): stat.S_IMODE(each.lstat().st_mode) for each in folder.rglob("*")}
    return {".": stat.S_IMODE(folder.stat().st_mode), **found}


def test_two_starts_at_once_leave_one_hub(workplace: Workplace) -> None:
    started = [
        subprocess.Popen(SERVE, env=workplace.environment(), cwd=workplace.project, stderr=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    losers: list[subprocess.Popen[str]] = []
    while len(losers) < len(started) - 1:
        losers = [process for process in started if process.poll() is not None]
    winner = next(process for process in started if process not in losers)
    assert {loser.returncode for loser in losers} == {0}
    for loser in losers:
        assert loser.stderr is not None
        assert str(winner.pid) in loser.stderr.read()
    countermark(workplace, "open", "--print")
    assert json.loads(countermark(workplace, "status", "--json"))["pid"] == winner.pid
    countermark(workplace, "stop")
    assert winner.wait(10) == 0
    for process in started:
        process.communicate()


def test_everything_is_private_whatever_the_umask_says(workplace: Workplace) -> None:
    workplace.desk_folder.rmdir()
    before = os.umask(0)
    try:
        with HookProcess(workplace, plan_payload("# Private\n")) as hook:  # the hook makes the folder and the hub
            with Person(workplace) as person:
                person.approves(person.sees_plan())
            hook.ends()
        found = modes(workplace.desk_folder)
        countermark(workplace, "stop")
    finally:
        os.umask(before)
    folders = {name for name in found if name in (".", "run", "plans")}
    assert {found[name] for name in folders} == {0o700}
    assert {found[name] for name in found if name not in folders} == {0o600}
    names = {
        "countermark.db",
        "countermark.db-wal",
        "countermark.db-shm",
        "hub.json",
        "hub.lock",
        "hub.log",
        "journal.head",
    }
    assert names | {"run/agent.sock", "run/person.sock"} <= set(found)


@pytest.mark.usefixtures("hub")
def test_another_user_cannot_connect(workplace: Workplace) -> None:
    """Neither through the folder, nor when somebody has opened the folder and the socket to all."""
    run = workplace.desk_folder / "run"
    knock = (
        "import os, socket, sys\n"
        "os.setgid(65534); os.setuid(65534)\n"
        "line = socket.socket(socket.AF_UNIX); line.settimeout(5)\n"
        "line.connect(sys.argv[1])\n"
        "line.sendall(b'GET /api/status HTTP/1.1\\r\\nHost: countermark\\r\\n\\r\\n')\n"
        "print(line.recv(100))\n"
    )
    assert modes(run) == {".": 0o700, "agent.sock": 0o600, "person.sock": 0o600}
    if os.geteuid() != 0:
        return  # nobody but root can become another user: the modes are what can be seen

    def knocked() -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", knock, str(run / "agent.sock")]
        return subprocess.run(command, capture_output=True, text=True, timeout=20)

    assert "PermissionError" in knocked().stderr
    for path in (workplace.desk_folder, run, run / "agent.sock"):
        path.chmod(0o777)
    opened = knocked()
    assert "b''" in opened.stdout or "Reset" in opened.stderr or "BrokenPipe" in opened.stderr


def test_the_port_is_kept_and_yields_when_it_is_taken(workplace: Workplace) -> None:
    with Hub(workplace) as first:
        before = first.ready()
        assert before is not None
    countermark(workplace, "open", "--print")
    assert json.loads(countermark(workplace, "status", "--json"))["port"] == before["port"]
    countermark(workplace, "stop")


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ("[hub]\nport = 'x'\n", "hub.port must be a whole number"),
        ("[hub]\nprot = 1\n", "hub.prot is not known"),
        ("[hub]\nhosts = ['bücher']\n", "hub.hosts must be host names"),
        ("[wait]\nplan = -1\n", "wait.plan must be a whole number"),
        ("not toml", "settings.toml"),
    ],
)
def test_wrong_settings_are_named(workplace: Workplace, settings: str, says: str) -> None:
    (workplace.desk_folder / "settings.toml").write_text(settings)
    ended = subprocess.run(
        SERVE, env=workplace.environment(), cwd=workplace.project, capture_output=True, text=True, timeout=30
    )
    assert ended.returncode == 1
    assert says in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_hook_without_any_hub_to_be_had_leaves_the_agent_alone(workplace: Workplace) -> None:
    (workplace.desk_folder / "settings.toml").write_text("not toml")
    ended = subprocess.run(
        [HOOK, "claude-code"], input=json.dumps(plan_payload("# P\n")), env=workplace.environment(),
        capture_output=True, text=True, timeout=30, cwd=workplace.project,
    )  # fmt: skip
    assert (ended.returncode, ended.stdout) == (0, "")
    assert "hub" in ended.stderr


def test_the_feed_resumes_where_it_was_left(workplace: Workplace, hub: Hub, person: Person) -> None:
    with HookProcess(workplace, plan_payload("# One\n")) as hook:
        person.sees_plan()
        with person.follows_feed() as lines:
            ids = [line for line, _ in zip(lines, range(12), strict=False) if line.startswith("id: ")]
        assert ids[:2] == ["id: 1", "id: 2"]
        killed = hub.kill()
        hub.another(than=killed)
        with person.follows_feed(since=2) as lines:
            first = next(line for line in lines if line.startswith("id: "))
        assert first == "id: 3"
        assert hook.waits
