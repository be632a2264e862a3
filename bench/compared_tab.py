"""How soon the comparison of two 1 MB revisions can be used after `v`: a new pair of texts each run, in a new tab.

Usable: its first screen is painted, and a key pressed after that was answered (its next frame was drawn) within 50 ms.
The hub is asked for the first time by the `v` itself (cold), pressed as soon as the new revision's first screen stands;
then all three views are shown again, which the hub has ready (warm). Told are wall times, the processor's time of the
page's heaviest task while all of the comparison comes, and how long the last part of it takes.
"""

import itertools
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from playwright.sync_api import Page

from bench.comparison import usual
from bench.marks import PROBE, PROMISED_MS, traced, until
from bench.render import Plan
from tests.browser import chromium
from tests.browser.conftest import furnished
from tests.browser.office import Office

RUNS = int(os.environ.get("COUNTERMARK_BENCH_RUNS", "5"))
SIZE = 1_000_000
PROMISED_S = 1.5
SEEDS = itertools.count(time.time_ns() % 1_000_000)  # never the texts of an earlier run
SHOWN = {"Inline": "ins.fresh", "Side by side": ".pair.changed", "Source": "table.source tr"}

# From a key or a click on: the first screen of the comparison, and the first key that is answered in time.
WATCH = """(shown) => {
  const compared = window.compared = {asked: null, painted: null, answers: []};
  const begin = event => {
    removeEventListener('keydown', begin, true);
    removeEventListener('mousedown', begin, true);
    compared.asked = event.timeStamp;
    performance.mark('begin compared', {startTime: event.timeStamp});
    const host = document.querySelector('.document');
    const before = host.firstChild;
    const look = () => {
      if (host.firstChild === before || host.querySelector(shown) === null) return probe.afterPaint().then(look);
      compared.painted = performance.now();
    };
    probe.afterPaint().then(look);
  };
  addEventListener('keydown', begin, true);
  addEventListener('mousedown', begin, true);
  addEventListener('keydown', event => {
    probe.afterPaint().then(() => compared.answers.push([event.timeStamp, performance.now()]));
  }, true);
}"""
USABLE = f"""(compared.painted === null ? undefined
  : compared.answers.find(([asked, shown]) => asked > compared.painted && shown - asked <= {PROMISED_MS}))?.[1]"""
TEXT_STANDS = "document.querySelector('.document .slice p') !== null"
WHOLE = "document.querySelector('.bar [aria-busy=true], .bar .loading') === null && !/is loading/.test(document.querySelector('.bar').textContent)"


def main() -> int:
    """Print a line for each view, cold and warm."""
    folder = Path(tempfile.mkdtemp(prefix="cm-b-"))
    walls: dict[str, list[tuple[float, float, float]]] = {}
    tasks: dict[str, list[tuple[float, float]]] = {}
    try:
        with chromium.started() as browser, furnished(browser, folder) as office:
            for _ in range(RUNS):
                one_run(office, walls, tasks)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return report(walls, tasks)


def one_run(
    office: Office, walls: dict[str, list[tuple[float, float, float]]], tasks: dict[str, list[tuple[float, float]]]
) -> None:
    """Two revisions of a plan that nobody has seen; the second one is opened and held against the first."""
    seed = next(SEEDS)
    text = Plan(seed=seed).text(SIZE)
    session, person = f"compared-{seed}", office.attendant
    with office:
        office.profile()  # signs in once, and leaves no tab behind that would load the same texts
    with office.asks(text, session=session) as hook:
        person.requests_changes(person.sees_plan(), "More of it.")
        hook.ends()
    with office.asks(usual(text), session=session) as hook:
        review = person.sees_plan(revision=2)
        with office:
            profile = office.profile()
            profile.add_init_script(PROBE)
            page = profile.new_page()
            page.goto(office.address, wait_until="commit")
            until(page, TEXT_STANDS)
            for name in ("cold, inline", "warm, inline", "Side by side", "Source"):
                page.evaluate("probe.tasks = []")
                with traced(office, page, name.replace(" ", "-")) as found:
                    took = compared(page, name)
                walls.setdefault(name, []).append(took)
                longest = max((duration for _, duration in page.evaluate("probe.tasks")), default=0.0)
                tasks.setdefault(name, []).append((longest, found[0].heaviest().cpu))
        person.approves(review)
        hook.ends()


def compared(page: Page, name: str) -> tuple[float, float, float]:
    """Seconds until it is painted, usable, and all there."""
    if name == "warm, inline":
        page.keyboard.press("v")
        page.wait_for_timeout(300)
        until(page, WHOLE)
    page.locator(".scroll").first.evaluate("scroll => scroll.focus({preventScroll: true})")
    view = "Inline" if "inline" in name else name
    page.evaluate(WATCH, SHOWN[view])
    if view == "Inline":
        page.keyboard.press("v")
    else:
        page.locator('[aria-label="How to show it"] button').filter(has_text=view).click()
    while (usable := page.evaluate(USABLE)) is None:
        page.keyboard.press("ArrowDown")
    until(page, WHOLE)
    page.evaluate("performance.mark('end compared')")
    asked, painted, arrived = page.evaluate("[compared.asked, compared.painted, performance.now()]")
    return (painted - asked) / 1000, (usable - asked) / 1000, (arrived - asked) / 1000


def report(walls: dict[str, list[tuple[float, float, float]]], tasks: dict[str, list[tuple[float, float]]]) -> int:
    load = os.getloadavg()[0]
    print(f"1 MB held against 1 MB, medians of {RUNS} runs (best, worst), load average {load:.1f}, {os.cpu_count()} cores")
    broken = 0
    for name, times in walls.items():
        painted, usable, arrived = ([each[at] for each in times] for at in range(3))
        longest, cpu = ([each[at] for each in tasks[name]] for at in range(2))
        broken += min(usable) > PROMISED_S or median(cpu) > PROMISED_MS
        print(f"{name}")
        print(f"  first screen painted   {three(painted)} s")
        print(f"  usable                 {three(usable)} s, ratio to the promise ({PROMISED_S} s): {median(usable) / PROMISED_S:.2f}")
        print(f"  all of it there        {three(arrived)} s")
        print(f"  longest task, wall     {three(longest)} ms (0: none over 50 ms)")
        print(f"  heaviest task, CPU     {three(cpu)} ms")
    return broken


def three(values: list[float]) -> str:
    return f"{median(values):8.2f} ({min(values):.2f}, {max(values):.2f})"


if __name__ == "__main__":
    sys.exit(main())
