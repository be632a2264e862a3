"""What changed between two revisions of a document, as HTML that is safe to show: inline, side by side, as source."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from countermark.documents.difference.inline import Inline, Summary
from countermark.documents.difference.match import matched
from countermark.documents.difference.pairing import Pairing, pair
from countermark.documents.difference.side import SideBySide
from countermark.documents.difference.slices import sliced
from countermark.documents.difference.source import source_slices
from countermark.documents.markdown.blocks import Document
from countermark.documents.markdown.passages import Passages, passages_in
from countermark.documents.markdown.tree import tree

__all__ = ["Comparison", "Summary", "View", "compare", "compare_sources", "pairs_of"]

View = Literal["inline", "side", "source", "source_whole"]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The difference of two revisions in one view."""

    slices: tuple[str, ...]  # each is well-formed HTML by itself; never empty
    summary: Summary

    @property
    def html(self) -> str:
        """The whole comparison."""
        return "".join(self.slices)


def compare(
    old: Document,
    new: Document,
    *,
    view: Literal["inline", "side"] = "inline",
    pairs: Iterable[tuple[str, str]] | None = None,
) -> Comparison:
    """The difference of two rendered documents. Never raises.

    `pairs` are the ids of blocks that belong together; left out, they are found (documents/difference/pairing.py).
    """
    if view == "inline" and old.sha256 == new.sha256:
        return Comparison(new.slices, Summary())
    was, now = tree(old.slices), tree(new.slices)
    if pairs is None:
        old_units, new_units = passages_in(was, old), passages_in(now, new)
        pairs = pairs_of(old_units, new_units, pair(old_units, new_units))
    match = matched(was, now, pairs)
    if view == "side":
        side = SideBySide(match)
        slices = side.slices()
        return Comparison(slices, side.summary())
    inline = Inline(match)
    return Comparison(sliced(inline.html()), inline.summary())


def compare_sources(old: str, new: str, summary: Summary, *, whole: bool = False) -> Comparison:
    """The difference of two sources, line by line, long equal stretches folded unless the whole is asked for.

    The figures are those of the documents.
    """
    return Comparison(source_slices(old, new, whole=whole), summary)


def pairs_of(old: Passages, new: Passages, pairing: Pairing) -> list[tuple[str, str]]:
    """A pairing of units as ids of blocks."""
    return [(old.units[each.old].block, new.units[each.new].block) for each in pairing.pairs]
