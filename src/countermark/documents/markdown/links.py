"""Where links and images of a document lead: out of the machine only when a person follows them."""

import re
from html import unescape

from countermark.documents.markdown import odd

LIVE = re.compile(r"(?:https?://[^\s/]|mailto:[^\s])", re.IGNORECASE)
# SVG is left out: it is a document with scripts of its own.
PICTURE = re.compile(r"data:image/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}", re.IGNORECASE)
LONGEST_NAME = 80  # of an address that names an image
AWAY = ' rel="noopener noreferrer nofollow" target="_blank"'


def attribute(name: str, value: str | None) -> str:
    """An attribute of an already escaped value, odd characters spelled out; nothing for None."""
    return "" if value is None else f' {name}="{odd.spelled(value)}"'


def link(attributes: dict[str, str]) -> str:
    """The opening tag of a link: live to the web and to mail, else without `href` and with its address as data."""
    address = attributes.get("href", "")
    title = attribute("title", attributes.get("title"))
    if LIVE.match(address) and odd.any_odd().search(address) is None:
        return f'<a href="{address}"{title}{AWAY}>'
    return f'<a class="inert"{attribute("data-href", address or None)}{title}>'


def image(attributes: dict[str, str], *, in_link: bool) -> tuple[str, str]:
    """What stands for an image, and its visible text.

    A picture that came inside the document is shown. Any other is named, and linked when it lies on the web: showing it
    would tell its host that the document is being read.
    """
    address = attributes.get("data-image", "")
    words = odd.spelled(attributes.get("alt", ""))
    title = attribute("title", attributes.get("title"))
    if PICTURE.fullmatch(address):
        return f'<img src="{address}" alt="{words}"{title} loading="lazy" decoding="async">', ""
    if not words.strip():
        words = odd.spelled(address[:LONGEST_NAME]) or "image"
    text = words.replace("<", "&lt;").replace(">", "&gt;")
    label = f' class="image" aria-label="Image, not loaded: {words}"'
    if LIVE.match(address) and not in_link:
        return f'<a{label} href="{odd.spelled(address)}"{title}{AWAY}>{text}</a>', unescape(text)
    where = attribute("data-image", address[:2000] or None)
    return f'<span role="img"{label}{where}{title}>{text}</span>', unescape(text)


def described(attributes: dict[str, str]) -> str:
    """What the source says where an image that is not shown is named: nothing, where the name is none of its words."""
    words, address = attributes.get("alt", ""), attributes.get("data-image", "")
    if odd.spelled(words).strip():
        return unescape(words)
    return unescape(address) if len(address) <= LONGEST_NAME else ""
