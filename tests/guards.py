"""What keeps the tests from harming their machine and from passing by luck."""

import asyncio
import os
import pwd
import shutil
import sys
import tempfile
import time
from collections.abc import Collection, Iterator
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path

import pytest

LOOP_MAY_STAND_STILL_S = 1.0  # of processor time
LOOP_MAY_WAIT_S = 5.0  # of time, for a step that sleeps or waits for a disk; other rings run beside on the same cores
# A hub that a dev server held sees its end, ends what it writes, and goes; whatever ends at once is not waited for.
PROCESSES_MAY_LINGER_S = 15.0
PROC = Path("/proc")
KEPT = (
    "COUNTERMARK_FULL_FIGURES",
    "COUNTERMARK_SOAK_KILLS",
    "COUNTERMARK_TEST_CACHE",
    "COUNTERMARK_TESTS_MAY_NOT_SKIP",
)
REAL_HOME = Path(pwd.getpwuid(os.getuid()).pw_dir)
OFF_LIMITS = (
    REAL_HOME / ".local" / "share" / "countermark",
    REAL_HOME / "Library" / "Application Support" / "Countermark",
    REAL_HOME / ".claude",
    REAL_HOME / ".claude.json",
)


class OffLimits(AssertionError):
    """A test reached for the person's own files or for another machine."""


def borrow_machine() -> Path:
    """Give the whole run a home of its own; caches that only save downloads stay where they are."""
    os.environ.setdefault("PIP_CACHE_DIR", str(REAL_HOME / ".cache" / "pip"))
    os.environ.setdefault("npm_config_cache", str(REAL_HOME / ".npm"))
    caches = Path(os.environ.get("XDG_CACHE_HOME") or REAL_HOME / ".cache")
    os.environ.setdefault("COUNTERMARK_TEST_CACHE", str(caches / "countermark-tests"))
    for name in list(os.environ):
        if name.startswith(("CLAUDE", "ANTHROPIC", "XDG_", "COUNTERMARK_")) and name not in KEPT:
            del os.environ[name]
    home = Path(tempfile.mkdtemp(prefix="cm-run-"))
    runtime = home / "runtime"
    runtime.mkdir(mode=0o700)
    os.environ.update(
        HOME=str(home),
        XDG_RUNTIME_DIR=str(runtime),
        COUNTERMARK_HOME=str(home / "countermark"),
        COUNTERMARK_BROWSER="none",
    )
    return home


def watch_borders() -> None:
    """Refuse the network and the person's own files from here on, whoever asks in this process."""
    forbidden = tuple(map(str, OFF_LIMITS))

    def look(event: str, arguments: tuple[object, ...]) -> None:
        if event == "open" and isinstance(path := arguments[0], str) and path.startswith(forbidden):
            raise OffLimits(f"{path} belongs to the person who runs the tests")
        if event in ("socket.connect", "socket.sendto") and is_far(arguments[1]):
            raise OffLimits(f"{arguments[1]!r} is another machine")

    sys.addaudithook(look)


def is_far(address: object) -> bool:
    """Whether a socket address leads off this machine; unix sockets and loopback do not."""
    if not isinstance(address, tuple):
        return False
    host = str(address[0])
    if host in ("", "localhost"):
        return False
    try:
        return not ip_address(host).is_loopback
    except ValueError:
        return True


def watch_loop(standstills: list[str]) -> None:
    """Note every step of an event loop that holds it for too long."""
    run = asyncio.Handle._run

    def timed(self: asyncio.Handle) -> None:
        started, worked = time.perf_counter(), time.thread_time()
        run(self)
        took, work = time.perf_counter() - started, time.thread_time() - worked
        if work > LOOP_MAY_STAND_STILL_S or took > LOOP_MAY_WAIT_S:
            standstills.append(f"{took:.2f} s, {work:.2f} s of them work, in {self!r}")

    asyncio.Handle._run = timed  # type: ignore[method-assign]  # the seam that every step goes through


def told_of(process: int) -> str:
    """Whose data folder a process has, and how the log of the hub there ends: from that its test can be found."""
    with suppress(OSError):  # it has ended
        variables = (PROC / str(process) / "environ").read_bytes().split(b"\0")
        home = next((each for each in variables if each.startswith(b"COUNTERMARK_HOME=")), b"=").partition(b"=")[2]
        log = Path(os.fsdecode(home), "hub.log")
        said = log.read_text(errors="replace")[-3000:] if log.is_file() else ""
        return f"{process} with the data folder {os.fsdecode(home)!r}; its log ends with:\n{said}"
    return f"{process} has ended"


def processes_with(variable: str, value: str) -> dict[int, str]:
    """The running processes that were started with this environment variable, by id, with their command."""
    wanted = f"{variable}={value}".encode()
    found = {}
    for folder in PROC.glob("[0-9]*"):
        with suppress(OSError):  # it has ended, or is not ours
            if int(folder.name) != os.getpid() and wanted in (folder / "environ").read_bytes().split(b"\0"):
                command = (folder / "cmdline").read_bytes().replace(b"\0", b" ")
                found[int(folder.name)] = command.decode(errors="replace")
    return found


def leftovers(variable: str, value: str, *, besides: Collection[int] = ()) -> dict[int, str]:
    """Processes that are still there after a moment in which they may end by themselves."""
    until = time.monotonic() + PROCESSES_MAY_LINGER_S
    while True:
        found = {
            number: command for number, command in processes_with(variable, value).items() if number not in besides
        }
        if not found or time.monotonic() >= until:
            return found
        time.sleep(0.05)


def end(processes: dict[int, str]) -> None:
    """Kill processes that a test has left behind."""
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, 9)


def own_home(*, starts_processes: bool) -> Iterator[Path]:
    """A data folder for one test, with a path short enough for a socket; nothing may run in it afterwards."""
    home = Path(tempfile.mkdtemp(prefix="cm-"))
    yield home
    left = leftovers("COUNTERMARK_HOME", str(home)) if starts_processes else {}
    log = home / "hub.log"
    said = log.read_text(errors="replace")[-3000:] if left and log.exists() else ""
    end(left)
    shutil.rmtree(home, ignore_errors=True)
    if left:
        pytest.fail(f"The test left processes behind: {left}; the hub's log ends with:\n{said}")
