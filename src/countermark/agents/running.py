"""Which agents run, and what belongs to them: written down, so that the next hub can end what a killed one has left."""

import json
import os
import secrets
import signal
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

FOLDER = "agents-running"  # in the data folder
# In the environment of all that an agent starts. A hub that an agent's hook starts does not take this name over.
MARK = "CM_AGENT_RUN"
PROC = Path("/proc")
START_FIELD = 19  # of /proc/PID/stat behind the program's name: ticks since the machine was started
PARENT_FIELD, GROUP_FIELD = 1, 2
STATE_FIELD = 0
OUTPUTS = (1, 2)
PASSES = 5  # a program that is ended may have started another one meanwhile


def marked(environment: Mapping[str, str]) -> dict[str, str]:
    """An environment with the mark of a run, a new one where it has none."""
    return {MARK: secrets.token_hex(16), **environment}


def record_group(folder: Path, pid: int, token: str) -> Path:
    """Write down the group of a process that was just started; gives the file, which goes when the group has ended.

    Raises OSError.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"{pid}.json"
    beside = folder / f".{pid}.unfinished"
    beside.write_text(json.dumps({"pid": pid, "started": started_at(pid), "token": token}), encoding="utf-8")
    beside.replace(path)
    return path


def end_left(folder: Path) -> list[int]:
    """End what a killed hub has left, if it is still the same; gives the process ids of the groups."""
    ended = list[int]()
    for path in sorted(folder.glob("*.json")):
        with suppress(OSError, ValueError, KeyError, TypeError):
            record = json.loads(path.read_bytes())
            pid, started, token = int(record["pid"]), record["started"], str(record["token"])
            if pid > 1 and is_left(pid, started, token):
                end_run(pid, token)
                ended.append(pid)
            else:
                end_commands(token)
        path.unlink(missing_ok=True)
    return ended


def end_run(pid: int, token: str) -> None:
    """End the group of an agent, and what it runs in groups of their own."""
    below = groups_below(pid)
    for group in (pid, *below):
        end_group(group)
    end_commands(token)


def groups_below(pid: int) -> set[int]:
    """The groups of what a group's processes have started, as far as these still run: only Linux tells."""
    every = {int(folder.name): fields for folder in PROC.glob("[0-9]*") if (fields := stat_of(folder))}
    below = {each for each, fields in every.items() if fields[GROUP_FIELD] == str(pid)}
    groups = set[int]()
    while below:
        below = {each for each, fields in every.items() if int(fields[PARENT_FIELD]) in below and not let_go(each)}
        groups |= {int(every[each][GROUP_FIELD]) for each in below}
    return groups - {pid, os.getpgrp()}


def let_go(pid: int) -> bool:
    """Whether a process writes nowhere: a browser, an editor or a daemon that was started on purpose to stay."""
    return {target_of(pid, number) for number in OUTPUTS} == {os.devnull}


def end_commands(token: str) -> None:
    """End what an agent has started in groups of their own, as some run their commands.

    Whoever has started them has ended, so only what still writes into a pipe or a socket is known to be no daemon.
    Only Linux tells what a process was started with.
    """
    for _ in range(PASSES):
        groups = {group for folder in PROC.glob("[0-9]*") if (group := group_of_command(folder, token)) is not None}
        if not groups:
            return
        for group in groups:
            end_group(group)


def group_of_command(folder: Path, token: str) -> int | None:
    """The group of a process that belongs to this run of an agent; None for any other."""
    if not is_marked(folder, token):
        return None
    if not any(target_of(int(folder.name), number).startswith(("pipe:", "socket:")) for number in OUTPUTS):
        return None
    fields = stat_of(folder)
    return int(fields[GROUP_FIELD]) if fields else None


def end_group(pid: int) -> None:
    """Kill a process group; one that has ended takes no signal."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


def is_left(pid: int, started: str | None, token: str) -> bool:
    """Whether a group is the one that was written down.

    Its first process is known by when it was started. Where that has ended, the others are known by their mark.
    """
    now = started_at(pid)
    if now is not None:
        return now == started
    return any(is_marked(member, token) for member in members_of(pid))


def started_at(pid: int) -> str | None:
    """When a process was started, in the words of this system; None for one that does not run."""
    if PROC.is_dir():
        fields = stat_of(PROC / str(pid))
        return fields[START_FIELD] if fields else None
    told = subprocess.run(["ps", "-o", "lstart=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return told.stdout.strip() or None


def members_of(group: int) -> Iterator[Path]:
    """The processes of a group that run, as their folders of /proc."""
    for folder in PROC.glob("[0-9]*"):
        fields = stat_of(folder)
        if fields and fields[GROUP_FIELD] == str(group):
            yield folder


def stat_of(folder: Path) -> list[str]:
    """What /proc says of a process behind its name, which may have blanks in it; nothing for one that has ended."""
    try:
        fields = (folder / "stat").read_text(encoding="utf-8", errors="replace").rpartition(") ")[2].split()
    except OSError:
        return []
    return [] if fields[STATE_FIELD] in ("Z", "X") else fields


def is_marked(folder: Path, token: str) -> bool:
    """Whether a process was started by this run of an agent."""
    try:
        return f"{MARK}={token}".encode() in (folder / "environ").read_bytes().split(b"\0")
    except OSError:
        return False


def target_of(pid: int, number: int) -> str:
    """Where a file descriptor of a process leads; empty for one that is closed."""
    try:
        return str((PROC / str(pid) / "fd" / str(number)).readlink())
    except OSError:
        return ""
