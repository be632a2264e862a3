"""Which words of a piece of HTML are new and which are gone: links, code and short emphasis count as one word each."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import NamedTuple

from rapidfuzz.distance import Indel

from countermark.documents.difference.patience import matching_blocks
from countermark.documents.markdown.words import LETTERS, MARKS, SIGNS, SINGLE, WHITE

SURVIVES = 0.4  # of the words; below, nobody reads the rest as the same sentence
SWAPS_APART = 3  # words between two swaps that keep them apart
CELLS_AT_MOST = 64_000_000  # pairs of words compared in one gap
SHINGLE = 4
SLIDES = 30  # words
SENTENCE_ENDS = frozenset(".!?。！？\n")
WORDS_TOLD_FROM_SIGNS = 20_000  # more of them are counted together
_LETTER = f"[^{SIGNS}{SINGLE}{WHITE}]"
_WORD = rf"{_LETTER}+(?:[-'’./@+]{_LETTER}+)*|&\w+;|[{SINGLE}][{MARKS}]*|[^{WHITE}][{MARKS}\u200d]*"
WORD = re.compile(_WORD)
WORDS_AND_GAPS = re.compile(f"({_WORD})")
CODE_WORD = re.compile(rf"<[^<>]*>|({_LETTER}+|&\w+;|\n|[^\S\n]+|[{SINGLE}][{MARKS}]*|[^{WHITE}][{MARKS}\u200d]*)")
MARKUP = re.compile(  # what is one word with its tags, or else a tag
    r"<(?:(?P<atom>code>[^<]{0,80}</code>|a(?: [^<>]*)?>(?:[^<]|<(?!/a>|p[ >]|div|h\d|li|ul|ol|table|pre)[^<>]*>)*</a>"
    r'|span (?:data-math|class="escape|class="task|role="img")[^<>]*>[^<]*</span>|img [^<>]*>'
    r"|(?P<slight>em|strong|s|b|i|u)>[^<\s]+(?: [^<\s]+){0,2}</(?P=slight)>)"
    r"|(?P<end>/?)(?P<tag>[a-z][a-z0-9]*)[^<>]*>)"
)
LESS_THAN_WORDS = frozenset({"br", "wbr", "img", "hr"})
NOTE = re.compile(r'class="note-(?:ref|back)"')
NUMBER = re.compile(r"\d+(?:\.\d+)*")
BLANK = re.compile(r"\s")


class WordChange(NamedTuple):
    """Words old[i1:i2] that became new[j1:j2]; one of the two may be empty."""

    i1: int
    i2: int
    j1: int
    j2: int


NOTHING = WordChange(0, 0, 0, 0)


@dataclass(slots=True)
class PlacedWords:
    """Words in pieces of one HTML: what they say, and where they stand."""

    html: str
    keys: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)

    def gap(self, at: int) -> str:
        """What stands between the word before and this one."""
        return self.html[self.ends[at - 1] : self.starts[at]] if 0 < at < len(self.keys) else ""

    def blank_before(self, at: int) -> bool:
        """Is there white space (or the edge of a block) before this word?"""
        gap = self.gap(at)
        return gap == " " or "<p" in gap or "<li" in gap or BLANK.search(gap) is not None

    def read(self, start: int, end: int) -> None:
        """Add the words of a part of the HTML."""
        path: list[str] = []
        at = start
        for found in MARKUP.finditer(self.html, start, end):
            self._read_words(at, found.start(), "".join(path))
            at = found.end()
            if found.lastgroup == "tag":
                _follow(path, found["tag"], closing=bool(found["end"]))
            else:
                self.keys.append("note" if NOTE.search(found[0]) else found[0])
                self.starts.append(found.start())
                self.ends.append(at)
        self._read_words(at, end, "".join(path))

    def _read_words(self, start: int, end: int, within: str) -> None:
        """Add the words of a part without tags; `within` are the tags of the inline elements that are open there."""
        if start == end:
            return
        pieces = WORDS_AND_GAPS.split(self.html[start:end])  # gap, word, gap, ..., gap
        bounds = list(accumulate(map(len, pieces), initial=start))
        words = pieces[1::2]
        self.keys += [within + word for word in words] if within else words
        self.starts += bounds[1:-1:2]
        self.ends += bounds[2::2]

    def read_code(self, start: int, end: int) -> None:
        """Add the words of a part that is code: white space counts, ink does not."""
        found_words = [found for found in CODE_WORD.finditer(self.html, start, end) if found[1]]
        self.keys += [found[1] for found in found_words]
        self.starts += [found.start() for found in found_words]
        self.ends += [found.end() for found in found_words]

    def forget_number(self) -> None:
        """Leave the number of a heading (`3.`, `Step 3:`) out of account."""
        for at in range(min(2, len(self.keys))):
            if NUMBER.fullmatch(self.keys[at]):
                self.keys[at] = "#"


def _follow(path: list[str], tag: str, *, closing: bool) -> None:
    """The open inline elements after this tag."""
    name = f"<{tag}>"
    if not closing:
        if tag not in LESS_THAN_WORDS:
            path.append(name)
    elif name in path:
        path.reverse()
        path.remove(name)
        path.reverse()


def changes(old: Sequence[str], new: Sequence[str]) -> list[WordChange]:
    """What to take away and put in, in order, as a person would like to read it."""
    settled: list[WordChange] = []
    for each in _raw(old, new):
        settled.append(_settled(each, old, new, before=settled[-1] if settled else NOTHING))
    found = merged(settled, old)
    if len(found) > 1 and not survives(found, old, new):
        return [WordChange(0, len(old), 0, len(new))]
    return found


def survives(found: Sequence[WordChange], old: Sequence[str], new: Sequence[str]) -> bool:
    """Is enough left for the reader to see the old sentence in the new one?"""
    count = word_count if len(old) + len(new) <= WORDS_TOLD_FROM_SIGNS else len
    left = count(unchanged(found, old))
    if 2 * left >= SURVIVES * (len(old) + len(new)):  # whatever is a word and what a sign: usual, and soon known
        return True
    return 2 * left >= SURVIVES * (count(old) + count(new))


def unchanged(found: Sequence[WordChange], old: Sequence[str]) -> list[str]:
    """What stays of the old words."""
    ends = [0, *(each.i2 for each in found)]
    starts = [*(each.i1 for each in found), len(old)]
    return [key for start, end in zip(ends, starts, strict=True) for key in old[start:end]]


def word_count(keys: Sequence[str]) -> int:
    """How many of them are words, not signs."""
    return len(list(filter(LETTERS.search, keys)))


def words_of(text: str) -> list[str]:
    """The words of a text that holds no tags."""
    return WORD.findall(text)


def merged(found: Sequence[WordChange], old: Sequence[str]) -> list[WordChange]:
    """Swaps with hardly a word between them made into one."""
    out: list[WordChange] = []
    for each in found:
        if out and _swap(out[-1]) and _swap(each):
            between = old[out[-1].i2 : each.i1]
            if len(between) < 2 * SWAPS_APART and word_count(between) < SWAPS_APART:
                out[-1] = WordChange(out[-1].i1, each.i2, out[-1].j1, each.j2)
                continue
        out.append(each)
    return out


def _settled(change: WordChange, old: Sequence[str], new: Sequence[str], *, before: WordChange) -> WordChange:
    """A run of words put in or taken out may begin at several places; it should be a sentence if it can.

    It stays behind the change before it.
    """
    i1, i2, j1, j2 = change
    if _swap(change):
        return change
    keys, start, end = (old, i1, i2) if i1 < i2 else (new, j1, j2)
    for back in range(min(i1 - before.i2, j1 - before.j2, SLIDES) + 1):
        if keys[end - back - 1] in SENTENCE_ENDS or start == back:
            return WordChange(i1 - back, i2 - back, j1 - back, j2 - back)
        if start == back or keys[start - back - 1] != keys[end - back - 1]:
            break
    return change


def _swap(change: WordChange) -> bool:
    return change.i1 < change.i2 and change.j1 < change.j2


def _raw(old: Sequence[str], new: Sequence[str]) -> list[WordChange]:
    """The differences: equal ends first, then a longest common subsequence, in large texts between landmarks."""
    head, shorter = 0, min(len(old), len(new))
    while head < shorter and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < shorter - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    i2, j2 = len(old) - tail, len(new) - tail
    if i2 - head == 0 or j2 - head == 0:
        return [WordChange(head, i2, head, j2)] if head < i2 or head < j2 else []
    if (i2 - head) * (j2 - head) <= CELLS_AT_MOST:
        return _gap(old, new, WordChange(head, i2, head, j2))
    return landmarks(old, new, WordChange(head, i2, head, j2))


def _gap(old: Sequence[str], new: Sequence[str], gap: WordChange) -> list[WordChange]:
    i, j = gap.i1, gap.j1
    if gap.i1 == gap.i2 or gap.j1 == gap.j2 or (gap.i2 - i) * (gap.j2 - j) > CELLS_AT_MOST:
        return [gap]
    return [
        WordChange(i + each.src_start, i + each.src_end, j + each.dest_start, j + each.dest_end)
        for each in _joined(Indel.opcodes(old[i : gap.i2], new[j : gap.j2]))
    ]


class _Step(NamedTuple):
    src_start: int
    src_end: int
    dest_start: int
    dest_end: int


def _joined(opcodes: object) -> list[_Step]:
    """Indel says delete and insert one after the other; together they are one change."""
    out: list[_Step] = []
    for tag, i1, i2, j1, j2 in opcodes:  # type: ignore[attr-defined]  # rapidfuzz' Opcodes has no stub for its iterator
        if tag == "equal":
            continue
        if out and out[-1].src_end == i1 and out[-1].dest_end == j1:
            out[-1] = _Step(out[-1].src_start, i2, out[-1].dest_start, j2)
        else:
            out.append(_Step(i1, i2, j1, j2))
    return out


def landmarks(old: Sequence[str], new: Sequence[str], whole: WordChange) -> list[WordChange]:
    """Runs of words that both have once cut the rest into gaps that can be compared."""
    was, now = old[whole.i1 : whole.i2], new[whole.j1 : whole.j2]
    blocks = matching_blocks(_shingles(was), _shingles(now))
    out: list[WordChange] = []
    i, j = whole.i1, whole.j1
    for start, at, size in blocks[:-1]:  # the last is a dummy
        words = size + SHINGLE - 1
        skipped = max(i - whole.i1 - start, j - whole.j1 - at, 0)  # runs that follow each other share words
        if skipped < words:
            i2, j2 = whole.i1 + start + skipped, whole.j1 + at + skipped
            if i < i2 or j < j2:
                out += _gap(old, new, WordChange(i, i2, j, j2))
            i, j = i2 + words - skipped, j2 + words - skipped
    if i < whole.i2 or j < whole.j2:
        out += _gap(old, new, WordChange(i, whole.i2, j, whole.j2))
    return out


def _shingles(keys: Sequence[str]) -> list[int]:
    return [hash(four) for four in zip(*(keys[at:] for at in range(SHINGLE)), strict=False)]
