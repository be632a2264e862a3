"""Spans as people select them: a few words, half a line, a sentence, a block, a few blocks."""

import re
from random import Random

from bench.anchors.texts import Span, Text

SIZES = ("1–3 words", "4–10 words", "a sentence", "a block", "2–3 blocks")
WORD = re.compile(r"\w+(?:['’./_-]\w+)*")
SENTENCE = re.compile(r"\S[^.!?\n]*(?:[.!?](?!\s|$)[^.!?\n]*)*[.!?]?", re.DOTALL)
LONGEST = 3_000  # characters: nobody selects a fence of a thousand lines by hand


def select(text: Text, unit: int, size: str, random: Random) -> Span | None:
    """A span of the size that begins in the unit; None where the unit has none."""
    start, own = text.starts[unit], text.units[unit]
    if size == "2–3 blocks":
        return _blocks(text, unit, random.randint(2, 3))
    if size == "a block":
        return _trimmed(text, start, start + len(own))
    if size == "a sentence":
        sentences = [found for found in SENTENCE.finditer(own) if len(found[0].split()) > 2]
        if not sentences:
            return None
        sentence = random.choice(sentences)
        return _trimmed(text, start + sentence.start(), start + sentence.end())
    words = list(WORD.finditer(own))
    count = random.randint(1, 3) if size == "1–3 words" else random.randint(4, 10)
    if len(words) < count or (count == 1 and max(len(word[0]) for word in words) < 3):
        return None
    first = random.randrange(len(words) - count + 1)
    return Span(start + words[first].start(), start + words[first + count - 1].end())


def _blocks(text: Text, unit: int, count: int) -> Span | None:
    last = unit + count - 1
    if last >= len(text.units):
        return None
    return _trimmed(text, text.starts[unit], text.starts[last] + len(text.units[last]))


def _trimmed(text: Text, start: int, end: int) -> Span | None:
    quote = text.whole[start:end]
    inner = quote.strip()
    if not 0 < len(inner) <= LONGEST or not any(sign.isalnum() for sign in inner):
        return None
    begin = start + quote.index(inner)
    return Span(begin, begin + len(inner))
