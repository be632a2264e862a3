"""Finds the words of a note in the source of a page, and puts others in their place: pure functions on its HTML."""

import re
from html import escape, unescape

BODY = re.compile(r"<body\b", re.IGNORECASE)
TAG = re.compile(r"<[^>]*>")
BLANKS = re.compile(r"\s+")


def replaced(source: str, words: str, *, by: str, before: str = "") -> str | None:
    """The source with other words where these stood; `before` is the text in front of them, which tells twins apart.

    None where the words do not stand in one piece, or where two places are equally good.
    """
    parts = [re.escape(escape(part, quote=False)) for part in words.split()]
    if not parts:
        return None
    found = [each for each in re.finditer(r"\s+".join(parts), source) if is_text(source, each.start())]
    ranked = sorted(found, key=lambda each: same_ending(text_of(source[: each.start()]), before), reverse=True)
    scores = [same_ending(text_of(source[: each.start()]), before) for each in ranked[:2]]
    if not scores or len(scores) != len(set(scores)):
        return None
    start, end = ranked[0].span()
    return source[:start] + escape(by.strip(), quote=False) + source[end:]


def is_text(source: str, at: int) -> bool:
    """Whether a place lies in the body and in no tag."""
    body = BODY.search(source)
    return body is not None and at > body.start() and source.rfind("<", 0, at) < source.rfind(">", 0, at)


def text_of(source: str) -> str:
    """What a reader sees of a piece of HTML, with one blank for each run of them."""
    return BLANKS.sub(" ", unescape(TAG.sub("", source)))


def same_ending(one: str, other: str) -> int:
    """How many characters two texts have in common at their ends, blanks left out."""
    pairs = zip(reversed(BLANKS.sub("", one)), reversed(BLANKS.sub("", other)), strict=False)
    count = 0
    for mine, theirs in pairs:
        if mine != theirs:
            break
        count += 1
    return count
