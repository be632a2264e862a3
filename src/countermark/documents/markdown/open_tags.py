"""Which raw tags of an agent are still open: what follows stands within them, whatever it is."""

import re

from countermark.documents.markdown.balance import VOID
from countermark.documents.markdown.sanitise import BLOCKS, INLINE, RENAMED

TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]*)(?:\s[^<>]*)?/?>")
DEEPEST = 200  # elements: if there are more, all stay open, and nobody looks through a long list again and again
# A parser drops these outside of a table.
TABLE_PARTS = frozenset({"caption", "tbody", "td", "tfoot", "th", "thead", "tr"})


class OpenTags:
    """The elements that are open behind some HTML of comrak's, as a browser reads it; of doubtful ones, rather more."""

    def __init__(self) -> None:
        self._blocks: list[str] = []
        self._inline: list[str] = []  # since the last tag of a block, which ends them all (balance.py)

    def __bool__(self) -> bool:
        return bool(self._blocks or self._inline)

    def read(self, html: str) -> None:
        """Go on through more HTML."""
        for end, written in TAG.findall(html):
            if len(self._blocks) + len(self._inline) > DEEPEST:
                return
            name = RENAMED.get(written.lower(), written.lower())
            if name in BLOCKS:
                self._inline.clear()
                self._block(name, closing=bool(end))
            elif name in INLINE and name not in VOID:
                self._word(name, closing=bool(end))

    def _word(self, name: str, *, closing: bool) -> None:
        if not closing:
            self._inline.append(name)
        elif name in self._inline:
            self._inline.remove(name)

    def _block(self, name: str, *, closing: bool) -> None:
        if closing:
            self._close(name)
            return
        if name in TABLE_PARTS and "table" not in self._blocks:
            return
        self._close("p")  # any block ends a paragraph
        if name not in VOID:
            self._blocks.append(name)

    def _close(self, name: str) -> None:
        """End an element and all within it. Nothing but its own end tag ends a table."""
        if name not in self._blocks:
            return
        place = len(self._blocks) - 1 - self._blocks[::-1].index(name)
        if name == "table" or "table" not in self._blocks[place + 1 :]:
            del self._blocks[place:]
