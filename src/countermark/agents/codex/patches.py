"""Codex's patches: which files one adds, changes, moves and deletes; what cannot be read for certain is refused.

A line that could be a header counts as one, also inside a change: a file too many is better than one too few.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from countermark.agents.base import LONGEST_NAME
from countermark.agents.fields import Malformed

BEGIN, END = "*** Begin Patch", "*** End Patch"
ADD, DELETE, UPDATE = "*** Add File: ", "*** Delete File: ", "*** Update File: "
MOVE = "*** Move to: "
END_OF_FILE = "*** End of File"
MOST_FILES = 1000


@dataclass(frozen=True)
class Patch:
    """What a patch does."""

    paths: tuple[str, ...] = ()  # as the agent wrote them, in their order
    deletes: bool = False  # a file is removed, or moved away
    size: int = 0  # the bytes of the lines that it writes
    section: str = ""  # the header under which the next line stands


def read_patch(text: str) -> Patch:
    """The whole patch. Raises `Malformed`."""
    lines = text.strip().split("\n")  # as Codex does: no other character ends a line
    if len(lines) < 2 or lines[0].strip() != BEGIN or lines[-1].strip() != END:
        raise Malformed("the patch does not begin and end as patches do")
    patch = Patch()
    for line in lines[1:-1]:
        patch = with_line(patch, line.removesuffix("\r"))
    if not patch.paths:
        raise Malformed("the patch names no file")
    return patch


def with_line(patch: Patch, line: str) -> Patch:
    """The patch with one line more. Raises `Malformed`."""
    for header, follow in HEADERS.items():
        if line.strip().startswith(header.rstrip()):
            return follow(patch, path_after(header, line.strip()))
    if line.strip().startswith((BEGIN, END)):
        raise Malformed("there is a patch within the patch")
    if not is_content(patch.section, line):
        raise Malformed("the patch has a line that is neither a header nor a part of a change")
    return replace(patch, size=patch.size + len(line.encode())) if line.startswith("+") else patch


def path_after(header: str, line: str) -> str:
    """The path that a header names. Raises `Malformed`."""
    path = line.removeprefix(header)
    if path == line or not path.strip():
        raise Malformed("the patch has a header without a path")
    if not path.isprintable() or path != path.strip():
        raise Malformed("the patch has a path with characters in it that cannot be shown")
    if len(path) > LONGEST_NAME:
        raise Malformed(f"the patch has a path that is longer than {LONGEST_NAME} characters")
    return path


def file_named(section: str, *, deletes: bool = False) -> Callable[[Patch, str], Patch]:
    """What a header that begins a file does."""

    def follow(patch: Patch, path: str) -> Patch:
        if len(patch.paths) >= MOST_FILES:
            raise Malformed(f"the patch names more than {MOST_FILES} files")
        return replace(patch, paths=(*patch.paths, path), deletes=patch.deletes or deletes, section=section)

    return follow


HEADERS = {
    ADD: file_named(ADD),
    DELETE: file_named(DELETE, deletes=True),
    UPDATE: file_named(UPDATE),
    MOVE: file_named(UPDATE, deletes=True),  # the file is no longer where it was
}


def is_content(section: str, line: str) -> bool:
    """Whether a line may stand below this header."""
    if not line.strip():
        return True
    match section:
        case "*** Add File: ":
            return line.startswith("+")
        case "*** Update File: ":
            return line[0] in " +-@" or line.strip() == END_OF_FILE
        case _:
            return False


def unique(paths: Iterable[str]) -> tuple[str, ...]:
    """Each path once."""
    return tuple(dict.fromkeys(paths))
