"""Dollar signs that are not formulas: prices, and variables of the shell."""

import re
from collections import defaultdict
from itertools import pairwise

# A formula ends before no letter or figure and holds no code span. (GitHub's rule, plus the second half: "costs $5, so
# `$HOME` ..." is the commonest dollar sign in a plan.)
SPAN = re.compile(
    r'<span data-math-style="(?:inline|display)" data-sourcepos="(\d+):(\d+)-(\d+):(\d+)">([^<]*)</span>(?=(\w?))'
)


def not_formulas(html: str) -> list[tuple[int, int]]:
    """Line and byte column (both from 1) of each dollar sign that comrak took for the edge of a formula and is none."""
    places: list[tuple[int, int]] = []
    for line, column, end_line, end_column, formula, following in SPAN.findall(html):
        if "`" in formula or following:
            places.append((int(line), int(column)))
        if following and "`" not in formula:
            places.append((int(end_line), int(end_column)))
    return places


def escaped(text: str, places: list[tuple[int, int]]) -> str:
    """The text with a backslash before each of these dollar signs; places where none stands are left out."""
    columns: defaultdict[int, list[int]] = defaultdict(list)
    for line, column in places:
        columns[line].append(column)
    lines = text.split("\n")
    for line, found in columns.items():
        raw = lines[line - 1].encode()
        edges = [0, *(column - 1 for column in sorted(found) if raw[column - 1 : column] == b"$"), len(raw)]
        lines[line - 1] = b"\\".join(raw[start:end] for start, end in pairwise(edges)).decode()
    return "\n".join(lines)
