"""One pass over sanitised HTML that gives every block its id and lines, and cuts the whole into slices."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape, unescape
from typing import Final, Literal, assert_never

from countermark.documents.markdown import code as colouring
from countermark.documents.markdown import entities, odd
from countermark.documents.markdown.blocks import Block, BlockKind, Heading
from countermark.documents.markdown.cutting import BlockDraft, Cutter, Frame
from countermark.documents.markdown.headings import Headings
from countermark.documents.markdown.said import Said

COLOURED_AT_MOST = 64_000  # characters of code in one document; the rest is plain, so that a megabyte stays fast
DEEPEST = 240  # a browser flattens what lies deeper than 512

TOKEN = re.compile(
    r'<pre data-sourcepos="([^"]*)"><code([^>]*)>([^<]*)</code></pre>'
    r'|<(/?)([a-z][a-z0-9]*)((?: [a-z-]+="[^"]*")*)>'
)
ATTRIBUTE = re.compile(r' ([a-z-]+)="([^"]*)"')
ONLY_POSITION = ' data-sourcepos="'
LABEL = re.compile(r'class="language-([^"]*)"')
PARTLY = ("[-] ", "[~] ")
TASK = '<span class="task {0}" role="checkbox" aria-checked="{1}" aria-disabled="true" aria-label="{2}"></span>'
VOID = frozenset({"br", "hr", "img", "input", "wbr"})
MACHINE = frozenset({"code", "kbd", "samp"})  # what is said inside them is meant to the letter

# Whose words these are: the agent's with character references, to the letter (code), or the renderer's own.
Origin = Literal["text", "letters", "renderer"]
Opener = Callable[["Weaver", str, dict[str, str]], None]


@dataclass(frozen=True, slots=True)
class Woven:
    """What comes out of the pass."""

    slices: tuple[str, ...]
    blocks: tuple[Block, ...]
    toc: tuple[Heading, ...]
    title: str | None
    said: Said


class Weaver:
    """The state of the pass: what is open, what has been written, what has been said."""

    def __init__(self, openers: Mapping[str, Opener], html: str, *, first_line: int, last_line: int) -> None:
        self.openers: Final = openers
        self.html: Final = html
        self.at = 0  # where in the html the next token is looked for
        self.offset: Final = first_line - 1
        self.last_line: Final = last_line
        self.reached = min(first_line, last_line)
        self.odd: Final = "&nbsp;" in html or odd.any_odd().search(html) is not None
        self.cutter: Final = Cutter()
        self.headings: Final = Headings()
        self.words: list[str] = []  # the visible text so far, in pieces
        self.sourced: dict[int, str] = {}  # what the source says for those of them that say it otherwise
        self.turns: list[tuple[int, int]] = []  # from which of them on which block speaks
        self.speakers: list[int] = []  # the numbers of the open blocks
        self.adrift: set[int] = set()  # those of all blocks that had no lines of their own
        self.origin: Origin = "text"
        self.unplaced: list[BlockDraft] = []  # blocks of raw HTML, which has no lines of its own
        self.task: str | None = None  # a task's box that waits for the first words of its item
        self.item_begins = False
        self.in_code = 0
        self.in_link = 0
        self.colours_left = COLOURED_AT_MOST
        self.notes: dict[str, int] = {}
        self.named: set[int] = set()

    def run(self) -> Woven:
        """Read the html from end to end."""
        html, search = self.html, TOKEN.search
        while (found := search(html, self.at)) is not None:
            if found.start() > self.at:
                self.text(html[self.at : found.start()])
            self.at = found.end()
            lines, label, source, end, tag, attributes = found.groups()
            if end:
                self.close()
            elif source is None:
                self.open(tag, _read(attributes) if attributes else {})
            else:
                self.code(lines, label, source)
        if self.at < len(html):
            self.text(html[self.at :])
        while self.cutter.stack:
            self.pop()
        self.place_up_to(self.last_line)
        blocks = self.cutter.finish()
        self.headings.resolve(self.cutter.pieces)
        said = Said(self.as_source(), self.turns, self.adrift)
        return Woven(self.cutter.slices(), blocks, tuple(self.headings.toc), self.headings.title, said)

    def text(self, raw: str) -> None:
        """Words between two tags."""
        if raw == "\n":
            self.say(raw, raw)
            return
        if not raw.isspace():
            if self.task is not None:
                raw = raw.lstrip(" ")
            self.begin_words()
            if self.item_begins:
                raw = self.without_mark(raw)
        if "<" in raw:  # nh3 leaves none; if one ever got here it would be a word, not a tag
            raw = raw.replace("<", "&lt;")
        plain = unescape(raw) if "&" in raw else raw
        source = plain if self.origin == "text" else self.source_of(plain)
        if self.odd and odd.any_odd().search(plain) is not None:
            raw, code = raw.replace("&nbsp;", "\u00a0"), self.in_code > 0
            self.say(odd.shown(raw, code=code), odd.spelled(plain, code=code), source)
        else:
            self.say(raw, plain, source)

    def as_source(self) -> list[str]:
        """All the words as the source says them."""
        if not self.sourced:
            return self.words
        return [self.sourced.get(at, words) for at, words in enumerate(self.words)]

    def source_of(self, plain: str) -> str:
        """What the source says, its character references read, where the page says this."""
        match self.origin:
            case "text":
                return plain
            case "letters":
                return entities.read(plain)
            case "renderer":
                return ""
            case _:
                assert_never(self.origin)

    def begin_words(self) -> None:
        """Words (or an inline tag) follow: put them into a block, and a task's box before them."""
        stack = self.cutter.stack
        if not stack or stack[-1].bare:
            self.block("", "html", {}, head='<div class="raw"', stray=True)
        if self.task is not None:
            self.tick()

    def tick(self) -> None:
        """Write the box of the task whose item is open."""
        if self.task is not None:
            self.say(self.task, "")
            self.task = None

    def without_mark(self, raw: str) -> str:
        """The first words of an item without the mark that says it is partly done."""
        self.item_begins = False
        if not raw.startswith(PARTLY):
            return raw
        self.say(TASK.format("partly", "mixed", "partly done"), "")
        return raw[4:]

    def say(self, written: str, plain: str, source: str | None = None) -> None:
        """Write something that is not a block, and remember what of it is visible; the source may say it otherwise."""
        self.cutter.write(written)
        if plain:
            if source is not None and source != plain:
                self.sourced[len(self.words)] = source
            self.words.append(plain)

    def open(self, tag: str, attributes: dict[str, str]) -> None:
        """An opening or void tag."""
        if len(self.cutter.stack) >= DEEPEST and tag not in VOID:
            self.cutter.push(Frame(tag="", close=""))
        else:
            self.openers.get(tag, self.openers[""])(self, tag, attributes)

    def close(self) -> None:
        """A closing tag; nh3 closes everything in order."""
        self.end_stray()
        if self.cutter.stack:
            self.pop()

    def end_stray(self) -> None:
        """A block begins or ends: words that stood by themselves end."""
        while self.cutter.stack and self.cutter.stack[-1].stray:
            self.pop()

    def pop(self) -> None:
        """Close what was opened last."""
        if self.cutter.stack[-1].tag == "li":
            self.tick()
        frame = self.cutter.pop()
        self.origin = "text"
        if frame.tag == "a":
            self.in_link -= 1
        elif frame.tag in MACHINE or frame.tag == "pre":
            self.in_code -= 1
        elif frame.tag in ("ul", "ol") and self.cutter.stack and self.cutter.stack[-1].tag == "li":
            self.cutter.stack[-1].said_from = len(self.words)
        if frame.draft is not None:
            self.end_block(frame, frame.draft)

    def end_block(self, frame: Frame, draft: BlockDraft) -> None:
        """Everything in the block has been said."""
        self.speakers.pop()
        self.turns.append((len(self.words), self.speakers[-1] if self.speakers else -1))
        said = "".join(self.words[frame.said_from :])
        draft.text = ("".join(frame.said) + said if frame.said else said).strip()
        if frame.level:
            self.headings.add(draft, level=frame.level)
        if draft.placed:
            self.place_up_to(draft.end)
            self.reached = max(self.reached, min(draft.end + 1, self.last_line))
        self.item_begins = False

    def structure(self, frame: Frame, head: str) -> None:
        """Open an element that holds blocks and is none itself."""
        self.end_stray()
        stack = self.cutter.stack
        if frame.tag in ("ul", "ol") and stack and stack[-1].tag == "li":
            self.tick()
            stack[-1].said.extend(self.words[stack[-1].said_from :])
        self.cutter.end_full_slice()
        self.cutter.push(frame, head)

    def inline(self, tag: str, written: str, *, close: str) -> None:
        """Open an element among words."""
        self.begin_words()
        self.cutter.push(Frame(tag, close=close), written)
        if tag in MACHINE:
            self.in_code += 1
        elif tag == "a":
            self.in_link += 1

    def block(
        self, tag: str, kind: BlockKind, attributes: dict[str, str], *, head: str, level: int = 0, stray: bool = False
    ) -> Frame:
        """Open an element that a mark can stand on; `head` is its opening tag without the end."""
        self.end_stray()
        self.cutter.end_full_slice()
        draft = BlockDraft(kind, head)
        frame = Frame(
            tag,
            close="</div>" if stray else f"</{tag}>",
            draft=draft,
            stray=stray,
            level=level,
            said_from=len(self.words),
        )
        self.push_block(frame)
        self.place(draft, attributes.get("data-sourcepos"))
        return frame

    def push_block(self, frame: Frame) -> None:
        """Open an element that is a block: what is said next is said in it."""
        self.speakers.append(len(self.cutter.drafts))
        self.turns.append((len(self.words), self.speakers[-1]))
        self.cutter.push(frame)

    def place(self, draft: BlockDraft, position: str | None) -> None:
        """Give the block the lines that comrak says, or remember that somebody must find them."""
        if position is None:
            self.unplaced.append(draft)
            self.adrift.add(self.speakers[-1])
            return
        begin, _, finish = position.partition("-")
        start = min(max(int(begin.partition(":")[0]) + self.offset, 1), self.last_line)
        line, _, column = finish.partition(":")
        end = int(line) + self.offset - (column == "0")  # column 0 of a line is the end of the line before
        draft.start, draft.end, draft.placed = start, min(max(end, start), self.last_line), True
        self.place_up_to(start - 1)
        self.reached = max(self.reached, start)

    def place_up_to(self, line: int) -> None:
        """Blocks of raw HTML lie between what was read before them and what comes after."""
        for draft in self.unplaced:
            draft.start, draft.end = self.reached, max(line, self.reached)
        self.unplaced.clear()

    def front_matter(self, pairs: tuple[tuple[str, str], ...]) -> None:
        """The pairs before the document, shown quietly."""
        draft = BlockDraft("front_matter", '<dl class="front-matter"', start=1, end=self.offset)
        self.push_block(Frame("dl", close="</dl>", draft=draft))
        for pair in pairs:
            for tag, words in zip(("dt", "dd"), pair, strict=True):
                shown = odd.shown(escape(words, quote=False), code=True)
                self.say(f"<{tag}>", "")
                self.say(shown, odd.spelled(words, code=True), entities.read(words))
                self.say(f"</{tag}>\n", "\n")
        self.pop()

    def code(self, position: str, label: str, source: str) -> None:
        """A whole code block."""
        language = LABEL.search(label)
        name = "" if language is None else unescape(language[1])
        math = "data-math-style" in label
        attribute = "" if language is None else f' data-language="{odd.spelled(language[1])}"'
        head = '<pre data-math="display"' if math else f'<pre tabindex="0"{attribute}'
        frame = self.block("pre", "math" if math else "code", {"data-sourcepos": position}, head=head)
        frame.close = "</code></pre>"
        if frame.draft is not None:
            frame.draft.tail = "><code>"
        self.in_code += 1
        self.origin = "letters"
        plain = unescape(source)
        if self.may_colour(plain, name):
            coloured = colouring.highlighted(plain, colouring.language_of(name) or "")
            self.say(coloured, plain, self.source_of(plain))
        else:
            self.plain_code(source)
        self.pop()

    def may_colour(self, plain: str, label: str) -> bool:
        """Is there a language for it, nothing odd in it, and anything left to spend?"""
        if len(plain) > self.colours_left or not colouring.worth_colouring(plain, label) or odd.hides(plain):
            return False
        self.colours_left -= len(plain)
        return True

    def plain_code(self, source: str) -> None:
        """Code in one ink, cut between lines when it is too long for one slice."""
        part, rest = self.cutter.part_of(source)
        self.text(part)
        while rest:
            self.cutter.cut()
            part, rest = self.cutter.part_of(rest)
            self.text(part)


def _read(attributes: str) -> dict[str, str]:
    """Names and (escaped) values; nearly every tag has its position and nothing else."""
    if attributes.startswith(ONLY_POSITION) and attributes.count('"') == 2:
        return {"data-sourcepos": attributes[len(ONLY_POSITION) : -1]}
    return dict(ATTRIBUTE.findall(attributes))
