"""The front matter of two revisions: its values belong together by their keys."""

from collections.abc import Iterable

from countermark.documents.markdown.tree import Node, Tree, plain

FrontEntry = tuple[Node, Node]  # a key and its value


def pair_front_matter(old: Tree, new: Tree) -> None:
    """Pair the entries of both texts: by the same key first, then by the same value under another key."""
    was, now = _entries(old), _entries(new)
    for part in (0, 1):
        known = _once(old, was, part)
        for text, entry in _once(new, now, part).items():
            if text in known:
                _bind(known[text], entry)


def _entries(tree: Tree) -> list[FrontEntry]:
    """The keys and values, if the document has front matter."""
    first = tree.root.children[0] if tree.root.children else None
    if first is None or first.tag != "dl" or ' class="front-matter"' not in first.attributes:
        return []
    return list(zip(first.children[::2], first.children[1::2], strict=False))


def _once(tree: Tree, entries: Iterable[FrontEntry], part: int) -> dict[str, FrontEntry]:
    """The entries without a partner by their key or value; those that say the same as another are left out."""
    found: dict[str, FrontEntry | None] = {}
    for entry in entries:
        if entry[0].partner is None:
            text = plain(tree.html[entry[part].inner : entry[part].close])
            found[text] = None if text in found else entry
    return {text: entry for text, entry in found.items() if entry is not None}


def _bind(old: FrontEntry, new: FrontEntry) -> None:
    for a, b in zip(old, new, strict=True):
        if a.leaf and b.leaf:
            a.partner, b.partner = b, a
