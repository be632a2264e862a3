"""Two known ways to find a quote again, for comparison: the first occurrence, and the text tiers of seed 002."""

from dataclasses import dataclass

from bench.anchors.texts import Span, Text

CONTEXT = 80
SHARE = 0.3  # of the context must agree
LONGEST_GAP, SHORTEST_CONTEXT = 500, 3


def first_occurrence(old: Text, new: Text, span: Span) -> Span | None:
    """Where the quote stands for the first time."""
    quote = old.whole[span.start : span.end]
    return _at(new.whole.find(quote), quote)


def _at(start: int, quote: str) -> Span | None:
    return None if start < 0 else Span(start, start + len(quote))


@dataclass(frozen=True)
class Quote:
    """What seed 002 stores for its text tiers; the contexts end at the block."""

    exact: str
    before: str
    after: str


def tiers(old: Text, new: Text, span: Span) -> Span | None:
    """Seed 002: the same words at the same place, else the occurrence in the likest context, else the gap."""
    first, last = old.unit_at(span.start), old.unit_at(span.end - 1)
    end_of_last = old.starts[last] + len(old.units[last])
    quote = Quote(
        old.whole[span.start : span.end],
        old.whole[max(old.starts[first], span.start - CONTEXT) : span.start],
        old.whole[span.end : min(end_of_last, span.end + CONTEXT)],
    )
    return _same_place(old, new, span, quote) or _best_occurrence(new.whole, quote) or _gap(new.whole, quote)


def _same_place(old: Text, new: Text, span: Span, quote: Quote) -> Span | None:
    """Tier 1: the block of the same number and the same offset in it, which stand for a plan's XPaths."""
    unit = old.unit_at(span.start)
    if unit >= len(new.units):
        return None
    start = new.starts[unit] + span.start - old.starts[unit]
    found = _at(start, quote.exact)
    return found if found and new.whole[found.start : found.end] == quote.exact else None


def _best_occurrence(whole: str, quote: Quote) -> Span | None:
    """Tier 2."""
    best, best_score, at = -1, -1, whole.find(quote.exact)
    while at >= 0:
        end = at + len(quote.exact)
        score = _common(whole[max(at - CONTEXT, 0) : at][::-1], quote.before[::-1]) + _common(
            whole[end : end + CONTEXT], quote.after
        )
        if score > best_score:
            best, best_score = at, score
        at = whole.find(quote.exact, at + 1)
    if best_score < SHARE * (len(quote.before) + len(quote.after)):
        return None
    return _at(best, quote.exact)


def _common(one: str, other: str) -> int:
    for number, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return number
    return min(len(one), len(other))


def _gap(whole: str, quote: Quote) -> Span | None:
    """Tier 3: the smallest gap between both contexts, word for word."""
    if min(len(quote.before), len(quote.after)) < SHORTEST_CONTEXT:
        return None
    best: Span | None = None
    at = whole.find(quote.before)
    while at >= 0:
        start = at + len(quote.before)
        end = whole.find(quote.after, start + 1, start + LONGEST_GAP + len(quote.after))
        if end >= 0 and (best is None or end - start < best.end - best.start):
            best = Span(start, end)
        at = whole.find(quote.before, at + 1)
    return best
