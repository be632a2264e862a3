"""The overlay's finder on a page before and after: run in a real browser, as it is shipped, without painting."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import Any, Literal

from playwright.sync_api import Browser, Page

from bench.anchors.cases import Case, CaseSet, Pair, read
from bench.anchors.scoring import OTHER, SEEN, Result, judged
from bench.anchors.texts import Span
from bench.anchors.truth import Truth
from countermark.documents.markdown.passages import Passages
from countermark.documents.markdown.rendering import render
from tests.browser import chromium
from tests.browser.overlay_paint.house import bundle

Knows = Literal["seen", "anchor", "bare"]
WAYS: dict[str, Knows] = {SEEN: "seen", OTHER: "anchor"}
AT_ONCE = 16  # pairs of pages in one call
FIND = "([jobs, knows, late]) => jobs.map(job => finding.found(job, knows, late))"


@contextmanager
def finder() -> Iterator[Page]:
    """An empty page with the finder in it."""
    with chromium.started() as browser:
        yield finder_in(browser)


def finder_in(browser: Browser) -> Page:
    """The same in a browser that runs."""
    page = browser.new_page()
    page.add_script_tag(content=bundle("finding.page.ts", "finding"))
    return page


def found(page: Page, jobs: Sequence[dict[str, Any]], knows: Knows, *, late: bool = True) -> list[list[dict[str, Any]]]:
    """For each job, a page before and after with what is wanted in it, the answers."""
    answers: list[list[dict[str, Any]]] = page.evaluate(FIND, [list(jobs), knows, late])
    return answers


def run(page: Page, set_: CaseSet) -> list[Result]:
    """A drawn set, its documents as pages."""
    results = list[Result]()
    groups = [(set_.pairs[number], list(cases)) for number, cases in groupby(set_.cases, key=lambda case: case.pair)]
    for first in range(0, len(groups), AT_ONCE):
        some = groups[first : first + AT_ONCE]
        jobs = [_job(pair, cases) for pair, cases in some]
        for way, knows in WAYS.items():
            for (_, cases), answers in zip(some, found(page, jobs, knows), strict=True):
                results += [_result(case, way, answer) for case, answer in zip(cases, answers, strict=True)]
    return results


def _job(pair: Pair, cases: Sequence[Case]) -> dict[str, Any]:
    (old, _), (new, _) = read(pair.old), read(pair.new)
    wanted = [
        {
            "words": _place(old, case.span),
            "core": case.truth.core and _place(new, case.truth.core),
            "reach": case.truth.reach and _place(new, case.truth.reach),
        }
        for case in cases
    ]
    return {"before": _html(pair.old), "after": _html(pair.new), "wanted": wanted}


def _place(text: Passages, span: Span) -> dict[str, Any]:
    place = text.place(span.start, span.end)
    return {"place": {name: getattr(place, name) for name in ("start_block", "start", "end_block", "end")}}


def _html(source: str) -> str:
    return f"<article>{''.join(render(source).slices)}</article>"


def _result(case: Case, way: str, answer: dict[str, Any]) -> Result:
    got, core, reach = (span(answer[name]) for name in ("spot", "core", "reach"))
    return Result(case, way, got, None, judged(Truth(case.truth.fate, case.truth.note, core, reach), got))


def span(stretch: list[int] | None) -> Span | None:
    """A stretch of a page's text."""
    return None if stretch is None else Span(*stretch)
