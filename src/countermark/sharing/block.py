"""Marks in the file itself: a fenced block at its end, which travels with git and comes back.

The block's first line is a JSON object with the version, the digest of the text above it and who wrote it; each other
line is one mark, so that two people's lines merge in git as lines do.
"""

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from countermark.model.errors import BadInput
from countermark.model.shares import NOBODY, SharedMark, SharedReview
from countermark.sharing.shared_json import NAME, VERSION, check_version, mark_from, mark_to_json

LANGUAGE = "countermark-marks"
OPENING = re.compile(rf" {{0,3}}(`{{3,}}|~{{3,}}){LANGUAGE}\s*")
CLOSING = re.compile(r" {0,3}(`{3,}|~{3,})\s*")
CONFLICT_END = ">" * 7
MOST_BLOCKS = 10
CONFLICT = re.compile(r"<{7}|={7}|>{7}|\|{7}")
MEND = "Mend the block at the file's end, or remove it."


def with_block(text: str, marks: Sequence[SharedMark], *, author: str) -> str:
    """The text with its marks in a block at the end, in place of the one that it had. A text without marks has none."""
    bare = without_block(text)
    if not marks:
        return bare
    newline = "\r\n" if "\r\n" in bare else "\n"
    head = {NAME: VERSION, "sha256": digest_of(bare), "by": author}
    lines = [json.dumps(each, ensure_ascii=True, separators=(",", ":")) for each in (head, *map(mark_to_json, marks))]
    fence = "`" * max(3, longest_fence(lines) + 1)
    return newline.join((bare.rstrip("\r\n"), "", f"{fence}{LANGUAGE}", *lines, fence, ""))


def without_block(text: str) -> str:
    """The text alone, with one line end at its end if a block was there."""
    found = block_in(text)
    return text if found is None else found.text


@dataclass(frozen=True)
class MarkBlock:
    """A text and the lines of the block at its end."""

    text: str
    lines: Sequence[str]


def block_in(text: str) -> MarkBlock | None:
    """The block at the end of a text: only blank lines stand behind it. Several, as hands leave them, are one."""
    blocks: list[MarkBlock] = []
    while (found := last_block_in(blocks[-1].text if blocks else text)) is not None and len(blocks) < MOST_BLOCKS:
        blocks.append(found)
    if not blocks:
        return None
    return MarkBlock(blocks[-1].text, [line for block in reversed(blocks) for line in block.lines])


def last_block_in(text: str) -> MarkBlock | None:
    """The last block, read line by line from the end."""
    lines = text.splitlines(keepends=True)
    last = next((at for at in range(len(lines) - 1, -1, -1) if lines[at].strip()), None)
    closing = None if last is None else CLOSING.fullmatch(lines[last])
    if last is None or closing is None:
        return None
    for first in range(last - 1, -1, -1):
        opening = OPENING.fullmatch(lines[first])
        if opening is not None and closing[1].startswith(opening[1]):
            newline = "\r\n" if lines[first].endswith("\r\n") else "\n"
            return MarkBlock(
                "".join(lines[:first]).rstrip("\r\n") + newline, [line.strip() for line in lines[first + 1 : last]]
            )
        if CLOSING.fullmatch(lines[first]):  # of a sample within a fence that ends behind it
            return None
    return None


def read_block(text: str) -> SharedReview | None:
    """What a file says with its block; None without one. Raises `BadInput` with what to do."""
    found = block_in(text)
    if has_conflict(text, found):
        raise BadInput("The block of marks has a conflict that git has left.", hint="Keep the lines of both sides.")
    if found is None:
        return None
    head, *marks = [line_from(line) for line in found.lines if line] or [None]
    if not isinstance(head, dict) or not is_head(head):
        raise BadInput("The block of marks does not begin with its version.", hint=MEND)
    author = head.get("by")
    is_changed = head.get("sha256") != digest_of(found.text)
    return SharedReview(
        title="", text=found.text, author=author if isinstance(author, str) else NOBODY,
        marks=tuple(unique([mark_from(each) for each in marks if not is_head(each)])),
        left_out=("The text was changed after the marks were written.",) if is_changed else (),
    )  # fmt: skip


def has_conflict(text: str, found: MarkBlock | None) -> bool:
    """Whether git has left both sides: within the block, or around two whole ones at the end."""
    if found is not None:
        return any(CONFLICT.match(line) for line in found.lines)
    lines = text.rstrip().splitlines()
    return bool(lines) and lines[-1].startswith(CONFLICT_END) and any(map(OPENING.fullmatch, lines))


def marks_in_block(text: str) -> Sequence[SharedMark]:
    """The marks that a text has in a block; none without one. Raises `BadInput`."""
    found = read_block(text)
    return () if found is None else found.marks


def is_head(line: object) -> bool:
    """Whether it is a first line, of which git has brought two. Raises `BadInput` for another version."""
    if not isinstance(line, dict) or NAME not in line:
        return False
    check_version(line[NAME])
    return True


def line_from(line: str) -> object:
    """One line of the block. Raises `BadInput`."""
    try:
        found: object = json.loads(line)
    except (ValueError, RecursionError):
        raise BadInput(f"A line of the block of marks is no JSON: {line[:60]}", hint=MEND) from None
    return found


def unique(marks: Sequence[SharedMark]) -> Sequence[SharedMark]:
    """Each mark once, the last line of it: git can bring a line twice."""
    return list({mark.id: mark for mark in marks}.values())


def digest_of(text: str) -> str:
    """Of the text whatever its line ends are, how many stand at its end, and with a byte order mark or without."""
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").rstrip("\n")
    return hashlib.sha256(plain.encode("utf-8", "replace")).hexdigest()


def longest_fence(lines: Sequence[str]) -> int:
    """The longest run of backticks at a line's beginning."""
    return max((len(line) - len(line.lstrip("`")) for line in lines), default=0)
