"""What the doctor finds in Claude Code's settings: our hooks, what switches them off, and who could overrule them."""

import os
import shlex
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from countermark.agents import claude_code_settings as claude
from countermark.agents.json_text import NotJson
from countermark.cli import agent_settings, other_hooks, plugin_gates
from countermark.cli.failure import Failure
from countermark.cli.finding import Finding, run_program
from countermark.cli.hub_commands import read_settings

CLAUDE = "Claude settings"


@dataclass(frozen=True)
class InstalledHooks:
    """What a file of Claude Code's settings holds for us."""

    path: Path
    hooks: tuple[claude.Hook, ...] = ()
    disabled: bool = False

    @property
    def takes_ours(self) -> bool:
        """Whether an install writes this file."""
        return self.path.name == "settings.json"

    @property
    def command(self) -> str:
        """The command that mends this file."""
        project = "" if self.path == agent_settings.claude_settings(project=False) else " --project"
        return f"countermark install claude-code{project}"


def look_at_claude(home: str) -> Iterator[Finding]:
    """Claude Code itself, its settings, other programs at the same hooks, and plugins that overrule hooks."""
    program = shutil.which("claude")
    if program is not None:
        done = run_program([program, "--version"])
        told = done.stdout.decode(errors="replace").strip() if done else ""
        yield Finding("Claude Code", good=bool(told), says=told or f"{program} does not answer")
    read = [_read_settings(path) for path in agent_settings.all_claude_settings()]
    broken = [finding for finding in read if isinstance(finding, Finding)]
    yield from broken
    yield from _look_at_installed(home, [found for found in read if isinstance(found, InstalledHooks)], broken)
    for other in other_hooks.find():
        yield Finding("other hooks", good=not other.reviews_plans, says=other.says, mend=other_hooks.MEND)
    yield from plugin_gates.look_at_plugins(program)


def _read_settings(path: Path) -> InstalledHooks | Finding:
    empty = InstalledHooks(path)
    try:
        text = agent_settings.read_text(path)
        if text is None or not text.strip():
            return empty
        return replace(empty, hooks=claude.installed(text), disabled=claude.hooks_disabled(text))
    except Failure as failure:
        return Finding(CLAUDE, good=False, says=str(failure), mend="Correct the file.")
    except (NotJson, claude.NotSettings) as error:
        mend = f"Correct the file; where it holds comments, `{empty.command}` prints what to paste."
        return Finding(CLAUDE, good=False, says=f"{path}: {error}", mend=mend)


def _look_at_installed(home: str, files: list[InstalledHooks], broken: list[Finding]) -> Iterator[Finding]:
    """What is installed, and unless a file could not be read, what is missing."""
    needed = claude.wanted("x", wait_seconds=_wait(home), plans_only=_plans_only(home, files))
    missing = list(needed)
    for file in files:
        if file.disabled:
            yield Finding(CLAUDE, good=False, says=f"{file.path} has disableAllHooks", mend="Take disableAllHooks out.")
        for hook in file.hooks:
            served = next((wanted for wanted in needed if claude.serves(hook, wanted)), None)
            missing = [wanted for wanted in missing if wanted != served]
            yield _judge_hook(file, hook, served)
    if not broken and missing:
        names = ", ".join(wanted.event for wanted in missing)
        says = "our hook is not in them" if len(missing) == len(needed) else f"there is no hook of ours for {names}"
        yield Finding(CLAUDE, good=False, says=says, mend="countermark install claude-code")


def _plans_only(home: str, files: list[InstalledHooks]) -> bool:
    """Whether all that is installed was installed with `--plans-only`."""
    records = [agent_settings.read_record(home, file.path) for file in files if file.hooks and file.takes_ours]
    return bool(records) and all(record is not None and record.plans_only for record in records)


def _judge_hook(file: InstalledHooks, hook: claude.Hook, wanted: claude.Hook | None) -> Finding:
    """A hook of ours, and the one that it is to be if it is called where one is wanted."""
    says = f"{hook.event} in {file.path}"
    if wanted is None:
        says = f"{says} with the matcher {hook.matcher!r} is not called when it is wanted, or for too much"
        return Finding(CLAUDE, good=False, says=says, mend=file.command)
    if not os.access(shlex.split(hook.command)[0], os.X_OK):
        return Finding(CLAUDE, good=False, says=f"{says} starts a program that is not there", mend=file.command)
    if hook.timeout is None or hook.timeout < (wanted.timeout or 0):
        says = f"{says} has the timeout {hook.timeout}"
        return Finding(CLAUDE, good=False, says=says, mend=f"{file.command} sets it.")
    return Finding(CLAUDE, good=True, says=f"{says}, timeout {hook.timeout} s")


def _wait(home: str) -> int:
    try:
        return read_settings(home).wait_seconds("claude-code")
    except Failure:
        return 0
