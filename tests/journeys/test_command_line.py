"""A person at a terminal with a real hub: started, asked, examined, stopped."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from email.message import Message
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from countermark import __version__
from countermark.doorbell import hub_address
from countermark.doorbell.ring import ring
from tests import guards
from tests.guards import processes_with
from tests.unit.agent_side.agents_view import AgentsHook
from tests.unit.cli.terminal import PATIENCE, Terminal, printed

HOLDER = [sys.executable, "-P", "-m", "countermark", "hub-address", "--json", "--hold"]


def variables(folder: Path) -> tuple[tuple[str, str], ...]:
    return ("CLAUDE_CONFIG_DIR", str(folder / "claude")), ("PYTHONWARNINGS", "default")


@pytest.fixture
def terminal(home: Path, tmp_path: Path) -> Iterator[Terminal]:
    terminal = Terminal(home, tmp_path, variables(tmp_path))
    yield terminal
    terminal.runs("stop")


@pytest.fixture(scope="module")
def lasting_home() -> Iterator[Path]:
    """The data folder of a hub that the doctor starts, or finds; it ends with the last test."""
    for home in guards.own_home(starts_processes=True):
        yield home
        Terminal(home, home).runs("stop")


@pytest.fixture
def beside_a_hub(lasting_home: Path, tmp_path: Path) -> Terminal:
    """A terminal with settings of Claude Code that are its own, and a hub that is not."""
    return Terminal(lasting_home, tmp_path, variables(tmp_path))


def findings(terminal: Terminal) -> dict[str, tuple[bool, str, str]]:
    told = json.loads(terminal.runs("doctor", "--json").stdout)
    assert told["good"] is all(finding["good"] for finding in told["findings"])
    return {finding["name"]: (finding["good"], finding["says"], finding["mend"]) for finding in told["findings"]}


def test_a_hub_from_its_start_to_its_end(terminal: Terminal) -> None:
    assert terminal.runs("status").code == 3
    url = terminal.runs("open", "--print").stdout
    assert url.startswith("http://127.0.0.1:")
    assert url.count("\n") == 1
    status = json.loads(terminal.runs("status", "--json").stdout)
    assert (status["version"], status["waiting"], status["running"]) == (__version__, 0, True)
    assert f":{status['port']}/#code=" in url
    second = terminal.runs("serve", "--port", "0")
    assert second.code == 0
    assert str(status["pid"]) in second.stderr
    assert terminal.runs("journal", "verify").stdout.endswith("chain unbroken\n")
    stopped = terminal.runs("stop")
    assert (stopped.code, stopped.stdout) == (0, f"The hub (process {status['pid']}) has ended.\n")
    assert terminal.runs("status", "--json").code == 3
    assert hub_address.lock_owner(str(terminal.home)) is None
    again = json.loads(terminal.runs("open", "--print").stdout and terminal.runs("status", "--json").stdout)
    assert again["port"] == status["port"], "the port is kept"


def test_a_hub_goes_with_a_dev_server_that_ends_while_it_starts(home: Path) -> None:
    holder = subprocess.Popen(
        HOLDER,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    for pipe in (holder.stdin, holder.stdout):
        assert pipe is not None
        pipe.close()
    holder.wait(60)
    deadline = time.monotonic() + 20
    while processes_with("COUNTERMARK_HOME", str(home)):
        assert time.monotonic() < deadline, "the hub has stayed"
        time.sleep(0.05)
    assert (home / "hub.log").exists(), "there was a hub"


def test_a_hub_that_an_agent_uses_over_http_outlives_its_dev_server(terminal: Terminal, home: Path) -> None:
    with subprocess.Popen(HOLDER, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        door = json.loads(holder.stdout.readline())["agent_socket"]
        told = json.dumps({"root": str(terminal.folder), "storage": None, "address": None, "hosts": []}).encode()
        ring(door, "POST", "/pages/sites", body=told)
        session = opens_session(home)
        assert json.loads(terminal.runs("status", "--json").stdout)["mcp_clients"] == 1
        assert holder.communicate(timeout=60)[0] == b""
    assert json.loads(terminal.runs("status", "--json").stdout)["running"], "it was ended under its agent"
    asks_mcp(home, "DELETE", {"Mcp-Session-Id": session})
    assert json.loads(terminal.runs("status", "--json").stdout)["mcp_clients"] == 0


def opens_session(home: Path) -> str:
    """What an MCP client says first; the session's name."""
    params = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    body = json.dumps({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}).encode()
    return str(asks_mcp(home, "POST", {"Accept": "application/json, text/event-stream"}, body)["mcp-session-id"])


def asks_mcp(home: Path, method: str, headers: dict[str, str], body: bytes | None = None) -> Message:
    """One request with the key; the headers of its answer, which is read to its end."""
    address = f"http://127.0.0.1:{json.loads((home / 'hub.json').read_bytes())['port']}/mcp"
    given = {"Authorization": f"Bearer {(home / 'mcp.key').read_text()}", "Content-Type": "application/json"}
    with urlopen(Request(address, body, given | headers, method=method), timeout=60) as answer:
        assert answer.read() is not None
        heard: Message = answer.headers
    return heard


def test_a_review_that_nobody_answers_is_expired(terminal: Terminal) -> None:
    port = terminal.runs("open", "--print").stdout.split("/#")[0]
    told = terminal.runs("review", "-", "--json", "--wait", "1", sent=b"# Anybody?\n")
    assert told.code == 5
    assert json.loads(told.stdout)["decision"] == "expired"
    assert f"Waiting for a person's answer to stdin at {port}/" in told.stderr


def test_a_second_review_of_a_file_takes_over(terminal: Terminal) -> None:
    (terminal.folder / "notes.md").write_text("# First\n")
    first = terminal.starts("review", "notes.md")
    while (status := terminal.runs("status", "--json")).code or json.loads(status.stdout)["waiting"] != 1:
        assert first.poll() is None
    (terminal.folder / "notes.md").write_text("# Second\n")
    second = terminal.starts("review", "notes.md", "--json")
    told = printed(first)
    assert (told.code, told.stdout) == (6, "")
    assert "the newer command waits in place of this one" in told.stderr
    assert "took over" not in told.stderr
    assert second.stderr is not None
    in_time = threading.Timer(PATIENCE, second.kill)  # a line that never comes would be waited for without end
    in_time.start()
    assert b"Waiting for a person's answer to notes.md" in second.stderr.readline()
    assert second.stderr.readline().startswith(b"This took over from another `countermark review` of the same file")
    in_time.cancel()
    status = terminal.runs("status", "--json")
    assert (json.loads(status.stdout)["waiting"], json.loads(status.stdout)["open"]) == (1, 1), "one card, one revision"
    second.terminate()
    assert printed(second).code == 143


def test_a_hook_starts_the_hub_and_the_agent_may_leave(terminal: Terminal, home: Path) -> None:
    plan = {"hook_event_name": "PermissionRequest", "tool_name": "ExitPlanMode", "tool_input": {"plan": "# P"}}
    hook = AgentsHook(home, json.dumps({**plan, "session_id": "s", "cwd": str(terminal.folder)}).encode())
    hub_address.ensure_hub(str(home), 30.0, 30.0)
    while json.loads(terminal.runs("status", "--json").stdout)["waiting"] != 1:
        assert hook.process.poll() is None
    hook.process.terminate()
    assert hook.ends() == (0, b"", "")
    status = json.loads(terminal.runs("status", "--json").stdout)
    assert (status["waiting"], status["open"]) == (0, 1)


def test_the_doctor_finds_nothing_after_an_install(beside_a_hub: Terminal) -> None:
    assert beside_a_hub.runs("install", "claude-code").code == 0
    told = beside_a_hub.runs("doctor")
    assert (told.code, told.stderr) == (0, "")
    assert "✗" not in told.stdout
    for name in ("hook", "Claude settings", "hub", "files", "person's socket", "browser's port", "canary"):
        assert f"✓ {name}: " in told.stdout
    told = json.loads(beside_a_hub.runs("status", "--json").stdout)
    assert (told["open"], told["waiting"]) == (0, 0), "the canary leaves nothing behind"


HOOKS = 11


@pytest.mark.parametrize("event", ["PreToolUse", "PermissionRequest", "PostToolUse"])
def test_the_doctor_misses_each_hook(beside_a_hub: Terminal, event: str) -> None:
    beside_a_hub.runs("install", "claude-code")
    file = beside_a_hub.folder / "claude" / "settings.json"
    settings = json.loads(file.read_text())
    (group,) = settings["hooks"].pop(event)
    file.write_text(json.dumps(settings))
    missing = f"✗ Claude settings: there is no hook of ours for {event}\n"
    told = beside_a_hub.runs("doctor")
    assert told.code == 1
    assert f"{missing}    countermark install claude-code\n" in told.stdout
    settings["hooks"][event] = [{**group, "matcher": "Bash"}]
    file.write_text(json.dumps(settings))
    told = beside_a_hub.runs("doctor")
    assert told.code == 1
    assert f"✗ Claude settings: {event} in {file} with the matcher 'Bash' is not called when" in told.stdout
    assert missing in told.stdout
    beside_a_hub.runs("install", "claude-code")
    assert beside_a_hub.runs("doctor").code == 0


def test_the_doctor_looks_at_each_file_of_settings(beside_a_hub: Terminal, tmp_path: Path) -> None:
    project = tmp_path / ".claude" / "settings.json"
    beside_a_hub.runs("install", "claude-code", "--project")
    users = tmp_path / "claude" / "settings.json"
    users.parent.mkdir(exist_ok=True)
    users.write_bytes(b'{"a": "\xff"}')
    told = beside_a_hub.runs("doctor")
    assert told.code == 1
    assert f"✗ Claude settings: {users} is not UTF-8 text (byte 7)\n    Correct the file.\n" in told.stdout
    assert f"✓ Claude settings: PostToolUse in {project}" in told.stdout
    assert "✓ canary" in told.stdout
    assert not json.loads(beside_a_hub.runs("doctor", "--json").stdout)["good"]
    in_home = Terminal(beside_a_hub.home, tmp_path, (("CLAUDE_CONFIG_DIR", str(project.parent)),))
    told = in_home.runs("doctor")
    assert told.code == 0
    assert told.stdout.count("✓ Claude settings: ") == HOOKS, "one file is listed once"


@pytest.mark.parametrize("name", ["claude/settings.json", ".claude/settings.json", ".claude/settings.local.json"])
def test_the_doctor_names_another_program_that_is_asked_about_plans(
    beside_a_hub: Terminal, tmp_path: Path, name: str
) -> None:
    file = tmp_path / name
    file.parent.mkdir()
    hook = {"type": "command", "command": "/opt/reviewer"}
    file.write_text(json.dumps({"hooks": {"PermissionRequest": [{"matcher": "ExitPlanMode", "hooks": [hook]}]}}))
    assert beside_a_hub.runs("install", "claude-code").code == 0
    told = beside_a_hub.runs("doctor")
    assert told.code == 1
    assert f"✗ other hooks: `/opt/reviewer` in {file} is asked about each plan too" in told.stdout
    assert "\n    Keep one of the two: " in told.stdout
    file.write_text(file.read_text().replace('/opt/reviewer"', '/opt/bell"').replace('"ExitPlanMode"', '"*"', 1))
    beside_a_hub.runs("install", "claude-code")
    told = beside_a_hub.runs("doctor")
    assert (told.code, told.stdout.count("✗")) == (0, 0)
    assert f"✓ other hooks: `/opt/bell` in {file} is called at each request" in told.stdout


def test_the_doctor_knows_settings_that_the_hub_has_not_taken(terminal: Terminal) -> None:
    terminal.runs("open", "--print")
    assert findings(terminal)["hub's settings"][0]
    (terminal.home / "settings.toml").write_text("[wait]\nclaude-code = 60\n")
    (terminal.home / "settings.toml").chmod(0o600)
    terminal.runs("install", "claude-code")
    told = terminal.runs("doctor")
    assert told.code == 1
    assert "✗ hub's settings: " in told.stdout
    assert "Restart the hub" in told.stdout
    terminal.runs("stop")
    assert terminal.runs("doctor").code == 0


def test_the_doctor_says_how_to_mend(terminal: Terminal) -> None:
    (terminal.home / "settings.toml").write_text("[wait]\nclaude-code = 60\n")
    terminal.runs("install", "claude-code")
    (terminal.home / "settings.toml").write_text("[wait]\nclaude-code = 6000\n")
    (terminal.home / "settings.toml").chmod(0o644)
    settings = terminal.folder / "claude" / "settings.json"
    found = findings(terminal)
    assert found["canary"][0]
    assert found["files"] == (
        False,
        f"others can reach {terminal.home}/settings.toml",
        f"chmod go-rwx {terminal.home}/settings.toml",
    )
    assert "the timeout 180" in terminal.runs("doctor").stdout
    text = settings.read_text().replace("countermark-hook claude-code", "gone/countermark-hook claude-code")
    settings.write_text(text)
    assert "starts a program that is not there" in terminal.runs("doctor").stdout
    settings.write_text('{"disableAllHooks": true}')
    told = terminal.runs("doctor")
    assert "Take disableAllHooks out." in told.stdout
    assert "✗ Claude settings: our hook is not in them\n    countermark install claude-code\n" in told.stdout
    settings.write_text("{,}")
    assert f"✗ Claude settings: {settings}: line 1, column 2" in terminal.runs("doctor").stdout


def test_the_doctor_finds_a_link_in_the_place_of_the_folder_of_plans(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    (terminal.home / "plans").symlink_to(tmp_path / "elsewhere")
    good, says, mend = findings(terminal)["plans"]
    assert (good, "the hub ignores it" in says, mend.startswith("Remove ")) == (False, True, True)
    (terminal.home / "plans").unlink()
    assert "plans" not in findings(terminal)


def test_the_doctor_without_a_hub_to_be_had(terminal: Terminal) -> None:
    (terminal.home / "settings.toml").write_text("nonsense")
    found = findings(terminal)
    assert not found["settings"][0]
    assert not found["hub"][0]
    assert "the hub ended while it was starting: " in found["hub"][1]
    assert "settings.toml cannot be read" in found["hub"][1]
    assert "countermark serve" in found["hub"][2]
    assert "canary" not in found
    (terminal.home / "settings.toml").unlink()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        serving = terminal.starts("serve", "--port", str(port))
        told = printed(serving)
    assert told.code == 1
    assert str(port) in told.stderr


def test_the_demo_hands_no_code_to_an_agent(terminal: Terminal) -> None:
    told = Terminal(terminal.home, terminal.folder, (("CLAUDECODE", "1"),)).runs("demo")
    assert told.code == 0
    assert "http://127.0.0.1:" in told.stdout
    assert "code=" not in told.stdout
    assert "countermark open" in told.stdout


def test_the_demo_waits_once(terminal: Terminal, home: Path) -> None:
    first = terminal.runs("demo", "plan", "--print")
    assert first.stdout.startswith("http://127.0.0.1:")
    assert first.stdout.endswith(
        "\nA sample plan waits on the desk. A sample agent answers when you request changes.\n"
    )
    status = json.loads(terminal.runs("status", "--json").stdout)
    assert (status["waiting"], status["open"]) == (1, 1), "it waits by the time this is said"
    second = terminal.runs("demo", "plan", "--print")
    assert second.stdout.endswith("\nThe sample plan still waits on the desk.\n")
    waiting = [
        (process, line) for process, line in processes_with("COUNTERMARK_HOME", str(home)).items() if "review" in line
    ]
    assert len(waiting) == 1
    os.kill(waiting[0][0], signal.SIGTERM)
