"""Both documents side by side: rows in which an old block and what has become of it stand at one height."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from countermark.documents.difference.inline import (
    Summary,
    arrived,
    away_note,
    became,
    counted,
    moved_note,
    removed,
)
from countermark.documents.difference.match import LISTS, Match
from countermark.documents.difference.notes import Notes
from countermark.documents.difference.numbers import number_of
from countermark.documents.difference.order import in_order
from countermark.documents.difference.pen import Pen, foreign, words
from countermark.documents.difference.places import Moved, Places, excerpt
from countermark.documents.difference.shape import reshaped
from countermark.documents.difference.weave import Said, Weave
from countermark.documents.markdown.cutting import FIRST_SLICE, LATER_SLICE
from countermark.documents.markdown.tree import Node

ITEMS_TOGETHER = 12  # items of a list or rows of a table in one row of the comparison


@dataclass(frozen=True, slots=True)
class ElementPart:
    """Some children of an element, with the elements around them; or a whole element."""

    holders: tuple[Node, ...]
    children: tuple[Node, ...]


class SideBySide:
    """Makes the view side by side."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.old, self.new = Pen(match.old.html), Pen(match.new.html)
        self.said: dict[int, Said] = {}
        self.places = Places(match)
        self.notes = Notes()
        self.above: dict[int, list[str]] = {}  # notes by the start of the new element of the top level below them
        self.away: dict[int, tuple[str, str]] = {}  # by the start of the old element that went: note, block

    def slices(self) -> tuple[str, ...]:
        """Rows, some to a slice."""
        self._mark()
        out: list[str] = []
        rows: list[str] = []
        size = 0
        for row in self._rows():
            rows.append(row)
            size += len(row)
            if size >= (LATER_SLICE if out else FIRST_SLICE):
                out.append("".join(rows))
                rows, size = [], 0
        return (*out, "".join(rows)) if rows or not out else tuple(out)

    def summary(self) -> Summary:
        """How much changed; after `slices`."""
        return counted(self.match, self.said)

    def _mark(self) -> None:
        weave = Weave(self.match, self.old, self.new, apart=True)
        for bond in self.match.bonds:
            said = self.said[bond.new[0].order] = weave.bond(bond)
            note = became(bond)
            if note:
                self.notes.say(bond.new[0], note)
            for leaf in (*bond.new, *bond.old) if said.anything or note else ():
                leaf.edited = True
        for node in arrived(self.match):
            self.new.add_class(node, "arrived")
        for node in removed(self.match):
            self.old.add_class(node, "gone")
        for moved in self.places.moves():
            self._moved(moved)
        for shape in reshaped(self.match, self.places):
            self.notes.say(shape.node, shape.note, goes_on=True)
        self._noted()

    def _noted(self) -> None:
        """Set the notes: above rows, or in the list, quote or table that holds what they speak of."""
        for top in self.match.new.root.children:
            if above := self.notes.taken(top):
                self.above[top.start] = above
        self.notes.write(self.new)

    def _moved(self, moved: Moved) -> None:
        changed = sum(max(said.added, said.removed) for leaf in moved.new if (said := self.said.get(leaf.order)))
        first, last = moved.new[0].order, moved.new[-1].order
        self.notes.say(self.places.top(self.match.new, moved.new[0], first, last), moved_note(moved, changed))
        note = away_note(moved, excerpt(self.match.old, moved.old[0]))
        self.away[_top(moved.old[0]).start] = (note, next((leaf.block for leaf in moved.new if leaf.block), ""))
        for pen, leaves in ((self.new, moved.new), (self.old, moved.old)):
            for leaf in leaves:
                pen.add_class(leaf, "moved")

    def _rows(self) -> Iterator[str]:
        old, new = self.match.old.root.children, self.match.new.root.children
        i = j = 0
        for a, b in [*_aligned(old, new), (None, None)]:
            yield from (self._row((one,), ()) for one in old[i : a.index if a else None])
            yield from (self._row((), (one,)) for one in new[j : b.index if b else None])
            if a is not None and b is not None:
                yield from self._parts(a, b)
                i, j = a.index + 1, b.index + 1

    def _parts(self, a: Node, b: Node) -> Iterator[str]:
        """A row for two elements, or some for long lists and tables."""
        one, two = _path(a), _path(b)
        if one is None or two is None or max(len(one[-1].children), len(two[-1].children)) <= 2 * ITEMS_TOGETHER:
            yield self._row((a,), (b,))
            return
        was, now = one[-1].children, two[-1].children
        i = j = 0
        for x, y in [*_aligned(was, now), (None, None)]:
            if y is None or x is None or y.index - j >= ITEMS_TOGETHER or x.index - i >= ITEMS_TOGETHER:
                for first in range(
                    0, max((x.index if x else len(was)) - i, (y.index if y else len(now)) - j), 4 * ITEMS_TOGETHER
                ):
                    last = first + 4 * ITEMS_TOGETHER
                    left = was[i : x.index if x else None][first:last]
                    right = now[j : y.index if y else None][first:last]
                    yield self._row(left, right, one, two)
                i, j = (x.index if x else i), (y.index if y else j)

    def _row(
        self, was: Sequence[Node], now: Sequence[Node], old_path: Sequence[Node] = (), new_path: Sequence[Node] = ()
    ) -> str:
        """One row; the path is what stands around parts of a list."""
        above = (*now, *new_path) if now else ()
        notes = [note for each in above for note in self.above.pop(each.start, ())]  # once, over several rows
        away = [self.away[each.start] for each in was if each.start in self.away]
        left = foreign(_written(self.old, was, old_path))
        right = "".join(f'<p class="moved-note" data-desk>{words(note)}</p>' for note in notes)
        right += _written(self.new, now, new_path)
        if not now:
            right += "".join(
                f'<p class="moved-away" data-desk data-goto="{goto}">{words(note)}</p>' for note, goto in away
            )
        kind = _kind(was, now)
        return f'<div class="pair {kind}"><div class="old" data-desk>{left}</div><div class="new">{right}</div></div>\n'


def _written(pen: Pen, nodes: Sequence[Node], path: Sequence[Node]) -> str:
    """Elements of one side, with what stands around them."""
    if not nodes:
        return ""
    opening = "".join(pen.html[each.start : each.inner] for each in path)
    if path and path[-1].tag == "ol":
        opening = f'<ol start="{number_of(path[-1], nodes[0].index)}">'
    if len(path) > 1:
        opening = opening.replace("<table>", '<table class="split">')
        if nodes[0].index == 0 and len(path[1].children) > 1 and path[1].children[0] is not path[-1]:
            head = path[1].children[0]
            opening = opening.replace("<tbody>", pen.written(head.start, head.end) + "<tbody>")
    closing = "".join(f"</{each.tag}>" for each in reversed(path))
    return opening + "\n".join(pen.written(each.start, each.end) for each in nodes) + closing


def _path(node: Node) -> tuple[Node, ...] | None:
    """The elements from this one to that whose children may stand in rows of their own."""
    if node.tag in LISTS and all(child.tag == "li" for child in node.children):
        return (node,)
    if node.tag != "div" or len(node.children) != 1 or node.children[0].tag != "table":
        return None
    table = node.children[0]
    body = table.children[-1] if table.children else None
    if body is None or body.tag != "tbody" or [each.tag for each in table.children[:-1]] not in ([], ["thead"]):
        return None
    return (node, table, body)


def _aligned(old: Sequence[Node], new: Sequence[Node]) -> list[tuple[Node, Node]]:
    """Siblings that are the same and stayed in order."""
    known = {id(each): each for each in old}
    pairs: list[tuple[Node, Node]] = []
    taken: set[int] = set()
    for b in new:
        a = b.partner
        while a is not None and id(a) not in known:
            a = a.parent
        if a is not None and id(a) not in taken:
            taken.add(id(a))
            pairs.append((a, b))
    kept = in_order([(a.index, b.index, b.end - b.start) for a, b in pairs])
    return [(a, b) for a, b in pairs if b.index in kept]


def _kind(was: Sequence[Node], now: Sequence[Node]) -> str:
    leaves = [*was, *now]
    moved = any(_any(each, "moved") for each in leaves)
    if not was or not now:
        if moved:
            return "moved"
        return "changed" if any(each.alive for each in leaves) else "arrived" if now else "gone"
    changed = any(_any(each, "edited") or _any_lonely(each) for each in leaves)
    return "changed" if changed else "moved" if moved else "same"


def _any(node: Node, name: str) -> bool:
    return bool(getattr(node, name)) or any(_any(child, name) for child in node.children)


def _any_lonely(node: Node) -> bool:
    return (node.leaf and node.partner is None) or any(_any_lonely(child) for child in node.children)


def _top(node: Node) -> Node:
    here = node
    while here.parent is not None and here.parent.parent is not None:
        here = here.parent
    return here
