"""Lines, and ends of lines, that a page leaves out because of where they stand, whatever is written there.

These are comments in front matter, cells beyond a table's header, and footnotes that nothing refers to. The later lines
of such a footnote and of a definition are found here too: they lie in no block, and go on where the line before ended.
"""

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import accumulate

from countermark.documents.markdown.blocks import Block, UnshownKind
from countermark.documents.markdown.hidden_places import EMPTY, LEAD, HiddenPlace

PIPE = re.compile(r"(?<!\\)\|")
BEFORE_ROW = re.compile(LEAD)
STARTS: dict[UnshownKind, re.Pattern[str]] = {
    "footnote": re.compile(rf"{LEAD}\[\^[^\]\s]{{1,200}}\]:"),
    "definition": re.compile(rf"{LEAD}\[(?!\^)[^\]\n]{{1,999}}\]:"),
}
GOES_ON = re.compile(r"[ \t>]{4}")


def places(
    rows: Sequence[str], blocks: Sequence[Block], unowned: Sequence[bool], coded: AbstractSet[int]
) -> Iterator[HiddenPlace]:
    """The places of a source that has these lines; `unowned` tells of each of them (from 1) whether no block has it."""
    starts = list(accumulate((len(row) + 1 for row in rows), initial=0))
    for line, at, kind in (*_comments(rows, blocks), *_cells(rows, blocks), *_left_out(rows, blocks, unowned)):
        if line not in coded:
            yield HiddenPlace(starts[line - 1] + at, starts[line - 1] + len(rows[line - 1]), kind)


UnshownAt = tuple[int, int, UnshownKind]  # the line from 1, and from where in it


def _comments(rows: Sequence[str], blocks: Sequence[Block]) -> Iterator[UnshownAt]:
    if blocks and blocks[0].kind == "front_matter":
        for line in range(blocks[0].start_line, blocks[0].end_line + 1):
            if rows[line - 1].startswith("#") and rows[line - 1].strip("# \t"):
                yield line, 0, "comment"


def _cells(rows: Sequence[str], blocks: Sequence[Block]) -> Iterator[UnshownAt]:
    """Where the cells begin that a table has no columns for."""
    columns: dict[int, int] = {}
    for block in blocks:
        if block.kind == "row":
            columns[block.start_line] = 0
        elif block.kind == "cell" and block.start_line in columns:
            columns[block.start_line] += 1
    for line, shown in columns.items():
        row = rows[line - 1]
        before = BEFORE_ROW.match(row)
        begin = before.end() if before is not None else 0
        pipes = [found.end() for found in PIPE.finditer(row, begin)]
        last = shown if row.startswith("|", begin) else shown - 1
        if 0 <= last < len(pipes) and row[pipes[last] :].strip(" \t|"):
            yield line, pipes[last], "cell"


def _left_out(rows: Sequence[str], blocks: Sequence[Block], unowned: Sequence[bool]) -> Iterator[UnshownAt]:
    """Footnotes that nothing refers to, whole; and how definitions go on."""
    used = {block.start_line for block in blocks if block.kind == "footnote"}
    inside: UnshownKind | None = None
    after_blank = False
    for line, row in enumerate(rows, 1):
        if not row.strip(EMPTY):
            after_blank = True
            continue
        begun = None if line in used else next((kind for kind, start in STARTS.items() if start.match(row)), None)
        if begun is not None or not unowned[line] or (after_blank and not _goes_on(row, inside)):
            inside = begun
        if inside is not None and (inside == "footnote" or begun is None):
            yield line, 0, inside
        after_blank = False


def _goes_on(row: str, inside: UnshownKind | None) -> bool:
    """Whether a line belongs to a footnote though a blank line stands between them."""
    return inside == "footnote" and GOES_ON.match(row) is not None
