"""Step 1 of finding an anchor: the block still stands, word for word.

Portable: web/src/anchors has the same, line by line.
"""

from countermark.documents.markdown.bearings import BEYOND, NEAR, WEIGHTS, Bearings
from countermark.documents.markdown.words import Worded, code_point
from countermark.documents.marks.sought import Landing, Sought, landing

SAME_HEADING = 1.5
OTHER_HEADING = 2.0  # against a block outside of a section that still stands
SAME_ORDINAL = 2.0
OTHER_TEXT = 2.0  # against a copy with other blanks where one has ours: in code they may be all the difference
ENOUGH = 2.0  # support for one of several copies,
ENOUGH_OF_FEWER = 3.5  # and where there are fewer than before, for ours may be the one that is gone
CLEAR = 1.0  # by how much the best of several must lead
LOOKED_AT = 64  # copies: of more, those around the share of the text where ours stood
NOT_FAR = 10  # units; a neighbour this near on its side speaks neither for nor against


def standing(
    sought: Sought, bearings: Bearings, _known: frozenset[str] | None
) -> tuple[Landing | None, Landing | None]:
    """Where the block stands, and a doubtful candidate if that is not clear."""
    every = bearings.standing.get(sought.anchor.hash, [])
    if not every:
        return None, None
    ordinal, copies = sought.anchor.ordinal, max(sought.anchor.copies, 1)
    first = min(max(ordinal * len(every) // copies - LOOKED_AT // 2, 0), max(len(every) - LOOKED_AT, 0))
    units = every[first : first + LOOKED_AT]
    scores = [support(sought, bearings, unit) for unit in units]
    exact = any(bearings.texts[unit] == sought.old.text for unit in units)
    for at, unit in enumerate(units):
        if exact and bearings.texts[unit] != sought.old.text:
            scores[at] -= OTHER_TEXT
        if len(every) == copies > 1 and first + at + 1 == ordinal:
            scores[at] += SAME_ORDINAL
    best = scores.index(max(scores))
    lead = min((scores[best] - scores[at] for at in range(len(scores)) if at != best), default=CLEAR)
    found = _same(sought, bearings, units[best])
    if found is None:
        return None, None
    enough = ENOUGH_OF_FEWER if len(every) < copies else ENOUGH
    alone = len(every) == copies == 1
    sure = (sought.telling or scores[0] > 0) if alone else (scores[best] >= enough and lead >= CLEAR)
    return (found, None) if sure else (None, found)


def support(sought: Sought, bearings: Bearings, unit: int) -> float:
    """How well a unit fits where ours stood.

    A neighbour that has kept its distance counts its weight, one on the same side at another distance half of it,
    shared among the copies that it has now. One that stands alone and elsewhere counts half its weight against. Where
    the text began or ended and still does, half of it counts.
    """
    anchor, score = sought.anchor, 0.0
    for side, step in ((0, -1), (NEAR, 1)):
        around = [bearings.neighbour(unit + step * at) for at in range(1, NEAR + 1)]
        for at in range(NEAR):
            name = anchor.neighbours[side + at]
            places = bearings.standing.get(name, [])
            if name == BEYOND:
                score += WEIGHTS[at] / 2 if around[at] == BEYOND else 0.0
            elif name == around[at]:
                score += WEIGHTS[at] / len(places)
            elif name in around:
                score += WEIGHTS[at] / 2 / len(places)
            elif len(places) == 1 and not 0 < (places[0] - unit) * step <= NOT_FAR:
                score -= WEIGHTS[at] / 2
    if anchor.section:
        section = bearings.section_hashes[unit]
        if section and section[-1] == anchor.section[-1]:
            score += SAME_HEADING
        elif anchor.section[-1] in bearings.standing:
            score -= OTHER_HEADING
    return score


def _same(sought: Sought, bearings: Bearings, unit: int) -> Landing | None:
    """The same piece in a block of the same words."""
    new, old = bearings.worded[unit], sought.old
    at = code_point(new.text, sought.anchor.text_at or 0)
    if at is not None and new.text[at : at + len(old.text)] == old.text:
        return Landing(unit, at + sought.start, unit, at + sought.end, 1.0)
    first, last = sought.piece
    shift = 0 if sought.whole else _window(old.words, new, at or 0)
    if first == last or shift is None or new.words[shift : shift + len(old.words)] != old.words:
        return None
    return landing(sought, new, unit, (first + shift, last + shift), 1.0)


def _window(window: list[str], new: Worded, near: int) -> int | None:
    """At which word of a block a window of it begins: of several places the one nearest to where it was."""
    best: tuple[int, int] | None = None
    for at in range(len(new.words) - len(window) + 1):
        if new.words[at] == window[0] and new.words[at : at + len(window)] == window:
            off = abs(new.spans[at][0] - near)
            if best is None or off < best[0]:
                best = (off, at)
    return None if best is None else best[1]
