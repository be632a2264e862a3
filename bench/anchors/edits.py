"""Edits by program: what agents and people do to the blocks of a plan, with every letter keeping its origin."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from rapidfuzz import fuzz

WORD = re.compile(r"\w+(?:['’./_-]\w+)*")
SENTENCE_END = re.compile(r"[.!?]\s+(?=\w)")
NUMBER = re.compile(r"(?<![\w.])\d{1,2}(?![\w.])")
LOOKALIKE = 60  # of 100
PROSE = ("paragraph", "item")


@dataclass(frozen=True, slots=True)
class Letter:
    """A character, and where it stood in the old document: which piece, and where in it. None: it is new."""

    sign: str
    origin: tuple[int, int] | None


@dataclass
class Piece:
    """A block of the document in the making."""

    kind: str
    letters: list[Letter]
    number: int = -1  # in the old document
    moved: bool = False

    @property
    def text(self) -> str:
        return "".join(letter.sign for letter in self.letters)

    def copy(self) -> "Piece":
        """The same words, as new ones."""
        return Piece(self.kind, fresh(self.text))


def fresh(text: str) -> list[Letter]:
    """New words."""
    return [Letter(sign, None) for sign in text]


def alike(one: str, other: str) -> bool:
    """Whether a person might take one for the other."""
    return fuzz.ratio(one, other, score_cutoff=LOOKALIKE) > 0


def plant(pieces: list[Piece], foreign: Sequence[Piece], random: Random) -> None:
    """Put lookalikes and twins into a document before it becomes the old one: plans are full of them."""
    for _ in range(random.randint(2, 5)):
        twin = random.choice(pieces).copy()
        if random.random() < 0.7:
            reword(twin, foreign, random, share=0.2)
        pieces.insert(random.randrange(len(pieces) + 1), twin)


def revise(pieces: Sequence[Piece], foreign: Sequence[Piece], random: Random) -> list[Piece]:
    """The next revision. The pieces handed in stay as they are."""
    revised = [replace(piece, letters=list(piece.letters)) for piece in pieces]
    count = max(len(revised) // 4, 5)
    steps: list[tuple[Step, int]] = [
        (_edit, 5), (_rewrite, 2), (_shorten, 2), (_delete, 5), (_delete_run, 1), (_arrive, 3), (_move, 3),
        (_move_run, 1), (_split, 2), (_merge, 1), (_lookalike, 2), (_replace_by_lookalike, 1),
    ]  # fmt: skip
    for step in random.choices([step for step, _ in steps], [weight for _, weight in steps], k=count):
        step(revised, foreign, random)
        if len(revised) < 4:
            break
    if random.random() < 0.25:
        _renumber(revised, random)
    if random.random() < 0.25:
        _rewrap(revised, random)
    return [piece for piece in revised if piece.text.strip()]


Step = Callable[[list[Piece], Sequence[Piece], Random], None]


def words_of(pieces: Sequence[Piece], random: Random, count: int) -> str:
    """Some words that follow on each other, of any document."""
    words = WORD.findall(random.choice(pieces).text) or ["more"]
    first = random.randrange(max(len(words) - count, 0) + 1)
    return " ".join(words[first : first + count])


def reword(piece: Piece, foreign: Sequence[Piece], random: Random, *, share: float) -> None:
    """Replace, remove and add words; at least one."""
    words = list(WORD.finditer(piece.text))
    if not words:
        return
    count = max(1, round(len(words) * share))
    for word in sorted(random.sample(words, min(count, len(words))), key=lambda found: -found.start()):
        kind = random.random()
        new = fresh(words_of(foreign, random, random.randint(1, 2)))
        if kind < 0.5:
            piece.letters[word.start() : word.end()] = new
        elif kind < 0.75:
            piece.letters[word.start() : word.start()] = [*new, Letter(" ", None)]
        elif len(words) > 2:
            end = word.end() + (word.end() < len(piece.letters) and piece.letters[word.end()].sign == " ")
            del piece.letters[word.start() : end]
    tidy(piece)


def tidy(piece: Piece) -> None:
    """No spaces at the ends, so that Markdown can say it."""
    if piece.kind == "code":
        return
    while piece.letters and piece.letters[0].sign.isspace():
        del piece.letters[0]
    while piece.letters and piece.letters[-1].sign.isspace():
        del piece.letters[-1]


def _edit(pieces: list[Piece], foreign: Sequence[Piece], random: Random) -> None:
    reword(random.choice(pieces), foreign, random, share=random.uniform(0.03, 0.2))


def _rewrite(pieces: list[Piece], foreign: Sequence[Piece], random: Random) -> None:
    reword(random.choice(pieces), foreign, random, share=random.uniform(0.2, 0.45))


def _shorten(pieces: list[Piece], _foreign: Sequence[Piece], random: Random) -> None:
    """Leave a sentence or a line out."""
    piece = random.choice(pieces)
    cuts = [0, *(found.end() for found in SENTENCE_END.finditer(piece.text)), len(piece.letters)]
    if piece.kind in PROSE and len(cuts) > 2:
        at = random.randrange(len(cuts) - 1)
        del piece.letters[cuts[at] : cuts[at + 1]]
        tidy(piece)
    elif piece.kind == "code" and piece.text.count("\n") > 2:
        lines = [0, *(found.end() for found in re.finditer("\n", piece.text))]
        at = random.randrange(1, len(lines) - 2)
        del piece.letters[lines[at] : lines[at + 1]]


def _delete(pieces: list[Piece], _foreign: Sequence[Piece], random: Random) -> None:
    del pieces[random.randrange(len(pieces))]


def _delete_run(pieces: list[Piece], _foreign: Sequence[Piece], random: Random) -> None:
    first = random.randrange(len(pieces))
    del pieces[first : first + random.randint(2, 5)]


def _arrive(pieces: list[Piece], foreign: Sequence[Piece], random: Random) -> None:
    pieces.insert(random.randrange(len(pieces) + 1), random.choice(foreign).copy())


def _move(pieces: list[Piece], _foreign: Sequence[Piece], random: Random) -> None:
    _moved(pieces, 1, random)


def _move_run(pieces: list[Piece], _foreign: Sequence[Piece], random: Random) -> None:
    _moved(pieces, random.randint(2, 6), random)


def _moved(pieces: list[Piece], count: int, random: Random) -> None:
    if len(pieces) < 3 * count:
        return
    first = random.randrange(len(pieces) - count + 1)
    run = pieces[first : first + count]
    del pieces[first : first + count]
    to = random.choice([at for at in range(len(pieces) + 1) if abs(at - first) > 1])
    for piece in run:
        piece.moved = True
    pieces[to:to] = run


def _split(pieces: list[Piece], _foreign: Sequence[Piece], random: Random) -> None:
    at = random.randrange(len(pieces))
    piece = pieces[at]
    cuts = [found.end() for found in SENTENCE_END.finditer(piece.text)]
    if piece.kind in PROSE and cuts:
        cut = random.choice(cuts)
        rest = replace(piece, letters=piece.letters[cut:])
        piece.letters = piece.letters[:cut]
        tidy(piece)
        pieces.insert(at + 1, rest)


def _merge(pieces: list[Piece], _foreign: Sequence[Piece], random: Random) -> None:
    at = random.randrange(len(pieces) - 1)
    one, other = pieces[at], pieces[at + 1]
    if one.kind == other.kind and one.kind in PROSE:
        one.letters = [*one.letters, Letter(" ", None), *other.letters]
        one.moved = one.moved and other.moved
        del pieces[at + 1]


def _lookalike(pieces: list[Piece], foreign: Sequence[Piece], random: Random) -> None:
    """Add a block much like another that stays."""
    twin = random.choice(pieces).copy()
    reword(twin, foreign, random, share=0.3)
    pieces.insert(random.randrange(len(pieces) + 1), twin)


def _replace_by_lookalike(pieces: list[Piece], foreign: Sequence[Piece], random: Random) -> None:
    """Delete a block of which the document has a near copy, if there is one."""
    for at in random.sample(range(len(pieces)), len(pieces)):
        text = pieces[at].text
        if len(text) > 20 and any(alike(text, piece.text) for piece in pieces[:at] + pieces[at + 1 :]):
            del pieces[at]
            return
    _delete(pieces, foreign, random)


def _renumber(pieces: list[Piece], random: Random) -> None:
    """Count every small number one up, as when a step is put in front."""
    for piece in pieces:
        if piece.kind in ("code", "cell") or random.random() < 0.2:
            continue
        for found in reversed(list(NUMBER.finditer(piece.text))):
            number = str(int(found[0]) + 1)
            piece.letters[found.start() : found.end()] = fresh(number)


def _rewrap(pieces: list[Piece], random: Random) -> None:
    """Break the lines of prose at another width."""
    width = random.choice((60, 72, 80, 100))
    for piece in pieces:
        if piece.kind not in PROSE:
            continue
        column = 0
        for at, letter in enumerate(piece.letters):
            if letter.sign in " \n":
                reached = column + _next_word(piece.letters, at + 1) > width
                piece.letters[at] = Letter("\n" if reached else " ", letter.origin)
                column = 0 if reached else column + 1
            else:
                column += 1


def _next_word(letters: Sequence[Letter], at: int) -> int:
    end = at
    while end < len(letters) and letters[end].sign not in " \n":
        end += 1
    return end - at
