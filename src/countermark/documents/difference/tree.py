"""A rendered document as a tree of its block-level elements, each with the place of its HTML in the whole."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

ELEMENT = re.compile(
    r"<(/?)(blockquote|caption|dd|details|div|dl|dt|figcaption|figure|h[1-6]|hr|li|ol|pre|p|section|summary|table|tbody|td"
    r'|tfoot|thead|th|tr|ul)((?: [a-z-]+(?:="[^"]*")?)*)>'
)
OPENING = re.compile(r"<([a-z][a-z0-9]*)([^<>]*)>")
BLOCK = re.compile(r' data-block="([^"]*)"')
TAG = re.compile(r"<[^<>]*>")  # attribute values never hold < or >: documents/markdown/sanitise.py escapes both
SHOWN = re.compile(r'<(?:img |span class="task )')
HEADING = re.compile(r"h[1-6]")
CELLS = frozenset({"td", "th"})


@dataclass(slots=True, eq=False)
class Node:
    """A block-level element, and what the comparison has found out about it."""

    tag: str
    attributes: str
    start: int  # of its opening tag in the HTML
    inner: int  # where its content begins
    parent: "Node | None"
    block: str = ""  # its id; empty for an element that is no block
    close: int = 0  # where its content ends
    end: int = 0
    index: int = 0  # which child of its parent it is
    children: Sequence["Node"] = ()
    order: int = -1  # which leaf it is; -1 for one without words of its own
    partner: "Node | None" = None  # what it is in the other revision
    alive: int = 0  # how many leaves in it have a partner, itself included
    moved: bool = False
    edited: bool = False

    @property
    def leaf(self) -> bool:
        """Has it words (or a picture, or a rule) of its own? A row counts as one leaf with its cells."""
        return self.order >= 0


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """A whole document."""

    html: str
    root: Node
    leaves: list[Node]  # in the order in which they open
    blocks: dict[str, Node]


def tree(slices: Iterable[str]) -> Tree:
    """The document whose slices these are."""
    html = joined(slices)
    root = Node("", "", 0, 0, None, close=len(html), end=len(html))
    blocks: dict[str, Node] = {}
    here = root
    waiting: list[list[Node]] = [[]]  # the children so far of all that is open; most elements never have any
    for found in ELEMENT.finditer(html):
        closing, tag, attributes = found.groups()
        if closing:
            if here.parent is not None:
                here.close, here.end = found.span()
                here.children = waiting.pop() or ()
                here = here.parent
            continue
        node = Node(tag, attributes, found.start(), found.end(), here, index=len(waiting[-1]))
        waiting[-1].append(node)
        if "data-block" in attributes and (block := BLOCK.search(attributes)) is not None:
            node.block = block[1]
            blocks[node.block] = node
        if tag == "hr":
            node.close = node.end = node.inner
        else:
            here = node
            waiting.append([])
    root.children = waiting[0]
    return Tree(html, root, list(_leaves(html, root)), blocks)


def _leaves(html: str, root: Node) -> Iterator[Node]:
    """Number the leaves."""
    number = 0
    waiting = list(reversed(root.children))
    while waiting:
        node = waiting.pop()
        if node.tag in ("tr", "hr") or _says(own_html(html, node)):
            node.order = number
            number += 1
            yield node
        if node.tag != "tr":
            waiting.extend(reversed(node.children))


def runs(node: Node) -> Iterator[tuple[int, int]]:
    """Where the HTML stands that is directly in the element, between the elements in it."""
    at = node.inner
    for child in node.children:
        if child.start > at:
            yield at, child.start
        at = child.end
    if node.close > at:
        yield at, node.close


def _says(html: str) -> bool:
    if "<" not in html:
        return bool(html) and not html.isspace()
    return SHOWN.search(html) is not None or bool(TAG.sub("", html).strip())


def own_html(html: str, node: Node) -> str:
    """What is directly in the element."""
    if not node.children:
        return html[node.inner : node.close]
    return "".join(html[start:end] for start, end in runs(node))


def plain(html: str) -> str:
    """HTML without its tags; characters stay escaped."""
    return TAG.sub("", html) if "<" in html else html


def inside(node: Node, holder: Node) -> Node | None:
    """The child of `holder` that is or holds the node; None if it lies elsewhere."""
    here: Node | None = node
    while here is not None and here.parent is not holder:
        here = here.parent
    return here


def joined(slices: Iterable[str]) -> str:
    """The slices as one piece of HTML: what ended with one and went on in the next is whole again."""
    parts: list[str] = []
    for piece in slices:
        at, closings = _reopened(piece)
        if at and parts and (end := _ending(parts[-1], closings)) is not None:
            parts[-1] = parts[-1][:end]
            parts.append(piece[at:])
        else:
            parts.append(piece)
    return "".join(parts).replace('<table class="split">', "<table>")


def _reopened(piece: str) -> tuple[int, list[str]]:
    """How far the tags go that only go on from the slice before, and the tags that ended them there."""
    at, closings = 0, list[str]()
    while (found := OPENING.match(piece, at)) is not None and ' class="continued' in found[2]:
        at = found.end()
        closings.append(f"</{found[1]}>")
        for inner in ('<table class="split">', "<code>"):
            if piece.startswith(inner, at) and found[1] == ("pre" if inner == "<code>" else "div"):
                at += len(inner)
                closings.append("</code>" if inner == "<code>" else "</table>")
    return at, closings


def _ending(piece: str, closings: list[str]) -> int | None:
    closing = "".join(reversed(closings))
    return len(piece) - len(closing) if piece.endswith(closing) else None
