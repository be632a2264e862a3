"""What a comparison puts into the HTML of a document: insertions only, so that the document stays what it is."""

import re
from bisect import bisect_left
from html import escape

from countermark.documents.markdown.tree import TAG, Node

CLOSES, BLOCK, NOTE, WORDS = range(4)  # the order of insertions at one place
# Of an old document's inline HTML, code and spelled-out characters keep their look; everything else is words.
QUIET = re.compile(r'(<code>[^<]*</code>|<span class="(?:escape|task)[^<>]*>[^<]*</span>)|<[^<>]*>')
ATTRIBUTES = re.compile(r"<([a-z][a-z0-9]*)( [^<>]*)>")
FOREIGN = re.compile(r' (?:id|data-lines|data-continues|tabindex|role|aria-[a-z]+)="[^"]*"| href="#[^"]*"')
CLASS = ' class="'
FRESH, END_FRESH = '<ins class="fresh">', "</ins>"


class Pen:
    """Insertions into one HTML."""

    def __init__(self, html: str) -> None:
        self.html = html
        self._put: list[tuple[int, int, int, str]] = []
        self._classes: dict[int, tuple[Node, list[str]]] = {}
        self._sorted = True

    def put(self, at: int, html: str, rank: int) -> None:
        """Insert at an offset."""
        self._put.append((at, rank, len(self._put), html))
        self._sorted = False

    def add_class(self, node: Node, name: str) -> None:
        """Give an element one more class."""
        named = self._classes.setdefault(node.start, (node, []))[1]
        if name not in named:
            named.append(name)
            self._sorted = False

    def add_attribute(self, node: Node, written: str) -> None:
        """Give an element an attribute that it does not have."""
        self.put(node.inner - 1, written, NOTE)

    def enclose(self, start: int, end: int, opening: str, closing: str) -> None:
        """Put an inline element around the words of a part; tags stay outside of it."""
        if self.html.find("<", start, end) < 0:
            self.put(start, opening, WORDS)
            self.put(end, closing, CLOSES)
            return
        at = start
        for found in [*TAG.finditer(self.html, start, end), None]:
            stop = end if found is None else found.start()
            if at < stop and not self.html[at:stop].isspace():
                self.put(at, opening, WORDS)
                self.put(stop, closing, CLOSES)
            at = end if found is None else found.end()

    def written(self, start: int = 0, end: int | None = None) -> str:
        """The HTML from start to end with what was put between."""
        if not self._sorted:
            self._write_classes()
            self._put.sort()
            self._sorted = True
        stop = len(self.html) if end is None else end
        pieces: list[str] = []
        at = start
        for number in range(bisect_left(self._put, (start,)), len(self._put)):
            place, _, _, html = self._put[number]
            if place > stop or (place == stop and end is not None):
                break
            pieces += (self.html[at:place], html)
            at = place
        pieces.append(self.html[at:stop])
        return "".join(pieces)

    def _write_classes(self) -> None:
        for node, names in self._classes.values():
            name = " ".join(names)
            behind = node.start + 1 + len(node.tag)
            at = node.attributes.find(CLASS)
            if at < 0:
                self.put(behind, f' class="{name}"', NOTE)
            else:
                self.put(behind + at + len(CLASS), f"{name} ", NOTE)
        self._classes.clear()


def quiet(html: str) -> str:
    """Inline HTML of an old document as words that may stand anywhere."""
    return QUIET.sub(r"\1", html) if "<" in html else html


def foreign(html: str) -> str:
    """Block HTML of an old document without what belongs to the new one: ids, marks' places, links within."""
    return ATTRIBUTES.sub(_foreign, html)


def _foreign(found: re.Match[str]) -> str:
    attributes = FOREIGN.sub("", found[2]).replace(' data-block="', ' data-old-block="')
    return f"<{found[1]}{attributes}>"


def with_class(opening: str, name: str) -> str:
    """An opening tag with one more class and the sign that it is the desk's."""
    if ' class="' in opening:
        opening = opening.replace(' class="', f' class="{name} ', 1)
    else:
        opening = re.sub(r"^<[a-z0-9]+", rf'\g<0> class="{name}"', opening)
    return opening[:-1] + " data-desk>"


def gone(html: str, node: Node, extra: str = "") -> str:
    """An old element, whole, as one that is no longer there."""
    whole = foreign(html[node.start : node.end])
    cut = whole.index(">") + 1
    return with_class(whole[: cut - 1] + extra + ">", "gone") + whole[cut:]


def words(text: str) -> str:
    """The desk's own words as HTML."""
    return escape(text, quote=False)
