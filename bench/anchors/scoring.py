"""Every way to find a mark again, run on every case and judged."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import groupby
from multiprocessing.pool import Pool
from random import Random
from typing import Literal

from bench.anchors import rivals
from bench.anchors.cases import Case, CaseSet, Pair, read
from bench.anchors.texts import Span
from bench.anchors.truth import FATES, Truth
from countermark.documents.markdown.passages import Passages
from countermark.documents.marks.carrying import carry
from countermark.model.places import CarriedPlace, Place

Mark = Literal["right", "wrong", "lost"]
SEEN, OTHER = "overlay, same browser", "overlay, other browser"
OLD_TEXT = "with the old text"
WAYS = (SEEN, OTHER, OLD_TEXT, "seed 002's tiers", "first indexOf")
HALF = 0.5


@dataclass(frozen=True)
class Result:
    """What one way answered for one case."""

    case: Case
    way: str
    got: Span | None
    hint: Span | None
    mark: Mark


def judged(truth: Truth, got: Span | None) -> Mark:
    """Right: at least half of the range is found, and at least half of what is found is of it; or lost where it is due.

    Wrong: any other range. What is lost though it stands is neither.
    """
    if got is None:
        return "right" if truth.core is None else "lost"
    if truth.core is None or truth.reach is None:
        return "wrong"
    found = _both(truth.core, got) >= HALF * (truth.core.end - truth.core.start)
    within = _both(truth.reach, got) >= HALF * (got.end - got.start)
    return "right" if found and within else "wrong"


def _both(one: Span, other: Span) -> int:
    return max(min(one.end, other.end) - max(one.start, other.start), 0)


def run(set_: CaseSet, workers: Pool) -> tuple[list[Result], list[str]]:
    """All results, and a sentence for each answer that must never be."""
    groups = groupby(set_.cases, key=lambda case: case.pair)
    jobs = [(set_.pairs[number], list(cases)) for number, cases in groups]
    results, faults = list[Result](), list[str]()
    for some, told in workers.imap(_run_pair, jobs, chunksize=4):
        results += some
        faults += told
    return results, faults


def _run_pair(job: tuple[Pair, list[Case]]) -> tuple[list[Result], list[str]]:
    pair, cases = job
    (old, before), (new, after) = read(pair.old), read(pair.new)
    places = [old.place(case.span.start, case.span.end) for case in cases]
    faults = list[str]()
    answers: list[tuple[str, list[CarriedPlace]]] = [
        (OLD_TEXT, list(carry(old, new, places))),
    ]
    results = list[Result]()
    for way, found in answers:
        for case, answer in zip(cases, found, strict=True):
            got, hint = (_span(new, place, faults, pair.name) for place in (answer.place, answer.hint))
            if (answer.place is None) != (answer.state == "gone"):
                faults.append(f"{pair.name}: {way} says {answer.state} with place {answer.place}")
            results.append(Result(case, way, got, hint, judged(case.truth, got)))
    faults += _order_matters(old, new, places, answers[0][1], pair.name)
    ways: tuple[tuple[str, Callable[..., Span | None]], ...] = (
        (WAYS[3], rivals.tiers),
        (WAYS[4], rivals.first_occurrence),
    )
    for way, find in ways:
        for case in cases:
            got = find(before, after, case.span)
            results.append(Result(case, way, got, None, judged(case.truth, got)))
    return results, faults


def _span(passages: Passages, place: Place | None, faults: list[str], name: str) -> Span | None:
    """The place in the whole text; one outside of it, empty or within a surrogate pair is a fault."""
    if place is None:
        return None
    span = passages.span(place)
    if span is None:
        faults.append(f"{name}: {place} is no place of the text")
        return None
    return Span(*span)


def _order_matters(
    old: Passages, new: Passages, places: list[Place], found: Iterable[CarriedPlace], name: str
) -> list[str]:
    """Marks in another order, and each alone, must be found where they are found together."""
    answers = dict(zip(places, found, strict=True))
    shuffled = Random(name).sample(places, len(places))
    again = dict(zip(shuffled, carry(old, new, shuffled), strict=True))
    alone = {place: carry(old, new, [place])[0] for place in shuffled[:1]}
    return [
        f"{name}: {place} depends on the marks beside it"
        for place, answer in answers.items()
        if again[place] != answer or alone.get(place, answer) != answer
    ]


@dataclass(frozen=True)
class Score:
    """Per cent right and wrong for each fate, and their means."""

    right: dict[str, float]
    wrong: dict[str, float]
    count: dict[str, int]

    @property
    def macro(self) -> tuple[float, float]:
        """Right and wrong, the mean over the fates."""
        return sum(self.right.values()) / len(FATES), sum(self.wrong.values()) / len(FATES)


def score(results: Iterable[Result], way: str) -> Score:
    """Of one way."""
    marks = Counter((result.case.truth.fate, result.mark) for result in results if result.way == way)
    count: dict[str, int] = {fate: sum(n for (of, _), n in marks.items() if of == fate) for fate in FATES}

    def share(mark: Mark) -> dict[str, float]:
        return {fate: 100 * marks[fate, mark] / max(count[fate], 1) for fate in FATES}

    return Score(share("right"), share("wrong"), count)
