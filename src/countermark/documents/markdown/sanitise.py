"""The one place where HTML that an agent may have written becomes harmless.

It works in three steps, and each is safe without the others:

1. `shielded` / `unshielded`: the agent's text cannot spell the attributes by which we know comrak's own elements.
2. `_admitted`: of the agent's tags, whole and well-formed ones of the names below pass, without attributes but for the
   few in `KEPT`; everything else that begins with `<` (scripts, styles, SVG, comments, half a tag) becomes text, so
   that the reader sees what the agent wrote and an HTML parser never does.
3. nh3 parses what is left as a browser would and writes it anew from an allow-list.
"""

import re
from html import escape, unescape

import nh3

from countermark.documents.markdown import entities, stand_ins
from countermark.documents.markdown.balance import balanced

INLINE = frozenset(
    "a abbr b br cite code dfn em i img kbd q rp rt ruby s samp small span strong sub sup time u var wbr".split()
)
BLOCKS = frozenset(
    "blockquote caption dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre summary table tbody td "
    "tfoot th thead tr ul".split()
)
# Marks are the person's pen (look.md); what the agent strikes, inserts or marks is drawn as its own ink.
# What a browser hides inside a ruby is shown.
RENAMED = {"del": "s", "strike": "s", "ins": "u", "mark": "em", "rp": "span"}
KEPT = {
    "a": ("href", "title"),
    "img": ("src", "alt", "title"),
    "ol": ("start",),
    "td": ("align", "colspan", "rowspan"),
    "th": ("align", "colspan", "rowspan"),
}
# What comrak marks its elements with. nh3 lets these pass; `shielded` keeps them out of the agent's hands.
OURS = {"data-sourcepos", "data-math-style", "data-footnote-ref", "data-footnote-backref"}

_CLEANER = nh3.Cleaner(
    tags=INLINE | BLOCKS | RENAMED.keys() | {"section", "input"},
    clean_content_tags=set(),  # step 2 left none of them; their words would be kept, not lost
    attributes={
        "*": OURS,
        "a": {"href", "title", "id", "aria-label"},
        "code": {"class"},
        "div": {"class"},
        "img": {"data-image", "alt", "title"},
        "input": {"checked"},
        "li": {"id"},
        "ol": {"start"},
        "p": {"class"},
        "section": {"class"},
        "td": {"align", "colspan", "rowspan"},
        "th": {"align", "colspan", "rowspan"},
    },
    url_schemes={"http", "https", "mailto"},
    link_rel=None,
    strip_comments=True,
)

_NAMES = "|".join(sorted(INLINE | BLOCKS, key=len, reverse=True))
# What comrak writes: closing tags, tags with a mark of ours, and these few without one.
_OWN = (
    rf"/(?:{_NAMES}|section)>"
    r"|[a-z][a-z0-9]* [^<>]*\bdata-(?:sourcepos|footnote-ref|footnote-backref)\b[^<>]*>"
    r'|code class="[^<>"]*"(?: data-math-style="display")?>'
    r'|input type="checkbox" (?:checked="" )?disabled="" />'
    r'|(?:p class="markdown-alert-title"|sup class="footnote-ref"|thead|tbody)>'
    r'|ol>\n<li data-sourcepos="[^"]*" id="fn-'
    r"|(?<=\"><)code>"
)
_SUSPECT = re.compile(
    rf"<(?!{_OWN})(?:(?P<end>/)?(?P<name>[A-Za-z][A-Za-z0-9]*)"
    r"""(?P<attributes>(?:\s+[A-Za-z_:][\w:.-]*(?:\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'=<>`]+))?)*)\s*/?>)?"""
)
_ATTRIBUTE = re.compile(r"""([A-Za-z_:][\w:.-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?""")
_IMAGE_SOURCE = re.compile(r'(<img data-sourcepos="[^"]*") src="')
_RESERVED = re.compile(r"data(?=-(?:sourcepos|math-style|footnote))", re.IGNORECASE)


def may_have_tags(source: str) -> bool:
    """Whether a source may hold tags that look like comrak's own: end tags, and those of a table's parts."""
    return "</" in source or "<t" in source


def has_raw_tags(html: str) -> bool:
    """Whether comrak's HTML has anything in it that begins with `<` and is not comrak's own."""
    return _SUSPECT.search(html.replace("<del data-sourcepos=", "<s data-sourcepos=")) is not None


def sanitise(html: str, *, tags: bool = True) -> str:
    """Harmless, well-formed HTML of comrak's HTML.

    Of attributes only comrak's own are left, links lead to http, https, mailto or a relative address, and nothing
    loads: the address of an image is in `data-image`. `tags` says whether there may be tags that look like comrak's.
    """
    html = entities.whole(html.replace("<del data-sourcepos=", "<s data-sourcepos="))  # as in RENAMED
    html, agents = _SUSPECT.subn(_admitted, html)
    html = _IMAGE_SOURCE.sub(r'\1 data-image="', html)
    return _cleaned(balanced(html, inline=INLINE) if agents or tags else html)


def _cleaned(html: str) -> str:
    """Step 3, in time linear in the length."""
    if not stand_ins.are_needed(html):
        return _CLEANER.clean(html)
    return stand_ins.taken_out(_CLEANER.clean(stand_ins.put_in(html)))


def _admitted(found: re.Match[str]) -> str:
    """An agent's tag without its attributes, or its `<` as text."""
    name = (found["name"] or "").lower()
    name = RENAMED.get(name, name)
    if name not in INLINE and name not in BLOCKS:
        return "&lt;" + found[0][1:]
    return f"</{name}>" if found["end"] else f"<{name}{_kept_attributes(name, found['attributes'])}>"


def _kept_attributes(name: str, written: str) -> str:
    """The few attributes that an agent may set, each written anew."""
    kept = KEPT.get(name, ())
    found = reversed(_ATTRIBUTE.findall(written)) if kept else ()  # the first of two of a name counts, as in a browser
    values = {key.lower(): escape(unescape(a or b or c)) for key, a, b, c in found}
    return "".join(f' {"data-image" if key == "src" else key}="{values[key]}"' for key in kept if key in values)


def shielded(text: str) -> tuple[str, dict[str, str]]:
    """The text with every reserved attribute name respelled (same length, same kind of letters), and the spellings.

    `data-sourcepos` in raw HTML would otherwise pass for comrak's own. Rare, so that it costs a search and no more.
    """
    spellings = sorted(set(_RESERVED.findall(text)))
    if not spellings:
        return text, {}
    lowered = text.lower()
    free = (word for word in _four_letters() if f"{word}-" not in lowered)
    respelled = dict(zip(spellings, free, strict=False))
    return _RESERVED.sub(lambda found: respelled[found[0]], text), {new: old for old, new in respelled.items()}


def unshielded(html: str, respelled: dict[str, str]) -> str:
    """Sanitised HTML with the agent's own spelling again; by now it can only be text or the value of an attribute."""
    for new, old in respelled.items():
        html = html.replace(f"{new}-", f"{old}-")
    return html


def _four_letters() -> "list[str]":
    letters = "qxzjkvwy"
    return [a + b + c + d for a in letters for b in letters for c in letters for d in letters]
