"""The command that tells what is wrong and how to mend it."""

import argparse
import json
import os
import shlex
import shutil
import socket
import stat
import subprocess
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from countermark import __version__
from countermark.agents import claude_code_settings as claude
from countermark.agents.json_text import NotJson
from countermark.cli import agent_settings
from countermark.cli.failure import DONE, FAILED, Failure
from countermark.cli.hub_commands import ask_hub, read_settings
from countermark.doorbell import hub_address
from countermark.doorbell.errors import DoorbellError

PATIENCE = 20.0
CANARY = b'{"canary": true}'


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at."""

    name: str
    good: bool
    says: str
    mend: str = ""


def doctor(chosen: argparse.Namespace) -> int:
    """Looks at everything a plan passes through, and sends a canary the whole way."""
    findings = []
    for finding in examine(hub_address.home()):
        findings.append(finding)
        if not chosen.json:
            _tell(finding)
    if chosen.json:
        print(json.dumps({"good": all(f.good for f in findings), "findings": [asdict(f) for f in findings]}))
    return DONE if all(finding.good for finding in findings) else FAILED


def _tell(finding: Finding) -> None:
    print(f"{'✓' if finding.good else '✗'} {finding.name}: {finding.says}", flush=True)
    if not finding.good and finding.mend:
        print(f"    {finding.mend}")


def examine(home: str) -> Iterator[Finding]:
    """Everything, in the order in which a plan meets it."""
    program = _hook_program()
    yield _look_at_hook(program)
    yield _look_at_settings_file(home)
    yield from _look_at_claude(home)
    hub = _start_hub(home)
    yield hub
    yield _look_at_folders(home)
    if hub.good:
        yield from _look_at_hub(home)
        yield _send_canary(program)


def _hook_program() -> str | None:
    try:
        return agent_settings.hook_program()
    except Failure:
        return None


def _look_at_hook(program: str | None) -> Finding:
    if program is None:
        return Finding("hook", good=False, says="countermark-hook is not installed", mend="pip install countermark")
    done = _run([program, "--version"])
    version = done.stdout.decode(errors="replace").strip().rpartition(" ")[2] if done else "nothing"
    if version != __version__:
        return Finding(
            "hook",
            good=False,
            says=f"{program} answers {version or 'nothing'}, this is {__version__}",
            mend="Two installations are mixed; take one away, then run `countermark install claude-code` again.",
        )
    return Finding("hook", good=True, says=f"{program}, version {version}")


def _run(command: list[str], sent: bytes = b"") -> subprocess.CompletedProcess[bytes] | None:
    try:
        return subprocess.run(command, input=sent, capture_output=True, timeout=PATIENCE, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None


def _look_at_settings_file(home: str) -> Finding:
    file = hub_address.settings_file(home)
    try:
        read_settings(home)
    except Failure as failure:
        return Finding("settings", good=False, says=str(failure), mend=failure.do)
    return Finding("settings", good=True, says=file if Path(file).exists() else f"all as usual (there is no {file})")


def _look_at_claude(home: str) -> Iterator[Finding]:
    claude_program = shutil.which("claude")
    if claude_program is not None:
        done = _run([claude_program, "--version"])
        told = done.stdout.decode(errors="replace").strip() if done else ""
        yield Finding("Claude Code", good=bool(told), says=told or f"{claude_program} does not answer")
    found = [(path, text) for path in _settings_paths() if (text := agent_settings.read_text(path)) is not None]
    try:
        yield from _look_at_installed(home, found)
    except (NotJson, claude.NotSettings) as error:
        yield Finding("Claude settings", good=False, says=str(error), mend="Correct the file.")


def _settings_paths() -> list[Path]:
    return [agent_settings.claude_settings(project=project) for project in (False, True)]


def _look_at_installed(home: str, found: list[tuple[Path, str]]) -> Iterator[Finding]:
    name, again = "Claude settings", "countermark install claude-code"
    hooks = [(path, hook) for path, text in found for hook in claude.installed(text)]
    if not hooks:
        yield Finding(name, good=False, says="our hook is not in them", mend=again)
    for path, text in found:
        if claude.hooks_disabled(text):
            yield Finding(name, good=False, says=f"{path} has disableAllHooks", mend="Take disableAllHooks out.")
    needed = {hook.event: hook for hook in claude.wanted("x", wait_seconds=_wait(home))}
    for path, hook in hooks:
        project = " --project" if path == agent_settings.claude_settings(project=True) else ""
        says, wanted = f"{hook.event} in {path}", needed.get(hook.event)
        if not os.access(shlex.split(hook.command)[0], os.X_OK):
            yield Finding(name, good=False, says=f"{says} starts a program that is not there", mend=again + project)
        elif wanted is None or hook.timeout is None or hook.timeout < (wanted.timeout or 0):
            says = f"{says} has the timeout {hook.timeout}"
            yield Finding(name, good=False, says=says, mend=f"{again}{project} sets it.")
        else:
            yield Finding(name, good=True, says=f"{says}, timeout {hook.timeout} s")


def _wait(home: str) -> int:
    try:
        return read_settings(home).wait_seconds("claude-code")
    except Failure:
        return 0


def _start_hub(home: str) -> Finding:
    mend = f"Run `countermark serve` and read what it says; the log is {hub_address.log_file(home)}"
    try:
        hub_address.ensure_hub(home)
        told = ask_hub(home, "GET", "/api/status", side="agent")
    except DoorbellError as error:
        return Finding("hub", good=False, says=str(error), mend=mend)
    version = told.get("version")
    if version != __version__:
        mend = "Run `countermark stop`; the next hook starts one of the right version."
        return Finding("hub", good=False, says=f"version {version}, this is {__version__}", mend=mend)
    return Finding("hub", good=True, says=f"process {told.get('pid')}, version {version}")


def _look_at_folders(home: str) -> Finding:
    folders = [Path(folder) for folder in (home, hub_address.run_folder(home))]
    files = [Path(home) / name for name in ("countermark.db", "hub.json", "hub.lock", "settings.toml", "hub.log")]
    sockets = [Path(hub_address.agent_socket(home)), Path(hub_address.person_socket(home))]
    open_to_others = [path for path in (*folders, *files, *sockets) if path.exists() and not _is_private(path)]
    if open_to_others:
        names = ", ".join(map(str, open_to_others))
        return Finding("files", good=False, says=f"others can reach {names}", mend=f"chmod go-rwx {names}")
    return Finding("files", good=True, says=f"only you can reach {home}")


def _is_private(path: Path) -> bool:
    found = path.stat()
    return found.st_uid == os.geteuid() and stat.S_IMODE(found.st_mode) & 0o077 == 0


def _look_at_hub(home: str) -> Iterator[Finding]:
    mend = "Run `countermark stop`, then `countermark doctor` again."
    try:
        told = ask_hub(home, "GET", "/api/status")
    except DoorbellError as error:
        yield Finding("person's socket", good=False, says=str(error), mend=mend)
        return
    yield Finding("person's socket", good=True, says=hub_address.person_socket(home))
    port = told.get("port")
    try:
        socket.create_connection(("127.0.0.1", port if isinstance(port, int) else 0), timeout=2.0).close()
    except OSError as error:
        yield Finding("browser's port", good=False, says=f"{port}: {error.strerror}", mend=mend)
    else:
        yield Finding("browser's port", good=True, says=f"http://127.0.0.1:{port}")


def _send_canary(program: str | None) -> Finding:
    if program is None:
        return Finding("canary", good=False, says="there is no hook to send it through")
    done = _run([program, "canary"], CANARY)
    if done is not None and (done.returncode, done.stdout.strip()) == (0, b"ok"):
        return Finding("canary", good=True, says="a plan comes through, from the hook to the journal and back")
    words = done.stderr.decode(errors="replace").strip() if done else f"no answer within {PATIENCE:.0f} s"
    return Finding("canary", good=False, says=words or "a wrong answer came back", mend="Mend what is wrong above.")
