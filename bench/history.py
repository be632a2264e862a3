"""History at 10,000 and at 100,000 decided items: searches, lists, facets, the index anew, what it costs an answer.

python -m bench.history [items …]    # 10000 and 100000 without numbers

A real hub finds over HTTP; what an answer takes with and without the index beside it is measured in this process.
"""

import asyncio
import os
import shutil
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import urlencode

from bench.histories import filling
from countermark.actions import history, reviews
from countermark.actions.desk import Desk, open_desk
from countermark.doorbell import hub_address
from countermark.model import actors
from countermark.model.reviews import Submission, Verdict
from countermark.store.history.file import HISTORY
from countermark.store.sqlite import open_file
from tests.real_agents.person import Hub, Person
from tests.real_agents.workplace import Workplace

SIZES = (10_000, 100_000)
SEARCHES = 200
LISTS = 40
ANSWERS = 20  # of a turn
TURNS = 8
PROMISED_MS = 100.0
MOST_OF_AN_ANSWER = 1.2  # of its time without the index
LONGEST_S = 1200.0
AGENT, YOU = actors.agent("claude-code"), actors.person("si_bench")


class Searcher(Person):
    """Somebody who looks for what was decided."""

    def finds(self, **asked: object) -> int:
        """How many lines the page of a search has."""
        return len(self._get(f"/api/history?{urlencode(asked, doseq=True)}")["lines"])

    def counts(self) -> None:
        """What can be chosen from."""
        self._get("/api/history/facets")

    def has_all(self) -> bool:
        """Whether everything that was decided is in the index."""
        page = self._get("/api/history?limit=1")
        return bool(page["indexed"] >= page["seq"] > 0)


def main() -> int:
    """Whether a search over 10,000 takes longer than promised, or an answer much longer with the index beside it."""
    sizes = [int(word) for word in sys.argv[1:] if word.isdigit()] or SIZES
    broken = [size for size in sizes if not measured(size)]
    return int(len(broken) > 0)


def measured(size: int) -> bool:
    """Everything at one size; whether what is promised was kept."""
    folders = [Path(tempfile.mkdtemp(prefix="cm-b-")) for _ in range(2)]
    workplace = Workplace(folders[0], folders[1]).furnish()
    try:
        begun = time.perf_counter()
        asyncio.run(filling.fill(folders[1], size))
        print(f"{size:,} decided items, made in {time.perf_counter() - begun:.0f} s, load {os.getloadavg()[0]:.1f}")
        with Hub(workplace), Searcher(workplace) as person:
            wait_for_index(person)
            told_size(folders[1])
            is_kept = searched(person, promised=size <= SIZES[0])
            listed(person)
        return asyncio.run(answered(folders[1])) and is_kept
    finally:
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)


def wait_for_index(person: Searcher) -> None:
    """Tells how long an index takes that is made from nothing, beside a hub that serves."""
    begun = time.perf_counter()
    while not person.has_all():
        if time.perf_counter() - begun > LONGEST_S:
            raise SystemExit("the index is not made")
        time.sleep(0.1)
    print(f"  the index from nothing: {time.perf_counter() - begun:.1f} s after the hub answers")


def told_size(folder: Path) -> None:
    """On the disk, beside what is indexed."""
    index, store = folder / HISTORY, Path(hub_address.database_file(str(folder)))
    with closing(sqlite3.connect(index)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    sizes = [file.stat().st_size / 1_000_000 for file in (index, store)]
    print(f"  on the disk: {sizes[0]:.1f} MB, the store {sizes[1]:.1f} MB; ratio {sizes[0] / sizes[1]:.2f}")


def searched(person: Searcher, *, promised: bool) -> bool:
    """Searches of every sort, each as the page asks; whether the 95th of 100 is as quick as promised."""
    taken: list[float] = []
    for name, searches in filling.searches(SEARCHES // len(filling.SORTS)).items():
        times = [timed(lambda asked=asked: person.finds(limit=50, **asked)) for asked in searches]  # type: ignore[misc]
        taken += times
        print(
            f"  {name:<10} median {statistics.median(times):6.1f} ms, p95 {p95(times):6.1f}, slowest {max(times):6.1f}"
        )
    is_kept = p95(taken) <= PROMISED_MS
    verdict = f", promised {PROMISED_MS:.0f}: {'kept' if is_kept else 'BROKEN'}" if promised else ""
    print(f"  {len(taken)} searches: p95 {p95(taken):.1f} ms, ratio {p95(taken) / PROMISED_MS:.2f}{verdict}")
    return is_kept or not promised


def listed(person: Searcher) -> None:
    """The list without words, and what can be chosen from."""
    asked = ("person", "timeout", "agent")
    for name, work in {
        "a page": lambda: person.finds(limit=50, decider=asked),
        "of one workspace": lambda: person.finds(limit=8, decider=asked, workspace=filling.RARE_WORKSPACE),
        "nothing": lambda: person.finds(limit=50, decider=asked, agent="nobody-of-this-name"),
        "facets": person.counts,
    }.items():
        times = [timed(work) for _ in range(LISTS)]
        print(f"  {name:<16} median {statistics.median(times):6.1f} ms, p95 {p95(times):6.1f}")


async def answered(folder: Path) -> bool:
    """What an answer takes without the index and with it beside, in turns; whether that is nearly the same."""
    desk = await open_desk(open_file(Path(hub_address.database_file(str(folder)))), images=folder / "images")
    alone: list[float] = []
    beside: list[float] = []
    waited = 0.0
    try:
        for turn in range(TURNS):
            alone += await answers(desk, f"alone-{turn}")
            keeping = asyncio.create_task(history.keep_history(desk))
            await up_to_date(desk)
            beside += await answers(desk, f"beside-{turn}")
            begun = time.perf_counter()
            await up_to_date(desk)
            waited = time.perf_counter() - begun
            keeping.cancel()
            with suppress(asyncio.CancelledError):
                await keeping
    finally:
        await desk.close()
    ratio = statistics.median(beside) / statistics.median(alone)
    is_kept = ratio <= MOST_OF_AN_ANSWER
    print(
        f"  an answer alone: median {statistics.median(alone):.1f} ms, p95 {p95(alone):.1f}; with the index beside it:"
        f" {statistics.median(beside):.1f} ms, p95 {p95(beside):.1f}; it is found {waited * 1000:.0f} ms after the last"
    )
    print(f"  ratio {ratio:.2f}, promised {MOST_OF_AN_ANSWER}: {'kept' if is_kept else 'BROKEN'}")
    return is_kept


async def answers(desk: Desk, name: str) -> list[float]:
    """What answers take, in milliseconds; the plans are there before."""
    asked: list[tuple[str, str]] = []
    for number in range(ANSWERS):
        text = f"# Plan {name} {number}\n\n{filling.prose(number, 300)}\n"
        submission = Submission("claude-code", text, None, "/srv/bench", f"{name}-{number}", None)
        key = f"{name}-{number:020}"
        receipt = await reviews.open_review(desk, submission, key=key, wait_seconds=60, by=AGENT)
        asked.append((receipt.review.id, receipt.revision.sha256))
    times: list[float] = []
    for review_id, sha256 in asked:
        begun = time.perf_counter()
        await reviews.decide(desk, review_id, Verdict.APPROVED, notes=None, shown_sha256=sha256, by=YOU)
        times.append((time.perf_counter() - begun) * 1000)
        await asyncio.sleep(0.02)
    return times


async def up_to_date(desk: Desk) -> None:
    """Wait until the index has everything."""
    while await desk.history.until() != await desk.read(history.end_of):  # noqa: ASYNC110  what is asked for is in a file
        await asyncio.sleep(0.01)


def timed(work: Callable[[], object]) -> float:
    """In milliseconds."""
    begun = time.perf_counter()
    work()
    return (time.perf_counter() - begun) * 1000


def p95(times: Sequence[float]) -> float:
    """The 95th of 100."""
    return sorted(times)[max(0, round(len(times) * 0.95) - 1)]


if __name__ == "__main__":
    sys.exit(main())
