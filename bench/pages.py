"""What 200 annotations cost a live page of 5,000 paragraphs, and how many of them stand where they should.

Pages from memory, headless Chromium without a GPU, the painter as it is shipped. The processor's time is that of the
page's main thread from asking for the annotations to the frame that shows them, by Chromium's own trace: reading the
page, which is done without annotations as well, included. The annotations are made from the page as it was and carry
the seed's range alone, unless the case says otherwise; then the page is opened changed.
"""

import json
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.marks import CATEGORIES, Task, Trace
from tests.browser import chromium
from tests.browser.overlay_paint.house import Site, annotated

PARAGRAPHS, WORDS, ANNOTATIONS = 5_000, 30, 200
ROWS = 200
RUNS = 3
PHRASE = "the same phrase"
VOCABULARY = (
    "alpha beta gamma delta system page value of and to in with data test user file code line text word".split()
)
MOST_CPU_MS, LONGEST_MS = 300.0, 50.0

Paper = list[tuple[str, str]]  # id, words


@dataclass(frozen=True)
class Case:
    """A page before and after, and who is to be found where."""

    name: str
    before: str
    after: str
    make: str  # JavaScript: annotations of the page as it was
    expected: dict[str, str | None]  # by the annotation's id: the id of the element, or nowhere
    knows: str = "bare"
    same_browser: bool = False


def paper(seed: int) -> Paper:
    dice = random.Random(seed)
    found = []
    for number in range(PARAGRAPHS):
        words = [dice.choice(VOCABULARY) for _ in range(WORDS - 3)]
        words.insert(dice.randrange(5, 20), PHRASE)
        found.append((f"p{number}", " ".join(words)))
    return found


def html(text: Paper) -> str:
    return "<h1>A page</h1>\n" + "\n".join(f"<p id={name}>{words}</p>" for name, words in text)


def chosen() -> list[int]:
    return [at * PARAGRAPHS // ANNOTATIONS for at in range(ANNOTATIONS)]


def of_paragraphs(text: Paper, name: str, after: Paper) -> Case:
    left = dict(after)
    make = f"""[{",".join(str(at) for at in chosen())}].map(at =>
      air.bare(air.words(document.getElementById('p' + at), {json.dumps(PHRASE)}, 'n' + at)))"""
    expected = {f"n{at}": f"p{at}" if PHRASE in left.get(f"p{at}", "") else None for at in chosen()}
    return Case(name, html(text), html(after), make, expected)


def moved(text: Paper, share: float) -> Paper:
    """New paragraphs, without the phrase, before so great a share of the page's end."""
    fresh = [(f"new{at}", " ".join(["fresh"] * WORDS)) for at in range(25)]
    cut = int(len(text) * (1 - share))
    return [*text[:cut], *fresh, *text[cut:]]


def orphaned(text: Paper) -> Paper:
    gone = {f"p{at}" for at in chosen()[::2]}
    return [(name, "quite another thing stands here now") if name in gone else (name, words) for name, words in text]


def listed(
    name: str, row: Callable[[int], str], pick: str, *, knows: str = "bare", same: bool = False, lost: bool = False
) -> Case:
    """Rows that read the same, and one more on top."""
    rows = [row(number) for number in range(1, ROWS + 1)]
    kept = "air.bare" if knows == "bare" else ""
    make = f"Array.from({{length: {ROWS}}}, (_, at) => {kept}(air.words({pick}, 'In stock', 'n' + (at + 1))))"
    expected = {f"n{number}": None if lost else f"r{number}" for number in range(1, ROWS + 1)}
    head = "<h1>A list</h1><table><tbody>" if "<tr" in rows[0] else "<h1>A list</h1><ul>"
    return Case(name, head + "".join(rows), head + row(0) + "".join(rows), make, expected, knows, same)


def item(number: int) -> str:
    return f"<li id=r{number}>Product {number}: <b>In stock</b></li>"


def cells(number: int) -> str:
    return f"<tr id=r{number}><td>Product {number}</td><td>In stock</td></tr>"


LAST_CELL = "document.getElementById('r' + (at + 1)).lastChild"


def cases() -> list[Case]:
    text = paper(1)
    return [
        of_paragraphs(text, "fresh", text),
        of_paragraphs(text, "half moved", moved(text, 0.5)),
        of_paragraphs(text, "all moved", moved(text, 1)),
        of_paragraphs(text, "half orphaned", orphaned(text)),
        listed("list: rows with names", item, LAST_CELL),
        listed("table: whole cells, page seen before", cells, LAST_CELL, same=True),
        listed("table: whole cells, with anchors", cells, LAST_CELL, knows="anchors"),
        listed("table: whole cells, nothing known", cells, LAST_CELL, lost=True),
    ]


@dataclass
class Figures:
    cpu: float  # of all that was done, also without annotations
    longest_cpu: float
    longest_wall: float
    right: int
    wrong: int
    nowhere: int


def measured(browser: Browser, case: Case) -> Figures:
    site = Site(browser)
    page = site.open(case.before)
    annotations = annotated(page, case.make)
    if case.same_browser:
        page.evaluate("() => air.painter.show([])")
        annotations = [{**one, "createdAt": page.evaluate("new Date().toISOString()")} for one in annotations]
    else:
        site.profile.close()
        page = site.fresh().new_page()
    site.pages["/"] = case.after
    cpu, longest = worked(browser, site, page, annotations)
    marks = {
        one["id"]: mark["at"]
        for one, mark in zip(annotations, page.evaluate("list => air.marked(list)", annotations), strict=True)
    }
    site.profile.close()
    right = sum(marks[name] == place for name, place in case.expected.items() if place)
    wrong = sum(marks[name] not in (None, place) for name, place in case.expected.items())
    return Figures(cpu, longest.cpu, longest.wall, right, wrong, sum(place is None for place in marks.values()))


def worked(browser: Browser, site: Site, page: Page, annotations: list[dict[str, Any]]) -> tuple[float, Task]:
    """The processor's time and the longest task of showing annotations in a page that has been loaded."""
    site.load(page)
    page.wait_for_timeout(500)
    browser.start_tracing(page=page, categories=CATEGORIES)
    page.evaluate(
        """async list => {
      const frame = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));
      await frame();
      performance.mark('begin show');
      await air.painter.show(list);
      await frame();
      performance.mark('end show');
    }""",
        annotations,
    )
    trace = Trace(json.loads(browser.stop_tracing())["traceEvents"])
    return sum(trace.acts("show")), trace.heaviest()


def main() -> int:
    """The number of promises that are broken."""
    broken = 0
    print(f"{'case':42} {'CPU ms':>8} {'longest task':>13} {'by the wall':>12}   right wrong nowhere")
    with chromium.started() as browser:
        for case in cases():
            runs = [measured(browser, case) for _ in range(RUNS)]
            cpu, longest = median(run.cpu for run in runs), median(run.longest_cpu for run in runs)
            wall, last = min(run.longest_wall for run in runs), runs[-1]
            places = f"{last.right:5} {last.wrong:5} {last.nowhere:7}"
            print(f"{case.name:42} {cpu:8.0f} {longest:13.0f} {wall:12.0f}   {places}", flush=True)
            expected = sum(place is not None for place in case.expected.values())
            broken += (
                cpu > MOST_CPU_MS
                or longest > LONGEST_MS
                or any((run.right, run.wrong) != (expected, 0) for run in runs)
            )
    return broken


if __name__ == "__main__":
    sys.exit(main())
