"""Finds everything that a line may run or name, however it is written; for rules that deny or ask."""

from countermark.rules.shell.lines import LONGEST, LooseLine
from countermark.rules.shell.tree import nodes_of, tree_of


def read_loose(line: str) -> LooseLine:
    """Every command found anywhere in the line; total, and bounded by `LONGEST` and `MOST_PARTS`."""
    if len(line) > LONGEST:
        return LooseLine((), frozenset(), is_whole=False)
    commands = []
    for node in nodes_of(tree_of(line)):
        if node.type == "command" and node.text is not None:
            commands.append(tuple(node.text.decode("utf-8", "replace").split()))
    words = frozenset(word for command in commands for word in command)
    return LooseLine(tuple(commands), words, is_whole=True)
