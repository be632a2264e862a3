"""What is measured: spans of an old text with what became of them in a new one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from bench.anchors.texts import Span, Text
from bench.anchors.truth import FATES, Truth
from countermark.documents.markdown.passages import Passages, passages
from countermark.documents.markdown.rendering import render


@dataclass(frozen=True)
class Pair:
    """Two revisions of a document, in Markdown."""

    name: str
    old: str
    new: str


@dataclass(frozen=True)
class Case:
    """A span of the pair's old text and its truth."""

    pair: int  # which of the set's pairs
    span: Span
    size: str
    truth: Truth


@dataclass(frozen=True)
class CaseSet:
    """Cases drawn with one seed."""

    name: str
    pairs: tuple[Pair, ...]
    cases: tuple[Case, ...]


@lru_cache(maxsize=256)
def read(source: str) -> tuple[Passages, Text]:
    """A document as the desk reads it, and the same units as the bench looks at them."""
    read = passages(render(source))
    return read, Text(tuple(unit.text for unit in read.units))


def filled(
    offers: Iterable[tuple[Pair, Sequence[tuple[Span, str, Truth]]]], quota: dict[str, int], name: str
) -> CaseSet:
    """Take cases as they are offered until there are enough of each fate."""
    left, pairs, cases = dict(quota), list[Pair](), list[Case]()
    for pair, offered in offers:
        taken = []
        for span, size, truth in offered:
            if left[truth.fate] > 0:
                left[truth.fate] -= 1
                taken.append(Case(len(pairs), span, size, truth))
        if taken:
            pairs.append(pair)
            cases.extend(taken)
        if not any(left[fate] for fate in FATES):
            break
    return CaseSet(name, tuple(pairs), tuple(cases))
