"""What others feel while one session is flooded: an agent tells a million updates as fast as the hub takes them.

`python -m bench session_flood --updates N`. Beside it a list of sessions is asked for, and prompts are sent to the
agent of another session; the hub's memory is looked at, and the flooded session is opened as a desk does it.
"""

import argparse
import json
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench.acp_core import FOLDER
from bench.sessions import Onlooker
from tests.real_agents.person import Hub, countermark
from tests.real_agents.workplace import Workplace

UPDATES = 50_000
CALM = (sys.executable, str(FOLDER / "streaming_agent.py"), "5", "1")
LOOK_SECONDS = 0.5
MOST_SECONDS = 2.0  # of a prompt's answer, at the 95th percentile
MOST_MB = 600.0  # that the hub grows
PAGE_KB = os.sysconf("SC_PAGE_SIZE") // 1024


@dataclass
class Felt:
    """Seconds that it took, and megabytes that the hub had."""

    lists: list[float] = field(default_factory=list)
    prompts: list[float] = field(default_factory=list)
    snapshots: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)


class Visitor(Onlooker):
    """Somebody who waits for an answer as long as it takes."""

    def ask(self, path: str) -> str:
        """What comes back, as it came."""
        return self._browser.get(path, timeout=120).raise_for_status().text


def main() -> int:
    """Whether the other session waits too long, or the hub grows too much."""
    parser = argparse.ArgumentParser(prog="python -m bench session_flood")
    parser.add_argument("--updates", type=int, default=UPDATES)
    updates = parser.parse_known_args(sys.argv[2:])[0].updates
    folders = [Path(tempfile.mkdtemp(prefix="cm-b-")) for _ in range(2)]
    workplace = Workplace(folders[0], folders[1]).furnish()
    try:
        with Hub(workplace), Visitor(workplace) as person:
            hub = int(json.loads(countermark(workplace, "status", "--json"))["pid"])
            return int(not kept(flooded(person, workplace, hub, updates)))
    finally:
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)


def flooded(person: Visitor, workplace: Workplace, hub: int, updates: int) -> Felt:
    """Floods one session and uses the other meanwhile."""
    calm = person.opens("opencode", workplace.project, CALM)
    wild = person.opens(
        "opencode", workplace.project, (sys.executable, str(FOLDER / "flooding_agent.py"), str(updates))
    )
    since = int(person.sees_connected(wild)["number"])
    person.sees_connected(calm)
    answered(person, calm)
    felt = Felt(memory=[resident_mb(hub)])
    person.says(wild, "Go on.")
    begun, looked = time.perf_counter(), since
    while True:
        felt.lists.append(timed(lambda: person.ask("/api/sessions")))
        felt.prompts.append(timed(lambda: answered(person, calm)))
        felt.snapshots.append(timed(lambda: person.ask(f"/api/sessions/{wild}")))
        felt.memory.append(resident_mb(hub))
        state = person.state(wild)
        if state["taken"] is None:
            break
        looked = int(state["number"])
        time.sleep(LOOK_SECONDS)
    taken = time.perf_counter() - begun
    print(f"  {updates} updates in {taken:.0f} s, {updates / taken:.0f} a second; {looked} events")
    body = person.ask(f"/api/sessions/{wild}")
    print(f"  the snapshot: {len(body) / 1e6:.2f} MB, {len(json.loads(body)['state']['ledger'])} parts")
    print(f"  exported in {timed(lambda: person.ask(f'/api/sessions/{wild}/export.md')):.2f} s")
    return felt


def answered(person: Visitor, session: str) -> None:
    """A prompt that is sent, and its turn's end."""
    since = int(person.state(session)["number"])
    person.says(session, "And you?")
    until = time.monotonic() + 120
    while not person.sees_over(session, since):
        if time.monotonic() > until:
            raise SystemExit("the other session is not answered")
        time.sleep(0.02)


def timed(act: Callable[[], object]) -> float:
    """Seconds that it takes."""
    begun = time.perf_counter()
    act()
    return time.perf_counter() - begun


def kept(felt: Felt) -> bool:
    """Prints what was felt."""
    told("a list of sessions", felt.lists)
    told("a prompt of the other session", felt.prompts)
    told("the flooded session's snapshot", felt.snapshots)
    growth = max(felt.memory) - felt.memory[0]
    print(f"  the hub: {felt.memory[0]:.0f} MB at first, {max(felt.memory):.0f} MB at most: {growth:+.0f} MB")
    is_kept = percentile(felt.prompts) <= MOST_SECONDS and growth <= MOST_MB
    print(f"  promised {MOST_SECONDS} s and {MOST_MB:.0f} MB: {'kept' if is_kept else 'BROKEN'}")
    return is_kept


def told(what: str, seconds: Sequence[float]) -> None:
    median, high = statistics.median(seconds), percentile(seconds)
    print(
        f"  {what}: {len(seconds)} times, {median * 1e3:.0f} ms, p95 {high * 1e3:.0f} ms, {max(seconds) * 1e3:.0f} ms"
    )


def percentile(seconds: Sequence[float]) -> float:
    """The 95th."""
    return sorted(seconds)[int(len(seconds) * 0.95)]


def resident_mb(hub: int) -> float:
    pages = int(Path(f"/proc/{hub}/statm").read_text(encoding="ascii").split()[1])
    return pages * PAGE_KB / 1024


if __name__ == "__main__":
    sys.exit(main())
