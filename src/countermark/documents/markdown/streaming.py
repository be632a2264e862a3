"""Markdown as it is written: blocks that nothing can change any more are closed; what comes after them is still open.

A block closes at a blank line, when comrak says that a paragraph behind it would stand by itself, and when what does
follow cannot belong to it either. Then it is never read again. A few things far below can still change how a closed
block is shown: a definition of its link's label, a footnote, the heading that a link leads to. So the whole text is
rendered once more when it is finished; a definition that comes first is known to the blocks after it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from countermark.documents.markdown import frontmatter
from countermark.documents.markdown.open_tags import OpenTags
from countermark.documents.markdown.rendering import Source, plain_text, read_source, unsafe_html, weave
from countermark.model.text_units import utf16

LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r(?=[\s\S]))")
FENCE = re.compile(r"( {0,3})(`{3,}(?=[^`]*$)|~{3,})")
# A line of a block that may go on behind a blank line: an item, a footnote, code by indentation, or what looks so.
GOES_ON = re.compile(r" {0,3}(?:[-+*]\s|\d{1,9}[.)]\s|\[\^| {4}|\t)| {4}")
ITEM = re.compile(r"(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)")
MAYBE_ITEM = re.compile(r"[-+*]|\d{1,9}[.)]?")
MAYBE_RULE = re.compile(r"([-*])[ \t]+(?:\1[ \t]*)*")
RULE = re.compile(r"([-*])(?:[ \t]*\1){2,}[ \t]*")
INDENTED = 2  # columns: what stands within an item of a list has as many
LONGEST_BEGINNING = 64  # characters of what may be a rule; a longer one is taken for a list
OURS = "data-sourcepos"
MOST_DEFINITIONS = 4_000  # characters, of those that later blocks know
# How much longer a piece has to become before comrak is asked again: all answers together take linear time.
AFTER_NO = 1.25
IN_FENCE = 2


@dataclass(frozen=True, slots=True)
class ClosedBlock:
    """A block, or a few that stand within raw tags, that nothing behind them changes."""

    source: str
    definitions: str  # of links' labels, that came before
    ends_at: int  # in the whole text as it was fed, in UTF-16 units
    is_front_matter: bool = False


def block_html(block: ClosedBlock) -> str:
    """Harmless HTML of a block, as `render` makes it; its ids and lines are those of a text of its own."""
    if block.is_front_matter:
        return "".join(weave(read_source(block.source)).slices)
    # comrak drops a byte order mark at the beginning of a text; here it stands in the middle of one.
    before = f"{block.definitions}\n" if block.definitions or block.source.startswith("\ufeff") else ""
    text = before + block.source
    return "".join(weave(Source(text, None, text)).slices)


class StreamedMarkdown:
    """Takes a text delta by delta, cut anywhere, in time linear in its length whatever it is."""

    def __init__(self) -> None:
        self.definitions = ""
        self.closed_to = 0  # how much of the text is closed, in UTF-16 units
        self._partial: list[str] = []  # the line that has not ended, as it came
        self.must_look = False  # at the next delta, even if it ends no line
        self._units = 0  # of all lines that have ended
        self._front: list[tuple[str, int]] | None = []  # lines that may be front matter, and where each of them ends
        self._before: list[str] = []  # pieces that have ended within a raw tag that has not
        self._tags = OpenTags()
        self._piece = Piece()

    def feed(self, delta: str) -> Sequence[ClosedBlock]:
        """The blocks that close with these characters, oldest first."""
        if self.must_look or "\n" in delta or "\r" in delta:
            return list(self._fed(delta))
        self._partial.append(delta)
        return ()

    def _fed(self, delta: str) -> Iterator[ClosedBlock]:
        text, at = "".join((*self._partial, delta)), 0
        for found in LINE.finditer(text):
            at = found.end()
            yield from self._take(found[0])
        rest = text[at:]
        self._partial = [rest] if rest else []
        if self._piece.waits and rest:
            yield from self._judge(begins_anew(rest.rstrip("\r"), whole=False))
        self.must_look = self._piece.waits or rest.endswith("\r")

    def _take(self, raw: str) -> Iterator[ClosedBlock]:
        """A whole line."""
        line = plain_text(raw if self._units else raw.removeprefix("\ufeff"))
        self._units += utf16(raw)
        if self._front is None:
            yield from self._read(line, self._units)
        else:
            self._front.append((line, self._units))
            yield from self._settle_front(self._front)

    def _settle_front(self, front: list[tuple[str, int]]) -> Iterator[ClosedBlock]:
        """Find out whether the text begins with front matter."""
        lines = [line for line, _ in front]
        opens = frontmatter.OPENING.fullmatch(lines[0]) is not None
        closes = len(lines) > 1 and frontmatter.CLOSING.fullmatch(lines[-1].rstrip("\n")) is not None
        if opens and not closes and frontmatter.may_go_on([line.rstrip("\n") for line in lines[1:]]):
            return
        self._front = None
        text = "".join(lines)
        if opens and closes and frontmatter.split(text)[0] is not None:
            yield self._closed(text, front[-1][1], is_front_matter=True)
            return
        for line, units in front:
            yield from self._read(line, units)

    def _read(self, line: str, units: int) -> Iterator[ClosedBlock]:
        """A line of Markdown, which ends so many units behind the beginning of the text."""
        if line.strip(" \t\n"):
            if self._piece.waits:
                yield from self._judge(begins_anew(line.rstrip("\n"), whole=True))
            self._piece.add(line)
            return
        self._piece.end_paragraph(line, units)
        if self._piece.has_words and not self._piece.waits:
            yield from self._end_piece()

    def _judge(self, anew: bool | None) -> Iterator[ClosedBlock]:
        """What follows the blank line is known now, or None: not yet."""
        if anew is None:
            return
        self._piece.waits = False
        if anew:
            yield from self._end_piece()

    def _end_piece(self) -> Iterator[ClosedBlock]:
        """Close what has been read, if comrak agrees."""
        piece = self._piece
        html = piece.html_if_ended()
        if html is None:
            return
        source = "".join(piece.lines)
        self._before.append(source)
        if "<" in source:
            self._tags.read(html)
        self._piece = Piece()
        if self._tags:
            return
        yield self._closed("".join(self._before), piece.ends_at)
        if not html.strip() and "[^" not in source and len(self.definitions) + len(source) <= MOST_DEFINITIONS:
            self.definitions += source
        self._before.clear()

    def _closed(self, source: str, ends_at: int, *, is_front_matter: bool = False) -> ClosedBlock:
        self.closed_to = ends_at
        return ClosedBlock(source, self.definitions if "[" in source else "", ends_at, is_front_matter)


class Piece:
    """The lines since the last place at which a block has ended."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.has_words = False
        self.ends_at = 0  # where the last blank line ends
        self.waits = False  # behind a blank line, for what follows
        self._goes_on = False  # it may go on there
        self._size = 0
        self._fence = ""  # that is open, as far as we see: within lists we do not
        self._asked_from = 0  # the size at which comrak may be asked
        self._asked_in_fence_from = 0

    def add(self, line: str) -> None:
        """A line with words."""
        self.has_words = True
        self._append(line)
        self._goes_on = self._goes_on or GOES_ON.match(line) is not None
        fence = FENCE.match(line.rstrip("\n"))
        if fence is None:
            return
        if not self._fence and not (self._goes_on and len(fence[1]) > 1):
            self._fence = fence[2]
            self._asked_in_fence_from = self._size * IN_FENCE
        elif self._fence and fence[2].startswith(self._fence) and fence.end() == len(line.rstrip(" \t\n")):
            self._fence = ""

    def end_paragraph(self, line: str, units: int) -> None:
        """A blank line, which ends so many units behind the beginning of the text."""
        self._append(line)
        self.ends_at = units
        self.waits = self._goes_on

    def html_if_ended(self) -> str | None:
        """comrak's HTML of it if a paragraph that followed would be none of its own."""
        if self._size < max(self._asked_from, self._asked_in_fence_from if self._fence else 0):
            return None
        source = "".join(self.lines)
        line = len(self.lines) + 2
        follower = f'<p data-sourcepos="{line}:1-{line}:1">x</p>\n'
        html = unsafe_html(f"\n{source}x", mail=False)  # an empty line first, as in `block_html`
        if OURS in source or follower not in html:
            self._asked_from = int(self._size * AFTER_NO) + 1
            self._asked_in_fence_from = self._size * IN_FENCE
            return None
        return html.replace(follower, "")

    def _append(self, line: str) -> None:
        self.lines.append(line)
        self._size += len(line)


def begins_anew(line: str, *, whole: bool) -> bool | None:
    """Whether a line behind a blank one ends a list, code by indentation or a footnote there; None: not known yet.

    It does if it is not indented and no item of a list. `whole` says whether all of the line is there.
    """
    words = line.lstrip(" ")
    if not words and len(line) < INDENTED:
        return None
    if len(line) - len(words) >= INDENTED or words[0] == "\t":
        return False
    if not whole and len(words) <= LONGEST_BEGINNING and (MAYBE_ITEM.fullmatch(words) or MAYBE_RULE.fullmatch(words)):
        return None
    return ITEM.match(words) is None or (whole and RULE.fullmatch(words) is not None)
