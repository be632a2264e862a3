"""Marks that ask for a change, and revisions by an agent that carries some of them out: what is done is known."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from bench.anchors import edits
from bench.anchors.cases import Pair, read
from bench.anchors.constructed import pieces_of
from bench.anchors.edits import WORD, Letter, Piece, fresh
from bench.anchors.markdown import markdown
from bench.anchors.selecting import SIZES, select
from bench.anchors.texts import Span
from countermark.documents.marks.fulfilment import MarkWish

KINDS: tuple[MarkWish, ...] = ("deletion", "replacement", "insertion")
# What the agent does about a mark; only the first is what was asked.
DEEDS = ("done", "nothing", "otherwise", "partly", "elsewhere")
MARKS = 6  # of a document
TRIES = 40
SMALLEST = 12  # pieces
BESIDE = 0.3  # of the marks have another word changed in their block


@dataclass(frozen=True)
class Demand:
    """A mark that was sent, and what the agent did about it."""

    asked: MarkWish
    span: Span
    text: str
    deed: str
    size: str


def offer(job: tuple[str, str, int]) -> tuple[Pair, list[Demand]]:
    """A revision of one document with words of another, and the marks that were sent before."""
    digest, other, seed = job
    random = Random(seed)
    pieces, foreign = (pieces_of(one, random) for one in (digest, other))
    name = f"asked of {digest[:8]} with seed {seed}"
    if len(pieces) < SMALLEST or not foreign:
        return Pair(name, "", ""), []
    edits.plant(pieces, foreign, random)
    old_source = markdown(pieces)
    before = read(old_source)[1]
    if list(before.units) != [piece.text for piece in pieces]:
        return Pair(name, "", ""), []
    taken = dict[int, Demand]()
    for _ in range(TRIES):
        unit, size = random.randrange(len(pieces)), random.choice(SIZES[:-1])
        span = select(before, unit, size, random)
        if span and len(taken) < MARKS and not {unit - 1, unit, unit + 1} & taken.keys():
            asked, deed = random.choice(KINDS), "done" if random.random() < 0.5 else random.choice(DEEDS[1:])
            text = "" if asked == "deletion" else edits.words_of(foreign, random, random.randint(1, 8))
            taken[unit] = Demand(asked, span, text, deed, size)
    revised = _revised(pieces, foreign, taken, before.starts, random)
    new_source = markdown(revised)
    after = read(new_source)[1]
    if list(after.units) != [piece.text for piece in revised]:
        return Pair(name, "", ""), []
    return Pair(name, old_source, new_source), list(taken.values())


def _revised(
    pieces: Sequence[Piece], foreign: Sequence[Piece], taken: dict[int, Demand], starts: Sequence[int], random: Random
) -> list[Piece]:
    """The deeds about the marks; between the marked blocks whatever agents do else."""
    revised, run, first, last = list[Piece](), list[Piece](), list[Piece](), list[Piece]()
    for number, piece in enumerate(pieces):
        if number not in taken:
            run.append(piece)
            continue
        revised += _elsewhere_edited(run, foreign, random)
        run = []
        block, stray = _obeyed(piece, taken[number], starts[number], foreign, random)
        revised += [block] if block.text.strip() else []
        (last if number < len(pieces) // 2 else first).extend(stray)  # far from the mark
    revised += _elsewhere_edited(run, foreign, random)
    return [*first, *revised, *last]


def _elsewhere_edited(run: list[Piece], foreign: Sequence[Piece], random: Random) -> list[Piece]:
    return edits.revise(run, foreign, random) if len(run) > 5 else run


def _obeyed(
    piece: Piece, demand: Demand, start: int, foreign: Sequence[Piece], random: Random
) -> tuple[Piece, list[Piece]]:
    """The marked block after the deed, and blocks of what was done elsewhere."""
    first, last = demand.span.start - start, demand.span.end - start
    letters, quote = list(piece.letters), piece.letters[first:last]
    strays = list[Piece]()
    if random.random() < BESIDE:
        first, last = _another_word(letters, first, last, foreign, random)
    wanted = fresh(demand.text)
    if demand.deed == "otherwise":
        wanted = fresh(f"{edits.words_of(foreign, random, random.randint(1, 4))} instead")
    elif demand.deed == "partly":
        wanted, quote = wanted[: len(wanted) // 2], quote[len(quote) // 2 :]
    elif demand.deed == "elsewhere":
        strays.append(Piece("paragraph", fresh(demand.text) if demand.text else list(quote)))
        wanted = list[Letter]()
    gap = [Letter(" ", None)]
    match demand.asked, demand.deed:
        case _, "nothing":
            pass
        case "replacement", "elsewhere":
            pass  # the new words stand in a block of their own, the old ones where they stood
        case "insertion", _:
            letters[last:last] = [*gap, *wanted] if wanted else []
        case "deletion", "partly":
            letters[first:last] = quote
        case _:
            letters[first:last] = wanted
    made = replace(piece, letters=letters)
    edits.tidy(made)
    return made, strays


def _another_word(
    letters: list[Letter], first: int, last: int, foreign: Sequence[Piece], random: Random
) -> tuple[int, int]:
    """Exchange a word of the block outside of the mark; where the mark is then."""
    text = "".join(letter.sign for letter in letters)
    others = [found for found in WORD.finditer(text) if found.end() < first or found.start() > last]
    if not others:
        return first, last
    word, new = random.choice(others), fresh(edits.words_of(foreign, random, 1))
    letters[word.start() : word.end()] = new
    shift = len(new) - (word.end() - word.start()) if word.end() < first else 0
    return first + shift, last + shift
