"""The rows of tables and their cells: which old ones are which new ones."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from countermark.documents.difference.patience import matching_blocks
from countermark.documents.markdown.tree import Node, Tree, plain

ENOUGH = 0.5  # share of a row's words in cells that still say the same


def pair_rows(old: Tree, new: Tree, cells: Iterable[tuple[Node, Node]]) -> None:
    """Make partners of rows: those that read the same once in both, then those whose cells were found again."""
    once_old, once_new = _once(old), _once(new)
    for text, row in once_old.items():
        other = once_new.get(text)
        if other is not None:
            row.partner, other.partner = other, row
    votes: defaultdict[tuple[int, int], int] = defaultdict(int)
    rows: dict[int, Node] = {}
    for old_cell, new_cell in cells:
        a, b = _row(old_cell), _row(new_cell)
        if a is not None and b is not None and a.partner is None and b.partner is None:
            rows[id(a)], rows[id(b)] = a, b
            was, now = (plain(tree.html[one.inner : one.close]) for tree, one in ((old, old_cell), (new, new_cell)))
            votes[id(a), id(b)] += len(now) if was == now else min(len(was), len(now)) // 2
    for (one, two), weight in sorted(votes.items(), key=lambda vote: -vote[1]):
        row, other = rows[one], rows[two]
        if row.partner is None and other.partner is None:
            longer = max(sum(map(len, cell_texts(tree, each))) for tree, each in ((old, row), (new, other)))
            if weight >= ENOUGH * longer:
                row.partner, other.partner = other, row


def _row(cell: Node) -> Node | None:
    here = cell.parent
    while here is not None and not (here.tag == "tr" and here.leaf):
        here = here.parent
    return here


def _once(tree: Tree) -> dict[str, Node]:
    """Rows by their words, those that stand more than once left out."""
    texts = [(" | ".join(cell_texts(tree, leaf)), leaf) for leaf in tree.leaves if leaf.tag == "tr"]
    count = Counter(text for text, _ in texts)
    return {text: row for text, row in texts if count[text] == 1}


def cell_texts(tree: Tree, row: Node) -> list[str]:
    """What the cells of a row say."""
    return [plain(tree.html[cell.inner : cell.close]).strip() for cell in row.children]


class ColumnPairs:
    """Which old column is which new one, for every pair of tables."""

    def __init__(self, old: Tree, new: Tree) -> None:
        self._old, self._new = old, new
        self._known: dict[tuple[int, int], list[tuple[int, int]]] = {}

    def of(self, a: Node, b: Node) -> list[tuple[int, int]]:
        """Pairs of column numbers for two rows: by their position, or by the heads of the tables if columns differ."""
        if len(a.children) == len(b.children):
            return [(at, at) for at in range(len(a.children))]
        one, two = _table(a), _table(b)
        key = (id(one), id(two))
        if key not in self._known:
            heads = [cell_texts(tree, row) for tree, row in ((self._old, _head(one)), (self._new, _head(two)))]
            self._known[key] = _columns(heads[0], heads[1])
        return [(i, j) for i, j in self._known[key] if i < len(a.children) and j < len(b.children)]


def _columns(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    pairs: list[tuple[int, int]] = []
    i = j = 0
    for start, at, size in matching_blocks(old, new):
        if start - i == at - j:  # as many as before: renamed ones
            pairs += [(i + step, j + step) for step in range(start - i)]
        pairs += [(start + step, at + step) for step in range(size)]
        i, j = start + size, at + size
    return pairs


def _table(row: Node) -> Node:
    here = row
    while here.parent is not None and here.tag != "table":
        here = here.parent
    return here


def _head(table: Node) -> Node:
    """The first row."""
    here = table
    while here.tag != "tr" and here.children:
        here = here.children[0]
    return here
