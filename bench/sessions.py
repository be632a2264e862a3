"""What streaming costs the hub: 10,000 chunks of an agent, from its pipe to the desks, beside an SDK's client.

The hub stores each raw line, makes events and whispers of them, and serves a desk that looks on; the SDK's client takes
each chunk's text and nothing more. Processor time is that of the hub's process; of its workers, which make HTML of
closed blocks, it is told beside it. Real hub, real agents, one chunk in a write as agents do.
"""

import json
import os
import shutil
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import httpx

from bench.acp_core import FOLDER, SDK_CLIENT, run_once
from tests.real_agents.npm_program import Unreachable
from tests.real_agents.person import Hub, countermark
from tests.real_agents.pinned import ACP_PYTHON_SDK
from tests.real_agents.python_tree import fetched_python
from tests.real_agents.talker import Talker
from tests.real_agents.workplace import Workplace

CHUNKS = 10_000
AT_ONCE = 10
MOST_OF_SDK = 0.5
ALL_OF_PROCESS = 2  # CPUCLOCK_SCHED: what its threads ran
PAGE_KB = os.sysconf("SC_PAGE_SIZE") // 1024
AGENT = (sys.executable, str(FOLDER / "streaming_agent.py"), str(CHUNKS), "1")
LONGEST_S = 600.0
LOOK_SECONDS = 0.4  # between two looks, which cost the hub, too
ROUNDS = 5


@dataclass(frozen=True)
class Used:
    """Processor time in seconds, of the hub and of its workers; and the hub's memory."""

    hub: float
    workers: float
    resident_kb: int


class Onlooker(Talker):
    """Somebody who opens sessions and reads what is new in them."""

    def sees_over(self, session: str, after: int) -> bool:
        """Whether a turn has ended since this event."""
        events = self._get(f"/api/sessions/{session}/events?after={after}")["events"]
        return any(each["event"]["type"] == "prompt_answered" for each in events)

    def head(self) -> int:
        """The number of the newest entry of the journal."""
        return int(self._get("/api/sessions")["seq"])


def main() -> int:
    """Whether the hub takes more than half of the processor time of the SDK's client."""
    folders = [Path(tempfile.mkdtemp(prefix="cm-b-")) for _ in range(2)]
    workplace = Workplace(folders[0], folders[1]).furnish()
    print(f"{CHUNKS} chunks of some 25 characters, load {os.getloadavg()[0]:.1f}")
    try:
        with Hub(workplace), Onlooker(workplace) as person:
            hub = int(json.loads(countermark(workplace, "status", "--json"))["pid"])
            return int(not measured(person, workplace, hub))
    finally:
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)


def measured(person: Onlooker, workplace: Workplace, hub: int) -> bool:
    """Prints all of it; whether the promise holds. Hub and SDK take turns: the load of the machine is that of both."""
    sdk = sdk_client()
    unseen, seen, theirs = list[float](), list[float](), list[float]()
    for turn in range(ROUNDS + 1):  # the first one loads and compiles
        unseen.append(told("nobody looks on", *streamed(person, workplace, hub, 1), sessions=1))
        with looking_on(person):
            seen.append(told("a desk looks on", *streamed(person, workplace, hub, 1), sessions=1))
        theirs += [] if sdk is None else [run_once(sdk, 1).cpu]
        if not turn:
            unseen, seen, theirs = [], [], []
    with looking_on(person):
        told(f"{AT_ONCE} at once, a desk looks on", *streamed(person, workplace, hub, AT_ONCE), sessions=AT_ONCE)
    return not theirs or kept(statistics.median(unseen), statistics.median(seen), statistics.median(theirs))


def sdk_client() -> Sequence[str] | None:
    """What starts the SDK's client; None where it cannot be had."""
    try:
        return str(fetched_python(ACP_PYTHON_SDK) / "bin" / "python"), "-c", SDK_CLIENT
    except Unreachable as error:
        print(f"  the SDK's client is not measured: {error}")
        return None


def kept(unseen: float, seen: float, theirs: float) -> bool:
    """Beside the SDK's client, which shows nothing to anybody."""
    print(
        f"  the hub: CPU {unseen:.1f} µs a chunk, {seen:.1f} µs with a desk, the SDK's client {theirs:.1f} µs;"
        f" medians of {ROUNDS}, load {os.getloadavg()[0]:.1f}"
    )
    is_kept = unseen <= MOST_OF_SDK * theirs
    print(
        f"  ratio {unseen / theirs:.2f} ({seen / theirs:.2f} with a desk),"
        f" promised {MOST_OF_SDK}: {'kept' if is_kept else 'BROKEN'}"
    )
    return is_kept


def streamed(person: Onlooker, workplace: Workplace, hub: int, sessions: int) -> tuple[Used, Used, float]:
    """So many sessions stream beside each other: what was used before and after, and how long it took."""
    names = [person.opens("opencode", workplace.project, AGENT) for _ in range(sessions)]
    since = {name: int(person.sees_connected(name)["number"]) for name in names}
    before, begun = used_by(hub), time.perf_counter()
    for name in names:
        person.says(name, "Go on.")
    wait_for_ends(person, since)
    taken = time.perf_counter() - begun
    after = used_by(hub)
    for name in names:
        person.closes(name)
    return before, after, taken


def wait_for_ends(person: Onlooker, since: Mapping[str, int]) -> None:
    """By the newest events, which are short until the last one: a snapshot has the whole text that was streamed."""
    under_way = dict(since)
    until = time.monotonic() + LONGEST_S
    while under_way:
        if time.monotonic() > until:
            raise SystemExit("the turns do not end")
        under_way = {name: after for name, after in under_way.items() if not person.sees_over(name, after)}
        time.sleep(LOOK_SECONDS)


def told(what: str, before: Used, after: Used, taken: float, *, sessions: int) -> float:
    """Prints it; gives the hub's processor time for a chunk, in microseconds."""
    chunks = CHUNKS * sessions
    hub = (after.hub - before.hub) / chunks * 1e6
    workers = (after.workers - before.workers) / chunks * 1e6
    memory = (after.resident_kb - before.resident_kb) / 1024 / sessions
    print(
        f"  {what}: CPU {hub:.1f} µs a chunk, workers {workers:.1f} µs, wall {taken / chunks * 1e6:.1f} µs;"
        f" memory {after.resident_kb / 1024:.0f} MB, {memory:+.1f} MB a session"
    )
    return hub


def used_by(hub: int) -> Used:
    """What the hub and its workers have used until now; agents are no workers."""
    return Used(cpu_of(hub), sum(cpu_of(child) for child in workers_of(hub)), resident_kb(hub))


def workers_of(hub: int) -> Iterator[int]:
    """The hub's own processes: those that run its code."""
    for child in Path(f"/proc/{hub}/task/{hub}/children").read_text(encoding="ascii").split():
        if b"countermark" in Path(f"/proc/{child}/cmdline").read_bytes():
            yield int(child)


def cpu_of(process: int) -> float:
    """Seconds in user space and in the kernel, of all threads that there are and were, exact to a nanosecond.

    By the clock that Linux keeps of each process (`clock_getcpuclockid`): `/proc` counts in ticks of 10 ms, which are
    a microsecond a chunk.
    """
    return time.clock_gettime(~process << 3 | ALL_OF_PROCESS)


def resident_kb(process: int) -> int:
    return int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1]) * PAGE_KB


@contextmanager
def looking_on(person: Onlooker) -> Iterator[None]:
    """A desk that reads everything as it comes."""
    over = threading.Event()

    def read() -> None:
        # The hub ends with the bench, and the stream with it.
        with suppress(httpx.HTTPError), person.follows_feed(since=person.head()) as lines:
            for _ in lines:
                if over.is_set():
                    return

    desk = threading.Thread(target=read, daemon=True)
    desk.start()
    try:
        yield
    finally:
        over.set()


if __name__ == "__main__":
    sys.exit(main())
