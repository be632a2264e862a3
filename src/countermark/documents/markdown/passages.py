"""The words of a rendered document as a person can mark them: units of text in order, and places in them."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from html import unescape
from typing import NamedTuple

from countermark.documents.markdown.bearings import Bearings
from countermark.documents.markdown.blocks import Block, BlockKind, Document
from countermark.documents.markdown.tree import TAG, Node, Tree, tree
from countermark.documents.markdown.words import WHITE, code_point
from countermark.model.errors import BadInput
from countermark.model.places import Place
from countermark.model.text_units import utf16

WORDS = re.compile(f"[^{WHITE}]")
LEVELS = {f"h{level}": level for level in range(1, 7)}


class Unit(NamedTuple):  # made by the ten thousand: a frozen dataclass takes five times as long
    """A block with words of its own, and those words, as they stand in its text nodes."""

    block: str
    kind: BlockKind
    text: str  # verbatim, nothing trimmed
    start: int  # in the whole text, in code points
    start_line: int  # of the block in the source; 1 is the first, 0 where there is no source
    end_line: int
    section: tuple[str, ...]  # the headings above it, outermost first

    @property
    def end(self) -> int:
        """Where it ends in the whole text."""
        return self.start + len(self.text)


@dataclass(frozen=True, eq=False)
class Passages:
    """All units of a document in order. Spans count code points of the whole text, places UTF-16 units of a block."""

    units: tuple[Unit, ...]

    @cached_property
    def text(self) -> str:
        """The units' texts, with a line end between them."""
        return "\n".join(unit.text for unit in self.units)

    @cached_property
    def bearings(self) -> Bearings:
        """The index by which anchors are found; made once for all marks."""
        units = self.units
        return Bearings([unit.text for unit in units], [unit.kind for unit in units], [unit.section for unit in units])

    @cached_property
    def order(self) -> dict[str, int]:
        """Where among the units a block's words stand."""
        return {unit.block: at for at, unit in enumerate(self.units)}

    @cached_property
    def starts(self) -> list[int]:
        """Where the units start in the whole text."""
        return [unit.start for unit in self.units]

    def span(self, place: Place) -> tuple[int, int] | None:
        """The place in the whole text; None if there is no such place, it is empty, or it cuts a character in two."""
        first, last = self.order.get(place.start_block), self.order.get(place.end_block)
        if first is None or last is None:
            return None
        start = code_point(self.units[first].text, place.start)
        end = code_point(self.units[last].text, place.end)
        if start is None or end is None:
            return None
        start, end = self.units[first].start + start, self.units[last].start + end
        return (start, end) if start < end else None

    def unit_at(self, position: int) -> int:
        """The number of the unit in which, or behind which, a position of the whole text lies."""
        return bisect_right(self.starts, position) - 1

    def place(self, start: int, end: int) -> Place:
        """The place of a span; line ends between units belong to none, so it draws back from them."""
        if not 0 <= start < end <= len(self.text):
            raise BadInput("This span is empty or outside the text.")
        first, last = self.unit_at(start), self.unit_at(end)
        if start == self.units[first].end:
            first, start = first + 1, start + 1
        if end == self.units[last].start:
            last, end = last - 1, end - 1
        if start >= end:
            raise BadInput("This span holds no character of a block.")
        head, tail = self.units[first], self.units[last]
        return Place(
            head.block, utf16(head.text[: start - head.start]), tail.block, utf16(tail.text[: end - tail.start])
        )

    def quote(self, place: Place) -> str | None:
        """The words that stand at the place."""
        span = self.span(place)
        return None if span is None else self.text[span[0] : span[1]]

    def position(self, place: Place) -> int:
        """Where the place begins in the whole text, in UTF-16 units; 0 if there is no such place."""
        span = self.span(place)
        if span is None:
            return 0
        first = self.order[place.start_block]
        return self.wide_starts[first] + place.start

    @cached_property
    def wide_starts(self) -> list[int]:
        """Where the units start in the whole text, in UTF-16 units."""
        starts, at = [], 0
        for unit in self.units:
            starts.append(at)
            at += utf16(unit.text) + 1
        return starts

    def occurrence(self, place: Place) -> tuple[int, int]:
        """This is the n-th of m pieces of the text that read the same; (1, 1) if there is no such place."""
        span = self.span(place)
        if span is None:
            return (1, 1)
        quote = self.text[span[0] : span[1]]
        before = self.text.count(quote, 0, span[0])
        return (before + 1, before + 1 + self.text.count(quote, span[1]))

    def lines(self, place: Place) -> tuple[int, int] | None:
        """The lines of the source on which it stands; None if there is no such place or no source.

        Exact where a line of the text is a line of the source: in code, and in paragraphs and items that break softly.
        """
        span = self.span(place)
        if span is None:
            return None
        head, tail = self.units[self.order[place.start_block]], self.units[self.order[place.end_block]]
        if not head.start_line:
            return None
        first = _line_of(head, span[0] - head.start)
        last = _line_of(tail, span[1] - tail.start - 1)
        start = head.start_line if first is None else first
        end = tail.end_line if last is None else last
        return (start, max(start, end))


def line_at(reading: Passages, position: int) -> int:
    """The line of the source of a position of the whole text, or the one on which its block begins."""
    unit = reading.units[reading.unit_at(position)]
    found = _line_of(unit, position - unit.start)
    return unit.start_line if found is None else found


def _line_of(unit: Unit, offset: int) -> int | None:
    """The source line of a character of a unit, if it can be known."""
    if unit.kind == "front_matter":
        return _pair_line(unit, offset)
    begins = 0
    if unit.kind != "code":
        begins = match.start() if (match := WORDS.search(unit.text)) else 0
    above = unit.text.count("\n", begins, max(offset, begins))
    within = unit.text.strip("\n") if unit.kind != "code" else unit.text.removesuffix("\n")
    rows = within.count("\n") + 1
    height = unit.end_line - unit.start_line + 1
    if unit.kind == "code":
        fenced = height > rows
        exact = height - rows in (0, 1, 2)
    else:
        fenced = False
        exact = unit.kind == "item" or rows == height
    return min(unit.start_line + fenced + above, unit.end_line) if exact else None


def _pair_line(unit: Unit, offset: int) -> int | None:
    """The source line of a pair of the front matter, which says key and value on two lines, behind a rule."""
    begins = match.start() if (match := WORDS.search(unit.text)) else 0
    one_line_each = unit.text.count("\n", begins) // 2 == unit.end_line - unit.start_line - 1
    return unit.start_line + 1 + unit.text.count("\n", begins, max(offset, begins)) // 2 if one_line_each else None


def passages(document: Document) -> Passages:
    """The units of a rendered document. Takes time linear in its length."""
    return passages_in(tree(document.slices), document)


def passages_in(elements: Tree, document: Document) -> Passages:
    """The same, where the document's elements are known."""
    known = {block.id: block for block in document.blocks}
    return assembled(
        (known[name], LEVELS.get(node.tag, 0), _words(elements.html, node))
        for name, node in elements.blocks.items()
        if name in known
    )


def _words(html: str, block: Node) -> str:
    """The text nodes that belong to a block, as a browser's parser makes them."""
    own = (
        "".join(html[slice(*run)] for run in runs_of(html, block))
        if block.children or block.tag == "pre"
        else block.own
    )
    text = TAG.sub("", own) if "<" in own else own
    return unescape(text) if "&" in text else text


def runs_of(html: str, node: Node) -> Iterator[tuple[int, int]]:
    """Where the HTML stands that is in an element, without the blocks in it; its text nodes are the block's words."""
    at = node.inner
    if node.tag == "pre":
        at += html.startswith("\n", at)  # an HTML parser drops the line end that follows <pre>
    for child in node.children:
        yield at, child.start
        if not child.block:
            yield from runs_of(html, child)
        at = child.end
    yield at, node.close


def assembled(blocks: Iterable[tuple[Block, int, str]]) -> Passages:
    """Units from blocks, their level if they are headings, and their own texts; blank ones are left out."""
    units: list[Unit] = []
    above: list[tuple[int, str]] = []
    section: tuple[str, ...] = ()
    at = 0
    for block, level, text in blocks:
        if WORDS.search(text) is None:
            continue
        if level:
            while above and above[-1][0] >= level:
                above.pop()
            section = tuple(words for _, words in above)
        units.append(Unit(block.id, block.kind, text, at, block.start_line, block.end_line, section))
        at += len(text) + 1
        if level:
            above.append((level, text.strip()))
            section = (*section, above[-1][1])
    return Passages(tuple(units))
