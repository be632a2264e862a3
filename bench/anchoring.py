"""How surely a mark is found again: real releases and constructed edits, right and wrong, beside two older ways.

Run `python -m bench anchoring [--fresh N] [--misses FILE]`. docs/reference/anchoring_bench.md says what is counted.
"""

import argparse
import sys
from functools import partial
from itertools import dropwhile
from multiprocessing import Pool
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from bench.anchors import constructed, released
from bench.anchors.cases import CaseSet, read
from bench.anchors.drawn import drawn
from bench.anchors.fetching import fetch, releases
from bench.anchors.pace import Pace, pace
from bench.anchors.report import faults_told, misses, table
from bench.anchors.scoring import ANCHOR, OLD_TEXT, Result, run, score
from bench.anchors.texts import Span
from bench.anchors.truth import FATES

KINDS = {"real": released.draw, "constructed": constructed.draw}
SEED, FRESH = 1, 2
LEAST_SPANS, LEAST_OF_A_FATE = 1_000, 200
# (set, way) → at least so many per cent right, at most so many wrong
TARGETS = {
    ("real", ANCHOR): (98.3, 1.2),
    ("real", OLD_TEXT): (98.6, 1.0),
    ("constructed", ANCHOR): (93.0, 6.0),
    ("constructed", OLD_TEXT): (97.0, 2.3),
}
MEAN_MS, P95_MS = 3.0, 15.0
WORKERS = 2


def arguments() -> argparse.Namespace:
    """What was asked for, of the words behind the bench's name."""
    parser = argparse.ArgumentParser(prog="python -m bench anchoring")
    parser.add_argument("--fresh", type=int, default=FRESH, help="seed of the second draw")
    parser.add_argument("--only", choices=KINDS, help="one of the two sets")
    parser.add_argument("--misses", type=Path, help="write every miss of ours into this file")
    return parser.parse_args(list(dropwhile(lambda word: not word.startswith("-"), sys.argv[1:])))


def main() -> int:
    """The number of promises that are broken."""
    asked, started = arguments(), perf_counter()
    wanted = releases()
    for sentence in fetch(wanted):
        print(sentence, file=sys.stderr)
    broken = list[str]()
    collected = list[tuple[CaseSet, list[Result]]]()
    with Pool(WORKERS) as workers:
        for kind, draw in KINDS.items():
            if asked.only not in (None, kind):
                continue
            for seed in (SEED, asked.fresh):
                cases = drawn(kind, seed, partial(draw, wanted, workers))
                results, faults = run(cases, workers)
                print(table(cases, results), flush=True)
                print(grown(cases, results), flush=True)
                broken += [*faults_told(faults), *_too_few(cases), *_missed(kind, cases.name, results)]
                collected.append((cases, results))
    measured = pace()
    print(measured.told())
    broken += _too_slow(measured)
    if asked.misses:
        count = misses(asked.misses, collected)
        print(f"{count} misses are written into {asked.misses}")
    print(f"{perf_counter() - started:.0f} s")
    for sentence in broken:
        print(f"BROKEN  {sentence}", file=sys.stderr)
    return len(broken)


def grown(cases: CaseSet, results: list[Result]) -> str:
    """How many answers reach over more blocks than the truth does: of two ways, in per cent of those that stand."""
    told = []
    for way in (ANCHOR, OLD_TEXT):
        answers = [each for each in results if each.way == way and each.got and each.case.truth.reach]
        more = sum(
            _blocks(cases, each.case.pair, each.got) > _blocks(cases, each.case.pair, each.case.truth.reach)
            for each in answers
        )
        told.append(f"{way}: {more} of {len(answers)} ({100 * more / max(len(answers), 1):.2f} %)")
    return f"  grew over a block more: {', '.join(told)}"


def _blocks(cases: CaseSet, pair: int, span: Span | None) -> int:
    text = read(cases.pairs[pair].new)[1]
    return 0 if span is None else text.unit_at(span.end - 1) - text.unit_at(span.start)


def _too_few(cases: CaseSet) -> list[str]:
    counts = {fate: sum(case.truth.fate == fate for case in cases.cases) for fate in FATES}
    told = [f"{cases.name}: only {n} spans are {fate}" for fate, n in counts.items() if n < LEAST_OF_A_FATE]
    if len(cases.cases) < LEAST_SPANS:
        told.append(f"{cases.name}: only {len(cases.cases)} spans; were the packages fetched?")
    return told


def _missed(kind: str, name: str, results: list[Result]) -> list[str]:
    told = []
    for (of, way), (least, most) in TARGETS.items():
        if of == kind:
            right, wrong = score(results, way).macro
            if round(right, 1) < least or round(wrong, 1) > most:
                told.append(f"{name}, {way}: {right:.1f} right, {wrong:.1f} wrong; promised {least} and {most}")
    return told


def _too_slow(measured: Pace) -> list[str]:
    if measured.mean <= MEAN_MS and measured.p95 <= P95_MS:
        return []
    return [f"resolve takes {measured.mean:.1f} ms, p95 {measured.p95:.1f} ms; promised {MEAN_MS} and {P95_MS}"]


if __name__ == "__main__":
    sys.exit(main())
