"""A hub with a limit of open files, and as many hooks that wait at it as it takes; each is a connection of ours."""

import json
import resource
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.journeys.hook_process import plan_payload
from tests.real_agents.person import countermark, eventually
from tests.real_agents.workplace import Workplace

FEW = 256  # what macOS gives to programs
SECONDS = 20.0


@contextmanager
def hub_with_limit(workplace: Workplace, *, hard: bool, source: Path | None = None) -> Iterator[Path]:
    """A hub that begins with a soft limit of 256 open files, a `hard` one too if so; gives its log."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    limits = (FEW, FEW if hard else most)
    more = {} if source is None else {"PYTHONPATH": str(source)}
    log = workplace.root / "limited.out"
    with log.open("ab") as said:
        hub = subprocess.Popen(
            [sys.executable, "-c", BEGIN, str(limits[0]), str(limits[1])],
            env=workplace.environment(**more), cwd=workplace.project, stdin=subprocess.DEVNULL,
            stdout=said, stderr=said,
        )  # fmt: skip
    try:
        file = workplace.desk_folder / "hub.json"
        eventually(lambda: file.exists() or None, seconds=30, what="a hub", instead=log.read_text)
        yield log
    finally:
        countermark(workplace, "stop")
        hub.wait(SECONDS)


BEGIN = (
    "import os, resource, sys\n"
    "resource.setrlimit(resource.RLIMIT_NOFILE, (int(sys.argv[1]), int(sys.argv[2])))\n"
    "os.execv(sys.executable, [sys.executable, '-m', 'countermark', 'serve', '--port', '0'])\n"
)


@dataclass(frozen=True)
class Crowd:
    """How many hooks wait, and what the next one was told; empty if nothing was said to it."""

    waiting: int
    told: str


@contextmanager
def crowd(workplace: Workplace, *, most: int, patience: float = SECONDS) -> Iterator[Crowd]:
    """Hooks ring one after the other until there are `most`, or until one is not let in."""
    with ExitStack() as lines:
        for number in range(most):
            line = lines.enter_context(socket.socket(socket.AF_UNIX))
            line.settimeout(patience)
            said = ring(line, workplace, number)
            if not said.startswith("HTTP/1.1 200"):
                yield Crowd(number, said)
                return
        yield Crowd(most, "")


def ring(line: socket.socket, workplace: Workplace, number: int) -> str:
    """What the hub says to a plan; nothing if it says nothing in time."""
    body = json.dumps(plan_payload(f"# Plan {number}\n", session=f"crowd-{number}")).encode()
    head = "POST /api/hooks/claude-code HTTP/1.1\r\nHost: countermark\r\nContent-Type: application/json\r\n"
    try:
        line.connect(str(workplace.desk_folder / "run" / "agent.sock"))
        line.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        return read_on(line.recv)
    except OSError:
        return ""


def read_on(receive: Callable[[int], bytes]) -> str:
    """An answer's first bytes; all of a refusal, which ends with its connection."""
    said = receive(65536)
    while said and not said.startswith(b"HTTP/1.1 200") and (more := receive(65536)):
        said += more
    return said.decode()
