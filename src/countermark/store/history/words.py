"""A person's words as a search of FTS5, and what FTS5 finds as parts of a text."""

import re
from collections.abc import Iterator

from countermark.model.history import SnippetPart

BEGIN, END = "\x02", "\x03"  # around what was found; no text has them, see `searchable`
APART = "\x04"  # between words that are written without a blank
# Scripts that are written without blanks: each character is a word of its own, else nothing within a sentence is found.
UNSPACED = "\u2e80-\u2fff\u3040-\u30ff\u3100-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\U00020000-\U0003ffff"  # noqa: E501  one class of characters
SINGLE = re.compile(f"([{UNSPACED}])")
MOST_CUT = 200_000  # characters of what FTS5 has cut out that are read
MOST_PART, MOST_SNIPPET = 240, 800  # characters of a part, and of all
PHRASE = re.compile(r'"([^"]*)"?|(\S+)')
WORD = re.compile(r"\w", re.UNICODE)
CONTROLS = str.maketrans(dict.fromkeys((0, *map(ord, BEGIN + END + APART)), " "))


def searchable(text: str) -> str:
    """A text as it is indexed."""
    return SINGLE.sub(f"{APART}\\1{APART}", text.encode("utf-8", "replace").decode().translate(CONTROLS))


def match_of(words: str) -> str | None:
    """What FTS5 is asked for: every word, in any order, the last one by its beginning; None if there is no word.

    Words between quotation marks stand beside each other. Nothing that is typed is syntax.
    """
    terms = dict.fromkeys(terms_in(words))  # each once: FTS5 would read all its hits again
    return " ".join(terms) or None


def terms_in(words: str) -> Iterator[str]:
    """The terms of a search."""
    typed = searchable(words)
    for found in PHRASE.finditer(words):
        phrase, word = found.groups()
        term = searchable(phrase if phrase is not None else word).replace('"', " ").strip(f" {APART}")
        if not WORD.search(term):
            continue
        is_last_word = word is not None and found.end() == len(words)
        begins = is_last_word and not SINGLE.search(typed[-2:])
        yield f'"{term}"*' if begins else f'"{term}"'


def snippet_parts(marked: str) -> tuple[SnippetPart, ...]:
    """What FTS5 has cut out, in parts. It counts words: what has no blank for pages is cut here."""
    pieces = re.split(f"[{BEGIN}{END}]", marked.replace(APART, "")[:MOST_CUT])
    parts: list[SnippetPart] = []
    left = MOST_SNIPPET
    for number, piece in enumerate(pieces):
        found, is_last = number % 2 == 1, number == len(pieces) - 1
        text = beginning(piece, MOST_PART) if found or is_last else end(piece, MOST_PART)
        if text and left > 0:
            parts.append(SnippetPart(text, found=found))
            left -= len(text)
    return tuple(parts)


def beginning(text: str, most: int) -> str:
    """As much of a text as there is room for."""
    return text if len(text) <= most else f"{text[:most]}…"


def end(text: str, most: int) -> str:
    """The same from its end."""
    return text if len(text) <= most else f"…{text[-most:]}"
