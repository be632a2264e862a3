"""The real set: spans of released documents and what the next releases made of them."""

from collections.abc import Iterator
from itertools import combinations
from multiprocessing.pool import Pool
from random import Random

from bench.anchors.cases import CaseSet, Pair, filled, read
from bench.anchors.fetching import Release, kept
from bench.anchors.selecting import SIZES, select
from bench.anchors.texts import Span, Text
from bench.anchors.truth import Judge, Truth

QUOTA = {"unchanged": 700, "moved": 400, "edited": 800, "deleted": 700}
TRIES = 24  # spans tried in a pair
OF_A_FATE = {"unchanged": 2, "moved": 8, "edited": 3, "deleted": 2, "dup": 3, "similar": 3}  # at most, from one pair
APART = 6  # versions of the manifest, which are 1 to about 60 releases
CHUNK = 4
MOST = 1_500  # pairs looked at for one draw

Offer = tuple[Pair, list[tuple[Span, str, Truth]]]
Named = tuple[str, str, str]  # what it is called, and the digests of the two documents


def draw(releases: tuple[Release, ...], workers: Pool, seed: int) -> CaseSet:
    """The set of this seed, always the same from the same documents."""
    pairs = _pairs(releases, Random(seed))
    jobs = [(pair, seed * 1_000_003 + number) for number, pair in enumerate(pairs[:MOST])]
    offers = workers.imap(_offer, jobs, chunksize=CHUNK)
    return filled(offers, QUOTA, f"real, seed {seed}")


def _pairs(releases: tuple[Release, ...], random: Random) -> list[Named]:
    """Pairs of versions of a document, one of each document in turn, so that no long history outweighs the others."""
    histories = dict[tuple[str, str], list[tuple[str, str]]]()
    for release in releases:
        for path, digest in release.documents.items():
            if kept(digest).exists():
                histories.setdefault((release.package, path), []).append((release.version, digest))
    rounds = list[tuple[float, Named]]()
    for (package, path), history in histories.items():
        pairs = [
            (f"{package} {one[0]} → {other[0]}: {path}", one[1], other[1])
            for (first, one), (second, other) in combinations(enumerate(history), 2)
            if second - first <= APART
        ]
        random.shuffle(pairs)
        rounds.extend((turn + random.random(), pair) for turn, pair in enumerate(pairs))
    return [pair for _, pair in sorted(rounds)]


def _offer(job: tuple[Named, int]) -> Offer:
    """Spans of one pair whose fate is beyond doubt."""
    (name, old_digest, new_digest), seed = job
    old, new = (kept(digest).read_bytes().decode("utf-8", "replace") for digest in (old_digest, new_digest))
    random = Random(seed)
    before, after = read(old)[1], read(new)[1]
    judge = Judge(before, after)
    left = dict(OF_A_FATE)
    found = list[tuple[Span, str, Truth]]()
    weights = _weights(before, after, judge)
    for unit in random.choices(range(len(weights)), weights, k=TRIES) if weights else ():
        size = random.choice(SIZES)
        span = select(before, unit, size, random)
        truth = judge.judge(span) if span else None
        if span is None or truth is None or any(span == other for other, _, _ in found):
            continue
        kind = truth.note if truth.fate == "deleted" and truth.note else truth.fate
        if left[kind]:
            left[kind] -= 1
            found.append((span, size, truth))
    return Pair(name, old, new), found


def _weights(old: Text, new: Text, judge: Judge) -> list[float]:
    """How often each unit is tried: what moved, changed or left most often, then what stands beside it or twice."""
    there = set(new.plain)
    moved = judge.alignments[0].moved | judge.alignments[1].moved
    weights = [0.3] * len(old.units)
    for number, unit in enumerate(old.plain):
        if number in moved:
            weights[number] = 30
        elif unit not in there:
            weights[number] = 8 if judge.lookalike(unit) else 4
            for beside in _beside(number, len(weights)):
                weights[beside] = max(weights[beside], 1.5)
        elif old.plain.count(unit) > 1 or new.plain.count(unit) > 1:
            fewer = old.plain.count(unit) > new.plain.count(unit)
            weights[number] = 8 if fewer else max(weights[number], 1)
    return weights


def _beside(number: int, count: int) -> Iterator[int]:
    yield from (other for other in (number - 1, number + 1) if 0 <= other < count)
