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


def balanced(html: str, *, inline: AbstractSet[str]) -> str:
    """The HTML with inline tags closed at the end of their block and too deep ones as text."""
    return TAG.sub(_Balance(inline), html)


class _Balance:
    """What is open at a place in the HTML."""

    def __init__(self, inline: AbstractSet[str]) -> None:
        self.inline = inline
        self.open_inline: list[str] = []
        self.open_blocks: list[str] = []

    def __call__(self, found: re.Match[str]) -> str:
        end, name, attributes = found.groups()
        if name in VOID and name in self.inline:
            return found[0]
        if name in self.inline:
            return self._inline(found[0], name, closing=bool(end), own=bool(attributes))
        closers = "".join(f"</{tag}>" for tag in reversed(self.open_inline))
        self.open_inline.clear()
        if name in SELF_CLOSING or name in VOID:
            return closers + found[0]
        return closers + self._block(found[0], name, closing=bool(end), own="data-sourcepos" in attributes)

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
