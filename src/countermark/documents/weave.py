"""One pass over sanitised HTML that gives every block its id and lines, and cuts the whole into slices."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from html import unescape
from typing import Final

from countermark.documents import code as colouring
from countermark.documents import odd
from countermark.documents.blocks import Block, BlockKind, Heading
from countermark.documents.cutting import Cutter, Draft, Frame
from countermark.documents.headings import Headings
from countermark.documents.links import image, link

COLOURED_AT_MOST = 160_000  # characters of code in one document; the rest is plain, so that a megabyte stays fast
DEEPEST = 240  # a browser flattens what lies deeper than 512, and hides nothing of ours below half of that

TOKEN = re.compile(
    r'<pre data-sourcepos="([^"]*)"><code([^>]*)>([^<]*)</code></pre>'
    r"|<(/?)([a-z][a-z0-9]*)((?: [a-z-]+=\"[^\"]*\")*)>"
)
ATTRIBUTE = re.compile(r' ([a-z-]+)="([^"]*)"')
LABEL = re.compile(r'class="language-([^"]*)"')
PARTLY = ("[-] ", "[~] ")
TASK = '<span class="task {0}" role="checkbox" aria-checked="{1}" aria-disabled="true" aria-label="{0}"></span>'
VOID = frozenset({"br", "hr", "img", "input", "wbr"})
ALERT = re.compile(r"markdown-alert-([a-z]+)")


@dataclass(frozen=True, slots=True)
class Woven:
    """What comes out of the pass."""

    slices: tuple[str, ...]
    blocks: tuple[Block, ...]
    toc: tuple[Heading, ...]
    title: str | None


def weave(html: str, *, first_line: int, last_line: int, front_matter: str | None = None) -> Woven:
    """Blocks, contents and slices of sanitised HTML whose source begins on `first_line`."""
    weaver = _Weaver(html, first_line=first_line, last_line=last_line)
    if front_matter is not None:
        weaver.front_matter(front_matter)
    weaver.run()
    return weaver.woven()


class _Weaver:
    """The state of the pass: what is open, what has been written, what has been said."""

    def __init__(self, html: str, *, first_line: int, last_line: int) -> None:
        self.html: Final = html
        self.at = 0  # where in the html the next token is looked for
        self.offset: Final = first_line - 1
        self.last_line: Final = last_line
        self.reached = first_line
        self.odd: Final = odd.ANY.search(html) is not None
        self.cutter: Final = Cutter()
        self.headings: Final = Headings()
        self.words: list[str] = []  # the visible text so far, in pieces
        self.unplaced: list[Draft] = []  # blocks of raw HTML, which has no lines of its own
        self.task: str | None = None  # a task's box that waits for the first words of its item
        self.item_begins = False
        self.in_code = 0
        self.in_link = 0
        self.colours_left = COLOURED_AT_MOST
        self.notes: dict[str, int] = {}

    def run(self) -> None:
        """Read the html from end to end."""
        html, search = self.html, TOKEN.search
        while (found := search(html, self.at)) is not None:
            if found.start() > self.at:
                self.text(html[self.at : found.start()])
            self.at = found.end()
            lines, label, source, end, tag, attributes = found.groups()
            if source is not None:
                self.code(lines, label, source)
            elif end:
                self.close(tag)
            else:
                self.open(tag, dict(ATTRIBUTE.findall(attributes)) if attributes else {})
        if self.at < len(html):
            self.text(html[self.at :])
        while self.cutter.stack:
            self.pop()
        self.place_up_to(self.last_line)

    def woven(self) -> Woven:
        """The finished document; once, after `run`."""
        blocks = self.cutter.finish()
        self.headings.resolve(self.cutter.pieces)
        return Woven(self.cutter.slices(), blocks, tuple(self.headings.toc), self.headings.title)

    # What is read

    def text(self, raw: str) -> None:
        """Words between two tags."""
        if not raw.isspace():
            self.begin_words()
            if self.item_begins:
                raw = self.partly_done(raw)
        if "<" in raw:  # nh3 leaves none; if one ever got here it would be a word, not a tag
            raw = raw.replace("<", "&lt;")
        plain = unescape(raw) if "&" in raw else raw
        if self.odd and odd.ANY.search(raw.replace("&nbsp;", "\u00a0")) is not None:
            raw = raw.replace("&nbsp;", "\u00a0")
            self.say(odd.shown(raw, code=self.in_code > 0), odd.spelled(plain, code=self.in_code > 0))
        else:
            self.say(raw, plain)

    def begin_words(self) -> None:
        """Words (or an inline tag) follow: put them into a block, and a task's box before them."""
        stack = self.cutter.stack
        if not stack or stack[-1].bare:
            self.block("div", "html", {}, head='<div class="raw"', stray=True)
        if self.task is not None:
            self.say(self.task, "")
            self.task = None

    def partly_done(self, raw: str) -> str:
        """The words of an item without the mark that says it is partly done."""
        self.item_begins = False
        if not raw.startswith(PARTLY):
            return raw
        self.say(TASK.format("partly done", "mixed"), "")
        return raw[4:]

    def say(self, written: str, plain: str) -> None:
        """Write something that is not a block, and remember what of it is visible."""
        self.cutter.write(written)
        if plain:
            self.words.append(plain)

    def open(self, tag: str, attributes: dict[str, str]) -> None:
        """An opening or void tag."""
        if len(self.cutter.stack) >= DEEPEST and tag not in VOID:
            self.cutter.push(Frame(tag, close=""))
            return
        OPENERS.get(tag, _Weaver.inline)(self, tag, attributes)

    def close(self, tag: str) -> None:
        """A closing tag; nh3 closes everything in order."""
        stack = self.cutter.stack
        while stack and stack[-1].stray and stack[-1].tag != tag:
            self.pop()
        if stack:
            self.pop()

    def pop(self) -> None:
        """Close what was opened last."""
        frame = self.cutter.pop()
        if frame.tag == "a":
            self.in_link -= 1
        elif frame.tag in ("code", "kbd", "samp", "pre"):
            self.in_code -= 1
        elif frame.tag in ("ul", "ol") and self.cutter.stack and self.cutter.stack[-1].tag == "li":
            self.cutter.stack[-1].said_from = len(self.words)
        draft = frame.draft
        if draft is None:
            return
        frame.said.extend(self.words[frame.said_from :])
        draft.text = "".join(frame.said).strip()
        if frame.level:
            self.headings.add(draft, level=frame.level)
        if draft.placed:
            self.place_up_to(draft.end)
            self.reached = max(self.reached, min(draft.end + 1, self.last_line))
        self.item_begins = False

    # Blocks

    def structure(self, tag: str, attributes: dict[str, str]) -> None:
        """An element that holds blocks and is none itself."""
        self.end_stray()
        stack = self.cutter.stack
        if tag in ("ul", "ol") and stack and stack[-1].tag == "li":
            stack[-1].said.extend(self.words[stack[-1].said_from :])
        self.cutter.make_room()
        start = attributes.get("start", "1") if tag == "ol" else "1"
        head = STRUCTURES.get(tag, f"<{tag}>")
        if start != "1" and re.fullmatch(r"\d{1,9}", start):
            head = f'<ol start="{start}">'
        close = "</table></div>" if tag == "table" else f"</{tag}>"
        first = int(start) if re.fullmatch(r"\d{1,9}", start) else 1
        self.cutter.push(Frame(tag, close=close, bare=tag in ("details", "section"), next_number=first), head)

    def block(  # noqa: PLR0913
        self,
        tag: str,
        kind: BlockKind,
        attributes: dict[str, str],
        *,
        head: str,
        level: int = 0,
        stray: bool = False,
    ) -> Draft:
        """An element that a mark can stand on."""
        self.end_stray()
        self.cutter.make_room()
        draft = Draft(kind, head)
        frame = Frame(tag, close=f"</{tag}>", draft=draft, stray=stray, level=level, said_from=len(self.words))
        self.cutter.open_block(draft)
        self.cutter.push(frame)
        self.place(draft, attributes.get("data-sourcepos"))
        return draft

    def end_stray(self) -> None:
        """A block begins: words that stood by themselves end."""
        while self.cutter.stack and self.cutter.stack[-1].stray:
            self.pop()

    def place(self, draft: Draft, position: str | None) -> None:
        """Give the block the lines that comrak says, or remember that somebody must find them."""
        if position is None:
            self.unplaced.append(draft)
            return
        (start, _), (end, column) = (map(int, point.split(":")) for point in position.split("-"))
        start = min(max(start + self.offset, 1), self.last_line)
        end = end + self.offset - (column == 0)  # column 0 of a line is the end of the line before
        draft.start, draft.end = start, min(max(end, start), self.last_line)
        draft.placed = True
        if self.unplaced:
            self.place_up_to(start - 1)
        self.reached = max(self.reached, start)

    def place_up_to(self, line: int) -> None:
        """Blocks of raw HTML lie between what was read before them and what comes after."""
        for draft in self.unplaced:
            draft.start = self.reached
            draft.end = max(line, self.reached)
        self.unplaced.clear()

    def front_matter(self, rows: str) -> None:
        """The pairs before the document, shown quietly."""
        draft = self.block("dl", "front_matter", {}, head='<dl class="front-matter"')
        self.unplaced.clear()
        draft.start, draft.end, draft.placed = 1, self.offset, True
        for piece in re.split(r"(</?d[td]>)", rows):
            if piece.startswith("<"):
                self.cutter.write(piece)
            else:
                self.text(piece)
        self.pop()

    def code(self, position: str, label: str, source: str) -> None:
        """A whole code block."""
        language = LABEL.search(label)
        self.end_stray()
        name = unescape(language[1]) if language is not None else ""
        attribute = f' data-language="{odd.spelled(language[1])}"' if language is not None else ""
        math = "data-math-style" in label
        head = '<pre data-math="display"' if math else f'<pre tabindex="0"{attribute}'
        draft = self.block("pre", "math" if math else "code", {"data-sourcepos": position}, head=head)
        self.in_code += 1
        plain = unescape(source)
        self.cutter.write("<code>")
        if odd.ANY.search(plain) is None and not math and self.may_colour(plain, name):
            self.say(colouring.highlighted(plain, colouring.language_of(name) or ""), plain)
        else:
            self.plain_code(draft, source)
        self.cutter.write("</code>")
        self.pop()

    def may_colour(self, plain: str, label: str) -> bool:
        """Is there a language for it, and anything left to spend?"""
        if len(plain) > self.colours_left or not colouring.worth_colouring(plain, label):
            return False
        self.colours_left -= len(plain)
        return True

    def plain_code(self, draft: Draft, source: str) -> None:
        """Code in one ink, cut between lines when it is too long for one slice."""
        for part in self.cutter.parts_of(source):
            if self.cutter.pieces[-1] != "<code>":
                self.cutter.write("</code></pre>")
                self.cutter.cut()
                self.cutter.continue_block(draft, '<pre tabindex="0"')
                self.cutter.write("<code>")
            self.text(part)

    # Elements by name

    def heading(self, tag: str, attributes: dict[str, str]) -> None:
        self.block(tag, "heading", attributes, head=f"<{tag}", level=int(tag[1]))

    def paragraph(self, tag: str, attributes: dict[str, str]) -> None:
        if attributes.get("class") == "markdown-alert-title":
            self.end_stray()
            self.cutter.push(Frame(tag, close="</p>"), '<p class="alert-title">')
            return
        begins, self.item_begins = self.item_begins, False
        self.block(tag, "paragraph", attributes, head="<p")
        self.item_begins = begins

    def item(self, tag: str, attributes: dict[str, str]) -> None:
        note = attributes.get("id")
        head = "<li" if note is None else f'<li id="note-{self.note(note)}"'
        self.block(tag, "item" if note is None else "footnote", attributes, head=head)
        self.cutter.count_item()
        self.task, self.item_begins = None, True

    def checkbox(self, _tag: str, attributes: dict[str, str]) -> None:
        frame = self.cutter.stack[-1] if self.cutter.stack else None
        if frame is None or frame.draft is None or frame.tag != "li" or self.task is not None:
            return
        frame.draft.head += ' class="task-item"'
        self.task = TASK.format("done", "true") if "checked" in attributes else TASK.format("not done", "false")
        self.item_begins = False

    def row(self, tag: str, attributes: dict[str, str]) -> None:
        self.block(tag, "row", attributes, head="<tr")

    def cell(self, tag: str, attributes: dict[str, str]) -> None:
        head = '<th scope="col"' if tag == "th" else "<td"
        if attributes.get("align") in ("left", "center", "right"):
            head += f' class="{attributes["align"]}"'
        for span in ("colspan", "rowspan"):
            if re.fullmatch(r"[1-9]\d?", attributes.get(span, "")):
                head += f' {span}="{attributes[span]}"'
        self.block(tag, "cell", attributes, head=head)

    def quote(self, tag: str, attributes: dict[str, str]) -> None:
        self.block(tag, "quote", attributes, head="<blockquote")

    def division(self, tag: str, attributes: dict[str, str]) -> None:
        alert = ALERT.search(attributes.get("class", "")) if "data-sourcepos" in attributes else None
        if alert is None:
            self.structure(tag, attributes)
            self.cutter.stack[-1].bare = True
            return
        self.block(tag, "alert", attributes, head=f'<div class="alert alert-{alert[1]}" role="note"')

    def preformatted(self, tag: str, attributes: dict[str, str]) -> None:
        self.block(tag, "code", attributes, head='<pre tabindex="0"')
        self.in_code += 1

    def thematic_break(self, tag: str, attributes: dict[str, str]) -> None:
        self.block(tag, "rule", attributes, head="<hr")
        self.cutter.stack[-1].close = ""
        self.pop()

    # Inline

    def inline(self, tag: str, attributes: dict[str, str]) -> None:
        """An inline element without attributes, `del` drawn as the agent's own strike."""
        self.begin_words()
        shown = "s" if tag == "del" else tag
        if tag in VOID:
            self.say(f"<{tag}>", "")
            return
        style = attributes.get("data-math-style")
        if style is not None:
            self.cutter.push(Frame(tag, close="</span>"), f'<span data-math="{style}">')
        else:
            self.cutter.push(Frame(tag, close=f"</{shown}>"), f"<{shown}>")
        if tag in ("code", "kbd", "samp"):
            self.in_code += 1

    def anchor(self, tag: str, attributes: dict[str, str]) -> None:
        self.begin_words()
        address = attributes.get("href", "")
        if "data-footnote-ref" in attributes or "data-footnote-backref" in attributes:
            self.note_link(attributes)
        elif address.startswith("#") and len(address) > 1:
            self.headings.link(len(self.cutter.pieces), address[1:], link(attributes))
            self.cutter.push(Frame(tag, close="</a>"), "")
        else:
            self.cutter.push(Frame(tag, close="</a>"), link(attributes))
        self.in_link += 1

    def note_link(self, attributes: dict[str, str]) -> None:
        """The number of a footnote, or the way back from it."""
        target = f' href="#note-{self.note(attributes.get("href", "#")[1:])}"'
        if "data-footnote-ref" in attributes:
            head = f'<a class="note-ref"{target} id="note-{self.note(attributes.get("id", ""))}">'
        else:
            head = f'<a class="note-back"{target} aria-label="{attributes.get("aria-label", "Back")}">'
        self.cutter.push(Frame("a", close="</a>"), head)

    def note(self, name: str) -> int:
        """A number for what comrak calls `fn-<name>` or `fnref-<name>`: names are the agent's, ids are ours."""
        return self.notes.setdefault(name, len(self.notes) + 1)

    def picture(self, _tag: str, attributes: dict[str, str]) -> None:
        self.begin_words()
        self.say(*image(attributes, in_link=self.in_link > 0))


STRUCTURES = {
    "table": '<div class="table" role="group" aria-label="Table" tabindex="0"><table>',
    "details": "<details open>",
    "section": '<section class="footnotes" role="group" aria-label="Footnotes">',
}
OPENERS: dict[str, Callable[[_Weaver, str, dict[str, str]], None]] = {
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), _Weaver.heading),
    **dict.fromkeys(("td", "th"), _Weaver.cell),
    **dict.fromkeys(
        "ul ol table thead tbody tfoot caption details summary section figure figcaption dl dt dd".split(),
        _Weaver.structure,
    ),
    "p": _Weaver.paragraph,
    "li": _Weaver.item,
    "input": _Weaver.checkbox,
    "tr": _Weaver.row,
    "blockquote": _Weaver.quote,
    "div": _Weaver.division,
    "pre": _Weaver.preformatted,
    "hr": _Weaver.thematic_break,
    "a": _Weaver.anchor,
    "img": _Weaver.picture,
}
