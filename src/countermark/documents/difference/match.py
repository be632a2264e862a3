"""What each block of the new revision was in the old one: the same, edited, moved, split or joined, or nothing."""

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from countermark.documents.difference.front import pair_front_matter
from countermark.documents.difference.inline_words import words_of
from countermark.documents.difference.order import in_order
from countermark.documents.difference.rows import pair_rows
from countermark.documents.markdown.tree import CELLS, Node, Tree, plain
from countermark.documents.markdown.words import LETTERS

LISTS = frozenset({"ul", "ol"})
SECTIONS = frozenset({"thead", "tbody", "tfoot"})
PART_OF = 0.6  # share of a new block's words that an old block lost, to be a part of it


@dataclass(slots=True, eq=False)
class Bond:
    """Old leaves that became new ones; more than one on a side when a block was split or blocks were joined."""

    old: list[Node]
    new: list[Node]


@dataclass(slots=True, eq=False)
class Match:
    """Two trees and how they belong together."""

    old: Tree
    new: Tree
    bonds: list[Bond] = field(default_factory=list)  # in the order of the new leaves
    spine: list[tuple[Node, Node]] = field(default_factory=list)  # leaves that stayed in order, rising on both sides


def matched(old: Tree, new: Tree, pairs: Iterable[tuple[str, str]]) -> Match:
    """Match the trees, given pairs of ids of blocks that belong together."""
    given = [(a, b) for x, y in pairs if (a := old.blocks.get(x)) and (b := new.blocks.get(y))]
    for a, b in given:
        if a.leaf and b.leaf and _comparable(a, b):
            _bind(a, b)
    pair_rows(old, new, [(a, b) for a, b in given if a.tag in CELLS and b.tag in CELLS])
    pair_front_matter(old, new)
    match = Match(old, new)
    match.spine = _spine(new)
    match.spine = list(_filled(match))
    stayed = {id(b) for _, b in match.spine}
    for b in new.leaves:
        b.moved = b.partner is not None and id(b) not in stayed
        if b.partner is not None:
            b.partner.moved = b.moved
    match.bonds = list(_bonds(match))
    _match_holders(match)
    _count_alive(old)
    _count_alive(new)
    return match


def _comparable(a: Node, b: Node) -> bool:
    """Can the words of one be shown in the other?"""
    if a.tag == b.tag:
        return True
    return not {a.tag, b.tag} & {"pre", "tr", "hr", "table"}


def _bind(a: Node, b: Node) -> None:
    if a.partner is None and b.partner is None:
        a.partner, b.partner = b, a


def _spine(new: Tree) -> list[tuple[Node, Node]]:
    """The pairs that stayed in their order."""
    pairs = [(b.partner, b) for b in new.leaves if b.partner is not None]
    kept = in_order([(a.order, b.order, b.end - b.start) for a, b in pairs])
    return [(a, b) for a, b in pairs if b.order in kept]


def _filled(match: Match) -> Iterator[tuple[Node, Node]]:
    """The spine, and in its gaps pairs of leaves that no text told of: equal ones, and lone ones of one kind."""
    i = j = 0
    for a, b in [*match.spine, (None, None)]:
        was = [one for one in match.old.leaves[i : a.order if a else None] if one.partner is None]
        now = [one for one in match.new.leaves[j : b.order if b else None] if one.partner is None]
        if was and now:
            yield from _alike_in_gap(was, now)
        if a is not None and b is not None:
            yield a, b
            i, j = a.order + 1, b.order + 1


def _alike_in_gap(was: list[Node], now: list[Node]) -> Iterator[tuple[Node, Node]]:
    waiting: defaultdict[tuple[str, str], deque[Node]] = defaultdict(deque)
    for a in was:
        waiting[a.tag, a.own].append(a)
    last = -1
    for b in now:
        same = waiting.get((b.tag, b.own))
        while same and same[0].order <= last:
            same.popleft()
        if same:
            a = same.popleft()
            last = a.order
            _bind(a, b)
            yield a, b
    if last < 0 and len(was) == len(now) == 1 and was[0].tag == now[0].tag:
        _bind(was[0], now[0])
        yield was[0], now[0]


def _bonds(match: Match) -> Iterator[Bond]:
    """What belongs together, split and joined blocks as one."""
    taken: set[int] = set()
    for b in match.new.leaves:
        a = b.partner
        if a is None or id(b) in taken:
            continue
        bond = Bond([a], [b])
        if b.tag not in ("tr", "hr", "pre") and a.own != b.own:
            _gather(match, bond)
            taken.update(id(each) for each in bond.new)
        yield bond


def _gather(match: Match, bond: Bond) -> None:
    """Take neighbours in that hold what the edited block lost (it was split) or gained (others were joined to it)."""
    a, b = bond.old[0], bond.new[0]
    free = [(tree, at, step) for tree, at in ((match.new, b), (match.old, a)) for step in (1, -1)]
    free = [each for each in free if _free(*each) is not None]
    if not free:
        return
    was, now = _bag(a), _bag(b)
    lost, gained = _less(was, now), _less(now, was)
    for tree, begin, step in free:
        if len(bond.new if tree is match.old else bond.old) == 1:
            _take(tree, begin, step, lost if tree is match.new else gained, bond.new if tree is match.new else bond.old)
    for each in bond.new:
        each.partner, each.moved = a, b.moved
    for each in bond.old:
        each.partner, each.moved = b, b.moved


def _free(tree: Tree, begin: Node, step: int) -> Node | None:
    """The neighbour, if it is of the same kind and has no partner."""
    at = begin.order + step
    if not 0 <= at < len(tree.leaves):
        return None
    other = tree.leaves[at]
    return other if other.partner is None and other.tag == begin.tag else None


def _take(tree: Tree, begin: Node, step: int, wanted: dict[str, int], into: list[Node]) -> None:
    """Follow such neighbours as long as most of their words are wanted."""
    here: Node | None = begin
    while wanted and here is not None and (here := _free(tree, here, step)) is not None:
        words = _bag(here)
        shared = {key: min(count, wanted[key]) for key, count in words.items() if key in wanted}
        size = sum(words.values())
        if size < 3 or sum(shared.values()) < PART_OF * size:
            return
        into.insert(0 if step < 0 else len(into), here)
        for key, count in shared.items():
            wanted[key] -= count
            if not wanted[key]:
                del wanted[key]


def _bag(node: Node) -> dict[str, int]:
    """The words of a leaf, counted."""
    return Counter(filter(LETTERS.search, words_of(plain(node.own))))


def _less(bag: dict[str, int], other: dict[str, int]) -> dict[str, int]:
    """What is left of one bag without the other."""
    return {key: count - other.get(key, 0) for key, count in bag.items() if count > other.get(key, 0)}


def _match_holders(match: Match) -> None:
    """Match lists, quotes, tables and the like by what is in them, from the innermost outwards."""
    match.old.root.partner, match.new.root.partner = match.new.root, match.old.root
    levels: defaultdict[int, list[tuple[int, Node, Node]]] = defaultdict(list)
    for bond in match.bonds:
        a, b = bond.old[0], bond.new[0]
        levels[_depth(b)].append((b.end - b.start, a, b))
    for level in range(max(levels, default=0), 1, -1):
        for weight, a, b in _elected(levels[level]):
            if not a.leaf and not b.leaf and _same_kind(a.tag, b.tag):
                _bind(a, b)
            if a.partner is b or a.tag == b.tag:
                levels[level - 1].append((weight, a, b))


def _elected(votes: list[tuple[int, Node, Node]]) -> list[tuple[int, Node, Node]]:
    """The elements around pairs of nodes, those that have most in common first."""
    weights: defaultdict[tuple[int, int], int] = defaultdict(int)
    holders: dict[int, Node] = {}
    for weight, a, b in votes:
        one, two = _standing(a, b).parent, _standing(b, a).parent
        if one is not None and two is not None:
            holders[id(one)], holders[id(two)] = (
                one,
                two,
            )  # not by their places: the root begins where its first child does
            weights[id(one), id(two)] += weight
    ranked = sorted(weights.items(), key=lambda each: -each[1])
    return [(weight, holders[one], holders[two]) for (one, two), weight in ranked]


def _standing(node: Node, other: Node) -> Node:
    """What stands for a node among its neighbours: for a paragraph that is an item in the other revision, its item."""
    parent = node.parent
    return parent if other.tag == "li" != node.tag and parent is not None and parent.tag == "li" else node


def _same_kind(a: str, b: str) -> bool:
    return a == b or {a, b} <= LISTS or {a, b} <= SECTIONS


def _depth(node: Node) -> int:
    depth = 0
    while node.parent is not None:
        node, depth = node.parent, depth + 1
    return depth


def _count_alive(tree: Tree) -> None:
    """Tell every node how many leaves with a partner it holds."""
    for leaf in tree.leaves:
        if leaf.partner is not None:
            here: Node | None = leaf
            while here is not None:
                here.alive += 1
                here = here.parent
