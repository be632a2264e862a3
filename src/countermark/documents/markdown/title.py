"""The title of a text, found without rendering more of it than stands before its first heading."""

import re

from countermark.documents.markdown.beginning import boundary, needs_more
from countermark.documents.markdown.rendering import Source, read_source, unsafe_html, weaver_of
from countermark.documents.markdown.sanitise import may_have_tags, sanitise, shielded, unshielded
from countermark.documents.markdown.weaver import Woven

# What may be a heading: a line that begins or underlines one, in lists and quotes too, and raw HTML.
HEADING = re.compile(
    r"^[ \t>*+\-\d.)]*#{1,6}(?:[ \t]|$)|^[ \t>]*(?:=+|-+)[ \t]*$|<h[1-6]", re.MULTILINE | re.IGNORECASE
)
MOST_READ = 32_000  # characters; rendered within some 50 ms, whatever they are


class TooFar(Exception):
    """What decides about the title stands so far down that the whole text has to be rendered."""


def title_of(text: str) -> str | None:
    """The title that `render` finds. Raises `TooFar`."""
    source = read_source(text)
    end = 0
    while (found := HEADING.search(source.body, end)) is not None:
        end = boundary(source.body, max(found.end(), 2 * end))
        if end > MOST_READ:
            raise TooFar
        woven = _woven(source, source.body[:end])
        if woven.title is not None:
            if needs_more(_heading(woven, source.text.split("\n")), source.body[end:]):
                raise TooFar
            return woven.title
    return None


def _woven(source: Source, part: str) -> Woven:
    shield, respelled = shielded(part)
    html = unshielded(sanitise(unsafe_html(shield), tags=may_have_tags(shield)), respelled)
    return weaver_of(source, html).run()


def _heading(woven: Woven, rows: list[str]) -> str:
    """The lines of the first heading that says something."""
    block = next(each for each in woven.blocks if each.kind == "heading" and each.text)
    return "\n".join(rows[block.start_line - 1 : block.end_line])
