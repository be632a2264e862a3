"""A place as an anchor that outlives edits, and an anchor found again in another revision.

Portable: web/src/anchors has the same, line by line. The steps are those of docs/reference/anchors.md.
"""

from countermark.documents.difference.alignment import total
from countermark.documents.markdown.bearings import NEAR, Bearings
from countermark.documents.markdown.passages import Passages
from countermark.documents.markdown.words import Worded, code_point, split, utf16
from countermark.documents.marks.edited import edited
from countermark.documents.marks.quoted import quoted
from countermark.documents.marks.sought import Landing, Sought, place_of, reads
from countermark.documents.marks.standing import standing
from countermark.model.anchors import Anchor, BlockAnchor, Found, Place
from countermark.model.errors import BadInput

CONTEXT = 64  # characters of the quote's surroundings
LONGEST = 4_000  # characters of a block that are kept whole; of a longer one a window
MARGIN = 600  # of the window on each side of the quote
STRETCHED, SLACK = 2.5, 60  # times the weight of the quote, and some, is what its two ends may enclose
HOLDS = 0.5  # share of the quote that one end must hold to stand for both


def describe(passages: Passages, place: Place) -> Anchor:
    """The anchor of a place of a document. A place that does not exist there is refused."""
    span = passages.span(place)
    if span is None:
        raise BadInput("There is no such place in this document.")
    start, end = span
    text = passages.text
    first, last = passages.order[place.start_block], passages.order[place.end_block]
    units = passages.units
    if first == last:
        blocks = [_block(passages, first, start, end)]
    else:
        blocks = [_block(passages, first, start, units[first].end), _block(passages, last, units[last].start, end)]
    position = passages.position(place)
    return Anchor(
        kind="plan",
        rev=passages.rev,
        exact=text[start:end],
        prefix=text[max(start - CONTEXT, 0) : start],
        suffix=text[end : end + CONTEXT],
        start=position,
        end=position + utf16(text[start:end]),
        blocks=tuple(blocks),
        between=max(last - first - 1, 0),
    )


def _block(passages: Passages, at: int, start: int, end: int) -> BlockAnchor:
    """One end of an anchor; the span is one of the whole text."""
    unit, bearings = passages.units[at], passages.bearings
    text, start, end = unit.text, start - unit.start, end - unit.start
    window = None
    if len(text) > LONGEST:
        low, high = _window(bearings.worded[at], start, end)
        window, kept = utf16(text[:low]), text[low:high]
    else:
        kept = text
    copies = bearings.standing[bearings.hashes[at]]
    offset, length = utf16(text[:start]), utf16(text[start:end])
    return BlockAnchor(
        block=unit.block,
        kind=unit.kind,
        hash=bearings.hashes[at],
        text=kept,
        text_at=window,
        offset=offset,
        length=length,
        ordinal=copies.index(at) + 1,
        copies=len(copies),
        neighbours=bearings.neighbours(at),
        section=bearings.section_hashes[at],
        lines=passages.lines(Place(unit.block, offset, unit.block, offset + length)) if start < end else None,
    )


def _window(worded: Worded, start: int, end: int) -> tuple[int, int]:
    """A piece of a long block around the quote, of whole words."""
    first, last = worded.within(start - MARGIN, end + MARGIN)
    return min(worded.spans[first][0], start), max(worded.spans[last - 1][1], end)


def resolve(anchor: Anchor, passages: Passages, known: frozenset[str] | None = None) -> Found:
    """Where the anchor's place is in a document. `known`: the hashes of the revision that the anchor was made on.

    Never raises, and never answers with a place outside the text: what is doubtful is gone, with a hint.
    """
    ends = [_sought(block) for block in anchor.blocks]
    landed = [(None, None) if end is None else _landed(end, passages.bearings, known) for end in ends]
    found = [one for one, _ in landed]
    whole = found[0] if len(found) == 1 else _joined(anchor, ends, landed, passages.bearings)
    if whole is None:
        doubtful = next((one for one in (*found, *(hint for _, hint in landed)) if one is not None), None)
        return Found("gone", None, None if doubtful is None else place_of(passages, doubtful))
    place = place_of(passages, whole)
    same = reads(passages.quote(place) or "") == reads(anchor.exact)
    return Found("there" if same else "changed", place, None, whole.confidence)


def _sought(block: BlockAnchor) -> Sought | None:
    """An end of an anchor, its offsets in the characters of this language; None if they lie outside of its text."""
    at = block.offset - (block.text_at or 0)
    start, end = code_point(block.text, at), code_point(block.text, at + block.length)
    return None if start is None or end is None else Sought(block, Worded(block.text), start, end)


def _landed(sought: Sought, bearings: Bearings, known: frozenset[str] | None) -> tuple[Landing | None, Landing | None]:
    """The steps, one after the other; the first that is sure decides."""
    hint = None
    for step in (standing, edited, quoted):
        found, other = step(sought, bearings, known)
        if found is not None:
            return found, None
        hint = hint or other
    return None, hint


def _joined(
    anchor: Anchor, ends: list[Sought | None], landed: list[tuple[Landing | None, Landing | None]], bearings: Bearings
) -> Landing | None:
    """One landing of two ends. A doubtful end will do where it lies at the sure one as before and enough is left.

    If one is lost, or they have parted, the other stands for both if it holds enough.
    """
    weight = total(split(anchor.exact))
    (first, first_hint), (last, last_hint) = landed
    both = _both(first or first_hint, last or last_hint)
    if both is not None and _weight(bearings, both) <= STRETCHED * weight + SLACK:
        if first is not None and last is not None:
            return both
        near = both.last - both.unit <= anchor.between + 1
        lost = sum(
            sought.weight * (1 - hint.confidence)
            for sought, (sure, hint) in zip(ends, landed, strict=True)
            if sure is None and hint is not None and sought is not None
        )
        if near and (first is not None or last is not None) and weight - lost >= HOLDS * weight:
            return both
    best = None
    for backwards, one in ((False, first), (True, last)):
        if one is not None:
            grown = _with_inner(anchor, one, bearings, backwards=backwards)
            if best is None or _weight(bearings, grown) > _weight(bearings, best):
                best = grown
    return best if best is not None and _weight(bearings, best) >= HOLDS * weight else None


def _both(first: Landing | None, last: Landing | None) -> Landing | None:
    """From one landing to the other, if they are in order."""
    if first is None or last is None or (first.unit, first.start) >= (last.last, last.end):
        return None
    return Landing(first.unit, first.start, last.last, last.end, min(first.confidence, last.confidence))


def _with_inner(anchor: Anchor, one: Landing, bearings: Bearings, *, backwards: bool) -> Landing:
    """An end, and of the units between the ends those that still follow on it."""
    names = anchor.blocks[-1].neighbours[:NEAR] if backwards else anchor.blocks[0].neighbours[NEAR:]
    unit, start, last, end = one.unit, one.start, one.last, one.end
    for name in names[: anchor.between]:
        if backwards and unit > 0 and bearings.hashes[unit - 1] == name:
            unit, start = unit - 1, 0
        elif not backwards and last + 1 < len(bearings.hashes) and bearings.hashes[last + 1] == name:
            last, end = last + 1, len(bearings.texts[last + 1])
    return Landing(unit, start, last, end, one.confidence / 2)


def _weight(bearings: Bearings, one: Landing) -> int:
    """Of the words in a landing, whole ones."""
    if one.unit == one.last:
        worded = bearings.worded[one.unit]
        first, last = worded.within(one.start, one.end)
        return total(worded.words[first:last])
    head, tail = bearings.worded[one.unit], bearings.worded[one.last]
    first, _ = head.within(one.start, len(head.text))
    _, last = tail.within(0, one.end)
    between = sum(total(bearings.worded[at].words) for at in range(one.unit + 1, one.last))
    return total(head.words[first:]) + between + total(tail.words[:last])
