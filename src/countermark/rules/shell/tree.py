"""The syntax tree of a line, from tree-sitter's grammar of bash, which is loaded when it is first needed."""

import time
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Language, Node, Tree

# Recovery from errors takes a time that grows with the square of their number: 10,000 characters of nothing else
# take half a second, a script of that length takes 2 ms.
MOST_SECONDS = 0.015


@cache
def _bash() -> "Language":
    import tree_sitter_bash
    from tree_sitter import Language

    return Language(tree_sitter_bash.language())


def tree_of(line: str) -> "Tree | None":
    """The tree of a line, whose offsets count UTF-8 bytes; None when it takes too much of the processor's time."""
    from tree_sitter import Parser

    text = line.encode("utf-8", "surrogatepass")
    latest = time.thread_time() + MOST_SECONDS
    try:
        return Parser(_bash()).parse(
            lambda offset, _point: text[offset:],
            progress_callback=lambda _offset, _has_error: time.thread_time() > latest,
        )
    except ValueError:  # the callback has ended it
        return None


def nodes_of(tree: "Tree") -> Iterator["Node"]:
    """Every node, from left to right, each before its children; without recursion, for trees of any depth."""
    cursor = tree.walk()
    while True:
        if cursor.node is not None:
            yield cursor.node
        if cursor.goto_first_child():
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return


def program_starts(line: str) -> tuple[int, ...] | None:
    """The offsets in characters where tree-sitter sees the name of a program; None where it sees an error."""
    tree = tree_of(line)
    if tree is None or tree.root_node.has_error:
        return None
    starts = tuple(node.start_byte for node in nodes_of(tree) if node.type in {"command_name", "test_command"})
    if line.isascii():
        return starts
    text = line.encode("utf-8", "surrogatepass")
    return tuple(len(text[:start].decode("utf-8", "surrogatepass")) for start in starts)
