"""How often the judgement that a mark was done as asked is right and wrong, for each kind of mark.

Run `python -m bench fulfilment [--misses FILE]`. Two sets, from the documents of the anchoring bench and from the
project's own: marks whose fate is made by program (done; nothing done; something else, a half, or elsewhere), and the
drawn revisions of the anchoring bench with every span taken for a deletion that was sent. A wrong *done* hides what a
person asked for, so that is what is promised not to happen; a missed one costs a click.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import dropwhile, groupby
from multiprocessing import Pool
from os import getloadavg
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from bench.anchors import asked, constructed, released
from bench.anchors.asked import DEEDS, KINDS, Demand
from bench.anchors.cases import Case, CaseSet, Pair, read
from bench.anchors.drawn import drawn
from bench.anchors.fetching import Release, keep, kept, releases
from bench.anchors.texts import Span
from countermark.documents.difference.pairing import pair
from countermark.documents.marks.carrying import Carrier
from countermark.documents.marks.fulfilment import Fulfilment, MarkWish

OWN = Path(__file__).parents[1]
SEEDS = (1, 2)
REVISIONS = 400  # made for each seed
WRONG_AT_MOST = 0.5  # per cent of the marks that were not carried out
RIGHT_AT_LEAST = {"deletion": 70.0, "replacement": 75.0, "insertion": 88.0}  # per cent of those that were
DRAWN_WRONG_AT_MOST = 0.5
WORKERS = 2


@dataclass(frozen=True)
class Verdict:
    """One mark, whether it was done, and whether the hub says so."""

    kind: str
    deed: str
    done: bool
    said: bool
    shown: str  # quote and text, for the file of misses


def documents() -> list[str]:
    """Digests of what is there: the released documents that were fetched, and the project's own pages."""
    found = {digest for release in releases() for digest in release.documents.values() if kept(digest).exists()}
    pages = [*OWN.glob("*.md"), *OWN.glob("docs/**/*.md"), *OWN.glob("changes/*.md")]
    return sorted(found | {keep(page.read_bytes()) for page in sorted(pages)})


def judged(old_source: str, new_source: str, marks: list[tuple[MarkWish, str, Span]]) -> Iterator[tuple[bool, str]]:
    """What the hub says of marks that went to the agent."""
    old, new = read(old_source)[0], read(new_source)[0]
    carrier = Carrier(old, new, pair(old, new))
    fulfilment = Fulfilment(carrier)
    for kind, text, span in marks:
        place = old.place(span.start, span.end)
        done = fulfilment.done(kind, text, place, carrier.carried(place))
        yield done is not None, f"{old.quote(place)!r} → {text!r}"


def made(job: tuple[str, str, int]) -> list[Verdict]:
    """The verdicts about one made revision."""
    pair_, demands = asked.offer(job)
    marks = [(each.asked, each.text, each.span) for each in demands]
    answers = judged(pair_.old, pair_.new, marks) if demands else iter(())
    return [
        _verdict(each, said, f"{pair_.name}: {shown}") for each, (said, shown) in zip(demands, answers, strict=True)
    ]


def _verdict(demand: Demand, said: bool, shown: str) -> Verdict:
    return Verdict(demand.asked, demand.deed, demand.deed == "done", said, shown)


def taken_for_deletions(job: tuple[Pair, list[Case]]) -> list[Verdict]:
    """The drawn spans of one pair, each as a deletion that was sent."""
    pair_, cases = job
    answers = judged(pair_.old, pair_.new, [("deletion", "", case.span) for case in cases])
    return [
        Verdict("deletion", case.truth.fate, case.truth.fate == "deleted", said, f"{pair_.name}: {shown}")
        for case, (said, shown) in zip(cases, answers, strict=True)
    ]


def table(name: str, verdicts: list[Verdict]) -> str:
    """Right and wrong by kind, and what the wrong ones are."""
    lines = [f"{name}: {len(verdicts)} marks"]
    for kind in KINDS:
        of_kind = [each for each in verdicts if each.kind == kind]
        done, open_ = [v for v in of_kind if v.done], [v for v in of_kind if not v.done]
        if not of_kind:
            continue
        right, wrong = sum(v.said for v in done), [v for v in open_ if v.said]
        by_deed = Counter(v.deed for v in wrong)
        told = f" ({', '.join(f'{count} {deed}' for deed, count in sorted(by_deed.items()))})" if wrong else ""
        lines.append(
            f"  {kind:<12} done: {right} of {len(done)} recognised ({share(right, len(done)):.1f} %), "
            f"{len(done) - right} missed; not done: {len(wrong)} of {len(open_)} called done "
            f"({share(len(wrong), len(open_)):.2f} %){told}"
        )
    return "\n".join(lines)


def share(some: int, of: int) -> float:
    """Per cent."""
    return 100 * some / of if of else 0.0


def broken_in(name: str, verdicts: list[Verdict], *, right: dict[str, float], wrong: float) -> Iterator[str]:
    """A sentence for each promise that is broken."""
    for kind in KINDS:
        done = [v.said for v in verdicts if v.kind == kind and v.done]
        open_ = [v.said for v in verdicts if v.kind == kind and not v.done]
        if done and share(sum(done), len(done)) < right.get(kind, 0.0):
            yield f"{name}: of done {kind}s {share(sum(done), len(done)):.1f} % are recognised; promised {right[kind]}"
        if open_ and share(sum(open_), len(open_)) > wrong:
            yield f"{name}: of {kind}s not done {share(sum(open_), len(open_)):.2f} % are called done; promised {wrong}"


def drawn_sets(workers: Pool) -> Iterator[CaseSet]:  # type: ignore[valid-type]  # a function of multiprocessing
    """The revisions of the anchoring bench, of the documents that are there."""
    there: tuple[Release, ...] = releases()
    if not any(kept(digest).exists() for release in there for digest in release.documents.values()):
        print("the drawn sets need the documents that `python -m bench anchoring` fetches; they are left out")
        return
    for kind, draw in (("real", released.draw), ("constructed", constructed.draw)):
        for seed in SEEDS:
            yield drawn(kind, seed, partial(draw, there, workers))


def main() -> int:
    """The number of promises that are broken."""
    parser = argparse.ArgumentParser(prog="python -m bench fulfilment")
    parser.add_argument("--misses", type=Path, help="write every wrong answer into this file")
    options = parser.parse_args(list(dropwhile(lambda word: not word.startswith("-"), sys.argv[1:])))
    started, digests = perf_counter(), documents()
    print(f"{len(digests)} documents, deeds: {', '.join(DEEDS)} (load {getloadavg()[0]:.1f})")
    broken, misses = list[str](), list[str]()
    with Pool(WORKERS) as workers:
        for seed in SEEDS:
            jobs = [
                (digests[number % len(digests)], digests[(7 * number + 1) % len(digests)], seed * 1_000_003 + number)
                for number in range(REVISIONS)
            ]
            verdicts = [each for some in workers.imap(made, jobs, chunksize=4) for each in some]
            name = f"asked of an agent, seed {seed}"
            print(table(name, verdicts), flush=True)
            broken += broken_in(name, verdicts, right=RIGHT_AT_LEAST, wrong=WRONG_AT_MOST)
            misses += [
                f"{'WRONG' if v.said else 'missed'} {v.kind} {v.deed}: {v.shown}" for v in verdicts if v.said != v.done
            ]
        for cases in drawn_sets(workers):
            groups = groupby(cases.cases, key=lambda case: case.pair)
            pairs = [(cases.pairs[number], list(some)) for number, some in groups]
            verdicts = [each for some in workers.imap(taken_for_deletions, pairs, chunksize=4) for each in some]
            print(table(f"{cases.name}, as deletions", verdicts), flush=True)
            broken += broken_in(cases.name, verdicts, right={}, wrong=DRAWN_WRONG_AT_MOST)
            misses += [
                f"{'WRONG' if v.said else 'missed'} {v.kind} {v.deed}: {v.shown}" for v in verdicts if v.said != v.done
            ]
    if options.misses:
        options.misses.write_text("\n".join(misses) + "\n", encoding="utf-8")
    print(f"{perf_counter() - started:.0f} s")
    for sentence in broken:
        print(f"BROKEN  {sentence}", file=sys.stderr)
    return len(broken)


if __name__ == "__main__":
    sys.exit(main())
