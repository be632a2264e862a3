"""Keeps an agent's unclosed tags from spreading, and from nesting without end.

An HTML parser repeats an unclosed `<b>` in every later paragraph and needs time quadratic in the depth of open
`<div>`s; a megabyte of either would take it hours.
"""

import re
from collections.abc import Set as AbstractSet

DEEPEST = 60
VOID = frozenset({"br", "hr", "img", "input", "wbr"})
# A parser closes these by itself when the next one opens.
SELF_CLOSING = frozenset({"p", "li", "dt", "dd", "tr", "td", "th", "thead", "tbody", "tfoot", "caption"})
TAG = re.compile(r"<(/?)([a-z][a-z0-9]*)((?: [^<>]*)?)>")
# A parser drops end tags of what is not open, and parts of tables outside of one. The words around such a tag must not
# become one word that the source does not have, so that a mark that a parser keeps stands there; it shows nothing.
BREAK = '<wbr data-sourcepos="">'
BLANK = " \t\n"
NO_WORD = f"{BLANK}>"  # before a tag: a blank, or another tag


def balanced(html: str, *, inline: AbstractSet[str]) -> str:
    """The HTML with inline tags closed at the end of their block and too deep ones as text."""
    return TAG.sub(_Balance(inline, f"{html}\n"), html)


class _Balance:
    """What is open at a place in the HTML."""

    def __init__(self, inline: AbstractSet[str], html: str) -> None:
        self.inline = inline
        self.html = html  # with one character more than is read
        self.open_inline: list[str] = []
        self.open_blocks: list[str] = []

    def __call__(self, found: re.Match[str]) -> str:
        end, name, attributes = found.groups()
        tag = self._tag(found[0], end, name, attributes)
        if not end and name not in SELF_CLOSING:
            return tag
        start, after = found.span()
        parts_words = start > 0 and self.html[start - 1] not in NO_WORD and self.html[after] not in BLANK
        return BREAK + tag if parts_words else tag

    def _tag(self, tag: str, end: str, name: str, attributes: str) -> str:
        if name in VOID and name in self.inline:
            return tag
        if name in self.inline:
            return self._inline(tag, name, closing=bool(end), own=bool(attributes))
        closers = "".join(f"</{opened}>" for opened in reversed(self.open_inline)) if self.open_inline else ""
        self.open_inline.clear()
        if name in SELF_CLOSING or name in VOID:
            return closers + tag
        return closers + self._block(tag, name, closing=bool(end), own="data-sourcepos" in attributes)

    def _inline(self, tag: str, name: str, *, closing: bool, own: bool) -> str:
        if not closing:
            if not own and len(self.open_inline) >= DEEPEST:
                return _as_text(tag)
            self.open_inline.append(name)
        elif self.open_inline and self.open_inline[-1] == name:
            self.open_inline.pop()
        elif name in self.open_inline:
            self.open_inline.remove(name)
        return tag

    def _block(self, tag: str, name: str, *, closing: bool, own: bool) -> str:
        if not closing:
            if not own and len(self.open_blocks) >= DEEPEST:
                return _as_text(tag)
            self.open_blocks.append(name)
        elif self.open_blocks and self.open_blocks[-1] == name:
            self.open_blocks.pop()
        elif name in self.open_blocks:
            self.open_blocks.remove(name)
        return tag


def _as_text(tag: str) -> str:
    return f"&lt;{tag[1:-1]}&gt;"
