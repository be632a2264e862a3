"""What changed about blocks besides their words: kinds and levels of lists, quotes, the alignment of columns."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from countermark.documents.difference.match import LISTS, Match
from countermark.documents.difference.numbers import count, number_of, start_of
from countermark.documents.difference.places import Places
from countermark.documents.difference.rows import ColumnPairs, cell_texts
from countermark.documents.markdown.tree import Node, Tree, plain

KINDS = {"ul": "a bullet list", "ol": "a numbered list"}
ITEMS = {"ul": "a bullet item", "ol": "a numbered item"}
FRAMES = {
    "quote": "a quote",
    "callout": "a callout",
    "details": "in a section that folds",
    "footnote": "a footnote",
    "definitions": "in a list of definitions",
    "thead": "the head of the table",
}
NESTED = FRAMES | {"list": "a list", "details": "a section that folds", "definitions": "a list of definitions"}
TAGS = {"blockquote": "quote", "details": "details", "dl": "definitions", "thead": "thead"}
ALIGNED = {"left": "left-aligned", "center": "centred", "right": "right-aligned"}


@dataclass(frozen=True, slots=True)
class Reshaped:
    """Leaves that stand otherwise than before, and what to say of them at which element."""

    node: Node
    note: str
    leaves: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a leaf stands in."""

    level: int = 0  # of lists
    frames: tuple[str, ...] = ()
    order: tuple[str, ...] = ()  # of both, from the outside in


NOWHERE = Surroundings()


class Step(NamedTuple):
    """What is different about where a leaf stands."""

    levels: int  # of lists
    came: tuple[str, ...]  # frames that it did not stand in before
    went: tuple[str, ...]
    turned: tuple[str, ...]  # all that it stands in, where only the order is another


NO_STEP = Step(0, (), (), ())


class Standings:
    """What all elements of two trees stand in; each is looked at once, and what is equal is one object."""

    def __init__(self) -> None:
        self._known: dict[int, Surroundings] = {}
        self._same: dict[Surroundings, Surroundings] = {NOWHERE: NOWHERE}

    def of(self, leaf: Node) -> Surroundings:
        """What stands around a leaf."""
        known = self._known.get(id(leaf.parent))
        if known is not None:
            return known
        path: list[Node] = []
        here = leaf.parent
        while here is not None and id(here) not in self._known:
            path.append(here)
            here = here.parent
        known = self._known[id(here)] if here is not None else NOWHERE
        for holder in reversed(path):
            known = _within(holder, known)
            known = self._known[id(holder)] = self._same.setdefault(known, known)
        return known


def _within(holder: Node, around: Surroundings) -> Surroundings:
    """What stands around the children of an element."""
    if holder.tag in LISTS:
        listed = holder.parent is None or holder.parent.tag != "section"  # the footnotes are a list of nobody's making
        return replace(around, level=around.level + 1, order=(*around.order, "list")) if listed else around
    frame = TAGS.get(holder.tag, "")
    if holder.tag == "section":
        frame = "footnote"
    elif holder.tag == "div" and ' class="alert ' in holder.attributes:
        frame = "callout"
    if not frame:
        return around
    return replace(around, frames=(*around.frames, frame), order=(*around.order, frame))


def reshaped(match: Match, places: Places) -> Iterator[Reshaped]:
    """All that stands otherwise than before, marked as edited.

    A leaf that moved stands elsewhere, and one of which hardly a word is left is another: both are seen without this.
    """
    for found in (_relisted(match), _realigned(match), _restanding(match, places)):
        for shape in found:
            for leaf in shape.leaves:
                leaf.edited = True
            yield shape


def _survived(match: Match, leaf: Node) -> bool:
    """Does a leaf still say most of what it said, or did it say most of what it says? Half may be chance."""
    was, now = _words(match.old, _partner(leaf)), _words(match.new, leaf)
    return was == now or 2 * len(was & now) > min(len(was), len(now))


def _words(tree: Tree, leaf: Node) -> set[str]:
    if leaf.tag == "tr":
        return set(" ".join(cell_texts(tree, leaf)).split())
    return set(plain(leaf.own).split())


def _restanding(match: Match, places: Places) -> Iterator[Reshaped]:
    """Levels of lists, quotes and the like; neighbours with whom the same happened are told together."""
    standings = Standings()
    group: list[Node] = []
    known: Step | None = None
    for b in match.new.leaves:
        if b.partner is None:
            continue
        one, two = standings.of(b.partner), standings.of(b)
        differs = one is not two and not b.moved and _survived(match, b)
        step = _step(one, two) if differs else None
        if group and step != known:
            yield _told(standings, places, group)
            group = []
        if step is not None and step != NO_STEP:
            group.append(b)
        known = step
    if group:
        yield _told(standings, places, group)


def _told(standings: Standings, places: Places, group: list[Node]) -> Reshaped:
    """One note for neighbours."""
    first = group[0]
    one, two = standings.of(_partner(first)), standings.of(first)
    note = ", ".join([*_levels(one.level, two.level, group), *_frames(one.frames, two.frames), *_turned(one, two)])
    top = places.top(places.match.new, first, first.order, group[-1].order)
    return Reshaped(top, note[0].upper() + note[1:], tuple(group))


def _partner(leaf: Node) -> Node:
    assert leaf.partner is not None
    return leaf.partner


def _step(old: Surroundings, new: Surroundings) -> Step:
    """What is different. Entering a list at any level is one step."""
    levels = new.level - old.level if old.level and new.level else 100 * (bool(new.level) - bool(old.level))
    came, went = Counter(new.frames) - Counter(old.frames), Counter(old.frames) - Counter(new.frames)
    return Step(levels, tuple(came), tuple(went), new.order if _is_turned(old, new) else ())


def _levels(old: int, new: int, leaves: Iterable[Node]) -> Iterator[str]:
    if old == new:
        return
    if not old or not new:
        yield "now in a list" if new else "no longer in a list"
        return
    items = [item for leaf in leaves if (item := _item(leaf)) is not None]
    level = min(map(_list_depth, items), default=0)
    number = len({item.start for item in items if _list_depth(item) == level})
    steps = abs(new - old)
    far = f"{count(steps)} level{'s' if steps > 1 else ''} {'deeper' if new > old else 'further out'}"
    yield f"now {far}" if number < 2 else f"{count(number)} items now {far}"


def _frames(old: tuple[str, ...], new: tuple[str, ...]) -> Iterator[str]:
    was, now = Counter(old), Counter(new)
    for frame in now - was:
        yield "now a quote in a quote" if frame == "quote" and was[frame] else f"now {FRAMES[frame]}"
    for frame in was - now:
        yield "now one quote further out" if frame == "quote" and now[frame] else f"no longer {FRAMES[frame]}"


def _is_turned(old: Surroundings, new: Surroundings) -> bool:
    """Does it stand in the same things in another order?"""
    return old.order != new.order and old.level == new.level and Counter(old.frames) == Counter(new.frames)


def _turned(old: Surroundings, new: Surroundings) -> Iterator[str]:
    if _is_turned(old, new):
        yield "now " + " in ".join(NESTED[name] for name in reversed(new.order))


def _item_of(leaf: Node) -> Node | None:
    """The item whose words a leaf is."""
    if leaf.tag == "li":
        return leaf
    return leaf.parent if leaf.parent is not None and leaf.parent.tag == "li" else None


def _item(leaf: Node) -> Node | None:
    """The nearest item that is or holds a leaf."""
    here: Node | None = leaf
    while here is not None and here.tag != "li":
        here = here.parent
    return here


def _list_depth(node: Node) -> int:
    depth = 0
    here = node.parent
    while here is not None:
        depth += here.tag in LISTS
        here = here.parent
    return depth


def _relisted(match: Match) -> Iterator[Reshaped]:
    """Lists of another kind, items that are now in one of another kind, and numbers that begin elsewhere."""
    lists: defaultdict[int, list[tuple[Node, Node, Node]]] = defaultdict(list)
    for b in match.new.leaves:
        if b.partner is None or b.tag == "tr":
            continue
        two = _item_of(b)
        one = None if two is None else _item_of(b.partner)
        if one is not None and two is not None and two.parent is not None and two.parent.tag in LISTS:
            lists[two.parent.start].append((b, one, two))
    for items in lists.values():
        if any(_list_of(one) != _list_of(two) for _, one, two in items):
            rest = [each for each in items if _survived(match, each[0])]
            yield from _relisted_items(rest) if rest else ()


def _list_of(item: Node) -> tuple[str, int]:
    """The kind and the first number of the list that holds an item."""
    holder = item.parent
    return ("", 1) if holder is None else (holder.tag, start_of(holder))


def _relisted_items(items: list[tuple[Node, Node, Node]]) -> Iterator[Reshaped]:
    """The same for leaves of one list, each with its old and its new item."""
    leaf, first, item = items[0]
    holder = item.parent
    votes = Counter(one.parent.tag for _, one, _ in items if one.parent is not None)
    if holder is None:
        return
    most = 2 * len({two.start for _, _, two in items}) >= len(holder.children)
    if most and votes.most_common(1)[0][0] in LISTS - {holder.tag}:
        yield Reshaped(holder, f"Now {KINDS[holder.tag]}", (leaf,))
        return
    for b, one, two in items:
        if one.parent is not None and one.parent.tag != holder.tag and one.parent.tag in LISTS and not b.moved:
            yield Reshaped(two, f"Now {ITEMS[holder.tag]}", (b,))
    old = first.parent
    if old is None or old.tag != "ol" or holder.tag != "ol" or start_of(old) == start_of(holder):
        return
    if number_of(old, first.index) != number_of(holder, item.index):  # else only what stood before it is elsewhere
        yield Reshaped(holder, f"Now numbered from {start_of(holder)}", (leaf,))


def _realigned(match: Match) -> Iterator[Reshaped]:
    """Tables of which columns are aligned otherwise, by the first row that both have."""
    columns = ColumnPairs(match.old, match.new)
    seen: set[int] = set()
    for b in match.new.leaves:
        if b.tag != "tr" or b.partner is None:
            continue
        table = _table(b)
        note = "" if table.start in seen else _alignments(columns, b.partner, b)
        if not note or _survived(match, b):
            seen.add(table.start)
            if note:
                yield Reshaped(table, note, (b,))


def _table(row: Node) -> Node:
    """The table of a row, with the element around it that scrolls."""
    here = row
    while here.tag != "table" and here.parent is not None:
        here = here.parent
    around = here.parent
    return around if around is not None and around.tag == "div" else here


def _alignments(columns: ColumnPairs, a: Node, b: Node) -> str:
    by_kind: defaultdict[str, list[int]] = defaultdict(list)
    for i, j in columns.of(a, b):
        now = _alignment(b.children[j])
        if _alignment(a.children[i]) != now:
            by_kind[now].append(j + 1)
    note = ", ".join(f"{_columns(numbers)} now {ALIGNED[kind]}" for kind, numbers in by_kind.items())
    return note[:1].upper() + note[1:]


def _alignment(cell: Node) -> str:
    """How a cell is aligned; what says nothing of it looks as what says left."""
    _, _, rest = cell.attributes.partition(' class="')
    names = rest.partition('"')[0].split(" ")
    return next((name for name in ("center", "right") if name in names), "left")


def _columns(numbers: list[int]) -> str:
    if len(numbers) == 1:
        return f"column {numbers[0]}"
    return f"columns {', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"
