"""Where the hub lives, that nobody else can get between, and that it is started once."""

import json
import os
import socket
import stat
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from countermark.doorbell import hub_address, hub_process
from countermark.doorbell.errors import HubBroken, HubGone, NoHub, NotOurs
from countermark.machine.files import HubLock
from tests.unit.doorbell.scripted_hub import ScriptedHub

SOURCE = str(Path(hub_address.__file__).parents[2])


@pytest.fixture
def loose_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path: str | Path) -> int:
    return stat.S_IMODE(Path(path).stat().st_mode)


def test_the_home_follows_the_platform_and_is_moved_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/h")
    monkeypatch.setenv("COUNTERMARK_HOME", "")
    monkeypatch.setattr(sys, "platform", "linux")
    assert hub_address.home() == "/h/.local/share/countermark"
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    assert hub_address.home() == "/h/.local/share/countermark"
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert hub_address.home() == "/data/countermark"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert hub_address.home() == "/h/Library/Application Support/Countermark"
    monkeypatch.setenv("COUNTERMARK_HOME", "~/mine")
    assert hub_address.home() == "/h/mine"


def test_a_long_home_has_its_sockets_in_a_short_folder(
    home: Path, monkeypatch: pytest.MonkeyPatch, loose_umask: None
) -> None:
    long_home = str(home / ("long" * 30))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(home))
    folder = hub_address.run_folder(long_home)
    assert folder.startswith(f"{home}/countermark-{os.geteuid()}-")
    assert folder != hub_address.run_folder(long_home + "er")
    assert len(hub_address.person_socket(long_home)) <= 100
    hub_address.prepare(long_home)
    assert mode(folder) == mode(long_home) == 0o700
    monkeypatch.delenv("XDG_RUNTIME_DIR")
    assert hub_address.run_folder(long_home).startswith("/tmp/countermark-")
    assert hub_address.run_folder(str(home)) == f"{home}/run"


def test_folders_are_private_whatever_the_umask_says(home: Path, loose_umask: None) -> None:
    deep = home / "a" / "b"
    hub_address.prepare(str(deep))
    assert {mode(folder) for folder in (home / "a", deep, deep / "run")} == {0o700}
    deep.chmod(0o755)
    hub_address.prepare(str(deep))
    assert mode(deep) == 0o700


def test_a_folder_that_cannot_be_made_is_told(home: Path) -> None:
    (home / "file").touch()
    with pytest.raises((NoHub, NotOurs)):
        hub_address.prepare(str(home / "file"))
    with pytest.raises((NoHub, NotOurs)):
        hub_address.ensure_hub(str(home / "file" / "below"))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_a_folder_of_somebody_else_is_refused(home: Path) -> None:
    run = home / "run"
    run.mkdir(mode=0o700)
    os.chown(run, 12345, 12345)
    for refused in (hub_address.prepare, hub_address.door, hub_address.is_listening, hub_address.ensure_hub):
        with pytest.raises(NotOurs, match="another user"):
            refused(str(home))
    run.rmdir()
    (home / "elsewhere").mkdir(mode=0o700)
    run.symlink_to(home / "elsewhere")
    os.chown(run, 12345, 12345, follow_symlinks=False)
    with pytest.raises(NotOurs, match="another user"):
        hub_address.door(str(home))


def test_a_folder_that_others_can_write_is_refused(home: Path) -> None:
    hub_address.prepare(str(home))
    (home / "run").chmod(0o770)
    with pytest.raises(NotOurs, match="chmod 700"):
        hub_address.door(str(home))


def test_the_door_is_where_the_hub_says(home: Path) -> None:
    with pytest.raises(HubGone):
        hub_address.door(str(home))
    hub_address.prepare(str(home))
    assert hub_address.door(str(home)) == hub_address.agent_socket(str(home))
    other = home / "other"
    other.mkdir(mode=0o700)
    Path(hub_address.hub_file(str(home))).write_text(json.dumps({"person_socket": f"{other}/p.sock"}))
    assert hub_address.door(str(home), side="person") == f"{other}/p.sock"
    assert hub_address.door(str(home)) == hub_address.agent_socket(str(home))


@pytest.mark.parametrize("content", [b"", b"no", b"[]", b'{"pid": "x"}', b'{"pid": -1}', b'{"pid": 99999999999}'])
def test_a_lock_that_nobody_holds_has_no_owner(home: Path, content: bytes) -> None:
    assert hub_address.lock_owner(str(home)) is None
    lock = Path(hub_address.lock_file(str(home)))
    lock.write_bytes(content)
    assert hub_address.lock_owner(str(home)) is None
    # A process of that number lives, but it is not the hub.
    lock.write_text(json.dumps({"pid": os.getpid(), "state": "starting"}))
    assert hub_address.lock_owner(str(home)) is None


def test_who_holds_the_lock_owns_it(home: Path) -> None:
    with ScriptedHub(home) as hub:
        for state in ("starting", "ready"):
            hub.is_said_to_be(state)
            assert hub_address.lock_owner(str(home)) == {"pid": os.getpid(), "state": state}
    assert hub_address.lock_owner(str(home)) is None


def test_patience_is_longer_while_a_hub_is_starting(home: Path) -> None:
    with ScriptedHub(home) as hub:
        hub.dies()
        for state, least, most in (("ready", 0.1, 0.6), ("starting", 0.7, 10.0)):
            hub.is_said_to_be(state)
            begun = time.monotonic()
            with pytest.raises(NoHub, match=r"hub\.log"):
                hub_address.ensure_hub(str(home), 0.1, 0.7)
            assert least <= time.monotonic() - begun < most


def test_a_hub_that_comes_is_noticed_at_once(home: Path) -> None:
    with ScriptedHub(home) as hub, ThreadPoolExecutor(1) as pool:
        hub.dies()
        waiting = pool.submit(hub_address.ensure_hub, str(home))
        hub.listens()
        begun = time.monotonic()
        waiting.result(10)
        assert time.monotonic() - begun < 2


def test_nothing_of_the_agent_goes_into_the_hub(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CLAUDECODE", "CLAUDE_CODE_SESSION_ID", "ANTHROPIC_API_KEY", "OPENCODE", "MY_SECRET", "LD_PRELOAD"):
        monkeypatch.setenv(name, "1")
    for name in ("LC_ALL", "XDG_CONFIG_HOME", "COUNTERMARK_BROWSER", "PYTHONPATH", "DISPLAY"):
        monkeypatch.setenv(name, "kept")
    given = hub_process.hub_environment("/h")
    assert {name for name in given if name.startswith(("CLAUDE", "ANTHROPIC", "OPENCODE", "MY_", "LD_"))} == set()
    assert [given[name] for name in ("LC_ALL", "COUNTERMARK_BROWSER", "PYTHONPATH", "DISPLAY")] == ["kept"] * 4
    assert given["COUNTERMARK_HOME"] == "/h"


class StandIn:
    """A program in the hub's place that writes down how it was started."""

    def __init__(self, folder: Path, then: str) -> None:
        self.folder = folder
        package = folder / "stand_in" / "countermark"
        package.mkdir(parents=True)
        (package / "__init__.py").touch()
        (package / "__main__.py").write_text(f"{textwrap.dedent(self.PROGRAM)}\n{textwrap.dedent(then)}")

    PROGRAM = """
        import json, os, sys, time
        from pathlib import Path
        told = {
            "pid": os.getpid(), "arguments": sys.argv[1:], "cwd": os.getcwd(), "session": os.getsid(0),
            "parent": os.getppid(), "umask": os.umask(0o077), "environment": dict(os.environ),
            "open": [n for n in os.listdir("/proc/self/fd") if os.path.exists(f"/proc/self/fd/{n}")],
        }
        Path(f"started-{os.getpid()}.json").write_text(json.dumps(told))
        print("2026-11-22 10:00:00,000 INFO here I am", flush=True)
    """

    def ensure(self, home: Path) -> "subprocess.Popen[str]":
        """A small program that misses the hub, with this stand-in in the hub's place."""
        program = f"""
            import os, sys
            sys.path.insert(0, {SOURCE!r})
            from countermark.doorbell import hub_address
            from countermark.doorbell.errors import NoHub
            os.environ["PYTHONPATH"] = {str(self.folder / "stand_in")!r}
            try:
                hub_address.ensure_hub({str(home)!r}, 3.0, 3.0, altogether=3.0)
            except NoHub as reason:
                print(reason)
            """
        environment = {**os.environ, "CLAUDECODE": "1", "COUNTERMARK_HOME": "/elsewhere"}
        command = [sys.executable, "-c", textwrap.dedent(program)]
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=self.folder)

    def started(self, home: Path) -> list[dict[str, object]]:
        return [json.loads(path.read_text()) for path in home.glob("started-*.json")]


LISTENS = """
    import fcntl, socket
    lock = open("hub.lock", "w")
    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    print(json.dumps({"pid": os.getpid(), "state": "starting"}), file=lock, flush=True)
    listener = socket.socket(socket.AF_UNIX)
    listener.bind("run/agent.sock")
    listener.listen()
    listener.settimeout(10)
    while not os.path.exists("stop"):
        listener.accept()
"""


def test_a_hub_is_started_once_and_belongs_to_nobody(home: Path, tmp_path: Path) -> None:
    stand_in = StandIn(tmp_path, LISTENS)
    together = [stand_in.ensure(home) for _ in range(4)]
    assert [program.communicate(timeout=30)[0] for program in together] == [""] * 4
    (told,) = stand_in.started(home)
    assert told["arguments"] == ["serve", "--background"]
    assert told["cwd"] == str(home)
    assert told["session"] != told["pid"], "no session leader: it can never get a terminal"
    assert told["session"] != os.getsid(0)
    assert told["parent"] not in {program.pid for program in together}
    assert told["umask"] == 0o077
    assert set(told["open"] if isinstance(told["open"], list) else []) == {"0", "1", "2"}
    environment = told["environment"]
    assert isinstance(environment, dict)
    assert "CLAUDECODE" not in environment
    assert environment["COUNTERMARK_HOME"] == str(home)
    assert Path(hub_address.log_file(str(home))).read_text().endswith("here I am\n")
    assert mode(hub_address.log_file(str(home))) == 0o600
    (home / "stop").touch()
    assert hub_address.is_listening(str(home))


def test_a_hub_that_came_before_our_turn_is_not_started_again(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another program has started it, and given its turn back, since we looked for one that listens."""
    taken = hub_address._StartingTurn.take
    with HubLock(str(home)) as lock, socket.socket(socket.AF_UNIX) as listener:

        def take_late(turn: hub_address._StartingTurn) -> bool:
            if lock.take() is None:
                listener.bind(hub_address.agent_socket(str(home)))
                listener.listen()
            return taken(turn)

        monkeypatch.setattr(hub_address._StartingTurn, "take", take_late)
        monkeypatch.setattr(hub_address, "start_hub", lambda *_, **__: pytest.fail("a second hub"))
        hub_address.ensure_hub(str(home))


def test_a_hub_that_ends_while_it_starts_is_not_waited_for(home: Path, tmp_path: Path) -> None:
    Path(hub_address.log_file(str(home))).write_text("countermark: this was yesterday\n")
    stand_in = StandIn(tmp_path, "sys.exit('countermark: the port is taken.')")
    begun = time.monotonic()
    said = stand_in.ensure(home).communicate(timeout=30)[0]
    assert said == f"the hub ended while it was starting: the port is taken; see {hub_address.log_file(str(home))}\n"
    assert len(stand_in.started(home)) == 1
    assert time.monotonic() - begun < 20


@pytest.mark.parametrize("quickly", [True, False])
def test_a_hub_that_ends_without_a_word_is_not_started_again(home: Path, tmp_path: Path, quickly: bool) -> None:
    stand_in = StandIn(tmp_path, "os._exit(1)" if quickly else "time.sleep(0.3); sys.exit(1)")
    begun = time.monotonic()
    said = stand_in.ensure(home).communicate(timeout=30)[0]
    assert said.startswith("the hub ended while it was starting: exit status 1 without a word (is the disk full?)")
    assert len(stand_in.started(home)) == 1
    assert time.monotonic() - begun < 2.5


def test_a_hub_that_gives_way_to_another_is_no_failure(home: Path, tmp_path: Path) -> None:
    gives_way = """
        if len(list(Path(".").glob("started-*.json"))) < 2:
            sys.exit(0)
    """
    stand_in = StandIn(tmp_path, textwrap.dedent(gives_way) + textwrap.dedent(LISTENS))
    assert stand_in.ensure(home).communicate(timeout=30)[0] == ""
    assert len(stand_in.started(home)) == 2
    (home / "stop").touch()
    assert hub_address.is_listening(str(home))


@pytest.mark.skipif(sys.platform != "linux", reason="ONLY LINUX HAS /proc")
def test_who_watched_over_a_starting_hub_goes_with_the_starter(home: Path, tmp_path: Path) -> None:
    stand_in = StandIn(tmp_path, LISTENS)
    assert stand_in.ensure(home).communicate(timeout=30)[0] == ""
    (told,) = stand_in.started(home)
    until = time.monotonic() + 10
    while parent_of(told["pid"]) == told["parent"]:
        assert time.monotonic() < until
        time.sleep(0.02)
    (home / "stop").touch()
    assert hub_address.is_listening(str(home))


def parent_of(pid: object) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


KILLED_TWICE = """
    import signal
    if len(list(Path(".").glob("started-*.json"))) < 3:
        os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_hub_that_is_killed_while_it_starts_is_started_again(home: Path, tmp_path: Path) -> None:
    stand_in = StandIn(tmp_path, textwrap.dedent(KILLED_TWICE) + textwrap.dedent(LISTENS))
    together = [stand_in.ensure(home) for _ in range(2)]
    assert [program.communicate(timeout=30)[0] for program in together] == [""] * 2
    assert len(stand_in.started(home)) == 3
    (home / "stop").touch()
    assert hub_address.is_listening(str(home))


def test_hubs_that_are_all_killed_are_started_for_a_bounded_time(home: Path, tmp_path: Path) -> None:
    stand_in = StandIn(tmp_path, "os.kill(os.getpid(), 9)")
    begun = time.monotonic()
    said = stand_in.ensure(home).communicate(timeout=30)[0]
    assert said.startswith("no hub answered within ")
    assert 2 <= len(stand_in.started(home)) <= 10, "with longer and longer rests"
    assert 2.5 < time.monotonic() - begun < 20


def test_a_python_that_cannot_be_started_is_told(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python3")
    with pytest.raises(HubBroken, match=r"/nowhere/python3 cannot be started: No such file"):
        hub_address.ensure_hub(str(home))


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("", ""),
        ("one\ncountermark: port.x is not known.\n  Correct the file.\n", "port.x is not known"),
        ('Traceback\n  File "x"\nValueError: nö\n', "ValueError: nö"),
        ("x" * 9000, "x" * 500),
        ("2026-11-22 10:00:00,000 INFO alembic: Running upgrade.\n", ""),
        ("\n  \n", ""),
    ],
)
def test_the_last_words_of_a_hub(home: Path, said: str, words: str) -> None:
    log = home / "hub.log"
    assert hub_address._last_words(str(log), since=0) == ""
    log.write_text("before\n" + said)
    assert hub_address._last_words(str(log), since=7) == words


def test_a_redirect_has_a_name_of_its_own(home: Path) -> None:
    names = {Path(hub_address.redirect_file(str(home))) for _ in range(5)}
    assert len(names) == 5
    assert all(name.parent == home and name.match(hub_address.REDIRECT_FILES) for name in names)
