"""Revisions of a text whose every character knows where it comes from, so that the fate of a mark is beyond doubt."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random

from countermark.documents.markdown.blocks import BlockKind, identified
from countermark.documents.markdown.passages import WORDS, Passages, Unit
from countermark.documents.markdown.words import WORD
from tests.vectors.documents import Source

Origin = tuple[int, int] | None  # number of the old unit and the code point in it; None for what is new


@dataclass(frozen=True)
class Piece:
    """A unit of a revision: what it says and where each character comes from."""

    kind: BlockKind
    level: int  # of a heading, else 0
    text: str
    origins: tuple[Origin, ...]


Edit = Callable[[list[Piece], int, Random], list[Piece]]


def first(source: Source) -> list[Piece]:
    """The revision on which the marks are made."""
    pieces = []
    for number, (kind, text) in enumerate(source):
        level = len(text) - len(text.lstrip("#")) if kind == "heading" else 0
        own = text.lstrip("# ") if level else text
        pieces.append(Piece(kind, level, own, tuple((number, at) for at in range(len(own)))))
    return pieces


def read(pieces: Iterable[Piece]) -> Passages:
    """A revision as the program reads it."""
    pieces = list(pieces)
    names = identified((piece.kind, piece.text.strip()) for piece in pieces)
    units, above = [], list[tuple[int, str]]()
    for name, piece in zip(names, pieces, strict=True):
        if piece.level:
            above = [one for one in above if one[0] < piece.level]
        units.append((name, piece.kind, piece.text, tuple(text for _, text in above)))
        if piece.level:
            above.append((piece.level, piece.text))
    return units_of(units)


def fresh(kind: BlockKind, text: str) -> Piece:
    """A unit that was not there before."""
    return Piece(kind, 0, text, (None,) * len(text))


def replaced(piece: Piece, start: int, end: int, text: str) -> Piece:
    """A piece with other words in place of some."""
    origins = piece.origins[:start] + (None,) * len(text) + piece.origins[end:]
    return Piece(piece.kind, piece.level, piece.text[:start] + text + piece.text[end:], origins)


def cut(piece: Piece, start: int, end: int) -> Piece:
    """A part of a piece."""
    return Piece(piece.kind, piece.level, piece.text[start:end], piece.origins[start:end])


def words(piece: Piece) -> list[tuple[int, int]]:
    """Where its words stand."""
    return [found.span() for found in WORD.finditer(piece.text)]


# Edits around a mark that stands in unit `at`: each gives a new revision.


def nothing(pieces: list[Piece], at: int, random: Random) -> list[Piece]:
    return pieces


def something_before(pieces: list[Piece], at: int, random: Random) -> list[Piece]:
    place = random.randint(0, at)
    return [*pieces[:place], fresh("paragraph", "An introduction that nobody asked for."), *pieces[place:]]


def something_around(pieces: list[Piece], at: int, random: Random) -> list[Piece]:
    kind = pieces[at].kind if pieces[at].kind != "heading" else "paragraph"
    before, after = fresh(kind, "Brand new, just before."), fresh(kind, "Brand new as well, right behind.")
    return [*pieces[:at], before, pieces[at], after, *pieces[at + 1 :]]


def moved_to_end(pieces: list[Piece], at: int, random: Random) -> list[Piece]:
    return [*pieces[:at], *pieces[at + 1 :], pieces[at]]


def moved_up(pieces: list[Piece], at: int, random: Random) -> list[Piece]:
    place = at // 2
    return [*pieces[:place], pieces[at], *pieces[place:at], *pieces[at + 1 :]]


def deleted(pieces: list[Piece], at: int, random: Random) -> list[Piece]:
    return [*pieces[:at], *pieces[at + 1 :]]


def deleted_and_another_came(pieces: list[Piece], at: int, random: Random) -> list[Piece]:
    return [*pieces[:at], fresh("paragraph", "Lorem ipsum dolor sit amet, consectetur elit."), *pieces[at + 1 :]]


def word_changed(pieces: list[Piece], at: int, random: Random) -> list[Piece]:
    """One word of the marked unit is another; in a unit of one or two words that is all there is."""
    spans = words(pieces[at])
    start, end = spans[random.randrange(len(spans))]
    return [*pieces[:at], replaced(pieces[at], start, end, "changed"), *pieces[at + 1 :]]


def word_added(pieces: list[Piece], at: int, random: Random) -> list[Piece]:
    start, _ = random.choice(words(pieces[at]))
    return [*pieces[:at], replaced(pieces[at], start, start, "freshly "), *pieces[at + 1 :]]


def words_dropped(pieces: list[Piece], at: int, random: Random) -> list[Piece]:
    spans = words(pieces[at])
    number = random.randrange(len(spans))
    start, end = spans[number][0], spans[min(number + 1, len(spans) - 1)][1]
    return [*pieces[:at], replaced(pieces[at], start, end, ""), *pieces[at + 1 :]]


def changed_and_moved(pieces: list[Piece], at: int, random: Random) -> list[Piece]:
    return moved_up(word_changed(pieces, at, random), at, random)


def neighbours_changed(pieces: list[Piece], at: int, random: Random) -> list[Piece]:
    out = list(pieces)
    for other in (at - 1, at + 1):
        if 0 <= other < len(pieces):
            out = word_changed(out, other, random)
    return out


def split_in_two(pieces: list[Piece], at: int, random: Random) -> list[Piece]:
    spans = words(pieces[at])
    if len(spans) < 8:
        return word_added(pieces, at, random)
    middle = spans[len(spans) // 2][0]
    piece = pieces[at]
    return [*pieces[:at], cut(piece, 0, middle), cut(piece, middle, len(piece.text)), *pieces[at + 1 :]]


def merged_with_next(pieces: list[Piece], at: int, random: Random) -> list[Piece]:
    if at + 1 >= len(pieces) or pieces[at + 1].kind != pieces[at].kind:
        return word_added(pieces, at, random)
    one, other = pieces[at], pieces[at + 1]
    text, origins = f"{one.text} {other.text}", (*one.origins, None, *other.origins)
    return [*pieces[:at], Piece(one.kind, one.level, text, origins), *pieces[at + 2 :]]


def a_copy_came(pieces: list[Piece], at: int, random: Random) -> list[Piece]:
    """The same words, said once more at the end."""
    return [*pieces, fresh(pieces[at].kind, pieces[at].text)]


def lookalike_came(pieces: list[Piece], at: int, random: Random) -> list[Piece]:
    """Ours is gone, and something like it that was not made of it stands elsewhere."""
    return [*pieces[:at], *pieces[at + 1 :], fresh("paragraph", "Nothing of this kind was said here before.")]


def wrapped_anew(pieces: list[Piece], at: int, random: Random) -> list[Piece]:
    """Blanks become line ends, as when an editor wraps the source."""
    piece = pieces[at]
    text = "".join("\n" if sign == " " and place % 3 == 0 else sign for place, sign in enumerate(piece.text))
    return [*pieces[:at], Piece(piece.kind, piece.level, text, piece.origins), *pieces[at + 1 :]]


def no_break_blanks(pieces: list[Piece], at: int, random: Random) -> list[Piece]:
    piece = pieces[at]
    text = piece.text.replace("\u00a0", " ") if "\u00a0" in piece.text else piece.text.replace(" ", "\u00a0", 3)
    return [*pieces[:at], Piece(piece.kind, piece.level, text, piece.origins), *pieces[at + 1 :]]


def other_case(pieces: list[Piece], at: int, random: Random) -> list[Piece]:
    piece = pieces[at]
    text = piece.text[:1].swapcase() + piece.text[1:]
    text = text if len(text) == len(piece.text) else piece.text
    return [*pieces[:at], Piece(piece.kind, piece.level, text, piece.origins), *pieces[at + 1 :]]


EDITS: dict[str, Edit] = {
    "nothing changed": nothing,
    "something came before": something_before,
    "neighbours came": something_around,
    "moved to the end": moved_to_end,
    "moved up": moved_up,
    "deleted": deleted,
    "deleted, another came": deleted_and_another_came,
    "deleted, a new one at the end": lookalike_came,
    "a word changed": word_changed,
    "a word added": word_added,
    "words dropped": words_dropped,
    "changed and moved": changed_and_moved,
    "neighbours changed": neighbours_changed,
    "split in two": split_in_two,
    "merged with the next": merged_with_next,
    "a copy came": a_copy_came,
    "wrapped anew": wrapped_anew,
    "no-break blanks": no_break_blanks,
    "other case": other_case,
}


def units_of(specified: Sequence[tuple[str, BlockKind, str, tuple[str, ...]]]) -> Passages:
    """Passages of blocks that are known by (id, kind, own text, section) alone, without a source."""
    units, at = list[Unit](), 0
    for block, kind, text, section in specified:
        if WORDS.search(text) is not None:
            units.append(Unit(block, kind, text, at, 0, 0, section))
            at += len(text) + 1
    return Passages(tuple(units))
