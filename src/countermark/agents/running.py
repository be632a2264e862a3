"""Which agents run, written down: a hub that was killed has left them to the next one, which ends them."""

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

FOLDER = "agents-running"  # in the data folder
MARK = "COUNTERMARK_AGENT_RUN"  # in the environment of all that an agent starts
PROC = Path("/proc")
START_FIELD = 19  # of /proc/PID/stat behind the program's name: ticks since the machine was started
GROUP_FIELD = 2
STATE_FIELD = 0


def token_of(random: bytes) -> str:
    """What one run of an agent is marked with."""
    return random.hex()


def record_group(folder: Path, pid: int, token: str) -> Path:
    """Write down the group of a process that was just started; gives the file, which goes when the group has ended."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"{pid}.json"
    beside = folder / f".{pid}.unfinished"
    beside.write_text(json.dumps({"pid": pid, "started": started_at(pid), "token": token}), encoding="utf-8")
    beside.replace(path)
    return path


def end_left(folder: Path) -> list[int]:
    """End the groups that a killed hub has left, if they are still the same; gives their process ids."""
    ended = list[int]()
    for path in sorted(folder.glob("*.json")):
        with suppress(OSError, ValueError, KeyError, TypeError):
            record = json.loads(path.read_bytes())
            pid, started, token = int(record["pid"]), record["started"], str(record["token"])
            if pid > 1 and is_left(pid, started, token):
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(pid, signal.SIGKILL)
                    ended.append(pid)
        path.unlink(missing_ok=True)
    return ended


def is_left(pid: int, started: str | None, token: str) -> bool:
    """Whether a group is the one that was written down.

    Its first process is known by when it was started. Where that has ended, the others are known by their mark, which
    can only be read on Linux.
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
