"""Where a selected span of a real document went, told only where all aligners agree."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from rapidfuzz import fuzz, process

from bench.anchors.aligners import ALIGNERS, GONE, UNKNOWN, Alignment
from bench.anchors.texts import Span, Text

Fate = Literal["unchanged", "moved", "edited", "deleted"]
FATES: tuple[Fate, ...] = ("unchanged", "moved", "edited", "deleted")
STANDING = 0.5  # of a span's letters survive: it is edited
FALLEN = 0.1  # and at most so many: it is deleted
SCATTERED = 2.5  # times its length: the words survive, but not as one passage
AGREEING = 0.7  # of the union of two ranges is in both
REWRITTEN = 55  # of 100: deleted words and arrived ones are so alike that a person might see an edit
CONTAINED = 80  # of 100, the same for words inside of a longer block
SHORT = 300  # letters; longer words are compared as a whole


@dataclass(frozen=True)
class Truth:
    """What became of a span: surely inside `core`, at most `reach` where its ends were rewritten; None if deleted."""

    fate: Fate
    note: str  # "dup": its words stand more than once; "similar": deleted, and a lookalike stays; else ""
    core: Span | None
    reach: Span | None


class Judge:
    """All aligners on one pair of texts."""

    def __init__(self, old: Text, new: Text) -> None:
        self.old, self.new = old, new
        self.alignments = [aligner(old, new) for aligner in ALIGNERS]
        stood = set(old.plain)
        self.arrived = [unit for unit in new.plain if unit not in stood]
        self.stayed = [unit for unit in new.plain if unit in stood]

    def judge(self, span: Span) -> Truth | None:
        """The truth, or None where the aligners differ or no person could say."""
        tokens = self.old.tokens_in(span.start, span.end)
        if not tokens:
            return None
        shares = [self._share(alignment, tokens) for alignment in self.alignments]
        if all(0 <= share <= FALLEN for share in shares):
            return self._deleted(span, tokens)
        if not all(share >= STANDING for share in shares):
            return None
        return self._standing(span, tokens)

    def _share(self, alignment: Alignment, tokens: range) -> float:
        """How much of the span's letters survive; negative if unknown."""
        total = survived = 0
        for number in tokens:
            to, size = alignment.to[number], len(self.old.tokens[number].word)
            if to == UNKNOWN:
                return -1
            total += size
            survived += size * (to >= 0)
        return survived / total

    def _standing(self, span: Span, tokens: range) -> Truth | None:
        cores = [self._core(alignment, tokens) for alignment in self.alignments]
        found = [core for core in cores if core is not None]
        if len(found) < len(cores) or any(_shared(one, other) < AGREEING for one in found for other in found):
            return None
        core = Span(sorted(one.start for one in found)[1], sorted(one.end for one in found)[1])
        if core.end - core.start > SCATTERED * (span.end - span.start) + 20:
            return None
        same = _squeezed(self.new, core) == _squeezed(self.old, span)
        units = range(self.old.tokens[tokens[0]].unit, self.old.tokens[tokens[-1]].unit + 1)
        moved = [all(unit in alignment.moved for unit in units) for alignment in self.alignments[:2]]
        if same and moved[0] != moved[1]:
            return None
        fate: Fate = "edited" if not same else "moved" if moved[0] else "unchanged"
        reaches = [self._reach(alignment, tokens, core) for alignment in self.alignments[:2]]
        reach = Span(min(one.start for one in reaches), max(one.end for one in reaches))
        return Truth(fate, "dup" if self._repeats(span) else "", core, reach)

    def _core(self, alignment: Alignment, tokens: range) -> Span | None:
        """From the first to the last surviving word, if they kept their order."""
        homes = [alignment.to[number] for number in tokens if alignment.to[number] >= 0]
        if not homes or any(one >= other for one, other in pairwise(homes)):
            return None
        return Span(self.new.tokens[homes[0]].start, self.new.tokens[homes[-1]].end)

    def _reach(self, alignment: Alignment, tokens: range, core: Span) -> Span:
        """The core with the new words that stand where its lost ends stood."""
        start, end = core.start, core.end
        if alignment.to[tokens[0]] == GONE:
            before = self._neighbour(alignment, range(tokens[0] - 1, -1, -1))
            start = min(start, 0 if before is None else self.new.tokens[before].end)
        if alignment.to[tokens[-1]] == GONE:
            after = self._neighbour(alignment, range(tokens[-1] + 1, len(alignment.to)))
            end = max(end, len(self.new.whole) if after is None else self.new.tokens[after].start)
        floor = self.new.starts[self.new.unit_at(core.start)]
        last = self.new.unit_at(core.end - 1)
        return Span(max(start, floor), min(end, self.new.starts[last] + len(self.new.units[last])))

    def _neighbour(self, alignment: Alignment, numbers: Sequence[int]) -> int | None:
        return next((alignment.to[number] for number in numbers if alignment.to[number] >= 0), None)

    def _deleted(self, span: Span, tokens: range) -> Truth | None:
        """Deleted, if nothing came in its stead that a person might take for it."""
        for alignment in self.alignments:
            before = self._neighbour(alignment, range(tokens[0] - 1, -1, -1))
            after = self._neighbour(alignment, range(tokens[-1] + 1, len(alignment.to)))
            same_unit = (
                before is not None
                and after is not None
                and (self.new.tokens[before].unit == self.new.tokens[after].unit)
            )
            if same_unit and before is not None and after is not None and after - before - 1 > len(tokens) / 4:
                return None
        quote = " ".join(self.old.whole[span.start : span.end].split())
        units = [self.old.plain[unit] for unit in self._units(tokens)]
        if any(self._rewritten(words) for words in (quote, *units) if words not in self.new.plain):
            return None
        if quote in " ".join(self.new.plain):
            return Truth("deleted", "dup", None, None)
        return Truth("deleted", "similar" if any(map(self.lookalike, units)) else "", None, None)

    def lookalike(self, unit: str) -> bool:
        """Whether the new text has a block much like this one that stood in the old one already."""
        return process.extractOne(unit, self.stayed, scorer=fuzz.ratio, score_cutoff=REWRITTEN) is not None

    def _units(self, tokens: range) -> range:
        return range(self.old.tokens[tokens[0]].unit, self.old.tokens[tokens[-1]].unit + 1)

    def _rewritten(self, words: str) -> bool:
        """Whether something that arrived is so like these words that they may have become it."""
        if process.extractOne(words, self.arrived, scorer=fuzz.ratio, score_cutoff=REWRITTEN):
            return True
        longer = [other for other in self.arrived if len(other) >= len(words)] if len(words) < SHORT else []
        return process.extractOne(words, longer, scorer=fuzz.partial_ratio, score_cutoff=CONTAINED) is not None

    def _repeats(self, span: Span) -> bool:
        quote = _squeezed(self.old, span)
        return any(" ".join(text.plain).count(quote) > 1 for text in (self.old, self.new))


def _squeezed(text: Text, span: Span) -> str:
    return " ".join(text.whole[span.start : span.end].split())


def _shared(one: Span, other: Span) -> float:
    both = min(one.end, other.end) - max(one.start, other.start)
    return max(both, 0) / (max(one.end, other.end) - min(one.start, other.start))
