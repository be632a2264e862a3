"""The hook as a real process, between an agent and a hub that does what the test says."""

import os
import pty
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from countermark import __version__
from countermark.agent_side.asking import silence
from tests.unit.agent_side.agents_view import HOOK, AgentsHook
from tests.unit.doorbell.scripted_hub import ScriptedHub

PLAN = b'{"hook_event_name": "PermissionRequest", "tool_input": {"plan": "# \xc3\x9cber\\n\xff"}}'
DECISION = '{"hookSpecificOutput": {"decision": {"behavior": "allow"}}} ünïcode \u2028 no newline'


@pytest.fixture
def hub(home: Path) -> Iterator[ScriptedHub]:
    with ScriptedHub(home) as hub:
        yield hub


def test_raw_bytes_go_in_and_exactly_the_answer_comes_out(hub: ScriptedHub, home: Path, tmp_path: Path) -> None:
    project = tmp_path / "my prójekt %"
    project.mkdir()
    hook = AgentsHook(home, PLAN, cwd=project)
    call = hub.next_call().begins().breathes()
    assert (call.method, call.path, call.body) == ("POST", "/api/hooks/claude-code", PLAN)
    assert len(call.key) == 32
    call.breathes().answers(DECISION, stderr="a word for the log", exit_code=7)
    assert hook.ends() == (7, DECISION.encode(), "a word for the log\n")
    assert hub.hears_nothing_more()


def test_every_question_has_a_key_of_its_own(hub: ScriptedHub, home: Path) -> None:
    keys = set()
    for _ in range(3):
        hook = AgentsHook(home)
        call = hub.next_call()
        keys.add(call.key)
        call.begins().answers()
        assert hook.ends() == (0, b"", "")
    assert len(keys) == 3


def test_a_terminal_gets_nothing_that_it_would_obey(hub: ScriptedHub, home: Path) -> None:
    screen, terminal = pty.openpty()
    hook = AgentsHook(home, stdout=terminal)
    os.close(terminal)
    hub.next_call().begins().answers("\x1b[2Ja.md", stderr="\x1b[31m\u202eb.md\n")
    shown = os.read(screen, 4096)
    code, _, stderr = hook.ends()
    os.close(screen)
    assert (code, shown, stderr) == (0, b"U+001B[2Ja.md", "U+001B[31mU+202Eb.md\n")


def test_a_big_payload_and_a_big_answer(hub: ScriptedHub, home: Path) -> None:
    payload = os.urandom(2_000_000)
    hook = AgentsHook(home, payload)
    call = hub.next_call().begins()
    assert call.body == payload
    call.answers("x" * 1_000_000)
    assert hook.ends() == (0, b"x" * 1_000_000, "")


def test_an_empty_payload_is_for_the_hub_to_refuse(hub: ScriptedHub, home: Path) -> None:
    hook = AgentsHook(home, b"")
    call = hub.next_call()
    assert call.body == b""
    call.refuses(400, "bad_input", "That is no JSON.", "Is this a hook of Claude Code?")
    code, stdout, stderr = hook.ends()
    assert (code, stdout) == (0, b"")
    assert stderr == "countermark: That is no JSON. (Is this a hook of Claude Code?)\n"


@pytest.mark.parametrize("status", [400, 403, 404, 409, 413, 422, 429, 500, 503])
def test_a_refusal_never_approves(hub: ScriptedHub, home: Path, status: int) -> None:
    hook = AgentsHook(home)
    hub.next_call().refuses(status, "no", "No.")
    assert hook.ends() == (0, b"", "countermark: No.\n")
    assert hub.hears_nothing_more()


def test_a_payload_that_is_refused_before_it_has_arrived(hub: ScriptedHub, home: Path) -> None:
    hook = AgentsHook(home, b"x" * 9_000_000)
    line = hub.accepts()
    line.recv(1000)
    line.sendall(b'HTTP/1.1 413 No\r\nContent-Length: 52\r\n\r\n{"error":{"code":"too_large","message":"Too long."}} ')
    line.close()
    code, stdout, stderr = hook.ends()
    assert (code, stdout) == (0, b"")
    assert "Too long." in stderr or "413" in stderr


@pytest.mark.parametrize(
    "nonsense",
    [
        b"SMTP ready\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nnope",
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]",
        b'HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\n{"stdout": 1}',
    ],
)
def test_nonsense_is_never_printed(hub: ScriptedHub, home: Path, nonsense: bytes) -> None:
    hook = AgentsHook(home)
    call = hub.next_call()
    call.line.sendall(nonsense)
    code, stdout, stderr = hook.ends()
    assert (code, stdout) == (0, b"")
    assert stderr.startswith("countermark: the hub's answer")


def test_a_hub_that_falls_over_is_rung_again_with_the_same_key(hub: ScriptedHub, home: Path) -> None:
    hook = AgentsHook(home, PLAN)
    first = hub.next_call().begins()
    hub.dies()
    hub.listens()
    second = hub.next_call()
    assert (second.key, second.body) == (first.key, PLAN)
    # Half an answer is none.
    second.begins().answers("half", end=False)
    hub.dies()
    hub.listens()
    third = hub.next_call()
    assert third.key == first.key
    third.begins().answers(DECISION)
    assert hook.ends() == (0, DECISION.encode(), "")


def test_a_hub_that_stops_in_good_order_is_rung_again(hub: ScriptedHub, home: Path) -> None:
    hook = AgentsHook(home)
    call = hub.next_call().begins().breathes()
    call.line.sendall(b"0\r\n\r\n")
    call.hangs_up()
    hub.next_call().refuses(503, "stopping", "The hub stops.")
    again = hub.next_call()
    assert again.key == call.key
    again.begins().answers("done")
    assert hook.ends()[1] == b"done"


def test_a_hub_that_comes_back_is_rung_within_a_moment(hub: ScriptedHub, home: Path) -> None:
    hook = AgentsHook(home)
    hub.next_call().begins()
    moments = []
    for _ in range(4):
        hub.dies()
        hub.listens()
        begun = time.monotonic()
        hub.next_call().begins()
        moments.append(time.monotonic() - begun)
    # The best of them: the others tell how busy the machine is.
    assert min(moments) < 0.15
    hub.dies()
    hub.listens().next_call().begins().answers("late")
    assert hook.ends()[1] == b"late"


def test_a_hook_that_slept_through_its_answer_still_has_it(hub: ScriptedHub, home: Path) -> None:
    hook = AgentsHook(home)
    call = hub.next_call().begins()
    hook.gets(signal.SIGSTOP)
    assert hook.is_stopped()
    call.answers("decided")
    hub.dies()
    hook.gets(signal.SIGCONT)
    assert hook.ends() == (0, b"decided", "")


def test_a_hook_that_slept_through_the_hubs_end_still_gets_its_answer(hub: ScriptedHub, home: Path) -> None:
    hook = AgentsHook(home)
    call = hub.next_call().begins()
    hook.gets(signal.SIGSTOP)
    assert hook.is_stopped()
    hub.dies()
    hub.listens()
    hook.gets(signal.SIGCONT)
    again = hub.next_call()
    assert again.key == call.key
    again.begins().answers("decided")
    assert hook.ends() == (0, b"decided", "")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_an_agent_that_stops_waiting_is_told_of(hub: ScriptedHub, home: Path, number: signal.Signals) -> None:
    hook = AgentsHook(home)
    call = hub.next_call().begins()
    hook.gets(number)
    goodbye = hub.next_call()
    assert goodbye.path == "/api/hooks/claude-code/goodbye"
    assert goodbye.told == {"key": call.key, "reason": "terminated"}
    goodbye.replies({})
    assert hook.ends() == (0, b"", "")


@pytest.mark.parametrize("hub_is", ["silent", "dead"])
def test_saying_goodbye_takes_no_longer_than_a_second(hub: ScriptedHub, home: Path, hub_is: str) -> None:
    hook = AgentsHook(home)
    hub.next_call().begins()
    if hub_is == "dead":
        hub.dies()
    begun = time.monotonic()
    hook.gets(signal.SIGTERM)
    assert hook.ends() == (0, b"", "")
    assert time.monotonic() - begun < 2.5


def test_an_agent_that_died_is_told_of(hub: ScriptedHub, home: Path) -> None:
    """Killed agents send no signal; their end of the pipe closes."""
    for ours, theirs in (os.pipe(), socket.socketpair()):
        hook = AgentsHook(home, stdout=theirs if isinstance(theirs, int) else theirs.fileno())
        call = hub.next_call().begins()
        for end in (theirs, ours):
            os.close(end) if isinstance(end, int) else end.close()
        goodbye = hub.next_call()
        assert (goodbye.path, goodbye.told["key"]) == ("/api/hooks/claude-code/goodbye", call.key)
        goodbye.replies({})
        assert hook.ends()[::2] == (0, "")


def test_a_reader_that_leaves_in_the_middle_is_not_thanked_for(hub: ScriptedHub, home: Path) -> None:
    hook = AgentsHook(home)
    hub.next_call().begins().answers("x" * 500_000, acknowledge=True)
    assert hook.process.stdout is not None
    hook.process.stdout.read(10)
    hook.process.stdout.close()
    hook.process.stdout = None
    last = hub.next_call()
    assert last.path.endswith("/goodbye")
    last.replies({})
    assert hook.ends()[::2] == (0, "")
    assert hub.hears_nothing_more()


def test_no_hub_to_be_had(hub: ScriptedHub, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNTERMARK_SILENCE", "3")
    hub.dies()
    hub.is_said_to_be("ready")
    begun = time.monotonic()
    code, stdout, stderr = AgentsHook(home).ends()
    assert (code, stdout) == (0, b"")
    assert stderr.startswith("countermark: no hub answered within 3 s")
    assert 3 <= time.monotonic() - begun < 9


@pytest.mark.parametrize("knows", ["nothing", "the question"])
def test_a_hub_without_a_sign_of_life_is_left(
    hub: ScriptedHub, home: Path, knows: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COUNTERMARK_SILENCE", "2")
    hook = AgentsHook(home)
    call = hub.next_call()
    if knows == "the question":
        call.begins().breathes()
    silent_since = time.monotonic()
    assert hook.ends() == (0, b"", "countermark: the hub gives no sign of life: it has been still for 2 s\n")
    assert time.monotonic() - silent_since < 6
    assert hub.hears_nothing_more(), "it would hold a second ring as long as the first"


def test_a_sign_of_life_now_and_then_is_enough(hub: ScriptedHub, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNTERMARK_SILENCE", "2")
    hook = AgentsHook(home)
    call = hub.next_call().begins()
    begun = time.monotonic()
    while time.monotonic() - begun < 5:
        call.breathes()
        assert hook.process.poll() is None
        time.sleep(0.5)
    call.answers("late")
    assert hook.ends() == (0, b"late", "")


@pytest.mark.parametrize("chosen", ["", "0", "-1", "1.5", "x", "²"])
def test_silence_that_is_no_number_of_seconds_counts_as_not_given(chosen: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNTERMARK_SILENCE", chosen)
    assert silence() == 30


def test_a_home_that_cannot_be_used(home: Path) -> None:
    (home / "file").touch()
    code, stdout, stderr = AgentsHook(home / "file" / "home").ends()
    assert (code, stdout) == (0, b"")
    assert stderr.startswith("countermark: ")
    assert "Traceback" not in stderr


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_places_are_not_taken_by_the_line_to_the_hub(hub: ScriptedHub, home: Path, closed: str) -> None:
    hook = AgentsHook(home, b"", command=["sh", "-c", f'exec "$@" {closed}', "sh", *HOOK, "claude-code"])
    call = hub.next_call().begins()
    call.answers("words", stderr="more")
    code, stdout, _ = hook.ends()
    assert (code, stdout) == (0, b"" if ">&-" in closed.replace("2>&-", "") else b"words")


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ((), 1, "usage"),
        (("a", "b"), 1, "usage"),
        (("../x",), 1, "usage"),
        (("é",), 1, "usage"),
        (("--help",), 0, "usage"),
    ],
)
def test_how_it_is_called(home: Path, arguments: tuple[str, ...], code: int, words: str) -> None:
    assert AgentsHook(home, command=(*HOOK, *arguments)).ends()[0] == code
    assert words in AgentsHook(home, command=(*HOOK, *arguments)).ends()[2]


def test_its_version(home: Path) -> None:
    said = f"countermark-hook {__version__}\n".encode()
    assert AgentsHook(home, command=(*HOOK, "--version")).ends() == (0, said, "")


LISTING = """
import sys
from countermark.agent_side import hook
sys.argv[1:] = ["claude-code"]
code = hook.main()
with open(sys.argv[0] if len(sys.argv[0]) > 2 else {file!r}, "w") as file:
    file.write("\\n".join(sys.modules))
sys.exit(code)
"""
HEAVY = set(
    "argparse asyncio contextlib dataclasses email http inspect logging pathlib shutil ssl subprocess tempfile".split()
)


def test_it_needs_nothing_but_a_little_of_the_standard_library(hub: ScriptedHub, home: Path, tmp_path: Path) -> None:
    """What is loaded after a whole run, beyond what a bare interpreter of this environment has loaded."""
    bare = subprocess.run(
        [sys.executable, "-c", "import sys; print(*sys.modules)"], capture_output=True, text=True, check=True
    ).stdout.split()
    listing = tmp_path / "modules"
    program = [sys.executable, "-c", LISTING.format(file=str(listing))]
    hook = AgentsHook(home, command=program, stdout=subprocess.DEVNULL)
    hub.next_call().begins().answers("x", acknowledge=True)
    hub.next_call().replies({})
    assert hook.ends()[::2] == (0, "")
    modules = {name for name in listing.read_text().split() if name not in bare}
    ours = {name for name in modules if name.split(".")[0] == "countermark"}
    assert {name.split(".")[0] for name in modules - ours} <= sys.stdlib_module_names
    assert {name.split(".")[1] for name in ours if "." in name} == {"agent_side", "doorbell"}
    assert {name.split(".")[0] for name in modules} & (HEAVY | {"typing", "urllib"}) == set()
    assert "json" in modules
