"""Text as words that can be compared: the normal form in which anchors look at a document."""

import re
from dataclasses import dataclass
from functools import cached_property
from unicodedata import normalize
from zlib import crc32

# One of: an emoji sequence or a flag; a sign of a script without spaces between words, with what is set on it; a run of
# letters and figures of any other script; any other sign that is not white space.
MARKS = (
    "\u0300-\u036f\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff"
    "\u302a-\u302f\u3099\u309a\ufe00-\ufe0f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f\U000e0100-\U000e01ef"
)
SINGLE = (
    "\u0e01-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3040-\u31ff\u3400-\u4dbf"
    "\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f\U00016fe0-\U0001b2ff\U00020000-\U0003ffff"
)
# What a browser means by \\s (Python means other characters), and the separator of words in normal form.
WHITE = "\\t\\n\\v\\f\\r\\x1f \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
SIGNS = (
    "\u0000-\u002f\u003a-\u0040\u005b-\u005e\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7"
    "\u02c2-\u02c5\u0589-\u058a\u05be\u05c0\u05c3\u05c6\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u1680"
    "\u2000-\u200b\u200e-\u206f\u20a0-\u20cf\u2100-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u3036-\u303f"
    "\ufe10-\ufe1f\ufe30-\ufe6f\ufeff\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\ufff0-\uffff\U0001f000-\U0001faff"
)
FLAG = "[\U0001f1e6-\U0001f1ff]{2}"
EMOJI = f"[\u2190-\u2bff\U0001f000-\U0001faff][{MARKS}]*(?:\u200d[\u2190-\u2bff\U0001f000-\U0001faff][{MARKS}]*)*"
WORD = re.compile(f"[^{SIGNS}{SINGLE}{WHITE}]+|{FLAG}|{EMOJI}|[{SINGLE}][{MARKS}]*|[^{WHITE}][{MARKS}]*")
LETTERS = re.compile(f"[^{SIGNS}{WHITE}]")
SEPARATOR = "\x1f"
EAST = "\u2e80"  # from here on lie kana, ideographs, Hangul and emoji
ASTRAL = re.compile("[\U00010000-\U0010ffff]")
FOLDED = {
    **dict.fromkeys(map(ord, "\u2018\u2019\u201a\u201b\u2032`\u00b4"), "'"),
    **dict.fromkeys(map(ord, "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb"), '"'),
    **dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"), "-"),
    ord("\u03c2"): "\u03c3",  # the final sigma is the one letter whose small form depends on what follows
}


def folded(words: str) -> str:
    """Without regard to case, and with one kind of quote and of dash."""
    return words.lower() if words.isascii() and "`" not in words else normalize("NFC", words).lower().translate(FOLDED)


def split(text: str) -> list[str]:
    """The words of a text in normal form."""
    found = WORD.findall(text)
    return folded(SEPARATOR.join(found)).split(SEPARATOR) if found else []


def digest(words: list[str]) -> str:
    """A short hash of words, CRC-32 of the UTF-8 text in 8 hex figures: evidence that two texts are equal, no proof."""
    return f"{crc32(SEPARATOR.join(words).encode('utf-8', 'surrogatepass')):08x}"


def weight(word: str) -> int:
    """What a word counts in comparisons: its letters (code points); a sign of a script without blanks counts 2."""
    return 2 if word >= EAST else len(word)


@dataclass(frozen=True)
class Worded:
    """A text with its words in normal form and where they stand in it."""

    text: str

    @cached_property
    def words(self) -> list[str]:
        """In normal form."""
        return split(self.text)

    @cached_property
    def hash(self) -> str:
        """Of the words in normal form."""
        return digest(self.words)

    @cached_property
    def spans(self) -> list[tuple[int, int]]:
        """From where to where each word stands in the text."""
        return [found.span() for found in WORD.finditer(self.text)]

    @cached_property
    def lines(self) -> list[int]:
        """In which line of the text each word stands, counted from 0."""
        lines, line, at = list[int](), 0, 0
        for start, _ in self.spans:
            line += self.text.count("\n", at, start)
            at = start
            lines.append(line)
        return lines

    def within(self, start: int, end: int) -> tuple[int, int]:
        """The numbers of the words that a span of the text touches, from the first to before the last."""
        spans = self.spans
        first = _first(spans, start)
        last = first
        while last < len(spans) and spans[last][0] < end:
            last += 1
        return first, last


def _first(spans: list[tuple[int, int]], start: int) -> int:
    """The first word that ends behind a position."""
    low, high = 0, len(spans)
    while low < high:
        middle = (low + high) // 2
        if spans[middle][1] <= start:
            low = middle + 1
        else:
            high = middle
    return low


def code_point(text: str, offset: int) -> int | None:
    """The code point at an offset of UTF-16 units; None outside of the text or within a surrogate pair."""
    if offset < 0:
        return None
    if text.isascii() or ASTRAL.search(text) is None:
        return offset if offset <= len(text) else None
    encoded = text.encode("utf-16-le", "surrogatepass")
    if offset * 2 > len(encoded):
        return None
    head = encoded[: offset * 2].decode("utf-16-le", "surrogatepass")
    return None if head and "\ud800" <= head[-1] <= "\udbff" else len(head)
