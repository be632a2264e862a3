"""Marks the words that changed inside blocks that both revisions have."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from countermark.documents.difference.inline_words import PlacedWords, WordChange, changes, word_count, words_of
from countermark.documents.difference.lines import aligned
from countermark.documents.difference.match import Bond, Match
from countermark.documents.difference.pen import BLOCK, CLOSES, END_FRESH, FRESH, WORDS, Pen, foreign, gone, quiet
from countermark.documents.difference.rows import ColumnPairs
from countermark.documents.markdown.tree import HEADING, Node, plain, runs
from countermark.documents.markdown.words import SINGLE

WAS, WAS_LINE, END_WAS = '<del class="was" data-desk>', '<del class="was line" data-desk>', "</del>"
BLANK = "<span data-desk> </span>"
SPACELESS = re.compile(f"[{SINGLE}\u3000-\u303f\uff00-\uffef]")
LINES_TOGETHER = 200  # a slice may end between more


@dataclass(slots=True)
class Said:
    """How much of a block changed."""

    added: int = 0  # words
    removed: int = 0
    places: int = 0

    @property
    def anything(self) -> bool:
        """Is there anything to see?"""
        return self.places > 0


class Weave:
    """Marks changed words; with `apart`, removed words are marked in the old HTML, else they are put into the new."""

    def __init__(self, match: Match, old: Pen, new: Pen, *, apart: bool) -> None:
        self._match = match
        self._old, self._new = old, new
        self._apart = apart
        self._columns = ColumnPairs(match.old, match.new)

    def bond(self, bond: Bond) -> Said:
        """Mark what changed between these leaves."""
        a, b = bond.old[0], bond.new[0]
        said = Said()
        if b.tag == "tr":
            self._row(a, b, said)
        elif b.tag == "pre" and not b.children and not a.children:
            if a.own != b.own:
                self._code(a, b, said)
        elif b.tag != "hr" and (a.own != b.own or len(bond.old) + len(bond.new) > 2):
            self._prose(bond, said)
        return said

    def _prose(self, bond: Bond, said: Said) -> None:
        was, now = PlacedWords(self._old.html), PlacedWords(self._new.html)
        for words, nodes in ((was, bond.old), (now, bond.new)):
            for node in nodes:
                for start, end in runs(node):
                    words.read(start, end)
        if HEADING.fullmatch(bond.old[0].tag) and HEADING.fullmatch(bond.new[0].tag):
            was.forget_number()
            now.forget_number()
        self._words(was, now, bond.new[0].inner, said)

    def _words(self, was: PlacedWords, now: PlacedWords, empty_at: int, said: Said) -> None:
        """Mark the differences of two texts; `empty_at` is where removed words go if no new one is there."""
        self._mark(was, now, changes(was.keys, now.keys), empty_at, said)

    def _mark(self, was: PlacedWords, now: PlacedWords, found: Iterable[WordChange], empty_at: int, said: Said) -> None:
        for change in found:
            said.places += 1
            said.removed += word_count(was.keys[change.i1 : change.i2])
            said.added += word_count(now.keys[change.j1 : change.j2])
            if change.i1 < change.i2:
                self._removed(was, now, change, empty_at)
            if change.j1 < change.j2:
                self._fresh(now, change)

    def _fresh(self, now: PlacedWords, change: WordChange) -> None:
        begin = change.j1
        for at in range(change.j1 + 1, change.j2 + 1):
            if at == change.j2 or "<" in now.gap(at):
                self._new.put(now.starts[begin], FRESH, WORDS)
                self._new.put(now.ends[at - 1], END_FRESH, CLOSES)
                begin = at

    def _removed(self, was: PlacedWords, now: PlacedWords, change: WordChange, empty_at: int) -> None:
        if self._apart:
            self._old.enclose(was.starts[change.i1], was.ends[change.i2 - 1], '<del class="was">', END_WAS)
            return
        swap = change.j1 < change.j2
        at_end = change.j1 >= len(now.keys)
        stays = not at_end and (swap or "<" not in now.gap(change.j1))
        behind = now.ends[change.j1 - 1] if change.j1 else empty_at
        at = now.starts[change.j1] if stays else behind
        before = change.i1 > 0 and was.blank_before(change.i1)
        if swap and not before and change.i1 and change.j1 and now.gap(change.j1).isspace():
            at, trailing = behind, False  # `one, two` to `one two`: what is gone clung to the word before
        elif swap:
            trailing = before or (change.i1 == 0 and SPACELESS.match(was.html[was.ends[change.i2 - 1] - 1]) is None)
        else:
            trailing = stays and change.i2 < len(was.keys) and was.blank_before(change.i2)
        leading = before and at > 0 and not self._new.html[at - 1].isspace() and change.j1 > 0
        words = " ".join(quiet(was.html[was.starts[change.i1] : was.ends[change.i2 - 1]]).split("\n"))
        html = f"{BLANK if leading else ''}{WAS}{words}{END_WAS}{BLANK if trailing else ''}"
        self._new.put(at, html, WORDS)

    def _row(self, a: Node, b: Node, said: Said) -> None:
        """Cells by their columns; a column of one revision alone is gone or arrived in every row."""
        pairs = self._columns.of(a, b)
        partner = dict(pairs)
        behind = b.inner
        for i, cell in enumerate(a.children):
            if i in partner:
                other = b.children[partner[i]]
                behind = other.end
                if self._old.html[cell.inner : cell.close] != self._new.html[other.inner : other.close]:
                    self._cell(cell, other, said)
                continue
            said.places += 1
            said.removed += words_in(self._old.html, cell)
            if self._apart:
                self._old.add_class(cell, "gone")
            else:
                self._new.put(behind, gone(self._old.html, cell), BLOCK)
        for j in set(range(len(b.children))) - set(partner.values()):
            self._new.add_class(b.children[j], "arrived")
            said.places += 1
            said.added += words_in(self._new.html, b.children[j])

    def _cell(self, a: Node, b: Node, said: Said) -> None:
        if not a.children and not b.children:
            was, now = PlacedWords(self._old.html), PlacedWords(self._new.html)
            was.read(a.inner, a.close)
            now.read(b.inner, b.close)
            self._words(was, now, b.inner, said)
        elif plain(self._old.html[a.inner : a.close]) != plain(self._new.html[b.inner : b.close]):
            said.places += 1
            said.removed += words_in(self._old.html, a)
            said.added += words_in(self._new.html, b)
            self._new.add_class(b, "arrived")
            if self._apart:
                self._old.add_class(a, "gone")
            else:
                inner = foreign(self._old.html[a.inner : a.close])
                self._new.put(b.inner, f'<div class="gone" data-desk data-old-block="{a.block}">{inner}</div>', BLOCK)

    def _code(self, a: Node, b: Node, said: Said) -> None:
        was, now = Lines(self._old.html, a), Lines(self._new.html, b)
        removed: list[int] = []
        added: list[int] = []
        at = 0
        for step in aligned(was.texts, now.texts):
            old, new = _line(was, step.old), _line(now, step.new)
            found = [] if step.same else changes(old.keys, new.keys)
            if found == [WordChange(0, len(old.keys), 0, len(new.keys))]:  # gone, new, or hardly the same line
                removed += [step.old] * (step.old >= 0)
                added += [step.new] * (step.new >= 0)
                continue
            self._lines(was, now, removed, added, at, said)
            removed, added, at = [], [], step.new + 1
            self._mark(old, new, found, now.spans[step.new][0], said)
        self._lines(was, now, removed, added, at, said)

    def _lines(self, was: "Lines", now: "Lines", removed: list[int], added: list[int], at: int, said: Said) -> None:
        """Whole lines, gone and new, before new line `at`."""
        where = now.spans[at][0] if at < len(now.spans) else now.end
        for first in range(0, len(removed), LINES_TOGETHER):
            part = removed[first : first + LINES_TOGETHER]
            said.places += 1
            if self._apart:
                self._old.enclose(was.spans[part[0]][0], was.spans[part[-1]][1], '<del class="was line">', END_WAS)
            else:
                lines = "".join(quiet(was.html[slice(*was.spans[line])]) + "\n" for line in part)
                self._new.put(where, f"{WAS_LINE}{lines}{END_WAS}", WORDS)
        for first in range(0, len(added), LINES_TOGETHER):
            part = added[first : first + LINES_TOGETHER]
            said.places += 1
            self._new.enclose(now.spans[part[0]][0], now.spans[part[-1]][1], FRESH, END_FRESH)
        said.removed += sum(text_words(was.texts[line]) for line in removed)
        said.added += sum(text_words(now.texts[line]) for line in added)


def _line(lines: "Lines", number: int) -> PlacedWords:
    """The words of a line; none for a line that is not there."""
    words = PlacedWords(lines.html)
    if number >= 0:
        words.read_code(*lines.spans[number])
    return words


class Lines:
    """The lines of a code block: what they say, and where they stand in the HTML."""

    def __init__(self, html: str, node: Node) -> None:
        self.html = html
        start, self.end = node.inner, node.close
        if html.startswith("<code>", start) and html.endswith("</code>", start, self.end):
            start, self.end = start + len("<code>"), self.end - len("</code>")
        self.spans: list[tuple[int, int]] = []
        for line in html[start : self.end].split("\n"):
            self.spans.append((start, start + len(line)))
            start += len(line) + 1
        self.texts = [plain(html[begin:end]) for begin, end in self.spans]


def words_in(html: str, node: Node) -> int:
    """How many words an element holds, whatever is in it."""
    return text_words(plain(html[node.inner : node.close]))


def text_words(text: str) -> int:
    """How many words a text has."""
    return word_count(words_of(text.replace("<", " ")))
