"""Which lines belong to which block, and the words that each of them has beyond what its block says."""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from countermark.documents.markdown import entities, hidden_places
from countermark.documents.markdown.blocks import Block
from countermark.documents.markdown.counted import counted
from countermark.documents.markdown.said import Said

Region = tuple[int, int]  # the first and the last line of a block; lines inside it may belong to smaller ones
NOWHERE: Region = (0, 0)
TAGGED = re.compile(rf"{hidden_places.LEAD}<")
DEFINES = re.compile(rf"{hidden_places.LEAD}\[")
INDENTED = ("    ", "\t")
CONTAINERS = frozenset({"row", "quote", "footnote", "rule"})


class Regions:
    """The lines of a source, by the smallest block around them, and what the page says there."""

    def __init__(self, source: str, blocks: Sequence[Block], said: Said) -> None:
        self.blocks = blocks
        self.rows = source.split("\n")
        self.starts = [0]
        for row in self.rows:
            self.starts.append(self.starts[-1] + len(row) + 1)
        self.next_tag = _next_tags(self.rows) if said.unplaced else []
        self.regions = [self._lines(number, number in said.unplaced) for number in range(len(blocks))]
        self.owners = _owners(self.regions, len(self.rows))
        self._give_back({self.regions[number] for number in said.unplaced})
        self.texts = self._texts(said)

    def line(self, at: int) -> int:
        """The line, from 1, of a place in the source."""
        return bisect_right(self.starts, at)

    def region(self, at: int) -> Region:
        """The lines that a place belongs to."""
        return self.owners[self.line(at)]

    def row(self, line: int) -> str:
        """A line, from 1, without its end."""
        return self.rows[line - 1]

    def unowned(self) -> list[bool]:
        """Of each line, from 1, whether no block has it."""
        return [owner == NOWHERE for owner in self.owners]

    def coded(self) -> set[int]:
        """The lines on which Markdown is nothing but words: those of code, without a fence's first."""
        coded: set[int] = set()
        for block in self.blocks:
            if block.kind in ("code", "math"):
                fenced = hidden_places.FENCE.match(self.row(block.start_line)) is not None
                coded.update(range(block.start_line + fenced, block.end_line + 1))
        return coded

    def shortages(self, wanted: Mapping[Region, Collection[str]]) -> dict[Region, dict[str, int]]:
        """How often the lines of each region have each of these words more than its block says it. Linear in all."""
        lines: defaultdict[Region, list[str]] = defaultdict(list)
        for line, owner in enumerate(self.owners[1:-1], 1):
            if owner in wanted:
                lines[owner].append(self.row(line))
        shortages: dict[Region, dict[str, int]] = {}
        for region, rows in lines.items():
            written, said = counted((entities.read("\n".join(rows)),)), counted(self.texts.get(region, ()))
            shortages[region] = {word: written.get(word, 0) - said.get(word, 0) for word in wanted[region]}
        return shortages

    def _lines(self, number: int, unplaced: bool) -> Region:
        """The lines of a block; of an alert that of its title; of raw HTML those from the first that begins with a tag.

        What comes before that tag may be a definition, whose words must not be taken for those of the HTML.
        """
        block = self.blocks[number]
        start, end = block.start_line, block.end_line
        if block.kind in CONTAINERS:
            return NOWHERE
        if unplaced:
            start = self.next_tag[start]
            return (start, end) if start <= end else NOWHERE
        return start, start if block.kind == "alert" else end

    def _give_back(self, raw: Collection[Region]) -> None:
        """Definitions among lines of raw HTML, behind a blank one, belong to no block: HTML ends at a blank line."""
        after_blank = given = False
        for line, row in enumerate(self.rows, 1) if raw else ():
            if not row.strip(hidden_places.EMPTY):
                after_blank = True
                continue
            if TAGGED.match(row) is not None:
                given = False
            elif after_blank and not (given and row.startswith(INDENTED)):
                given = DEFINES.match(row) is not None
            if given and self.owners[line] in raw:
                self.owners[line] = NOWHERE
            after_blank = False

    def _texts(self, said: Said) -> dict[Region, list[str]]:
        texts: defaultdict[Region, list[str]] = defaultdict(list)
        for (start, block), (end, _) in pairwise((*said.turns, (len(said.pieces), -1))):
            if start < end and block >= 0:
                texts[self.regions[block]] += said.pieces[start:end]
        texts.pop(NOWHERE, None)
        return texts


def _owners(regions: Sequence[Region], lines: int) -> list[Region]:
    """For each line (from 1) the smallest region around it; `NOWHERE` where there is none."""
    owners = [NOWHERE] * (lines + 2)
    for start, end in sorted({*regions} - {NOWHERE}, key=lambda each: each[0] - each[1]):
        owners[start : end + 1] = [(start, end)] * (end + 1 - start)
    return owners


def _next_tags(rows: Sequence[str]) -> list[int]:
    """For each line (from 1) the first from there on that begins with a tag, else the one behind the last."""
    following = [len(rows) + 1] * (len(rows) + 2)
    for line in range(len(rows), 0, -1):
        following[line] = line if TAGGED.match(rows[line - 1]) else following[line + 1]
    return following
