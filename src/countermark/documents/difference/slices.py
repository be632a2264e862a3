"""Cuts a comparison into slices, each well-formed by itself, as documents/markdown/cutting.py does with a document."""

import re

from countermark.documents.markdown.cutting import DEEPEST_CUT, FIRST_SLICE, LATER_SLICE, PATIENCE, SPLITTABLE
from countermark.documents.markdown.tree import ELEMENT

BLOCK = re.compile(r' data-block="')
ID = re.compile(r' (?:id|start|value)="[^"]*"')
VALUE = re.compile(r' (?:start|value)="(\d+)"')
REMOVED = "</del>"
OPENS = re.compile(r"<(?!/|(?:br|hr|img|wbr|input)[ >])")


class Slicer:
    """Reads the HTML once; what is open stands on a stack."""

    def __init__(self, html: str) -> None:
        self.html = html
        self.slices: list[str] = []
        self.head = ""  # what reopens, at the beginning of the current slice
        self.begun = 0
        self.tags: list[str] = []
        self.openings: list[str] = []
        self.next_numbers: list[int] = []
        self.weighed = 0  # up to where inline elements were counted
        self.inline = 0  # how many of all elements are open there

    def run(self) -> tuple[str, ...]:
        """The slices, never none."""
        for found in ELEMENT.finditer(self.html):
            closing, tag, _ = found.groups()
            if closing:
                self._close(found.start())
                continue
            if found.start() - self.begun >= self._full():
                self._offer(found.start(), within=False)
            if tag == "li":
                self._number(found[0])
            if tag != "hr":
                self.tags.append(tag)
                self.openings.append(found[0])
                start = VALUE.search(found[0]) if tag == "ol" else None
                self.next_numbers.append(int(start[1]) if start else 1)
        self.slices.append(self.head + self.html[self.begun :])
        return tuple(self.slices)

    def _close(self, at: int) -> None:
        if self.tags and self.tags[-1] == "pre":
            self._cut_code(at)
        if self.tags:
            self.tags.pop()
            self.openings.pop()
            self.next_numbers.pop()

    def _number(self, opening: str) -> None:
        """An item of a numbered list takes its number; one of the desk takes none."""
        if self.next_numbers and " data-desk" not in opening:
            value = VALUE.search(opening)
            self.next_numbers[-1] = (int(value[1]) if value else self.next_numbers[-1]) + 1

    def _full(self) -> int:
        return LATER_SLICE if self.slices else FIRST_SLICE

    def _offer(self, at: int, *, within: bool) -> None:
        """Cut here if it may be."""
        patience = self._full() * PATIENCE
        if self.tags and (
            at - self.begun < patience or len(self.tags) > DEEPEST_CUT or not SPLITTABLE.issuperset(self.tags)
        ):
            return
        if self._open_inline(at, within=within) == 0:
            self._cut(at, "<code>" if within else "")

    def _open_inline(self, at: int, *, within: bool) -> int:
        """How many elements are open that are not on the stack."""
        part = self.html[self.weighed : at]
        self.inline += len(OPENS.findall(part)) - part.count("</")
        self.weighed = at
        return self.inline - len(self.tags) - within

    def _cut_code(self, end: int) -> None:
        """Long code goes on in the next slice, from the beginning of a line."""
        begins = self.html.rfind(self.openings[-1], self.begun, end) + len(self.openings[-1])
        if end - self.begun < self._full() * PATIENCE or not self.html.startswith("<code>", begins):
            return
        at = self.html.find("\n", max(self.begun + self._full(), begins)) + 1
        while 0 < at < end - LATER_SLICE // 4:
            before = len(self.slices)
            at += len(REMOVED) * self.html.startswith(REMOVED, at)  # removed lines hold their line end
            self._offer(at, within=True)
            step = self._full() if len(self.slices) > before else 1
            at = self.html.find("\n", at + step) + 1

    def _cut(self, at: int, code: str) -> None:
        closing = "</code>" * bool(code) + "".join(f"</{tag}>" for tag in reversed(self.tags))
        self.slices.append(self.head + self.html[self.begun : at] + closing)
        self.head = "".join(self._reopened(number) for number in range(len(self.tags))) + code
        self.begun = at

    def _reopened(self, number: int) -> str:
        opening = self.openings[number]
        opening = BLOCK.sub(' data-continues="', ID.sub("", opening), count=1)
        if ' class="' in opening:
            opening = opening.replace(' class="', ' class="continued ', 1)
        else:
            opening = re.sub(r"^<[a-z0-9]+", r'\g<0> class="continued"', opening)
        if self.tags[number] == "ol":
            first = self.next_numbers[number] - (number + 1 < len(self.tags))
            opening = opening[:-1] + f' start="{first}">'
        if self.tags[number] == "table":
            opening = '<table class="split">'
        return opening


def sliced(html: str) -> tuple[str, ...]:
    """The HTML of a comparison in parts of the size of a document's."""
    return Slicer(html).run()
