"""How soon a plan is seen when 500 hooks ring at once, at one open desk and at 50; whether a person can answer then.

python -m bench.burst [--rounds=N] [--before=SRC]    # SRC: the `src` folder of another version, measured in turn

The hub is a real process with a real journal. One process rings as the hooks do, over the agents' socket (500 Python
processes would measure how they are started); another one reads the streams; the person sits in this one and approves
plans that have waited since before, one after the other, as long as the burst lasts. Load, readers and hub share the
machine's cores. All times are wall times, so read them beside the load average; the hub's CPU time counts from the
first ring until every stream has had every plan.
"""

import json
import os
import resource
import secrets
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from typing import Any

from bench.bursts.hooks import Line, ring_all
from bench.bursts.streams import follow_all
from bench.render import Plan
from tests.journeys.hook_process import plan_payload
from tests.journeys.waiting_hooks import hub_with_limit
from tests.real_agents.person import Person
from tests.real_agents.workplace import Workplace

HOOKS = 500  # as many as one agent may have open
STREAMS = (1, 50)
WAITING = 24  # plans of another agent that wait when the burst begins
SIZE = 4_000  # characters of a usual plan
PROMISED_S = 1.0
BEFORE, ROUNDS = "--before=", "--rounds="
SECONDS = 120.0
SPAWN = get_context("spawn")


@dataclass(frozen=True)
class Burst:
    """One burst, in seconds; an answer's time is from the person's click until the hook has it."""

    accepted: list[float]  # from each hook's request until it knows that its plan is stored
    seen: list[float]  # from each hook's request to its entry, on each stream
    answered: list[float]
    hub_cpu: float


def main() -> int:
    """1 if the promise is broken."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, most), most))  # ours, not the hub's
    before = [Path(each.removeprefix(BEFORE)) for each in sys.argv[1:] if each.startswith(BEFORE)]
    rounds = next((int(each.removeprefix(ROUNDS)) for each in sys.argv[1:] if each.startswith(ROUNDS)), 3)
    kinds = [(source, streams) for streams in STREAMS for source in (*before, None)]
    bursts: Mapping[tuple[Path | None, int], list[Burst]] = {kind: [] for kind in kinds}
    for _ in range(rounds):
        for source, streams in kinds:
            bursts[source, streams].append(one_burst(source, streams))
    return report(bursts)


def one_burst(source: Path | None, streams: int) -> Burst:
    """A hub of its own, its streams, its hooks, and the person."""
    folders = [Path(tempfile.mkdtemp(prefix="cm-b-")) for _ in range(2)]
    workplace = Workplace(folders[0], folders[1]).furnish()
    try:
        with hub_with_limit(workplace, hard=False, source=source), Person(workplace) as person:
            pid, port = hub_of(workplace)
            agents = str(workplace.desk_folder / "run" / "agent.sock")
            with process(ring_all, agents, waiting(), at_once()) as hooks:
                answer_of(hooks)
                with process(follow_all, port, person.credential, streams, HOOKS) as readers:
                    answer_of(readers)
                    return measured(person, hooks, readers, pid=pid)
    finally:
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)


def measured(person: Person, hooks: Connection, readers: Connection, *, pid: int) -> Burst:
    """Let the hooks ring, answer what waits until everything is seen, and put together what each has noted."""
    rows = {row["title"]: row for row in person.all_reviews()}
    used = cpu_seconds(pid)
    hooks.send("ring")
    clicks: dict[int, float] = {}
    for number in range(WAITING):
        if readers.poll():
            break
        clicks[number] = time.monotonic()
        person.approves(rows[title_of(number)])
    seen: list[list[float]] = answer_of(readers)
    used = cpu_seconds(pid) - used
    hooks.send(len(clicks))
    lines: tuple[list[Line], list[Line]] = answer_of(hooks)
    early, rung = lines
    return Burst(
        accepted=[line.accepted - line.rung for line in rung],
        seen=[at - line.rung for number, line in enumerate(rung) for at in seen[number]],
        answered=[early[number].answered - at for number, at in clicks.items()],
        hub_cpu=used,
    )


def waiting() -> list[bytes]:
    """The requests of the hooks that wait before the burst: of another agent, so that the burst finds its room."""
    asked = ({"document": f"# {title_of(number)}\n\nYes or no?\n", "cwd": "/srv/shop"} for number in range(WAITING))
    return [request("review", each) for each in asked]


def title_of(number: int) -> str:
    return f"Waiting {number}"


def at_once() -> list[bytes]:
    """The requests of the burst, each with a plan, a conversation and a key of its own."""
    plans = (f"# Burst {number}\n\n{Plan(number).text(SIZE)}" for number in range(HOOKS))
    return [request("claude-code", plan_payload(plan, session=f"s-{number}")) for number, plan in enumerate(plans)]


def request(agent: str, payload: object) -> bytes:
    body = json.dumps(payload).encode()
    head = (
        f"POST /api/hooks/{agent} HTTP/1.1\r\nHost: countermark\r\nContent-Type: application/json\r\n"
        f"Idempotency-Key: {secrets.token_hex(16)}\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def hub_of(workplace: Workplace) -> tuple[int, int]:
    """The process and the port of the hub."""
    said = json.loads((workplace.desk_folder / "hub.json").read_text())
    return said["pid"], said["port"]


def cpu_seconds(pid: int) -> float:
    """What a process has computed until now, its threads included, as Linux says."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def process(work: Callable[..., None], *arguments: object) -> Iterator[Connection]:
    """A process of its own that does `work` with our end of a pipe as its first argument; killed at the end."""
    ours, its = SPAWN.Pipe()
    started = SPAWN.Process(target=work, args=(its, *arguments), daemon=True)
    started.start()
    its.close()
    try:
        yield ours
    finally:
        started.kill()
        started.join()
        ours.close()


def answer_of(pipe: Connection) -> Any:
    """What the process at the other end says next; what that is, is known where it is asked."""
    if not pipe.poll(SECONDS):
        raise TimeoutError(f"a part of the burst has not ended within {SECONDS:.0f} s")
    return pipe.recv()


def report(bursts: Mapping[tuple[Path | None, int], Sequence[Burst]]) -> int:
    """Print medians over the rounds (the worst round in brackets)."""
    rounds = len(next(iter(bursts.values())))
    print(f"{HOOKS} hooks at once, medians of {rounds} rounds (worst), load average {os.getloadavg()[0]:.1f}")
    for (source, streams), found in bursts.items():
        print(f"{'this version' if source is None else source}, {streams} open desk{'s' * (streams > 1)}")
        for what, value in {
            "plan stored, median": [percentile(each.accepted, 50) for each in found],
            "plan stored, 99th": [percentile(each.accepted, 99) for each in found],
            "plan seen, median": [percentile(each.seen, 50) for each in found],
            "plan seen, 99th": [percentile(each.seen, 99) for each in found],
            "answer at its hook, median": [percentile(each.answered, 50) for each in found],
            "answer at its hook, slowest": [max(each.answered) for each in found],
            "hub's CPU": [each.hub_cpu for each in found],
        }.items():
            print(f"  {what:28}{median(value):8.2f} s ({max(value):.2f})")
    seen = median(percentile(each.seen, 99) for each in bursts[None, STREAMS[-1]])
    print(f"seen, 99th, ratio to the promise ({PROMISED_S:.0f} s): {seen / PROMISED_S:.2f}")
    return int(seen > PROMISED_S)


def percentile(values: Iterable[float], wanted: int) -> float:
    """The least value that so many of a hundred do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * wanted // 100)]


if __name__ == "__main__":
    sys.exit(main())
