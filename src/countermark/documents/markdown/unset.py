"""A text as a page of its source: for one that takes more to be rendered than is given to it."""

from hashlib import sha256
from html import escape

from countermark.documents.markdown.blocks import Document
from countermark.documents.markdown.elements import OPENERS
from countermark.documents.markdown.rendering import read_source
from countermark.documents.markdown.weaver import Weaver

LINES = 100  # of one block: what a mark stands in, and what a comparison pairs


def unset(text: str) -> Document:
    """Every line of a text, as it is written; nothing of it is Markdown, so that nothing is hidden either."""
    rows = read_source(text).text.removesuffix("\n").split("\n")
    html = "".join(_block(rows[at : at + LINES], at) for at in range(0, len(rows), LINES))
    woven = Weaver(OPENERS, html, first_line=1, last_line=len(rows)).run()
    digest = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return Document(woven.slices, woven.blocks, (), None, None, digest, is_source=True)


def _block(rows: list[str], before: int) -> str:
    words = escape("\n".join(rows), quote=False)
    return f'<pre data-sourcepos="{before + 1}:1-{before + len(rows)}:1"><code>{words}\n</code></pre>'
