"""The command that tells what is wrong and how to mend it."""

import argparse
import json
import os
import pwd
import secrets
import socket
import stat
from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime
from pathlib import Path

from countermark import __version__
from countermark.cli import agent_settings, opencode_findings
from countermark.cli.claude_findings import look_at_claude
from countermark.cli.failure import DONE, FAILED, Failure
from countermark.cli.finding import PATIENCE, Finding, run_program
from countermark.cli.hook_canary import send_canaries
from countermark.cli.hook_findings import look_at_hosts
from countermark.cli.hub_commands import ask_hub, read_settings
from countermark.cli.opencode_findings import look_at_opencode
from countermark.doorbell import hub_address
from countermark.doorbell.errors import DoorbellError
from countermark.doorbell.terminal import visible_text
from countermark.machine.accounts import other_people

NAMED = 3  # so many other people are named
CANARY = "# Canary\n\nNobody needs to answer this.\n"
OWN_FILES = (
    *(hub_address.database_file, hub_address.head_file, hub_address.settings_file, hub_address.installed_file),
    *(hub_address.hub_file, hub_address.lock_file, hub_address.log_file),
)


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
    print(f"{'✓' if finding.good else '✗'} {finding.name}: {visible_text(finding.says, lines=False)}", flush=True)
    if not finding.good and finding.mend:
        print(f"    {finding.mend}")


def examine(home: str) -> Iterator[Finding]:
    """Everything, in the order in which a plan meets it."""
    program = _hook_program()
    yield _look_at_hook(program)
    yield _look_at_settings_file(home)
    yield from _look_at_other_people(home)
    yield from look_at_claude(home)
    yield from look_at_hosts(home)
    yield from look_at_opencode(home)
    hub = _start_hub(home)
    yield hub
    yield _look_at_folders(home)
    yield from _look_at_plans(Path(hub_address.plans_folder(home)))
    if hub.good:
        yield from _look_at_hub(home)
        yield _send_canary(program)
        yield from send_canaries()
        yield from opencode_findings.send_canary()


def _hook_program() -> str | None:
    try:
        return agent_settings.hook_program()
    except Failure:
        return None


def _look_at_hook(program: str | None) -> Finding:
    if program is None:
        mend = "Run `pip install .` in the folder with countermark's source."
        return Finding("hook", good=False, says="countermark-hook is not installed", mend=mend)
    done = run_program([program, "--version"])
    version = done.stdout.decode(errors="replace").strip().rpartition(" ")[2] if done else "nothing"
    if version != __version__:
        return Finding(
            "hook",
            good=False,
            says=f"{program} answers {version or 'nothing'}, this is {__version__}",
            mend="Two installations are mixed; take one away, then run `countermark install claude-code` again.",
        )
    return Finding("hook", good=True, says=f"{program}, version {version}")


def _look_at_settings_file(home: str) -> Finding:
    file = hub_address.settings_file(home)
    try:
        read_settings(home)
    except Failure as failure:
        return Finding("settings", good=False, says=str(failure), mend=failure.do)
    return Finding("settings", good=True, says=file if Path(file).exists() else f"all as usual (there is no {file})")


def _look_at_other_people(home: str) -> Iterator[Finding]:
    """Advice, not a fault: only the person knows whether these people are to be reckoned with."""
    people = other_people(pwd.getpwall(), own=os.geteuid())
    if not people:
        return
    names = ", ".join(people[:NAMED]) + (" and others" if len(people) > NAMED else "")
    says = f"{names} can log in on this machine too"
    if _is_set_as_shared(home):
        says = f"{says}; hub.shared_machine is set"
    else:
        says = f"{says}: think of `shared_machine = true` under [hub] in {hub_address.settings_file(home)}"
    yield Finding("other people", good=True, says=says)


def _is_set_as_shared(home: str) -> bool:
    try:
        return read_settings(home).shared_machine
    except Failure:
        return False


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
    folders = [Path(folder) for folder in (home, hub_address.run_folder(home), hub_address.plans_folder(home))]
    files = [Path(file(home)) for file in OWN_FILES]
    sockets = [Path(hub_address.agent_socket(home)), Path(hub_address.person_socket(home))]
    open_to_others = [path for path in (*folders, *files, *sockets) if path.exists() and not _is_private(path)]
    if open_to_others:
        names = ", ".join(map(str, open_to_others))
        return Finding("files", good=False, says=f"others can reach {names}", mend=f"chmod go-rwx {names}")
    return Finding("files", good=True, says=f"only you can reach {home}")


def _look_at_plans(folder: Path) -> Iterator[Finding]:
    """The hub uses no link there, and no folder of another user; a mode that is too open it corrects."""
    if folder.is_symlink() or (folder.exists() and not (folder.is_dir() and folder.stat().st_uid == os.geteuid())):
        mend = f"Remove {folder}; the hub makes a new one, for agents that can only write files."
        yield Finding("plans", good=False, says=f"{folder} is no folder of your own, so the hub ignores it", mend=mend)


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
    yield _look_at_journal(told)
    yield _look_at_taken_settings(home, str(told["started_at"]))
    port = told.get("port")
    try:
        socket.create_connection(("127.0.0.1", port if isinstance(port, int) else 0), timeout=2.0).close()
    except OSError as error:
        yield Finding("browser's port", good=False, says=f"{port}: {error.strerror}", mend=mend)
    else:
        yield Finding("browser's port", good=True, says=f"http://127.0.0.1:{port}")


def _look_at_journal(told: dict[str, object]) -> Finding:
    """What the hub has found wrong with its files."""
    problems = told.get("problems")
    if isinstance(problems, list) and problems:
        mend = "`countermark journal verify` tells more; remove the copy when you need it no more."
        return Finding("journal", good=False, says="; ".join(map(str, problems)), mend=mend)
    return Finding("journal", good=True, says="as it was left")


def _look_at_taken_settings(home: str, started_at: str) -> Finding:
    """A hub reads its settings once, when it starts."""
    file = Path(hub_address.settings_file(home))
    if file.exists() and file.stat().st_mtime > datetime.fromisoformat(started_at).timestamp():
        mend = "Restart the hub: `countermark stop`; the next hook starts one that knows them."
        return Finding("hub's settings", good=False, says=f"{file} has changed since the hub started", mend=mend)
    return Finding("hub's settings", good=True, says="as they are now")


def _send_canary(program: str | None) -> Finding:
    """A plan that the hub approves by itself, on the way that Claude Code's plans take."""
    if program is None:
        return Finding("canary", good=False, says="there is no hook to send it through")
    asked = {
        "hook_event_name": "PermissionRequest",
        "tool_name": "ExitPlanMode",
        "session_id": f"canary-{secrets.token_hex(8)}",
        "cwd": str(Path.home()),
        "tool_input": {"plan": CANARY},
    }
    done = run_program([program, "canary"], json.dumps(asked).encode("ascii"))
    if done is not None and _approves(done.stdout):
        says = "a plan comes through, from the hook to the journal and back"
        return Finding("canary", good=True, says=says)
    words = done.stderr.decode(errors="replace").strip() if done else f"no answer within {PATIENCE:.0f} s"
    return Finding("canary", good=False, says=words or "a wrong answer came back", mend="Mend what is wrong above.")


def _approves(printed: bytes) -> bool:
    """Whether Claude Code would take this as an approval of the canary."""
    try:
        decision = json.loads(printed)["hookSpecificOutput"]["decision"]
        return (decision["behavior"], decision["updatedInput"]["plan"]) == ("allow", CANARY)
    except (ValueError, KeyError, TypeError):
        return False
