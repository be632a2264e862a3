"""How often each word stands in a text, without regard to case: the same for a source and for its page."""

import re
from collections import Counter
from collections.abc import Iterable

from countermark.documents.markdown import entities

# A run of letters and figures; of all other signs those beyond ASCII, each for itself. Markdown is made of ASCII's.
SIGN = r"[^\x00-\x7f\s]"
WORD = re.compile(rf"[^\W_]+|{SIGN}")
RUN = re.compile(rf"(?:{entities.ENTITY.pattern}|[^\W_]|{SIGN})+")
# For `bytes.translate`: blanks for what parts words in ASCII.
PARTED = bytes(byte if byte > 127 or chr(byte).isalnum() else 32 for byte in range(256))
LONG = 2_000  # characters
# Letters to Unicode, nothing to the eye: the page shows their numbers, so that they part words.
FILLERS = "\u115f\u1160\u3164\uffa0"


def counted(pieces: Iterable[str]) -> Counter[str]:
    """How often each word stands in pieces of text that are read apart.

    In a long text, what ASCII's other characters part is counted as bytes, twice as fast as the expression, which then
    reads each different word with other letters once.
    """
    text = _parted("\n".join(pieces).casefold())
    if len(text) < LONG:
        return Counter(WORD.findall(text))
    words: Counter[str] = Counter()
    for part, times in Counter(text.encode("utf-8", "surrogatepass").translate(PARTED).split()).items():
        if part.isascii():
            words[part.decode("ascii")] += times
        else:
            for word in WORD.findall(part.decode("utf-8", "surrogatepass")):
                words[word] += times
    return words


def words_of(source: str) -> list[str]:
    """The words of a short piece of source, in order."""
    return WORD.findall(_parted(entities.read(source).casefold()))


def _parted(text: str) -> str:
    if text.isascii():
        return text
    for filler in FILLERS:  # four of them: four times faster than `translate`
        text = text.replace(filler, f" {filler} ")
    return text
