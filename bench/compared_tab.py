"""How soon the comparison of two 1 MB revisions can be used after `v`: a new pair of texts each run, in a new tab.

Usable: its first screen is painted, and a key pressed after that was answered (its next frame was drawn) within 50 ms.
The hub is asked for the first time by the `v` itself (cold), pressed as soon as the new revision's first screen stands;
then all three views are shown again, which the hub has ready (warm). Told are wall times, what the hub and the page's
main thread have worked until it was usable, and the heaviest task of the page while all of the comparison comes. Other
work on the machine makes wall times longer and leaves the processor's as they are: those tell whether a promise holds.
"""

import itertools
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass
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
PAINTED = """new Promise(done => {
  const look = () => (compared.painted === null ? setTimeout(look, 10) : done());
  look();
})"""
TEXT_STANDS = "document.querySelector('.document .slice p') !== null"
WHOLE = "!document.querySelector('.bar').textContent.includes('text is loading')"


@dataclass(frozen=True)
class View:
    """One showing of a comparison: seconds from the key or the click on, milliseconds for tasks."""

    painted_s: float
    usable_s: float
    arrived_s: float
    hub_s: float
    page_s: float
    longest_ms: float
    heaviest_ms: float

    @property
    def worked_s(self) -> float:
        """What it would take on a machine that does nothing else, at most: hub and page wait for each other."""
        return self.hub_s + self.page_s


def main() -> int:
    """Print a paragraph for each view, cold and warm."""
    folder = Path(tempfile.mkdtemp(prefix="cm-b-"))
    views: dict[str, list[View]] = {}
    try:
        with chromium.started() as browser, furnished(browser, folder) as office:
            for _ in range(RUNS):
                one_run(office, views)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return report(views)


def one_run(office: Office, views: dict[str, list[View]]) -> None:
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
                views.setdefault(name, []).append(compared(office, page, name))
        person.approves(review)
        hook.ends()


def compared(office: Office, page: Page, name: str) -> View:
    """Show it once and wait until all of it has come."""
    if name == "warm, inline":
        page.keyboard.press("v")
        page.wait_for_timeout(300)
        until(page, WHOLE)
    page.locator(".scroll").first.evaluate("scroll => scroll.focus({preventScroll: true})")
    view = "Inline" if "inline" in name else name
    page.evaluate("probe.tasks = []")
    with traced(office, page, name.replace(" ", "-")) as found:
        page.evaluate(WATCH, SHOWN[view])
        before = hub_worked(office)
        if view == "Inline":
            page.keyboard.press("v")
        else:
            page.locator('[aria-label="How to show it"] button').filter(has_text=view).click()
        page.evaluate(PAINTED)
        while (usable := page.evaluate(USABLE)) is None:
            page.keyboard.press("ArrowDown")
        hub = hub_worked(office) - before
        page.evaluate("performance.mark('end compared')")
        until(page, WHOLE)
        page.evaluate("performance.mark('end all of it')")
    asked, painted, arrived = page.evaluate("[compared.asked, compared.painted, performance.now()]")
    longest = max((duration for _, duration in page.evaluate("probe.tasks")), default=0.0)
    [worked] = found[0].acts("compared")
    return View(
        painted_s=(painted - asked) / 1000,
        usable_s=(usable - asked) / 1000,
        arrived_s=(arrived - asked) / 1000,
        hub_s=hub,
        page_s=worked / 1000,
        longest_ms=longest,
        heaviest_ms=found[0].heaviest().cpu,
    )


def hub_worked(office: Office) -> float:
    """Seconds of the processor that the hub has taken, as Linux counts them."""
    ready = office.hub.ready()
    assert ready is not None
    counts = Path(f"/proc/{ready['pid']}/stat").read_text().rpartition(")")[2].split()
    return (int(counts[11]) + int(counts[12])) / os.sysconf("SC_CLK_TCK")


def report(views: dict[str, list[View]]) -> int:
    load = os.getloadavg()[0]
    print(
        f"1 MB held against 1 MB, medians of {RUNS} runs (best, worst), load average {load:.1f}, {os.cpu_count()} cores"
    )
    broken = 0
    for name, shown in views.items():
        over = median(view.worked_s for view in shown) > PROMISED_S
        heavy = median(view.heaviest_ms for view in shown) > PROMISED_MS
        broken += over + heavy
        usable = median(view.usable_s for view in shown)
        print(name)
        print(f"  first screen painted     {three(view.painted_s for view in shown)} s")
        print(f"  usable                   {three(view.usable_s for view in shown)} s, ratio {usable / PROMISED_S:.2f}")
        print(f"  CPU of the hub for that  {three(view.hub_s for view in shown)} s")
        print(f"  and of the page          {three(view.page_s for view in shown)} s{'  OVER' if over else ''}")
        print(f"  all of it there          {three(view.arrived_s for view in shown)} s")
        print(f"  longest task, wall       {three(view.longest_ms for view in shown)} ms (0: none over 50 ms)")
        print(f"  heaviest task, CPU       {three(view.heaviest_ms for view in shown)} ms{'  OVER' if heavy else ''}")
    return broken


def three(values: Iterable[float]) -> str:
    found = list(values)
    return f"{median(found):8.2f} ({min(found):.2f}, {max(found):.2f})"


if __name__ == "__main__":
    sys.exit(main())
