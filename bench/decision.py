"""How long an answer takes: from the verdict's request to the end of the waiting hook, with real processes."""

import os
import shutil
import statistics
import tempfile
import time
from pathlib import Path

from tests.journeys.hook_process import HookProcess, plan_payload
from tests.real_agents.person import Hub, Person
from tests.real_agents.workplace import Workplace

ROUNDS = 40
PROMISED_MS = 50.0


def main() -> None:
    """Print the median and the slowest of many decisions."""
    folders = [Path(tempfile.mkdtemp(prefix="cm-b-")) for _ in range(2)]
    workplace = Workplace(folders[0], folders[1]).furnish()
    try:
        with Hub(workplace), Person(workplace) as person:
            taken = sorted(decision_ms(workplace, person, number) for number in range(ROUNDS))
    finally:
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)
    median = statistics.median(taken)
    print(f"decision: approve to hook exited, {ROUNDS} rounds, load {os.getloadavg()[0]:.1f}")
    print(f"  median {median:.1f} ms, p95 {taken[int(ROUNDS * 0.95) - 1]:.1f} ms, slowest {taken[-1]:.1f} ms")
    print(f"  ratio to the promise ({PROMISED_MS:.0f} ms): {median / PROMISED_MS:.2f}")


def decision_ms(workplace: Workplace, person: Person, number: int) -> float:
    """One decision about one plan."""
    with HookProcess(workplace, plan_payload(f"# Plan {number}\n\n1. Do it\n", session=f"s-{number}")) as hook:
        review = person.sees_plan()
        began = time.perf_counter()
        person.approves(review)
        hook.ends()
        return (hook.ended_at - began) * 1000


if __name__ == "__main__":
    main()
