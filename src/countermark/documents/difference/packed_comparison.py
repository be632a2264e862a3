"""Comparisons of packed documents, packed themselves: what a worker makes and the hub keeps."""

import zlib
from dataclasses import dataclass
from typing import Literal

from countermark.documents.difference.comparing import Comparison, compare, compare_sources
from countermark.documents.difference.inline import Summary
from countermark.documents.markdown.packed import LEVEL, PackedDocument

TOO_MUCH = (
    '<p class="moved-note" data-desk>Comparing these two texts as documents takes more time or memory than the desk '
    "gives to one comparison. These are their sources, line by line; the figures count lines.</p>"
)


@dataclass(frozen=True, slots=True)
class PackedComparison:
    """The difference of two revisions in one view, in a tenth of the memory."""

    parts: tuple[bytes, ...]  # the slices
    summary: Summary

    @property
    def size(self) -> int:
        """Bytes that it takes."""
        return sum(map(len, self.parts))

    @property
    def html(self) -> str:
        """The whole comparison."""
        return "".join(map(self.slice, range(len(self.parts))))

    def slice(self, number: int) -> str:
        """The HTML of one slice."""
        return zlib.decompress(self.parts[number]).decode("utf-8")


def pack_comparison(comparison: Comparison) -> PackedComparison:
    """A comparison, packed."""
    return PackedComparison(
        tuple(zlib.compress(html.encode("utf-8"), LEVEL) for html in comparison.slices), comparison.summary
    )


def compare_packed(old: PackedDocument, new: PackedDocument, view: Literal["inline", "side"]) -> PackedComparison:
    """The difference of two rendered documents; only the result outlives the call."""
    return pack_comparison(compare(old.document(), new.document(), view=view))


def compare_sources_packed(old: str, new: str, summary: Summary, *, whole: bool) -> PackedComparison:
    """The difference of two sources, line by line."""
    return pack_comparison(compare_sources(old, new, summary, whole=whole))


def compare_beyond_bound(old: str, new: str) -> PackedComparison:
    """Instead of a comparison that takes too much: that it does, and the sources, of which nothing is folded.

    A fold would hide lines in a view in which a revision can be approved.
    """
    made = compare_sources(old, new, Summary(), whole=True)
    added, removed, changed = (rows(made, kind) for kind in ("added", "removed", "changed"))
    figures = Summary(blocks_added=added, blocks_removed=removed, blocks_changed=changed)
    return pack_comparison(Comparison((TOO_MUCH + made.slices[0], *made.slices[1:]), figures))


def rows(made: Comparison, kind: str) -> int:
    """Rows of this kind. Nothing in a source can look like one: its `<` are escaped."""
    return sum(html.count(f'<tr class="{kind}">') for html in made.slices)
