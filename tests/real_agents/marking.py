"""A person's pen: finds words in a document's HTML as a browser does, and makes marks of them."""

from dataclasses import dataclass
from html.parser import HTMLParser
from itertools import count
from typing import Any

Json = dict[str, Any]

WITHOUT_END = {"br", "hr", "img", "input", "wbr"}


@dataclass
class Unit:
    """A block and its own text."""

    block: str
    text: str = ""


class Paper(HTMLParser):
    """The text of a document: every character belongs to its nearest block, and blocks without words do not count."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self._blocks: dict[str, Unit] = {}
        self._open: list[tuple[str, str | None, bool]] = [("", None, False)]  # tag, nearest block, not the document's
        self.feed(html)
        self.close()
        self.units = [unit for unit in self._blocks.values() if unit.text.strip()]
        self.text = "\n".join(unit.text for unit in self.units)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given, (_, block, desks) = dict(attrs), self._open[-1]
        if own := given.get("data-block") or given.get("data-continues"):
            block = own
            self._blocks.setdefault(own, Unit(own))
        if tag not in WITHOUT_END:
            self._open.append((tag, block, desks or "data-desk" in given))

    def handle_endtag(self, tag: str) -> None:
        if tag not in WITHOUT_END:
            assert self._open.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        _, block, desks = self._open[-1]
        if block is not None and not desks:
            self._blocks[block].text += data

    def place(self, words: str, *, nth: int = 1) -> Json:
        """Where these words stand for the nth time; a line end is the border of two blocks."""
        start = -1
        for _ in range(nth):
            start = self.text.index(words, start + 1)
        first, begin = self._unit_at(start)
        last, end = self._unit_at(start + len(words) - 1)
        return {
            "start_block": first.block,
            "start": units_in(first.text[:begin]),
            "end_block": last.block,
            "end": units_in(last.text[: end + 1]),
        }

    def _unit_at(self, at: int) -> tuple[Unit, int]:
        for unit in self.units:
            if at < len(unit.text):
                return unit, at
            at -= len(unit.text) + 1
        raise AssertionError("these words end outside the document")


def units_in(text: str) -> int:
    """The length of a text as a browser counts it."""
    return len(text.encode("utf-16-le")) // 2


class Pen:
    """Makes marks on one revision; each has an id of its own, as the page makes them."""

    def __init__(self, html: str, *, revision: int) -> None:
        self.paper = Paper(html)
        self.revision = revision
        self._numbers = count(revision * 10_000)

    def mark(self, kind: str, quote: str = "", *, nth: int = 1, **said: object) -> tuple[str, Json]:
        """The id of a new mark and what the page sends of it."""
        place = self.paper.place(quote, nth=nth) if quote else None
        given = {"revision": self.revision, "kind": kind, "place": place, "quote": quote, **said}
        return f"an_{next(self._numbers):026}", given
