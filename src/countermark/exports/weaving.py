"""A rendered document with marks in it: the marked words, a number behind them, and the note that this leads to."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape, unescape
from itertools import islice, pairwise
from typing import NamedTuple, assert_never

from countermark.documents.difference.pen import BLOCK, Pen
from countermark.documents.markdown.blocks import Document
from countermark.documents.markdown.passages import Passages, passages_in, runs_of
from countermark.documents.markdown.tree import Node, Tree, tree
from countermark.exports.markdown import plain
from countermark.model.annotations import AnnotationKind
from countermark.model.exports import ExportedItem, ExportedMark

LETTER = re.compile(r"<[^<>]*>|&[^;&<]{1,32};|[^<]", re.DOTALL)
FAR = 200  # characters: some three lines
LINK = re.compile(r"<(/?)a[ >]")
# What no note may stand in: it would be read as a part of a heading, or be caught in a cell.
CLOSED = frozenset({"caption", "dl", "figcaption", "h1", "h2", "h3", "h4", "h5", "h6", "summary", "table"})
STRUCK = frozenset({AnnotationKind.DELETION, AnnotationKind.REPLACEMENT})
KINDS: Mapping[AnnotationKind, str] = {
    AnnotationKind.COMMENT: "Comment", AnnotationKind.DELETION: "Remove", AnnotationKind.INSERTION: "Insert",
    AnnotationKind.REPLACEMENT: "Replace", AnnotationKind.NOTE: "Note",
}  # fmt: skip


class Letter(NamedTuple):  # one for each character of a marked block
    """Where a character of a block's own words stands in the HTML, and in which of its runs."""

    start: int
    end: int
    run: int


@dataclass(frozen=True)
class Numbered:
    """A mark with its number, and where its words stand in the whole text, in code points."""

    number: int
    mark: ExportedMark
    start: int
    end: int


@dataclass(frozen=True)
class MarkedText:
    """A document with its marks, and the marks that stand nowhere in it."""

    html: str
    whole: Sequence[ExportedMark]


def woven(item: ExportedItem, document: Document) -> MarkedText:
    """The marks of an item in its text; `document` is that text, rendered and thus safe."""
    elements = tree(document.slices)
    reading = passages_in(elements, document)
    marks = numbered(item.marks, reading)
    weaving = Weaving(elements, reading, marks)
    placed = {each.mark.id for each in marks}
    return MarkedText(weaving.html(), [mark for mark in item.marks if mark.id not in placed])


def numbered(marks: Iterable[ExportedMark], reading: Passages) -> Sequence[Numbered]:
    """The marks that stand in the text, counted down the document."""
    spans = [(*span, mark) for mark in marks if mark.place and (span := reading.span(mark.place))]
    ordered = sorted(spans, key=lambda each: each[:2])
    return [Numbered(number, mark, start, end) for number, (start, end, mark) in enumerate(ordered, start=1)]


class Weaving:
    """Puts marks into a document, unit by unit."""

    def __init__(self, elements: Tree, reading: Passages, marks: Sequence[Numbered]) -> None:
        self._elements = elements
        self._reading = reading
        self._marks = marks
        self._pen = Pen(elements.html)

    def html(self) -> str:
        """All of it."""
        by_unit: dict[int, list[Numbered]] = {}
        for each in self._marks:
            last = self._reading.unit_at(each.end - 1)
            for unit in range(self._reading.unit_at(each.start), last + 1):
                by_unit.setdefault(unit, []).append(each)
        for unit, marks in by_unit.items():
            self._unit(unit, marks)
        return self._pen.written()

    def _unit(self, at: int, marks: Sequence[Numbered]) -> None:
        """The marks that touch a unit."""
        unit = self._reading.units[at]
        node = self._elements.blocks[unit.block]
        letters = list(letters_of(self._elements.html, node))
        spans = [(max(each.start - unit.start, 0), min(each.end - unit.start, len(letters)), each) for each in marks]
        edges = sorted({edge for start, end, _ in spans for edge in (start, end)})
        for first, last in pairwise(edges):
            kinds = [each.mark.kind for start, end, each in spans if start < last and end > first]
            if kinds:
                self._words(letters[first:last], kinds)
        for _, end, each in spans:
            if each.end <= unit.end:
                self._end(each, node, letters, end - 1)

    def _words(self, letters: Sequence[Letter], kinds: Sequence[AnnotationKind]) -> None:
        """Some words under the same marks; between two runs lie blocks that are no part of them."""
        names = " ".join(sorted({kind.value for kind in kinds}))
        struck = not STRUCK.isdisjoint(kinds)
        opening, closing = f'<mark class="{names}">', "</mark>"
        if struck:
            opening, closing = f"{opening}<del>", f"</del>{closing}"
        for run in dict.fromkeys(run for _, _, run in letters):
            spans = [(start, end) for start, end, its in letters if its == run]
            self._pen.enclose(spans[0][0], spans[-1][1], opening, closing)

    def _end(self, each: Numbered, node: Node, letters: Sequence[Letter], last: int) -> None:
        """New words and the number behind a mark, and its note."""
        html = self._elements.html
        behind = behind_link(html, node.inner, letters[last].end, node.close)
        self._pen.put(behind, f"{new_words(each.mark)}{number_of(each)}", BLOCK)
        holder = closed_around(node)
        if holder is not None:
            self._pen.put(holder.end, note_of(each, "div"), BLOCK)
        elif node.tag == "pre":
            self._pen.put(html.find("\n", behind, node.close) + 1 or behind, note_of(each, "span"), BLOCK)
        else:
            between = ends_late(letters, last)
            at = behind if between else max(behind, run_end(html, node, letters[last].run))
            self._pen.put(at, note_of(each, "span", between=between), BLOCK)


def ends_late(letters: Sequence[Letter], last: int) -> bool:
    """Whether so much follows in the block that a note behind it would stand far below its mark."""
    behind = letters[min(last + FAR, len(letters) - 1)]
    return len(letters) - last > FAR and behind.run == letters[last].run


def run_end(html: str, node: Node, run: int) -> int:
    """Where a run of a block's words ends, outside of all that is in line."""
    return next(islice(runs_of(html, node), run, None))[1]


def letters_of(html: str, node: Node) -> Iterator[Letter]:
    """Where each character of a block's own words stands in the HTML, and in which of its runs."""
    for run, (start, end) in enumerate(runs_of(html, node)):
        for found in LETTER.finditer(html, start, end):
            said = found[0]
            if said[0] == "<":
                continue
            for _ in unescape(said) if said[0] == "&" else said:
                yield Letter(found.start(), found.end(), run)


def behind_link(html: str, start: int, at: int, end: int) -> int:
    """The same place, or the one behind the link in which it lies: a link holds no other."""
    opened = [found[1] == "" for found in LINK.finditer(html, start, at)]
    if not opened or not opened[-1]:
        return at
    closing = html.find("</a>", at, end)
    return at if closing < 0 else closing + len("</a>")


def closed_around(node: Node) -> Node | None:
    """The outermost element around a block that no note may stand in."""
    found, here = None, node
    while here.parent is not None:
        if here.tag in CLOSED or 'class="table' in here.attributes:
            found = here
        here = here.parent
    return found


def new_words(mark: ExportedMark) -> str:
    """What a mark puts into the text."""
    match mark.kind:
        case AnnotationKind.REPLACEMENT | AnnotationKind.INSERTION:
            return f'<ins class="{mark.kind.value}">{written(mark.text)}</ins>' if mark.text else ""
        case AnnotationKind.DELETION | AnnotationKind.COMMENT | AnnotationKind.NOTE:
            return ""
        case _:
            assert_never(mark.kind)


def number_of(each: Numbered) -> str:
    """The number in the text, which leads to the note."""
    label = f"Mark {each.number}, {KINDS[each.mark.kind].lower()}"
    link = f'<a id="mark-{each.number}" href="#said-{each.number}" aria-label="{label}">{each.number}</a>'
    return f'<sup class="number">{link}</sup>'


def note_of(each: Numbered, tag: str, *, between: bool = False) -> str:
    """The note that goes with a number; one `between` words of a block stands between its lines on narrow screens."""
    link = f'<a class="number" href="#mark-{each.number}" aria-label="Back to mark {each.number}">{each.number}</a> '
    name = "note between" if between else "note"
    return f'<{tag} class="{name}" role="note" id="said-{each.number}">{link}{note_words(each.mark)}</{tag}>'


def note_words(mark: ExportedMark) -> str:
    """Whose mark it is, what it asks for, and what it says."""
    author = f'<b class="author">{written(mark.author)}</b> ' if mark.author else ""
    label = f" · {written(mark.label)}" if mark.label else ""
    said = f'<span class="words">{written(mark.words)}</span>' if mark.words else ""
    images = f"<small>Images, at the desk: {written(', '.join(mark.images))}</small>" if mark.images else ""
    kept = "" if mark.sent else "<small>Not sent to the agent.</small>"
    return f'{author}<span class="kind">{KINDS[mark.kind]}{label}</span> {said}{images}{kept}'


def written(text: str) -> str:
    """Words of a person or an agent as HTML, without controls and what turns the direction."""
    return escape(plain(text), quote=True)
