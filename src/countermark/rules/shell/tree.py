"""The syntax tree of a line, from tree-sitter's grammar of bash, which is loaded when it is first needed."""

import time
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Language, Node, Tree

# Recovery from errors takes a time that grows with the square of their number: 10,000 characters of nothing else
# take half a second, a script of that length takes 2 ms.
MOST_SECONDS = 0.010


@cache
def _bash() -> "Language":
    import tree_sitter_bash
    from tree_sitter import Language

    return Language(tree_sitter_bash.language())


class Syntax:
    """The tree of one text, and the text, because offsets in the tree count its bytes."""

    def __init__(self, tree: "Tree", source: bytes) -> None:
        self.has_error = tree.root_node.has_error
        self._tree = tree
        self._source = source

    def nodes(self) -> Iterator["Node"]:
        """Every node, from left to right, each before its children; without recursion, for trees of any depth."""
        cursor = self._tree.walk()
        while True:
            if cursor.node is not None:
                yield cursor.node
            if cursor.goto_first_child():
                continue
            while not cursor.goto_next_sibling():
                if not cursor.goto_parent():
                    return

    def text(self, node: "Node") -> str:
        """What a node stands for, as it is written."""
        return self.between(node.start_byte, node.end_byte)

    def before(self, node: "Node") -> str:
        """The character in front of a node, if that is one of ASCII; nothing at the beginning."""
        return self.between(max(0, node.start_byte - 1), node.start_byte)

    def program_starts(self) -> tuple[int, ...]:
        """The offsets in characters where a name of a program begins."""
        starts = tuple(node.start_byte for node in self.nodes() if node.type in {"command_name", "test_command"})
        return starts if self._source.isascii() else tuple(len(self.between(0, start)) for start in starts)

    def between(self, start: int, end: int) -> str:
        """The text between two offsets."""
        return self._source[start:end].decode("utf-8", "replace")


def _patience() -> Callable[[int, bool], bool]:
    """Tells whether to end a parse; the clock is first read where a line is long enough to be looked after."""
    latest: float | None = None

    def is_over(_offset: int, _has_error: bool) -> bool:
        nonlocal latest
        now = time.thread_time()
        latest = now + MOST_SECONDS if latest is None else latest
        return now > latest

    return is_over


def syntax_of(line: str) -> Syntax | None:
    """The syntax of a line, short enough; None when it takes too much of the processor's time."""
    from tree_sitter import Parser

    source = line.encode("utf-8", "surrogatepass")
    try:
        tree = Parser(_bash()).parse(lambda offset, _point: source[offset:], progress_callback=_patience())
    except ValueError:  # the callback has ended it
        return None
    return Syntax(tree, source)
