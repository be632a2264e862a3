"""Character references of Markdown (`&copy;`, `&#169;`), read the same way wherever they stand.

A browser also reads `&copy` without its semicolon, and `&notit;` as `&not` and `it;`. Markdown does not, so that a page
would say words there that its source does not have.
"""

import re
from html.entities import html5

ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
OTHERS = re.compile(r"&(?!(?:amp|lt|gt|quot);)(?:#?[A-Za-z0-9]{1,32};)?")  # than those that every renderer writes
NO_CHARACTER = "\ufffd"


def read(text: str) -> str:
    """The text with its character references read."""
    return ENTITY.sub(_character, text) if "&" in text else text


def whole(html: str) -> str:
    """HTML in which each `&` that begins no character reference of Markdown is written as the sign that it is."""
    return OTHERS.sub(_written, html) if "&" in html else html


def _character(found: re.Match[str]) -> str:
    name = found[0][1:]
    if not name.startswith("#"):
        return html5.get(name, found[0])
    number = int(name[2:-1], 16) if name[1] in "xX" else int(name[1:-1])
    valid = 0 < number < 0xD800 or 0xDFFF < number < 0x110000
    return chr(number) if valid else NO_CHARACTER


def _written(found: re.Match[str]) -> str:
    text = found[0]
    known = ENTITY.fullmatch(text) is not None and (text[1] == "#" or text[1:] in html5)
    return text if known else f"&amp;{text[1:]}"
