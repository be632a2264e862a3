"""What a hook costs in processor time and wall time, beside a bare interpreter and a plain `http.client` client."""

import json
import os
import shutil
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

RUNS = 25
LIMIT_MS = 45.0
PLAN = json.dumps(
    {"hook_event_name": "PermissionRequest", "tool_name": "ExitPlanMode", "tool_input": {"plan": "# A plan\n" * 500}}
).encode()
ANSWER = b'{"review":null,"stdout":"{}","stderr":"","exit_code":0,"acknowledge":false}'
HTTP_CLIENT = """
import http.client, json, socket, sys
class Unix(http.client.HTTPConnection):
    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(sys.argv[1])
line = Unix("countermark")
line.request("POST", "/api/hooks/claude-code", sys.stdin.buffer.read(), {"Content-Type": "application/json"})
print(json.loads(line.getresponse().read())["stdout"], end="")
"""


@dataclass(frozen=True)
class Cost:
    cpu_ms: float
    wall_ms: float


@contextmanager
def answering_hub(address: str) -> Iterator[None]:
    """A hub of a dozen lines that answers everything at once, so that only the client is measured."""
    import socket

    listener = socket.socket(socket.AF_UNIX)
    listener.bind(address)
    listener.listen(8)
    answer = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(ANSWER), ANSWER)

    def serve() -> None:
        while True:
            try:
                caller, _ = listener.accept()
            except OSError:
                return
            with caller:
                asked = b""
                while not asked.endswith(PLAN):
                    asked += caller.recv(65536)
                caller.sendall(answer)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join()


def run_once(command: Sequence[str], environment: dict[str, str], stdin: str) -> Cost:
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, stdin, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
    ]
    begun = time.perf_counter()
    child = os.posix_spawn(command[0], list(command), environment, file_actions=actions)
    _, status, used = os.wait4(child, 0)
    wall = time.perf_counter() - begun
    if status != 0:
        raise SystemExit(f"{' '.join(command)} ended with status {status}")
    return Cost((used.ru_utime + used.ru_stime) * 1000, wall * 1000)


def medians(commands: dict[str, Sequence[str]], environment: dict[str, str], stdin: str) -> dict[str, Cost]:
    """The commands take turns, so that a busy moment of the machine falls on all of them."""
    costs: dict[str, list[Cost]] = {name: [] for name in commands}
    for turn in range(RUNS + 1):
        for name, command in commands.items():
            cost = run_once(command, environment, stdin)
            # The first turn compiles and warms the disk cache.
            costs[name] += [cost] if turn else []
    return {
        name: Cost(statistics.median(c.cpu_ms for c in taken), statistics.median(c.wall_ms for c in taken))
        for name, taken in costs.items()
    }


def hook_command(folder: Path) -> list[str]:
    """The installed program if there is one, else the same few lines that an installer writes."""
    beside = Path(sys.executable).with_name("countermark-hook")
    if beside.exists():
        return [str(beside), "claude-code"]
    script = folder / "countermark-hook"
    script.write_text("import re\nimport sys\nfrom countermark.agent_side.hook import main\nsys.exit(main())\n")
    return [sys.executable, str(script), "claude-code"]


def main() -> int:
    folder = Path(tempfile.mkdtemp(prefix="cm-bench-"))
    try:
        (folder / "run").mkdir(mode=0o700)
        address = str(folder / "run" / "agent.sock")
        payload = folder / "payload.json"
        payload.write_bytes(PLAN)
        source = Path(__file__).resolve().parent.parent / "src"
        environment = {
            **os.environ,
            "COUNTERMARK_HOME": str(folder),
            "PYTHONPATH": str(source),
            # As installed: an installer compiles, a checkout may not.
            "PYTHONPYCACHEPREFIX": str(folder / "compiled"),
            "PYTHONDONTWRITEBYTECODE": "",
        }
        commands: dict[str, Sequence[str]] = {
            "python -c pass": [sys.executable, "-c", "pass"],
            "http.client": [sys.executable, "-c", HTTP_CLIENT, address],
            "countermark-hook": hook_command(folder),
        }
        with answering_hub(address):
            measured = medians(commands, environment, str(payload))
    finally:
        shutil.rmtree(folder)
    return report(measured)


def report(measured: dict[str, Cost]) -> int:
    bare = measured["python -c pass"]
    print(f"median of {RUNS} runs, load {os.getloadavg()[0]:.1f}")
    print(f"{'':18}{'cpu ms':>9}{'beyond':>9}{'ratio':>8}{'wall ms':>9}")
    for name, cost in measured.items():
        beyond = cost.cpu_ms - bare.cpu_ms
        print(f"{name:18}{cost.cpu_ms:9.1f}{beyond:9.1f}{cost.cpu_ms / bare.cpu_ms:8.2f}{cost.wall_ms:9.1f}")
    beyond = measured["countermark-hook"].cpu_ms - bare.cpu_ms
    kept = beyond < LIMIT_MS
    print(f"under {LIMIT_MS:.0f} ms of processor time beyond a bare interpreter: {'kept' if kept else 'BROKEN'}")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
