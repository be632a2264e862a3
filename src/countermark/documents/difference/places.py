"""Where in the new document something of the old one is said to have been, and what was moved from where."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape

from countermark.documents.difference.match import Match
from countermark.documents.markdown.tree import HEADING, Node, Tree, inside, plain

QUOTED = 48  # characters of a quote in a note


@dataclass(frozen=True, slots=True)
class Spot:
    """A place between the children of an element of the new document."""

    holder: Node
    at: int  # in the HTML
    index: int  # which child of the holder comes next


@dataclass(frozen=True, slots=True)
class Moved:
    """Leaves that went together."""

    old: list[Node]
    new: list[Node]
    up: bool
    origin: str  # the heading that stood above them; empty for none
    target: str  # the heading that stands above them now

    @property
    def section(self) -> bool:
        """Is it a heading with what belongs to it?"""
        return len(self.new) > 1 and HEADING.fullmatch(self.new[0].tag) is not None


class Places:
    """Answers from both trees."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._stayed = [a.order for a, _ in match.spine]
        self._starts = {id(tree): [leaf.start for leaf in tree.leaves] for tree in (match.old, match.new)}
        self._heads = {
            id(tree): [leaf.order for leaf in tree.leaves if HEADING.fullmatch(leaf.tag)]
            for tree in (match.old, match.new)
        }

    def spot(self, old: Node) -> Spot:
        """Where an old element would stand now: in its old list or quote, behind what stood before it."""
        holder = self._holder(old)
        before = bisect_left(self._stayed, self._first(old)) - 1
        new = self.match.spine[before][1] if before >= 0 else None
        child = inside(new, holder) if new is not None and new is not holder else None
        if child is not None:
            return Spot(holder, child.end, child.index + 1)
        if new is holder and holder.children:
            return Spot(holder, holder.children[0].start, 0)
        if new is holder:
            return Spot(holder, holder.close, 0)
        return Spot(holder, holder.inner, 0)

    def _holder(self, old: Node) -> Node:
        """The new element that is what held the old one."""
        here = old
        while here.parent is not None:
            holder = here.parent.partner
            if holder is not None and holder.tag not in ("tr", "hr", "pre", "p") and not HEADING.match(holder.tag):
                return holder
            here = here.parent
        return self.match.new.root

    def _first(self, old: Node) -> int:
        """The number of the first leaf in an old element."""
        return bisect_left(self._starts[id(self.match.old)], old.start)

    def top(self, tree: Tree, leaf: Node, first: int, last: int) -> Node:
        """The largest element around a leaf that holds no other leaves than first to last, and begins with this one."""
        here, starts = leaf, self._starts[id(tree)]
        while (parent := here.parent) is not None and parent.parent is not None and not parent.leaf:
            begins, ends = bisect_left(starts, parent.start), bisect_left(starts, parent.end)
            if begins != leaf.order or begins < first or ends - 1 > last:
                break
            here = parent
        return here

    def heading(self, tree: Tree, leaf: Node) -> str:
        """The words of the nearest heading above a leaf."""
        heads = self._heads[id(tree)]
        at = bisect_left(heads, leaf.order) - 1
        return excerpt(tree, tree.leaves[heads[at]]) if at >= 0 else ""

    def moves(self) -> Iterator[Moved]:
        """What was moved, neighbours that stayed together as one."""
        group: list[Node] = []
        ranks = {
            a.order: rank for rank, a in enumerate(one for one in self.match.old.leaves if one.partner is not None)
        }
        previous: Node | None = None
        for bond in self.match.bonds:
            leaf = bond.new[0]
            follows = (
                group
                and previous is not None
                and previous.moved
                and ranks[bond.old[0].order] == ranks[_last(previous).order] + 1
            )
            if group and not (leaf.moved and follows):
                yield self._moved(group)
                group = []
            if leaf.moved:
                group.append(leaf)
            previous = leaf
        if group:
            yield self._moved(group)

    def _moved(self, new: list[Node]) -> Moved:
        old = [leaf.partner for leaf in new if leaf.partner is not None]
        before = bisect_right(self._stayed, old[0].order) - 1
        after = self.match.spine[before][1].order if before >= 0 else -1
        return Moved(
            old,
            new,
            up=new[0].order < after,
            origin=self.heading(self.match.old, old[0]),
            target=self.heading(self.match.new, new[0]),
        )


def _last(new: Node) -> Node:
    assert new.partner is not None
    return new.partner


def excerpt(tree: Tree, leaf: Node, longest: int = QUOTED) -> str:
    """The first words of a leaf."""
    html = tree.html[leaf.inner : leaf.close] if leaf.tag == "tr" else leaf.own
    text = " ".join(unescape(plain(html[: longest * 20])).replace("\n", " ").split())
    if len(text) <= longest:
        return text
    return text[:longest].rsplit(" ", 1)[0].rstrip(".,;:") + " …"
