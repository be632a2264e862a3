"""Step 3 of finding an anchor: the marked words by themselves, in new text only.

Portable: web/src/anchors has the same, line by line.
"""

from countermark.documents.difference.alignment import paired, subsequence, total
from countermark.documents.markdown.bearings import Bearings
from countermark.documents.marks.edited import shortlist
from countermark.documents.marks.sought import Landing, Sought, landing

ERRORS = 0.3  # share of the quote that may differ, and by which what is found may be longer
WORDS_AT_LEAST = 3
WEIGHT_AT_LEAST = 12


def quoted(sought: Sought, bearings: Bearings, known: frozenset[str] | None) -> tuple[Landing | None, Landing | None]:
    """Where the marked words stand, exactly or with few errors, if that is one place of the new text."""
    first, last = sought.piece
    quote = sought.old.words[first:last]
    if known is None or len(quote) < WORDS_AT_LEAST or sought.weight < WEIGHT_AT_LEAST:
        return None, None
    found: list[Landing] = []
    for unit in shortlist(sought, bearings, known):
        new = bearings.worded[unit]
        pairs = subsequence(quote, new.words)
        weight = paired(quote, pairs)
        if weight < (1 - ERRORS) * sought.weight:
            continue
        start, end = pairs[0][1], pairs[-1][1] + 1
        if total(new.words[start:end]) <= (1 + ERRORS) * sought.weight:
            found.append(landing(sought, new, unit, (start, end), weight / sought.weight))
    if len(found) == 1:
        return found[0], None
    return None, found[0] if found else None
