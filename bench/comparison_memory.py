"""How much memory the hub takes to compare large and hostile revisions, and how long a person waits.

Each pair is compared twice: in a process of its own as the hub did it before it had workers, and by a real hub. Inline
is asked for, then side by side, then the sources. Peak and settled are what Linux says (VmHWM, VmRSS), above what the
process had with both documents rendered.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx

from bench.comparison import plan
from bench.hostile import body
from bench.memory import children, submitted
from bench.render import Plan
from countermark.documents.difference.comparing import Comparison, Summary, compare, compare_sources, pairs_of
from countermark.documents.difference.packed_comparison import TOO_MUCH
from countermark.documents.difference.pairing import pair
from countermark.documents.markdown.passages import passages
from countermark.documents.markdown.rendering import render
from countermark.machine.collector import calm, give_back
from tests.real_agents.person import Hub, Json, Person
from tests.real_agents.workplace import Workplace

VIEWS = ("inline", "side", "source")
PROMISED_MB = 60.0
SETTLED_S = 5.0


def main() -> int:
    """1 if a comparison makes the hub grow by more than promised."""
    if len(sys.argv) > 1 and sys.argv[-1].startswith("--alone="):
        alone(sys.argv[-1].removeprefix("--alone="))
        return 0
    print(f"comparison_memory: MB above the hub with both documents, load {os.getloadavg()[0]:.1f}")
    return int(max(map(measured, cases())) > PROMISED_MB)


def cases() -> dict[str, tuple[str, str]]:
    """Pairs of texts by what they are."""
    return {
        "1 MB, all changed": (plan(), Plan(seed=2).text(1_000_000)),
        "20,000 items, all changed": (
            listed(20_000, "step {0} does what part {0} of it needs"),
            listed(20_000, "step {0} undoes what part {0} of it needs"),
        ),
        "80,000 short items, all changed": (listed(80_000, "{0}"), listed(80_000, "{0}x")),
    }


def listed(count: int, words: str) -> str:
    """A list of items."""
    return "".join(f"- {words.format(number)}\n" for number in range(count))


def measured(name: str) -> float:
    """Print both ways; what the hub's peak is above its rest."""
    print(name, flush=True)
    command = (sys.executable, "-m", "bench.comparison_memory", f"--alone={name}")
    print(
        f"  before, in the hub:  {subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()}"
    )
    peak, line = by_the_hub(*cases()[name])
    print(f"  now, in a worker:    {line}", flush=True)
    return peak


def alone(name: str) -> None:
    """Compare as the hub did: passages, pairing and comparisons stay in memory."""
    old_text, new_text = cases()[name]
    old, new = render(old_text), render(new_text)
    calm()
    forget_peak(os.getpid())
    rest = status(os.getpid(), "VmRSS")
    kept: list[Comparison] = []
    waits: list[float] = []
    began = time.perf_counter()
    was, now = passages(old), passages(new)
    pairs = pairs_of(was, now, pair(was, now))
    paired = time.perf_counter() - began
    makes: tuple[Callable[[], Comparison], ...] = (
        lambda: compare(old, new, pairs=pairs),
        lambda: compare(old, new, view="side", pairs=pairs),
        lambda: compare_sources(old_text, new_text, Summary()),
    )
    for make in makes:
        began = time.perf_counter()
        kept.append(make())
        waits.append(time.perf_counter() - began)
    give_back()
    waits[0] += paired
    print(line_of(status(os.getpid(), "VmHWM") - rest, status(os.getpid(), "VmRSS") - rest, waits))


def by_the_hub(old: str, new: str) -> tuple[float, str]:
    """The same, asked of a real hub; the peak of its worker stands beside it."""
    folders = [Path(tempfile.mkdtemp(prefix="cm-b-")) for _ in range(2)]
    workplace = Workplace(folders[0], folders[1]).furnish()
    try:
        with Hub(workplace) as hub, Person(workplace) as person, ExitStack() as lines:
            pid = int((hub.ready() or {})["pid"])
            submitted(lines, workplace, body(f"# Plan\n\n{old}", 1))
            review = person.sees_review(submitted(lines, workplace, body(f"# Plan\n\n{new}", 1)))
            forget_peak(pid)
            rest = status(pid, "VmRSS")
            waits: list[float] = []
            worker, ended = 0.0, 0
            for view in VIEWS:
                began = time.perf_counter()
                made = answer(person, review, view)
                waits.append(time.perf_counter() - began)
                ended += view != "source" and made["html"].startswith(TOO_MUCH)
                worker = max([worker, *(status(child, "VmHWM") for child in children(pid))])
            time.sleep(SETTLED_S)
            peak = status(pid, "VmHWM") - rest
            line = line_of(peak, status(pid, "VmRSS") - rest, waits)
            return peak, f"{line}; the worker's peak {worker:.0f} MB, {ended} ended"
    finally:
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)


def answer(person: Person, review: Json, view: str) -> Json:
    """The first slice, however long it takes: a browser waits longer than the client here, and the hub goes on."""
    while True:
        with suppress(httpx.ReadTimeout):
            return person.compares(review, old=1, new=2, view=view)


def line_of(peak: float, settled: float, waits: list[float]) -> str:
    """The figures of one way."""
    spent = ", ".join(f"{view} {seconds:.1f} s" for view, seconds in zip(VIEWS, waits, strict=True))
    return f"peak +{peak:.0f} MB, settled {settled:+.0f} MB; {spent}"


def forget_peak(process: int) -> None:
    """Let VmHWM begin anew."""
    Path(f"/proc/{process}/clear_refs").write_text("5")


def status(process: int, field: str) -> float:
    """A figure of a process in MB, as Linux says it."""
    return int(Path(f"/proc/{process}/status").read_text().partition(f"{field}:")[2].split()[0]) / 1024


if __name__ == "__main__":
    sys.exit(main())
