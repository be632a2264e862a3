"""How surely a mark is found again: real releases and constructed edits, right and wrong, beside two older ways.

Run `python -m bench anchoring [--fresh N] [--misses FILE]`. docs/reference/anchoring_bench.md says what is counted.
"""

import argparse
import sys
from collections import Counter
from functools import partial
from itertools import dropwhile
from multiprocessing import Pool
from pathlib import Path
from time import perf_counter

from playwright.sync_api import Page

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from bench.anchors import constructed, notes, overlay, released
from bench.anchors.cases import CaseSet
from bench.anchors.drawn import drawn
from bench.anchors.fetching import fetch, releases
from bench.anchors.noted import looked_for
from bench.anchors.report import faults_told, misses, table
from bench.anchors.scoring import OLD_TEXT, OTHER, SEEN, Result, run, score
from bench.anchors.truth import FATES

KINDS = {"real": released.draw, "constructed": constructed.draw}
SEED, FRESH = 1, 2
LEAST_SPANS, LEAST_OF_A_FATE = 1_000, 200
# (set, way) → at least so many per cent right, at most so many wrong
TARGETS = {
    ("real", SEEN): (98.0, 1.0),
    ("real", OTHER): (95.0, 1.0),
    ("real", OLD_TEXT): (98.6, 1.0),
    ("constructed", SEEN): (94.0, 3.0),
    ("constructed", OTHER): (90.0, 5.5),
    ("constructed", OLD_TEXT): (97.0, 2.3),
}
WORKERS = 2
LEAST_NOTES = 22


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
    with Pool(WORKERS) as workers, overlay.finder() as page:
        broken += _notes(page)
        for kind, draw in KINDS.items():
            if asked.only not in (None, kind):
                continue
            for seed in (SEED, asked.fresh):
                cases = drawn(kind, seed, partial(draw, wanted, workers))
                results, faults = run(cases, workers)
                results += overlay.run(page, cases)
                print(table(cases, results), flush=True)
                broken += [*faults_told(faults), *_too_few(cases), *_missed(kind, cases.name, results)]
                collected.append((cases, results))
    if asked.misses:
        count = misses(asked.misses, collected)
        print(f"{count} misses are written into {asked.misses}")
    print(f"{perf_counter() - started:.0f} s")
    for sentence in broken:
        print(f"BROKEN  {sentence}", file=sys.stderr)
    return len(broken)


def _notes(page: Page) -> list[str]:
    """The notes on the sample site, as the overlay finds them."""
    broken = list[str]()
    marks = Counter[str]()
    jobs = {"23 notes, ordinary edits": notes.the_notes(), "by program, decoys included": list(notes.by_program())}
    for name, some in jobs.items():
        for way, knows in overlay.WAYS.items():
            for late in (False, True):
                marks = Counter[str](one.mark for one in looked_for(page, some, knows, late=late))
                print(f"  {name}, {way}, {'with' if late else 'without'} the late script: {dict(marks)}")
                if marks["wrong"]:
                    broken.append(f"{name}, {way}: {marks['wrong']} in the wrong place")
        if name.startswith("23") and marks["right"] < LEAST_NOTES:
            broken.append(f"{name}: only {marks['right']} found")
    return broken


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


if __name__ == "__main__":
    sys.exit(main())
