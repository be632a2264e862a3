"""A rendered document as a tree of its block-level elements, each with the place of its HTML in the whole."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

# Attribute values never hold < or >: sanitise.py escapes both.
ELEMENT = re.compile(
    r"<(/?)(blockquote|caption|dd|details|div|dl|dt|figcaption|figure|h[1-6]|hr|li|ol|pre|p|section|summary|table|tbody|td"
    r"|tfoot|thead|th|tr|ul)((?: [^<>]*)?)>"
)
OPENING = re.compile(r"<([a-z][a-z0-9]*)([^<>]*)>")
BLOCK = ' data-block="'
TAG = re.compile(r"<[^<>]*>")
SEEN = re.compile(r'(?:\A|>)\s*[^\s<]|<(?:img |span class="task )')  # words, or what is a picture
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
    own: str = ""  # the HTML that is directly in it, between its children; of a row and of what speaks alone
    speaks: bool = False  # has it words or a picture of its own?
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
    blocks: dict[str, Node]  # in that order too


def tree(slices: Iterable[str]) -> Tree:
    """The document whose slices these are."""
    html = joined(slices)
    here = root = Node("", "", 0, 0, None)
    nodes: list[Node] = []
    blocks: dict[str, Node] = {}
    children: list[list[Node]] = [[]]  # so far, of all that is open; most elements never have any
    at = 0
    each = iter(ELEMENT.split(html))
    for text, closing, tag, attributes in zip(each, each, each, each, strict=False):
        at += len(text)
        if not here.speaks and text not in ("", "\n") and SEEN.search(text):
            here.speaks = True
        if closing:
            if here.parent is not None:
                here.close = at
                here.end = at + len(tag) + len(attributes) + 3
                here.children = children.pop() or ()
                if not here.children:
                    here.own = text
                elif here.speaks or tag == "tr":
                    here.own = "".join([html[start:end] for start, end in runs(here)])
                here = here.parent
            at += len(tag) + len(attributes) + 3
            continue
        node = Node(tag, attributes, at, at + len(tag) + len(attributes) + 2, here, index=len(children[-1]))
        at = node.inner
        nodes.append(node)
        children[-1].append(node)
        if BLOCK in attributes:
            node.block = attributes.partition(BLOCK)[2].partition('"')[0]
            blocks[node.block] = node
        if tag == "hr":
            node.close = node.end = at
        else:
            here = node
            children.append([])
    root.close = root.end = len(html)
    root.children = children[0]
    return Tree(html, root, list(_leaves(nodes)), blocks)


def _leaves(nodes: Iterable[Node]) -> Iterator[Node]:
    """Number the leaves."""
    number = behind_row = 0
    for node in nodes:
        if node.start < behind_row:
            continue
        if node.speaks or node.tag in ("tr", "hr"):
            node.order = number
            number += 1
            yield node
            if node.tag == "tr":
                behind_row = node.end


def runs(node: Node) -> Iterator[tuple[int, int]]:
    """Where the HTML stands that is directly in the element, between the elements in it."""
    at = node.inner
    for child in node.children:
        if child.start > at:
            yield at, child.start
        at = child.end
    if node.close > at:
        yield at, node.close


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
