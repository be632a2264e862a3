"""What the desk says of whole blocks in a comparison, each note at the element that it speaks of."""

from countermark.documents.difference.pen import NOTE, Pen, words
from countermark.documents.markdown.tree import Node

INLINE_NOTES = frozenset({"li", "dt", "dd", "td", "th", "summary", "caption", "figcaption"})


class Notes:
    """Notes of one document, gathered before they are written."""

    def __init__(self) -> None:
        self._said: dict[int, tuple[Node, list[str]]] = {}

    def say(self, node: Node, note: str, *, goes_on: bool = False) -> None:
        """Say something of an element; what goes on is one sentence with what was said of it before."""
        target = _target(node)
        said = self._said.setdefault(target.start, (target, []))[1]
        if goes_on and said:
            said[-1] += f", {note[0].lower()}{note[1:]}"
        else:
            said.append(note)

    def taken(self, node: Node) -> list[str]:
        """What was said of an element, to be written elsewhere."""
        return self._said.pop(node.start, (node, []))[1]

    def write(self, pen: Pen) -> None:
        """Write each before its element or, where only items may stand, at its beginning."""
        for target, said in self._said.values():
            for note in said:
                if target.tag in INLINE_NOTES:
                    pen.put(target.inner, f'<span class="moved-note" data-desk>{words(note)}</span>', NOTE)
                else:
                    pen.put(target.start, f'<p class="moved-note" data-desk>{words(note)}</p>', NOTE)


def _target(node: Node) -> Node:
    """Where a note about an element stands: for parts of tables, in the first cell."""
    target = node
    while target.tag in ("thead", "tbody", "tfoot", "tr") and target.children:
        target = target.children[0]
    return target
