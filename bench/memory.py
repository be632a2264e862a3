"""How much memory a real hub takes: at the start, while 24 plans of 1 MB wait, after 100 of them.

Each plan comes over the agents' socket, is read to its last slice as a desk reads it, and is approved when its turn
comes. Resident memory is what Linux says (VmRSS): the hub's own, and beside it that of the workers it has started.
"""

import json
import os
import secrets
import shutil
import socket
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from bench.render import Plan
from tests.journeys.hook_process import plan_payload
from tests.real_agents.person import Hub, Person
from tests.real_agents.workplace import Workplace

SIZE = 1_000_000
WAITING = 24
ALL = int(os.environ.get("COUNTERMARK_BENCH_PLANS", "100"))
PROMISED_MB = 120.0
RING = (
    "POST /api/hooks/claude-code HTTP/1.1\r\nHost: countermark\r\nContent-Type: application/json\r\n"
    "Content-Length: {0}\r\nIdempotency-Key: {1}\r\n\r\n"
)


def main() -> int:
    """1 if the hub takes more than promised."""
    folders = [Path(tempfile.mkdtemp(prefix="cm-b-")) for _ in range(2)]
    workplace = Workplace(folders[0], folders[1]).furnish()
    try:
        with Hub(workplace) as hub, Person(workplace) as person:
            pid = int((hub.ready() or {})["pid"])
            print(f"memory: plans of {SIZE // 1_000_000} MB, load {os.getloadavg()[0]:.1f}")
            report("hub at its start", pid)
            with ExitStack() as lines:
                for number in range(WAITING):
                    person.reads_slices(asked(lines, workplace, number))
                    if number in (0, 9):
                        report(f"{number + 1} wait", pid)
                report(f"{WAITING} wait", pid)
                for review in person.all_reviews():
                    person.approves(review)
            report(f"{WAITING} answered", pid)
            for number in range(WAITING, ALL):
                with ExitStack() as line:
                    name = asked(line, workplace, number)
                    person.reads_slices(name)
                    person.approves(person.sees_review(name))
            report(f"{ALL} answered", pid)
            time.sleep(10)
            after = report(f"{ALL} answered, 10 s later", pid)
    finally:
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)
    return int(after > PROMISED_MB)


def asked(lines: ExitStack, workplace: Workplace, number: int) -> str:
    """Submit a plan of its own and keep the line; its review."""
    return submitted(
        lines, workplace, json.dumps(plan_payload(Plan(number).text(SIZE), session=f"s-{number}")).encode()
    )


def submitted(lines: ExitStack, workplace: Workplace, payload: bytes) -> str:
    """Ring as a hook does and keep the line; the review that the hub has stored."""
    line = lines.enter_context(socket.socket(socket.AF_UNIX))
    line.settimeout(120)
    line.connect(str(workplace.desk_folder / "run" / "agent.sock"))
    line.sendall(RING.format(len(payload), secrets.token_hex(16)).encode() + payload)
    head = b""
    while b"\r\n\r\n" not in head:
        head += line.recv(4096)
    assert head.startswith(b"HTTP/1.1 200"), head
    rows = head.decode().split("\r\n\r\n")[0].lower().split("\r\n")[1:]
    return dict(row.split(": ", 1) for row in rows)["countermark-item"]


def report(when: str, pid: int) -> float:
    """Print, and give, how many MB the hub takes."""
    own, started = resident(pid), [resident(child) for child in children(pid)]
    beside = f", its {len(started)} workers {sum(started):.0f}" if started else ""
    print(f"  {own:6.0f} MB  {when}{beside}", flush=True)
    return own


def resident(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def children(pid: int) -> list[int]:
    listed = (path.read_text().split() for path in Path(f"/proc/{pid}/task").glob("*/children"))
    return [int(child) for each in listed for child in each]


if __name__ == "__main__":
    sys.exit(main())
