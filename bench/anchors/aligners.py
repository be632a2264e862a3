"""Three independent aligners that say which word of a new text each word of the old one has become.

None shares a line with the algorithm that is measured: `by_lines` is difflib on lines and on the words of changed
regions, `by_units` a longest common subsequence of blocks and one of words between, `by_likeness` knows no order at
all and assigns blocks to blocks by their letters.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import groupby

from rapidfuzz import fuzz, process
from rapidfuzz.distance import LCSseq, Levenshtein, Opcodes

from bench.anchors.texts import Text, Token

GONE, UNKNOWN = -1, -2
LARGEST = 250_000  # pairs of words that difflib compares in one region
ALIKE = 50  # of 100: two blocks that may be the same block, by their letters
SURVIVING = 0.3  # of a line's letters: less is chance
MATRIX = 100_000  # pairs of blocks compared by their letters
COPIES = 2_500  # pairs of equal blocks told apart by their neighbours


@dataclass
class Alignment:
    """For each word of the old text the number of the new one, GONE or UNKNOWN; and the old units out of order."""

    to: list[int]
    moved: set[int] = field(default_factory=set)


Aligner = Callable[[Text, Text], Alignment]


def hand_over(found: Alignment, before: Sequence[int], after: Sequence[int], codes: Opcodes) -> None:
    """Take over which words of two lists of numbers are equal."""
    for code in codes:
        if code.tag == "equal":
            for step in range(code.src_end - code.src_start):
                found.to[before[code.src_start + step]] = after[code.dest_start + step]


def without_chance(old: Text, new: Text, to: list[int], tokens: range, group: Callable[[Token], int]) -> None:
    """Forget words of a line that came through alone: "the" stands everywhere."""
    for _, members in groupby(tokens, key=lambda number: group(old.tokens[number])):
        numbers = list(members)
        letters = sum(len(old.tokens[number].word) for number in numbers)
        homes = Counter[int]()
        for number in numbers:
            if to[number] >= 0:
                homes[new.tokens[to[number]].unit] += len(old.tokens[number].word)
        alive = {home for home, survived in homes.items() if survived >= SURVIVING * letters}
        for number in numbers:
            if to[number] >= 0 and new.tokens[to[number]].unit not in alive:
                to[number] = GONE


# ── difflib on lines


def by_lines(old: Text, new: Text) -> Alignment:
    """Lines in order; words of each changed region in order; then whole lines that stand elsewhere, word for word."""
    old_lines, new_lines = lines(old), lines(new)
    found = Alignment([GONE] * len(old.tokens))
    matcher = SequenceMatcher(None, [line for line, _ in old_lines], [line for line, _ in new_lines], autojunk=False)
    for kind, old_start, old_end, new_start, new_end in matcher.get_opcodes():
        before, after = _words_of(old_lines[old_start:old_end]), _words_of(new_lines[new_start:new_end])
        if kind == "equal":
            found.to[before.start : before.stop] = after
        elif kind == "replace":
            _region(old, new, before, after, found.to)
    _moved_lines(old, old_lines, new_lines, found)
    return found


def _words_of(some: list[tuple[str, range]]) -> range:
    return range(some[0][1].start, some[-1][1].stop) if some else range(0)


def lines(text: Text) -> list[tuple[str, range]]:
    """The lines that hold a word, with single spaces, and their words."""
    found, at = [], 0
    for line in text.whole.split("\n"):
        words = text.tokens_in(at, at + len(line))
        if words:
            found.append((" ".join(line.split()), words))
        at += len(line) + 1
    return found


def _region(old: Text, new: Text, before: range, after: range, to: list[int]) -> None:
    if len(before) * len(after) > LARGEST:
        to[before.start : before.stop] = [UNKNOWN] * len(before)
        return
    left = [old.tokens[number].word for number in before]
    right = [new.tokens[number].word for number in after]
    for block in SequenceMatcher(None, left, right, autojunk=False).get_matching_blocks():
        for step in range(block.size):
            to[before[block.a + step]] = after[block.b + step]
    without_chance(old, new, to, before, lambda token: token.unit)


def _moved_lines(
    old: Text, old_lines: list[tuple[str, range]], new_lines: list[tuple[str, range]], found: Alignment
) -> None:
    taken = set(found.to)
    free = defaultdict[str, list[range]](list)
    for line, words in new_lines:
        if not any(number in taken for number in words):
            free[line].append(words)
    lost = [(line, words) for line, words in old_lines if all(found.to[number] == GONE for number in words)]
    counts = Counter(line for line, _ in lost)
    for line, words in lost:
        if counts[line] == 1 and len(free[line]) == 1 and len(words) > 2:
            found.to[words.start : words.stop] = free[line][0]
            found.moved.add(old.tokens[words.start].unit)


# ── blocks in order


def by_units(old: Text, new: Text) -> Alignment:
    """Equal blocks in order, equal blocks elsewhere as moved, and the words of what is left between in order."""
    found = Alignment([GONE] * len(old.tokens))
    old_home, new_home = dict[int, int](), dict[int, int]()
    gaps = []
    at = other = 0
    for mine, theirs, size in LCSseq.opcodes(old.plain, new.plain).as_matching_blocks():
        gaps.append((range(at, mine), range(other, theirs)))
        for step in range(size):
            old_home[mine + step], new_home[theirs + step] = theirs + step, mine + step
        at, other = mine + size, theirs + size
    for mine, theirs in _strays(old, new, old_home, new_home):
        old_home[mine], new_home[theirs] = theirs, mine
        found.moved.add(mine)
    for mine, theirs in old_home.items():
        found.to[old.firsts[mine] : old.firsts[mine + 1]] = range(new.firsts[theirs], new.firsts[theirs + 1])
    for mine_left, theirs_left in gaps:
        before = [n for unit in mine_left if unit not in old_home for n in _words(old, unit)]
        after = [n for unit in theirs_left if unit not in new_home for n in _words(new, unit)]
        codes = LCSseq.opcodes([old.tokens[n].word for n in before], [new.tokens[n].word for n in after])
        hand_over(found, before, after, codes)
        for unit in mine_left:
            if unit not in old_home:
                without_chance(old, new, found.to, _words(old, unit), lambda token: token.unit)
    return found


def _words(text: Text, unit: int) -> range:
    return range(text.firsts[unit], text.firsts[unit + 1])


def _strays(old: Text, new: Text, old_home: dict[int, int], new_home: dict[int, int]) -> list[tuple[int, int]]:
    """Blocks without a partner in order that stand, once on each side, elsewhere."""
    lost, arrived = defaultdict[str, list[int]](list), defaultdict[str, list[int]](list)
    for number, unit in enumerate(old.plain):
        if number not in old_home and len(_words(old, number)) > 2:
            lost[unit].append(number)
    for number, unit in enumerate(new.plain):
        if number not in new_home:
            arrived[unit].append(number)
    return [(m[0], arrived[unit][0]) for unit, m in lost.items() if len(m) == len(arrived.get(unit, ())) == 1]


# ── blocks by their letters, in no order


def by_likeness(old: Text, new: Text) -> Alignment:
    """Equal blocks by their copies and neighbours; all others best pair first; words by the fewest edits."""
    found = Alignment([GONE] * len(old.tokens))
    for mine, theirs in _equal_units(old, new):
        if theirs < 0:
            found.to[old.firsts[mine] : old.firsts[mine + 1]] = [theirs] * len(_words(old, mine))
        else:
            found.to[old.firsts[mine] : old.firsts[mine + 1]] = range(new.firsts[theirs], new.firsts[theirs + 1])
    there, here = set(new.plain), set(old.plain)
    lost = [number for number, unit in enumerate(old.plain) if unit not in there]
    arrived = [number for number, unit in enumerate(new.plain) if unit not in here]
    if len(lost) * len(arrived) > MATRIX:
        for mine in lost:
            found.to[old.firsts[mine] : old.firsts[mine + 1]] = [UNKNOWN] * len(_words(old, mine))
        return found
    for mine, theirs in _assigned(old, new, lost, arrived):
        before, after = _words(old, mine), _words(new, theirs)
        codes = Levenshtein.opcodes([old.tokens[n].word for n in before], [new.tokens[n].word for n in after])
        hand_over(found, before, after, codes)
    return found


def _equal_units(old: Text, new: Text) -> Iterator[tuple[int, int]]:
    """Each old block that stands in the new text, and which of the equal blocks there it is, or UNKNOWN or GONE."""
    places = defaultdict[str, list[int]](list)
    for number, unit in enumerate(new.plain):
        places[unit].append(number)
    copies = defaultdict[str, list[int]](list)
    for number, unit in enumerate(old.plain):
        copies[unit].append(number)
    for unit, mine in copies.items():
        theirs = places.get(unit, [])
        if len(mine) == len(theirs):
            yield from zip(mine, theirs, strict=True)
        elif theirs:
            yield from _by_neighbours(old, new, mine, theirs)


def _by_neighbours(old: Text, new: Text, mine: list[int], theirs: list[int]) -> Iterator[tuple[int, int]]:
    """Copies that are fewer or more than before: those whose neighbours leave no doubt, in both directions."""
    if len(mine) * len(theirs) > COPIES:
        yield from ((left, UNKNOWN) for left in mine)
        return
    scores = {(left, right): _neighbourhood(old, new, left, right) for left in mine for right in theirs}
    by_left = {left: sorted((scores[left, right], right) for right in theirs) for left in mine}
    by_right = {right: sorted((scores[left, right], left) for left in mine) for right in theirs}
    best = {
        left: right for left in mine if (right := _clear(by_left[left])) is not None and _clear(by_right[right]) == left
    }
    for left in mine:
        if left in best:
            yield left, best[left]
        else:
            yield left, UNKNOWN if len(best) < len(theirs) or by_left[left][-1][0] > 1 else GONE


def _clear(ranked: list[tuple[int, int]]) -> int | None:
    """The best, if at least two neighbours speak for it and for no other as much."""
    if ranked[-1][0] < 2 or (len(ranked) > 1 and ranked[-2][0] == ranked[-1][0]):
        return None
    return ranked[-1][1]


def _neighbourhood(old: Text, new: Text, mine: int, theirs: int) -> int:
    """How many of the two units on each side are the same."""
    same = 0
    for step in (-2, -1, 1, 2):
        left, right = mine + step, theirs + step
        if 0 <= left < len(old.plain) and 0 <= right < len(new.plain):
            same += old.plain[left] == new.plain[right]
    return same


def _assigned(old: Text, new: Text, lost: list[int], arrived: list[int]) -> Iterator[tuple[int, int]]:
    if not lost or not arrived:
        return
    left, right = [old.plain[number] for number in lost], [new.plain[number] for number in arrived]
    ranked = sorted(
        (
            (score, row, column)
            for row, words in enumerate(left)
            for _, score, column in process.extract(words, right, scorer=fuzz.ratio, score_cutoff=ALIKE, limit=None)
        ),
        key=lambda one: (-one[0], abs(one[1] - one[2]), one),
    )
    rows, columns = set[int](), set[int]()
    for _, row, column in ranked:
        if row not in rows and column not in columns:
            rows.add(row)
            columns.add(column)
            yield lost[row], arrived[column]


ALIGNERS: tuple[Aligner, ...] = (by_lines, by_units, by_likeness)
