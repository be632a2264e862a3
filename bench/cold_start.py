"""How soon a plan is stored, and a person reads it, when a hook comes and no hub runs; and where the time goes.

With `--beside SRC` the `src` of another checkout is measured in turns, so that a busy moment of the machine falls on
both. The hook is the real one, with a clock beside its steps; the hub is the one that it starts. All times are wall
times from the start of the hook's process, but for those that say cpu.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import dropwhile
from pathlib import Path
from statistics import median

import httpx

from bench.hook_start import run_once
from countermark.doorbell.ring import ring
from tests.journeys.hook_process import plan_payload

RUNS = int(os.environ.get("COUNTERMARK_BENCH_RUNS", "15"))
PROMISED_RATIO = 40.0  # hub's and hook's processor time beside that of a bare interpreter; FastAPI at the start: 80
PLAN = "# A plan\n\nDo *this*, then that.\n\n" + "- one of the steps, in a sentence of ten words or so\n" * 80
OWN = Path(__file__).resolve().parents[1] / "src"
FOLDERS = ("new", "known")  # data folders: there is none yet; one that an earlier hub has left
STEPS = ("imported", "spawned", "listening", "accepted", "signed in", "page", "document", "hub cpu", "hook cpu")
HOOK = """
import os, sys, time
from countermark.agent_side import asking, hook
from countermark.doorbell import hub_address

def note(step):
    os.write(2, f"{step} {time.monotonic_ns()}\\n".encode())

def noted(step, function):
    def call(*arguments, **keywords):
        result = function(*arguments, **keywords)
        note(step)
        return result
    return call

note("imported")
hub_address.start_hub = noted("spawned", hub_address.start_hub)
hub_address.ensure_hub = noted("listening", hub_address.ensure_hub)
hook.end_on_signals()
payload = hook._read_stdin()
question = asking.Question("claude-code", home=hub_address.home(), on_head=lambda _: note("accepted"))
sys.exit(hook.converse(question, payload, unanswered=hook._fall_back))
"""


@dataclass(frozen=True)
class Case:
    """What is measured: a program with one kind of data folder."""

    source: Path
    folder: str

    @property
    def name(self) -> str:
        """For the table."""
        return f"{'this' if self.source == OWN else 'other'} program, {self.folder} folder"


def environment(source: Path, home: Path) -> dict[str, str]:
    """What the hook is started with, and the hub after it."""
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(home.parent),
        "LANG": "C.UTF-8",
        "COUNTERMARK_BROWSER": "none",
        "COUNTERMARK_HOME": str(home),
        "PYTHONPATH": str(source),
    }


def measured(source: Path, home: Path, *, number: int) -> dict[str, float]:
    """One hook and its hub, from the start to the end of both: milliseconds by step."""
    payload = json.dumps(plan_payload(f"{PLAN}\n{number}\n", session=f"s-{time.time_ns()}")).encode()
    begun = time.monotonic_ns()
    hook = subprocess.Popen(
        [sys.executable, "-c", HOOK], env=environment(source, home), cwd=home.parent,
        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert hook.stdin is not None
    assert hook.stderr is not None
    try:
        hook.stdin.write(payload)
        hook.stdin.close()
        steps: dict[str, float] = {}
        while "accepted" not in steps:
            step, _, moment = hook.stderr.readline().decode().strip().partition(" ")
            if not moment.isdigit():
                raise SystemExit(f"the hook has no answer: {step} {moment}")
            steps[step] = (int(moment) - begun) / 1e6
        hub = json.loads((home / "hub.lock").read_text())["pid"]
        steps["hub cpu"], steps["hook cpu"] = cpu_ms(hub), cpu_ms(hook.pid)
        steps |= {step: (moment - begun) / 1e6 for step, moment in read_by_person(home)}
    finally:
        hook.kill()
        hook.wait()
        hook.stderr.close()
        end_hub(home)
    return steps


def cpu_ms(pid: int) -> float:
    """What all threads of a process have used so far."""
    taken = [(task / "schedstat").read_text() for task in Path(f"/proc/{pid}/task").iterdir()]
    return sum(int(each.split()[0]) for each in taken) / 1e6


def read_by_person(home: Path) -> Iterator[tuple[str, int]]:
    """What a browser asks for when its tab opens: the moment at which each answer is there."""
    code = json.loads(ring(str(home / "run" / "person.sock"), "POST", "/api/launch-codes", body=b"{}"))
    address = str(code["url"]).partition("/#")[0]
    with httpx.Client(base_url=address, headers={"Origin": address}, timeout=30, trust_env=False) as browser:
        token = browser.post("/api/sign-in", json={"code": code["code"]}).raise_for_status().json()["token"]
        browser.headers["Authorization"] = f"Bearer {token}"
        yield "signed in", time.monotonic_ns()
        browser.get("/").raise_for_status()
        yield "page", time.monotonic_ns()
        [review, *_] = browser.get("/api/reviews?status=open").raise_for_status().json()["reviews"]
        browser.get(f"/api/reviews/{review['id']}").raise_for_status()
        yield "document", time.monotonic_ns()


def end_hub(home: Path) -> None:
    """End the hub of a folder, and wait until it has."""
    pid = json.loads((home / "hub.lock").read_text())["pid"]
    os.kill(pid, signal.SIGTERM)
    while Path(f"/proc/{pid}/cmdline").exists() and Path(f"/proc/{pid}/cmdline").read_bytes():
        time.sleep(0.01)


@contextmanager
def data_folders(cases: Sequence[Case]) -> Iterator[Mapping[Case, Path]]:
    """A parent folder for each case."""
    folders = {case: Path(tempfile.mkdtemp(prefix="cm-b-")) for case in cases}
    try:
        yield folders
    finally:
        for folder in folders.values():
            shutil.rmtree(folder)


def all_runs(cases: Sequence[Case]) -> tuple[dict[Case, list[dict[str, float]]], list[float], list[float]]:
    """What was measured of each case, and processor and wall time of a bare interpreter."""
    runs: dict[Case, list[dict[str, float]]] = {case: [] for case in cases}
    bare_cpu, bare_wall = list[float](), list[float]()
    with data_folders(cases) as folders:
        for turn in range(RUNS + 1):
            for case in cases:
                home = folders[case] / ("home" if case.folder == "known" else f"home-{turn}")
                steps = measured(case.source, home, number=turn)
                cost = run_once([sys.executable, "-c", "pass"], dict(os.environ), os.devnull)
                if turn:  # the first one compiles, warms the disk's cache and makes the folder
                    runs[case].append(steps)
                    bare_cpu.append(cost.cpu_ms)
                    bare_wall.append(cost.wall_ms)
    return runs, bare_cpu, bare_wall


def main() -> int:
    """Print the table; whether the promise is broken."""
    parser = argparse.ArgumentParser(prog="python -m bench cold_start")
    parser.add_argument("--beside", type=Path, help="the `src` of another checkout, measured in turns with this one")
    options = parser.parse_args(list(dropwhile(lambda word: not word.startswith("-"), sys.argv[1:])))
    sources = [OWN, *([options.beside.resolve()] if options.beside else [])]
    runs, bare_cpu, bare_wall = all_runs([Case(source, folder) for source in sources for folder in FOLDERS])
    cpu = median(bare_cpu)
    print(f"median of {RUNS} runs in ms (fastest for *accepted*), load {os.getloadavg()[0]:.1f}")
    print(f"bare `python -c pass`: {median(bare_wall):.1f} ms, cpu {cpu:.1f} ms")
    print(f"{'':29}{''.join(f'{step:>10}' for step in STEPS)}{'fastest':>10}{'cpu ratio':>10}")
    ratios = {}
    for case, taken in runs.items():
        middle = {step: median(each[step] for each in taken) for step in STEPS}
        ratios[case] = (middle["hub cpu"] + middle["hook cpu"]) / cpu
        fastest = min(each["accepted"] for each in taken)
        numbers = "".join(f"{middle[step]:10.1f}" for step in STEPS)
        print(f"{case.name:29}{numbers}{fastest:10.1f}{ratios[case]:10.1f}")
    kept = all(ratio <= PROMISED_RATIO for case, ratio in ratios.items() if case.source == OWN)
    print(f"at most {PROMISED_RATIO:.0f} times the cpu of a bare interpreter: {'kept' if kept else 'BROKEN'}")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
