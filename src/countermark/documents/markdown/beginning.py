"""The beginning of a long text, rendered before the rest of it: the first slice, byte for byte, or nothing.

A part of the source is rendered that ends where no open block can go on. What stands further down can still change the
first slice in a few ways (a definition of a link's label, a heading that a link leads to, raw HTML); a text in which
one of them may happen has no beginning, and who wants its first slice waits for the whole rendering.
"""

import re
from dataclasses import dataclass
from itertools import islice

from countermark.documents.markdown.balance import BREAK
from countermark.documents.markdown.bounds import mail_is_few
from countermark.documents.markdown.cutting import Cutter
from countermark.documents.markdown.rendering import Source, read_source, unsafe_html, weaver_of
from countermark.documents.markdown.sanitise import has_raw_tags, sanitise, shielded, unshielded
from countermark.documents.markdown.weaver import Weaver

SIZES = (8_000, 20_000, 48_000)  # characters of source that are tried, one after the other
# A line behind a blank one that begins a heading or a paragraph: it ends every list, quote, table and footnote.
BOUNDARY = re.compile(r"\n[ \t]*\n(?=[#A-Za-z])")
FENCE = re.compile(r"^ {0,3}(?:```|~~~)", re.MULTILINE)
MOST_BOUNDARIES = 100
LABEL = re.compile(r"\[((?:[^\[\]\\]|\\.){1,999})\]", re.DOTALL)
DEFINED = re.compile(LABEL.pattern + ":", re.DOTALL)
BETWEEN_LINES = re.compile(r"[ \t]*\n[ \t>]*")
MOST_HTML = 100_000  # characters; comrak bounds what labels may become by the length of the text, from here on


@dataclass(frozen=True, slots=True)
class Beginning:
    """What can be shown of a document before all of it is rendered."""

    html: str  # of the first slice


def beginning(text: str) -> Beginning | None:
    """The first slice of `render(text)`; None where only the whole rendering can tell, or where there is no second."""
    source = read_source(text)
    for size in SIZES:
        weaver = _weaver(source, boundary(source.body, size))
        if weaver is None:
            return None
        woven = weaver.run()
        if len(woven.slices) > 1:
            return Beginning(woven.slices[0]) if _is_settled(weaver) else None
    return None


def boundary(body: str, size: int) -> int:
    """Where the first line behind so many characters begins that seems to be outside of code; the end if none does."""
    fences, at = 0, 0
    for found in islice(BOUNDARY.finditer(body, size), MOST_BOUNDARIES):
        fences += len(FENCE.findall(body, at, found.end()))
        at = found.end()
        if fences % 2 == 0:
            return at
    return len(body)


def _weaver(source: Source, end: int) -> Weaver | None:
    """The pass over what stands before a place in the source; None where what stands behind it may change that."""
    body = source.body
    line_end = body.find("\n", end)
    if line_end < 0:  # nothing to begin with: this is all
        return None
    part = body[:line_end]  # with the line that ends what is open
    if needs_more(body[:end], body[end:]):
        return None
    shield, respelled = shielded(part)
    html = unsafe_html(shield, mail=mail_is_few(body))
    if len(html) > MOST_HTML or has_raw_tags(html):
        return None
    safe = sanitise(html, tags=False)
    if sanitise(html, tags=True).replace(BREAK, "") != safe:  # as it is where the rest has tags
        return None
    last = re.search(rf'<(?:p|h[1-6]) data-sourcepos="{part.count(chr(10)) + 1}:1-', safe)
    if last is None:  # the line is no block of its own: within code, perhaps
        return None
    return weaver_of(source, unshielded(safe[: last.start()], respelled))


def needs_more(part: str, rest: str) -> bool:
    """Whether a part of a source names a label that may be defined in the rest, as a link's or as a footnote's."""
    if "]:" not in rest:
        return False
    labels = {_normal(found[1]) for found in LABEL.finditer(part)}
    return any(_normal(found[1]) in labels for found in DEFINED.finditer(rest))


def _normal(label: str) -> str:
    """A label as labels are compared."""
    return " ".join(BETWEEN_LINES.sub(" ", label).split()).casefold()


def _is_settled(weaver: Weaver) -> bool:
    """Whether nothing later can change the first slice: each block has its lines, each link its heading."""
    cutter: Cutter = weaver.cutter
    links = [slug for at, slug, _ in weaver.headings.links if at < cutter.cuts[1]]
    return not weaver.adrift and all(slug in weaver.headings.slugs for slug in links)
