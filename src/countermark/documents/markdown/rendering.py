"""Markdown to HTML that is safe to show, with an id and source lines on every block."""

import re
from dataclasses import dataclass
from hashlib import sha256

import comrak

from countermark.documents.markdown import formulas, frontmatter
from countermark.documents.markdown.blocks import Block, BlockKind, Document, Heading
from countermark.documents.markdown.bounds import bounded, mail_is_few, unbound
from countermark.documents.markdown.elements import OPENERS
from countermark.documents.markdown.sanitise import may_have_tags, sanitise, shielded, unshielded
from countermark.documents.markdown.unshown import unshown
from countermark.documents.markdown.weaver import Weaver, Woven

__all__ = ["Block", "BlockKind", "Document", "Heading", "render"]

EXTENSIONS = (
    "alerts", "footnotes", "math_code", "math_dollars", "strikethrough", "table", "tasklist",
)  # fmt: skip
ROUNDS = 4
NO_CHARACTER = re.compile("[\x00\ud800-\udfff]")  # an HTML parser drops NUL, and joins the words around it
LINE_END = re.compile(r"\r\n?")


@dataclass(frozen=True, slots=True)
class Source:
    """A text as it is read: its lines end with \\n, and its front matter stands by itself."""

    text: str
    front: frontmatter.FrontMatter | None
    body: str


def render(text: str) -> Document:
    """Render a text of any content. Never raises, and takes time linear in its length.

    Lines end with \\n, \\r\\n or \\r. A byte order mark before the text is dropped; lone surrogates become U+FFFD, and
    NUL characters too (as CommonMark says).
    """
    source = read_source(text)
    return whole_document(text, source, weave(source))


def weave(source: Source) -> Woven:
    """All that the page shows of a source."""
    shield, respelled = shielded(source.body)
    html = unshielded(sanitise(unsafe_html(shield), tags=may_have_tags(shield)), respelled)
    return weaver_of(source, html).run()


def whole_document(text: str, source: Source, woven: Woven) -> Document:
    """What the page shows, with what it does not show."""
    return Document(
        slices=woven.slices,
        blocks=woven.blocks,
        toc=woven.toc,
        title=woven.title,
        front_matter=None if source.front is None else source.front.pairs,
        sha256=sha256(text.encode("utf-8", "surrogatepass")).hexdigest(),
        unshown=unshown(source.text, woven.said, woven.blocks),
    )


def read_source(text: str) -> Source:
    """The text with \\n line ends and nothing that UTF-8 cannot say, its front matter apart."""
    plain = plain_text(text.removeprefix("\ufeff"))
    front, body = frontmatter.split(plain)
    return Source(plain, front, body)


def plain_text(text: str) -> str:
    """The text with \\n line ends and nothing that UTF-8 cannot say."""
    return LINE_END.sub("\n", NO_CHARACTER.sub("\ufffd", text))


def weaver_of(source: Source, html: str) -> Weaver:
    """The pass over the sanitised HTML of a source's body, with the front matter before it."""
    last_line = source.text.count("\n") + (not source.text.endswith("\n"))
    first_line = 1 if source.front is None else source.front.lines + 1
    weaver = Weaver(OPENERS, html, first_line=first_line, last_line=max(last_line, 1))
    if source.front is not None:
        weaver.front_matter(source.front.pairs)
    return weaver


def unsafe_html(text: str, *, mail: bool | None = None) -> str:
    """comrak's HTML of a bounded text, with no formulas where dollar signs are prices; nothing of it is safe yet.

    `mail` says whether mail addresses become links, for a part of a text whose whole decides that.
    """
    source, stop = bounded(text)
    html = _comrak(source, mail=mail)
    for _ in range(ROUNDS):
        places = formulas.not_formulas(html)
        if not places:
            break
        source = formulas.escaped(source, places)
        html = _comrak(source, mail=mail)
    return unbound(html, stop)


def _comrak(text: str, *, mail: bool | None) -> str:
    """Markdown with extensions, raw HTML and source positions."""
    extensions, rendering = comrak.ExtensionOptions(), comrak.RenderOptions()
    for name in EXTENSIONS:
        setattr(extensions, name, True)
    extensions.autolink = mail_is_few(text) if mail is None else mail
    rendering.unsafe_ = True
    rendering.sourcepos = True
    return comrak.render_markdown(text, extensions, None, rendering)
