"""The few lines of `key: value` that may stand before a document, read as text and never as YAML."""

import html
import re
from dataclasses import dataclass

MOST_LINES = 200
OPENING = re.compile(r"---[ \t]*\n")
CLOSING = re.compile(r"(?:---|\.\.\.)[ \t]*")
PAIR = re.compile(
    r"""(?P<key>[^\s:#'"\-\[\]{}&*!|>%@`,?][^:\n]{0,80}?|"[^"\n]{1,80}"|'[^'\n]{1,80}')[ \t]*:(?:[ \t]+|$)"""
)
# A block scalar's mark says how the lines below are joined; we join them the same way whatever it says.
BLOCK_SCALAR = re.compile(r"[|>][+-]?\d?")


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What stood before the document."""

    pairs: tuple[tuple[str, str], ...]
    lines: int  # how many lines it takes, both rules included


def split(text: str) -> tuple[FrontMatter | None, str]:
    """The front matter, if the text (with \\n line ends) begins with one, and the rest of the text.

    Anything that is not clearly front matter is left to Markdown, where `---` is a thematic break.
    """
    opening = OPENING.match(text)
    if opening is None:
        return None, text
    lines = text[opening.end() :].split("\n", MOST_LINES)
    closing = next((at for at, line in enumerate(lines[:MOST_LINES]) if CLOSING.fullmatch(line)), None)
    pairs = None if closing is None else _pairs(lines[:closing])
    if closing is None or not pairs:
        return None, text
    return FrontMatter(tuple(pairs), closing + 2), "\n".join(lines[closing + 1 :])


def may_go_on(lines: list[str]) -> bool:
    """Whether lines behind the opening rule may still become front matter."""
    return len(lines) <= MOST_LINES and _pairs(lines) is not None


def _pairs(lines: list[str]) -> list[tuple[str, str]] | None:
    """Key and value of each line, values that go on below joined; None when a line fits no such form."""
    pairs: list[tuple[str, list[str]]] = []
    for line in lines:
        if not line.strip() or line.startswith("#"):
            continue
        found = PAIR.match(line)
        if found is not None:
            pairs.append((_unquoted(found["key"]), [line[found.end() :].strip()]))
        elif pairs and line.startswith((" ", "\t", "- ")):
            pairs[-1][1].append(line.strip())
        else:
            return None
    return [(key, _value(words)) for key, words in pairs]


def _value(words: list[str]) -> str:
    if len(words) > 1 and BLOCK_SCALAR.fullmatch(words[0]):
        words = words[1:]
    items = [word[2:].strip() if word.startswith("- ") else word for word in words[1:]]
    joined = ", ".join(items) if any(word.startswith("- ") for word in words[1:]) else " ".join(items)
    return " ".join(filter(None, (_unquoted(words[0]), joined)))


def _unquoted(word: str) -> str:
    if len(word) >= 2 and word[0] == word[-1] and word[0] in "\"'":
        return word[1:-1]
    return word


def described(front_matter: FrontMatter) -> str:
    """The pairs as the rows of a description list."""
    return "".join(
        f"<dt>{html.escape(key, quote=False)}</dt>\n<dd>{html.escape(value, quote=False)}</dd>\n"
        for key, value in front_matter.pairs
    )
