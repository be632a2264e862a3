"""Feedback as a CommonMark parser sees it: what an agent's own reading of the structure rests on."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from markdown_it import MarkdownIt
from markdown_it.token import Token

COMMONMARK = MarkdownIt("commonmark")
NUMBER = re.compile(r"(\d+)\. ")


@dataclass
class Section:
    """A heading of the second level and what stands below it, as a CommonMark parser sees it."""

    heading: str  # as it is shown
    fences: list[str] = field(default_factory=list)
    quotes: list[str] = field(default_factory=list)
    paragraphs: list[str] = field(default_factory=list)
    list_items: list[str] = field(default_factory=list)

    @property
    def number(self) -> int | None:
        found = NUMBER.match(self.heading)
        return int(found[1]) if found else None


@dataclass
class Read:
    """The whole feedback, read back."""

    top: list[str]  # types of the blocks at the top level
    title: str
    before: list[str]  # the paragraphs before the first heading of the second level
    sections: list[Section]

    @property
    def items(self) -> list[Section]:
        return [section for section in self.sections if section.number is not None]

    def named(self, start: str) -> list[Section]:
        return [section for section in self.sections if section.heading.startswith(start)]


def read(markdown: str) -> Read:
    """What a parser makes of it; only blocks at the top level are structure."""
    lines, tokens = markdown.split("\n"), COMMONMARK.parse(markdown)
    found = Read([], "", [], [])
    section = Section("")
    for place, token in enumerate(tokens):
        if token.type == "list_item_open" and token.level == 1:
            section.list_items.append(shown(tokens[place + 2]))
        if token.level or token.nesting < 0 or token.type == "inline":
            continue
        found.top.append(token.type)
        match token.type, token.tag:
            case "heading_open", "h1":
                found.title = shown(tokens[place + 1])
            case "heading_open", _:
                section = Section(shown(tokens[place + 1]))
                found.sections.append(section)
            case "paragraph_open", _:
                (section.paragraphs if found.sections else found.before).append(shown(tokens[place + 1]))
            case "fence", _:
                assert not token.info
                section.fences.append(token.content[:-1])
            case "blockquote_open", _:
                section.quotes.append(unquoted(lines, token))
            case _:
                pass  # its type is noted, and its inside is nobody's structure
    return found


def shown(inline: Token) -> str:
    """One line as a reader sees it. Nothing in it may have become markup but the desk's own."""
    signs = {"link_open": "[", "link_close": "]", "strong_open": "**", "strong_close": "**"}
    found = []
    for child in inline.children or []:
        assert child.type in {"text", "text_special", "code_inline", *signs}, child
        found.append(f"`{child.content}`" if child.type == "code_inline" else signs.get(child.type, child.content))
    return "".join(found)


def unquoted(lines: Sequence[str], quote: Token) -> str:
    """The words of a block quote as they were written, its marks taken off."""
    assert quote.map
    own = list(lines[quote.map[0] : quote.map[1]])
    while not own[-1]:
        own.pop()
    assert all(line == ">" or line.startswith("> ") for line in own)
    return "\n".join(line[2:] for line in own)
