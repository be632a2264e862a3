"""Markdown to HTML that is safe to show, with an id and source lines on every block."""

import re
from hashlib import sha256

import comrak

from countermark.documents.markdown import formulas, frontmatter
from countermark.documents.markdown.blocks import Block, BlockKind, Document, Heading
from countermark.documents.markdown.bounds import bounded, mail_is_few, unbound
from countermark.documents.markdown.elements import OPENERS
from countermark.documents.markdown.sanitise import may_have_tags, sanitise, shielded, unshielded
from countermark.documents.markdown.unshown import unshown
from countermark.documents.markdown.weaver import Weaver

__all__ = ["Block", "BlockKind", "Document", "Heading", "render"]

EXTENSIONS = (
    "alerts", "footnotes", "math_code", "math_dollars", "strikethrough", "table", "tasklist",
)  # fmt: skip
ROUNDS = 4
NO_CHARACTER = re.compile("[\x00\ud800-\udfff]")  # an HTML parser drops NUL, and joins the words around it
LINE_END = re.compile(r"\r\n?")


def render(text: str) -> Document:
    """Render a text of any content. Never raises, and takes time linear in its length.

    Lines end with \\n, \\r\\n or \\r. A byte order mark before the text is dropped; lone surrogates become U+FFFD, and
    NUL characters too (as CommonMark says).
    """
    source = _plain_lines(text)
    front, body = frontmatter.split(source)
    shield, respelled = shielded(body)
    html = unshielded(sanitise(_rendered(shield), tags=may_have_tags(shield)), respelled)
    last_line = source.count("\n") + (not source.endswith("\n"))
    first_line = 1 if front is None else front.lines + 1
    weaver = Weaver(OPENERS, html, first_line=first_line, last_line=max(last_line, 1))
    if front is not None:
        weaver.front_matter(front.pairs)
    woven = weaver.run()
    return Document(
        slices=woven.slices,
        blocks=woven.blocks,
        toc=woven.toc,
        title=woven.title,
        front_matter=None if front is None else front.pairs,
        sha256=sha256(text.encode("utf-8", "surrogatepass")).hexdigest(),
        unshown=unshown(source, woven.said, woven.blocks),
    )


def _plain_lines(text: str) -> str:
    """The text with \\n line ends and nothing that UTF-8 cannot say."""
    return LINE_END.sub("\n", NO_CHARACTER.sub("\ufffd", text.removeprefix("\ufeff")))


def _rendered(text: str) -> str:
    """comrak's HTML of a bounded text, with no formulas where dollar signs are prices."""
    source, stop = bounded(text)
    html = _comrak(source)
    for _ in range(ROUNDS):
        places = formulas.not_formulas(html)
        if not places:
            break
        source = formulas.escaped(source, places)
        html = _comrak(source)
    return unbound(html, stop)


def _comrak(text: str) -> str:
    """Markdown with extensions, raw HTML and source positions: nothing of this is safe yet."""
    extensions, rendering = comrak.ExtensionOptions(), comrak.RenderOptions()
    for name in EXTENSIONS:
        setattr(extensions, name, True)
    extensions.autolink = mail_is_few(text)
    rendering.unsafe_ = True
    rendering.sourcepos = True
    return comrak.render_markdown(text, extensions, None, rendering)
