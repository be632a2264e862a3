"""What the doctor finds in the settings of an agent with hooks: ours, what switches them off, and what is missing."""

import os
import re
import shlex
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from countermark.agents.hook_hosts import CLAUDE_CODE, CODEX, COPILOT, HOSTS, HookHost
from countermark.agents.hook_settings import Hook, NotSettings
from countermark.agents.json_text import NotJson
from countermark.cli import agent_settings
from countermark.cli.codex_trust import look_at_trust
from countermark.cli.failure import Failure
from countermark.cli.finding import Finding, run_program
from countermark.cli.hub_commands import read_settings

VERSION = re.compile(r"\d+\.\d+\.\d+\S*")


@dataclass(frozen=True)
class InstalledHooks:
    """What a file of an agent's settings holds for us."""

    host: HookHost
    path: Path
    hooks: tuple[Hook, ...] = ()
    off: str | None = None  # what in it switches hooks off

    @property
    def takes_ours(self) -> bool:
        """Whether an install writes this file."""
        return self.path in {agent_settings.settings_file(self.host, project=project) for project in (False, True)}

    @property
    def command(self) -> str:
        """The command that mends this file."""
        project = "" if self.path == agent_settings.settings_file(self.host, project=False) else " --project"
        return f"countermark install {self.host.agent}{project}"


def read_all(host: HookHost) -> tuple[list[InstalledHooks], list[Finding]]:
    """What each file of the agent's settings holds, and what is wrong with those that cannot be read."""
    read = [_read_settings(host, path) for path in agent_settings.all_settings(host)]
    broken = [finding for finding in read if isinstance(finding, Finding)]
    return [found for found in read if isinstance(found, InstalledHooks)], broken


def _read_settings(host: HookHost, path: Path) -> InstalledHooks | Finding:
    empty = InstalledHooks(host, path)
    try:
        text = agent_settings.read_text(path)
        if text is None or not text.strip():
            return empty
        return replace(empty, hooks=host.hooks.installed(text), off=host.hooks.switched_off(text))
    except Failure as failure:
        return Finding(host.named, good=False, says=str(failure), mend="Correct the file.")
    except (NotJson, NotSettings) as error:
        mend = f"Correct the file; where it holds comments, `{empty.command}` prints what to paste."
        return Finding(host.named, good=False, says=f"{path}: {error}", mend=mend)


def look_at_installed(home: str, host: HookHost, files: list[InstalledHooks], *, complete: bool) -> Iterator[Finding]:
    """What is installed, and where every file could be read, what is missing."""
    plans_only = _plans_only(home, files)
    needed = host.hooks.wanted("x", wait_seconds=_wait(home, host), plans_only=plans_only)
    missing = list(needed)
    for file in files:
        if file.off:
            yield Finding(host.named, good=False, says=f"{file.path} has {file.off}", mend=f"Take {file.off} out.")
        for hook in file.hooks:
            served = next((wanted for wanted in needed if host.hooks.serves(hook, wanted)), None)
            missing = [wanted for wanted in missing if wanted != served]
            yield _judge_hook(file, hook, served)
    if complete and missing:
        names = ", ".join(wanted.event for wanted in missing)
        says = "our hook is not in them" if len(missing) == len(needed) else f"there is no hook of ours for {names}"
        yield Finding(host.named, good=False, says=says, mend=f"countermark install {host.agent}")


def _plans_only(home: str, files: list[InstalledHooks]) -> bool:
    """Whether all that is installed was installed with `--plans-only`."""
    records = [agent_settings.read_record(home, file.path) for file in files if file.hooks and file.takes_ours]
    return bool(records) and all(record is not None and record.plans_only for record in records)


def _judge_hook(file: InstalledHooks, hook: Hook, wanted: Hook | None) -> Finding:
    """A hook of ours, and the one that it is to be if it is called where one is wanted."""
    named, says = file.host.named, f"{hook.event} in {file.path}"
    if wanted is None:
        says = f"{says} with the matcher {hook.matcher!r} is not called when it is wanted, or for too much"
        return Finding(named, good=False, says=says, mend=file.command)
    if not os.access(shlex.split(hook.command)[0], os.X_OK):
        return Finding(named, good=False, says=f"{says} starts a program that is not there", mend=file.command)
    if hook.timeout is None or hook.timeout < (wanted.timeout or 0):
        says = f"{says} has the timeout {hook.timeout}"
        return Finding(named, good=False, says=says, mend=f"{file.command} sets it.")
    return Finding(named, good=True, says=f"{says}, timeout {hook.timeout // file.host.hooks.units_per_second} s")


def _wait(home: str, host: HookHost) -> int:
    try:
        return read_settings(home).longest_wait(host.agent)
    except Failure:
        return 0


def other_hosts() -> list[HookHost]:
    """The agents with hooks beside Claude Code."""
    return [host for host in HOSTS.values() if host is not CLAUDE_CODE]


def has_hooks(host: HookHost) -> bool:
    """Whether a hook of ours is in any of the agent's settings that can be read."""
    return any(file.hooks for file in read_all(host)[0])


def look_at_hosts(home: str) -> Iterator[Finding]:
    """The agents beside Claude Code: nothing of one that is neither here nor installed."""
    for host in other_hosts():
        yield from _look_at_host(home, host)


def _look_at_host(home: str, host: HookHost) -> Iterator[Finding]:
    program = shutil.which(host.program)
    files, broken = read_all(host)
    if not any(file.hooks for file in files):
        if program is not None:
            says = f"{program} is not asked to come here: `countermark install {host.agent}` does that"
            yield Finding(host.title, good=True, says=says)
        return
    yield _look_at_program(host, program)
    yield from broken
    yield from look_at_installed(home, host, files, complete=not broken)
    if host is CODEX:
        yield from look_at_trust(program)
    if host is COPILOT:
        yield from _look_at_claudes_file()


def _look_at_claudes_file() -> Iterator[Finding]:
    """In a folder that its person trusts, Copilot starts the hooks of the project's Claude settings too."""
    path = agent_settings.settings_file(CLAUDE_CODE, project=True)
    found = _read_settings(CLAUDE_CODE, path)
    users = agent_settings.settings_file(CLAUDE_CODE, project=False)
    if path != users and isinstance(found, InstalledHooks) and found.hooks:
        says = f"Copilot starts our hooks in {path} too: you are asked twice, once as if it were Claude Code"
        mend = "Install those for yourself: `countermark uninstall claude-code --project`, then without --project."
        yield Finding(COPILOT.named, good=False, says=says, mend=mend)


def _look_at_program(host: HookHost, program: str | None) -> Finding:
    """An agent of another version may well work: that is said, and is no fault."""
    if program is None:
        says = f"our hooks are in its settings, but there is no `{host.program}` on the PATH"
        return Finding(host.title, good=True, says=says)
    done = run_program([program, "--version"])
    version = VERSION.search(done.stdout.decode(errors="replace")) if done else None
    if version is None:
        return Finding(host.title, good=False, says=f"{program} does not answer", mend="Install it anew.")
    told = version.group().rstrip(".")
    proven = "the version that the hooks were tried with" if told == host.proven else f"tried with {host.proven} only"
    return Finding(host.title, good=True, says=f"{told}, {proven}")
