"""How long it takes to find a mark on a long plan with many code fences."""

from dataclasses import dataclass
from random import Random
from statistics import mean, median, quantiles
from time import thread_time

from bench.anchors.cases import read
from bench.anchors.selecting import SIZES, select
from bench.anchors.texts import Span, Text
from bench.render import Plan
from countermark.documents.markdown.passages import passages
from countermark.documents.markdown.rendering import render
from countermark.documents.marks.anchoring import describe, resolve
from countermark.documents.marks.carrying import carry

LENGTH = 100_000
MARKS = 300


@dataclass(frozen=True)
class Pace:
    """Milliseconds of the processor for one mark."""

    mean: float
    p50: float
    p95: float
    most: float
    index: float  # for the new text, once
    all_carried: float  # for all marks, with the old text, pairing included

    def told(self) -> str:
        """One line for a person."""
        return (
            f"resolve on {LENGTH // 1000} KB: mean {self.mean:.2f} ms, p50 {self.p50:.2f}, p95 {self.p95:.2f}, "
            f"most {self.most:.1f} (CPU); the text's index, once: {self.index:.0f} ms; "
            f"{MARKS} marks with the old text: {self.all_carried:.0f} ms"
        )


def pace() -> Pace:
    """Measure on a plan of which every twelfth line changed, went or came."""
    random = Random(5)
    source = Plan(seed=11).text(LENGTH)
    old, text = read(source)
    places = [old.place(span.start, span.end) for span in _spans(text, random)]
    anchors = [describe(old, place) for place in places]
    revised = render(_revised(source, random))
    old_known = old.bearings.known
    started = thread_time()
    new = passages(revised)
    resolve(anchors[0], new, old_known)
    index = (thread_time() - started) * 1000
    times = []
    for anchor in anchors:
        started = thread_time()
        resolve(anchor, new, old_known)
        times.append((thread_time() - started) * 1000)
    started = thread_time()
    carry(old, passages(revised), places)
    carried = (thread_time() - started) * 1000
    return Pace(mean(times), median(times), quantiles(times, n=20)[18], max(times), index, carried)


def _spans(text: Text, random: Random) -> list[Span]:
    found = list[Span]()
    while len(found) < MARKS:
        if span := select(text, random.randrange(len(text.units)), random.choice(SIZES), random):
            found.append(span)
    return found


def _revised(source: str, random: Random) -> str:
    lines = []
    for line in source.split("\n"):
        fate = random.random()
        if fate < 0.03 and not line.startswith(("```", "|")):
            continue
        words = line.split(" ")
        if fate > 0.95 and len(words) > 4 and not line.startswith(("```", "|")):
            words[random.randrange(2, len(words))] = "otherwise"
        lines.append(" ".join(words))
    return "\n".join(lines)
