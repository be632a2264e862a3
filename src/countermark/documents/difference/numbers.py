"""Numbers that the comparison says: of items in lists, and small ones as words."""

from countermark.documents.markdown.tree import Node

FEW = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
START = ' start="'


def count(number: int) -> str:
    """A small number as a word."""
    return FEW[number] if number < len(FEW) else f"{number:,}"


def start_of(holder: Node) -> int:
    """The first number of a numbered list."""
    _, found, rest = holder.attributes.partition(START)
    return int(rest.partition('"')[0]) if found else 1


def number_of(holder: Node, index: int) -> int:
    """The number of an item in a numbered list."""
    return start_of(holder) + index
