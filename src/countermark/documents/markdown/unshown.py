"""What a source says and its page does not: every word of the one is a word of the other, or stands in this list.

The words are counted twice. In the whole text, whatever a renderer leaves out is short on the page, and then it is
looked for in the source. In a block, what has the form of a hidden place (a link's title, a definition) is listed
unless its block says its words: words that stand elsewhere on the page do not count for it.
"""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from countermark.documents.markdown import entities, hidden_lines, hidden_places
from countermark.documents.markdown.blocks import Block, Unshown, UnshownKind
from countermark.documents.markdown.counted import RUN, counted, words_of
from countermark.documents.markdown.hidden_places import HiddenPlace
from countermark.documents.markdown.regions import NOWHERE, Region, Regions
from countermark.documents.markdown.said import Said

# Hidden by where they stand, whatever else their line says.
CERTAIN = frozenset({"comment", "cell"})
# Signs alone are not looked for here: `a[1][+]` is no link.
OF_WORDS = frozenset({"link_label", "picture_data"})
MOST_READ = 20_000_000  # characters of blocks in which texts of places are looked for; beyond, they are listed
BLANK = " \t\n"


def unshown(source: str, said: Said, blocks: Sequence[Block]) -> tuple[Unshown, ...]:
    """The places of the source that hold words which its page does not show, in order. Linear in the length."""
    short = counted((entities.read(source),)) - counted(said.pieces)
    if not short and not hidden_places.may_have(source):
        return ()
    return tuple(_UnshownSearch(source, Regions(source, blocks, said), short).found())


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of the source that is short on the page."""

    word: str
    line: int


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A place that may be hidden."""

    place: HiddenPlace
    region: Region
    words: Sequence[str]


class _UnshownSearch:
    """Looks for hidden places, then for the missing words where a block's own words do not suffice."""

    def __init__(self, source: str, regions: Regions, short: Counter[str]) -> None:
        self.source = source
        self.regions = regions
        self.short = short
        self.left_to_read = MOST_READ

    def found(self) -> Iterator[Unshown]:
        """Every missing word is in one of these."""
        candidates = self._candidates()
        hidden = self._hidden(candidates)
        places = sorted((each.place for each in hidden), key=lambda place: place.start)
        self.short = +self.short
        rows = dict.fromkeys(self._missed(list(self._words(places)))) if self.short else {}
        items = [self._item(place, place.kind) for place in places if place.kind is not None]
        items += [Unshown(self._kind_of(row), row, self.regions.row(row).strip()) for row in rows]
        return iter(sorted(items, key=lambda item: item.line))

    def _candidates(self) -> list[_Candidate]:
        coded, regions = self.regions.coded(), self.regions
        lines = hidden_lines.places(regions.rows, regions.blocks, regions.unowned(), coded)
        places = _outer(sorted(lines, key=lambda each: each.start), hidden_places.places(self.source, coded))
        known: dict[str, list[str]] = {}  # names of tags and numbers come again and again
        candidates = []
        for place in places:
            text = self.source[place.start : place.end]
            words = known.get(text)
            if words is None:
                words = known[text] = words_of(text)
            if place.kind is None:
                asked = any(word in self.short for word in words)
            else:
                asked = bool(words) or (place.kind not in OF_WORDS and bool(text.strip(BLANK)))
            if asked:
                candidates.append(_Candidate(place, regions.region(place.start), words))
        return candidates

    def _hidden(self, candidates: Sequence[_Candidate]) -> list[_Candidate]:
        """Those that are hidden. What they say is missing no more; what a visible one says is like any other word."""
        wanted: defaultdict[Region, set[str]] = defaultdict(set)
        for each in candidates:
            if each.region != NOWHERE:
                wanted[each.region].update(each.words)
        before = self.regions.shortages(wanted)
        after = {region: words.copy() for region, words in before.items()}
        told = [each for each in candidates if each.place.kind is None and self._is_told(each, after)]
        listed = [
            each
            for each in candidates
            if each.place.kind is not None and self._is_listed(each, before.get(each.region), after.get(each.region))
        ]
        for each in (*listed, *told):
            for word in each.words:
                self._take(word)
        return listed + told

    def _is_told(self, it: _Candidate, after: dict[Region, dict[str, int]]) -> bool:
        """Whether its block does not say these words: list numbers, names of tags, which the page says in its way."""
        if it.region == NOWHERE:
            return True
        short = after[it.region]
        missing = [word for word in it.words if short[word] > 0]
        for word in missing:
            short[word] -= 1
        return bool(missing)

    def _is_listed(self, it: _Candidate, before: dict[str, int] | None, after: dict[str, int] | None) -> bool:
        """Whether a place with a name is hidden: its block says less than its lines, and does not say this."""
        if before is None or after is None or not it.words or it.place.kind in CERTAIN:
            return True
        if not any(before[word] > 0 for word in it.words):
            return False
        return any(after[word] > 0 for word in it.words) or not self._is_said(it)

    def _is_said(self, it: _Candidate) -> bool:
        """Whether the text of the block has all of the place as it is written."""
        if self.left_to_read <= 0:
            return False
        said = "".join(self.regions.texts.get(it.region, ()))
        self.left_to_read -= len(said)
        return self.source[it.place.start : it.place.end].strip(BLANK) in said

    def _words(self, places: Sequence[HiddenPlace]) -> Iterator[_Word]:
        """The missing words that stand in none of these places."""
        line, starts = 1, [place.start for place in places]
        ends = self.regions.starts
        for run in RUN.finditer(self.source):
            while line < len(ends) and ends[line] <= run.start():
                line += 1
            for word in words_of(run[0]):
                if word in self.short and not _covers(places, starts, run.start()):
                    yield _Word(word, line)

    def _take(self, word: str) -> bool:
        if self.short[word] <= 0:
            return False
        self.short[word] -= 1
        return True

    def _missed(self, plain: Sequence[_Word]) -> list[int]:
        """The lines whose block lacks a word; for what is still missing then, all lines that have it."""
        here: defaultdict[Region, list[_Word]] = defaultdict(list)
        for word in plain:
            here[self.regions.owners[word.line]].append(word)
        rows, others = list[int](), list[_Word]()
        for region, words in here.items():
            lacks = Counter(word.word for word in words) - counted(self.regions.texts.get(region, ()))
            for word in reversed(words):
                if lacks[word.word] > 0 and self._take(word.word):
                    lacks[word.word] -= 1
                    rows.append(word.line)
                else:
                    others.append(word)
        return rows + [word.line for word in others if self.short[word.word] > 0]

    def _item(self, place: HiddenPlace, kind: UnshownKind) -> Unshown:
        text = self.source[place.start : place.end]
        line = self.regions.line(place.start + len(text) - len(text.lstrip()))
        return Unshown(kind, line, (self.regions.row(line) if kind == "cell" else text).strip())

    def _kind_of(self, line: int) -> UnshownKind:
        row = self.regions.row(line).lstrip(" \t>")
        if row.startswith("[^"):
            return "footnote"
        return "cell" if "|" in row else "words"


def _outer(lines: Sequence[HiddenPlace], places: Sequence[HiddenPlace]) -> list[HiddenPlace]:
    """The lines, and those of the places that begin in none of them; in order."""
    if not lines:
        return list(places)
    starts = [line.start for line in lines]
    return sorted(
        [*lines, *(each for each in places if not _covers(lines, starts, each.start))], key=lambda it: it.start
    )


def _covers(places: Sequence[HiddenPlace], starts: Sequence[int], at: int) -> bool:
    number = bisect_right(starts, at) - 1
    return number >= 0 and at < places[number].end
