"""The constructed set: blocks of released documents, edited by program, with the origin of every character known."""

from collections.abc import Sequence
from itertools import pairwise
from multiprocessing.pool import Pool
from random import Random

from bench.anchors import edits
from bench.anchors.cases import CaseSet, Pair, filled, read
from bench.anchors.edits import Letter, Piece
from bench.anchors.fetching import Release, kept
from bench.anchors.markdown import markdown
from bench.anchors.selecting import SIZES, select
from bench.anchors.texts import Span, Text
from bench.anchors.truth import FALLEN, STANDING, Fate, Truth

QUOTA = {"unchanged": 600, "moved": 500, "edited": 650, "deleted": 600}
OF_A_FATE = {"unchanged": 2, "moved": 3, "edited": 3, "deleted": 3}
TRIES = 30
MOST = 700  # revisions made for one draw
SMALLEST, LARGEST = 14, 90  # pieces of a document
LONGEST = 1_200  # letters of a piece
KINDS = {"heading", "paragraph", "item", "code", "cell"}
FILLED = 0.25  # of a deleted span's length: more new letters in its place are a rewrite, not a deletion

Offer = tuple[Pair, list[tuple[Span, str, Truth]]]


def draw(releases: tuple[Release, ...], workers: Pool, seed: int) -> CaseSet:
    """The set of this seed, always the same from the same documents."""
    newest = {
        (release.package, path): digest
        for release in releases
        for path, digest in release.documents.items()
        if kept(digest).exists()
    }
    digests = sorted(newest.values())
    random = Random(seed)
    random.shuffle(digests)
    jobs = [
        (digests[number % len(digests)], digests[(7 * number + 1) % len(digests)], seed * 1_000_003 + number)
        for number in range(MOST if digests else 0)
    ]
    return filled(workers.imap(_offer, jobs, chunksize=4), QUOTA, f"constructed, seed {seed}")


def _offer(job: tuple[str, str, int]) -> Offer:
    digest, other, seed = job
    random = Random(seed)
    pieces, foreign = (pieces_of(one, random) for one in (digest, other))
    name = f"constructed from {digest[:8]} with seed {seed}"
    if len(pieces) < SMALLEST or not foreign:
        return Pair(name, "", ""), []
    edits.plant(pieces, foreign, random)
    for number, piece in enumerate(pieces):
        piece.number = number
        piece.letters = [Letter(letter.sign, (number, at)) for at, letter in enumerate(piece.letters)]
    old_source = markdown(pieces)
    old_texts = [piece.text for piece in pieces]
    revised = edits.revise(pieces, foreign, random)
    new_source = markdown(revised)
    before, after = read(old_source)[1], read(new_source)[1]
    if list(before.units) != old_texts or list(after.units) != [piece.text for piece in revised]:
        return Pair(name, "", ""), []  # the renderer reads a sign otherwise than it was written
    return Pair(name, old_source, new_source), _cases(before, after, revised, random)


def pieces_of(digest: str, random: Random) -> list[Piece]:
    """A run of a document's blocks that can be written down as they are read."""
    units = read(kept(digest).read_bytes().decode("utf-8", "replace"))[0].units
    pieces = [
        Piece(unit.kind, [Letter(sign, None) for sign in text])
        for unit in units
        if unit.kind in KINDS and 0 < len(text := _plain(unit.text, unit.kind)) <= LONGEST
    ]
    first = random.randrange(max(len(pieces) - LARGEST, 0) + 1)
    return pieces[first : first + LARGEST]


def _plain(text: str, kind: str) -> str:
    """The text without what Markdown cannot say: spaces at the ends of lines, and empty lines outside of code."""
    lines = [line.rstrip() if kind == "code" else " ".join(line.split()) for line in text.split("\n")]
    if kind == "code":
        inner = "\n".join(lines).strip("\n")
        return f"{inner}\n" if inner.strip() else ""
    joined = [line for line in lines if line]
    return " ".join(joined) if kind in ("heading", "cell") else "\n".join(joined)


def _cases(before: Text, after: Text, revised: Sequence[Piece], random: Random) -> list[tuple[Span, str, Truth]]:
    homes = dict[tuple[int, int], int]()
    moved = set[int]()
    for piece, start in zip(revised, after.starts, strict=True):
        for at, letter in enumerate(piece.letters):
            if letter.origin is not None:
                homes[letter.origin] = start + at
                if piece.moved:
                    moved.add(letter.origin[0])
    left, found = dict(OF_A_FATE), list[tuple[Span, str, Truth]]()
    weights = _weights(before, after, homes, moved)
    for unit in random.choices(range(len(weights)), weights, k=TRIES):
        size = random.choice(SIZES)
        span = select(before, unit, size, random)
        truth = _truth(before, after, span, homes, moved) if span else None
        if span and truth and left[truth.fate] and all(span != other for other, _, _ in found):
            left[truth.fate] -= 1
            found.append((span, size, truth))
    return found


def _weights(before: Text, after: Text, homes: dict[tuple[int, int], int], moved: set[int]) -> list[float]:
    """Deleted, edited and moved pieces are tried most."""
    weights = []
    there = set(after.units)
    for number, unit in enumerate(before.units):
        alive = sum((number, at) in homes for at in range(len(unit)))
        if number in moved:
            weights.append(4.0)
        elif not alive:
            weights.append(3.0)
        else:
            weights.append(0.5 if unit in there else 2.0)
    return weights


def _truth(before: Text, after: Text, span: Span, homes: dict[tuple[int, int], int], moved: set[int]) -> Truth | None:
    unit = before.unit_at(span.start)
    origins = [
        (unit := before.unit_at(at), at - before.starts[unit])
        for at in range(span.start, span.end)
        if not before.whole[at].isspace()
    ]
    standing = [homes[origin] for origin in origins if origin in homes]
    share = len(standing) / len(origins)
    units = {origin[0] for origin in origins}
    quote = before.whole[span.start : span.end]
    if share <= FALLEN:
        return None if _refilled(before, after, span, homes) else _gone(quote, before, after, units)
    if share < STANDING or any(one > other for one, other in pairwise(standing)):
        return None
    core = Span(standing[0], standing[-1] + 1)
    if core.end - core.start > 2.5 * len(quote) + 20:
        return None
    same = after.whole[core.start : core.end].split() == quote.split()
    fate: Fate = "edited" if not same else "moved" if units <= moved else "unchanged"
    if same and units & moved and not units <= moved:
        return None
    repeats = before.whole.count(quote) > 1 or after.whole.count(quote) > 1
    return Truth(fate, "dup" if repeats else "", core, _reach(before, after, span, homes, core))


def _gone(quote: str, before: Text, after: Text, units: set[int]) -> Truth:
    repeats = quote in after.whole
    alike = any(edits.alike(before.units[unit], other) for unit in units for other in after.units)
    return Truth("deleted", "dup" if repeats else "similar" if alike else "", None, None)


def _edge(before: Text, homes: dict[tuple[int, int], int], at: int, step: int) -> int | None:
    """Where the nearest surviving letter of the same unit is now, from an old position in one direction."""
    unit = before.unit_at(at)
    offset = at - before.starts[unit]
    while 0 <= offset < len(before.units[unit]):
        if (unit, offset) in homes:
            return homes[unit, offset]
        offset += step
    return None


def _refilled(before: Text, after: Text, span: Span, homes: dict[tuple[int, int], int]) -> bool:
    """Whether new words stand where the deleted ones stood, in a unit that lives on."""
    start, end = _edge(before, homes, span.start, -1), _edge(before, homes, span.end - 1, 1)
    if start is None and end is None:
        return False
    first = start if start is not None else after.starts[after.unit_at(end or 0)] - 1
    last = end if end is not None else after.starts[unit := after.unit_at(first)] + len(after.units[unit])
    return last - first - 1 > FILLED * (span.end - span.start) + 1


def _reach(before: Text, after: Text, span: Span, homes: dict[tuple[int, int], int], core: Span) -> Span:
    """The core with the new words that stand where its lost ends stood."""
    start, end = _edge(before, homes, span.start, -1), _edge(before, homes, span.end - 1, 1)
    floor = after.starts[after.unit_at(core.start)]
    last = after.unit_at(core.end - 1)
    roof = after.starts[last] + len(after.units[last])
    first = core.start if start == core.start else floor if start is None else max(min(start + 1, core.start), floor)
    return Span(first, core.end if end == core.end - 1 else roof if end is None else min(max(end, core.end), roof))
