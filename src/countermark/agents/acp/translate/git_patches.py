"""Version 2: changes of files. A list names the files, and a patch in Git's form may tell what changes in them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from countermark.agents.acp.translate.reading import Fields, cut, object_in, objects_in, storable, text_in, word_in
from countermark.model.sessions.parts import DiffOutput

HUNK = re.compile(r"@@ -\d+(?:,(?P<old>\d+))? \+\d+(?:,(?P<new>\d+))? @@")
ESCAPE = re.compile(r'\\(?:(?P<octal>[0-7]{3})|(?P<sign>[abfnrtv"\\]))')
SIGNS = {"a": 7, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11, '"': 34, "\\": 92}
NOTHING = "/dev/null"
# Lines between the places that say nothing which these do not show.
SAYS_NO_MORE = ("index ", "new file mode 100644", "deleted file mode ")
MOST_HUNKS = 1000  # of one difference; a longer one is told by its files


@dataclass
class PatchHunk:
    """One place that changes: the text before and after it, with the lines around it."""

    path: str
    is_new: bool  # there was no file
    is_gone: bool  # there is none any more
    old: list[str] = field(default_factory=list)
    new: list[str] = field(default_factory=list)


class ReadPatch(NamedTuple):
    """What is read of a patch: its places, and whether it says more than they show."""

    hunks: Sequence[PatchHunk]
    more: bool


def differences_of_change(content: Fields) -> tuple[DiffOutput, ...]:
    """A difference of version 2: one for each place that changes, and one without texts for a file of which no place is
    told."""
    hunks = [*hunks_in(content)]
    told = tuple(whole_difference(each) for each in hunks)
    known = {each.path for each in hunks}
    paths = [path for path in changed_paths(content) if path not in known]
    return (*told, *(DiffOutput(path, None, None) for path in paths))


def changed_paths(content: Fields) -> Sequence[str]:
    """Every file that the list of changes names, once: of one that is moved, both."""
    named = (word_in(each, name) for each in objects_in(content, "changes") for name in ("path", "oldPath"))
    return list(dict.fromkeys(path for path in named if path))


def operations_in(content: Fields) -> frozenset[str]:
    """What is done to the files, in the protocol's words."""
    return frozenset(text_in(each, "operation") or "" for each in objects_in(content, "changes"))


def hunks_in(content: Fields) -> Sequence[PatchHunk]:
    """The places of a patch; none of one that cannot be read to its end, or that is of another form."""
    return patch_in(content).hunks


def tells_more(content: Fields) -> bool:
    """Whether a difference has a patch that says anything beside its places: a link, a binary file, another mode."""
    return patch_in(content).more


def patch_in(content: Fields) -> ReadPatch:
    """What a difference's patch says, as far as it can be read."""
    patch = object_in(content, "patch")
    if patch.get("format") != "git_patch":
        return ReadPatch((), more=bool(patch))
    try:
        return read_patch(storable(text_in(patch, "text") or "").split("\n"))
    except ValueError:
        return ReadPatch((), more=True)


def read_patch(lines: Sequence[str]) -> ReadPatch:
    """The places, in their order. Raises ValueError for a place that says less or more than it promises."""
    old, new, hunks = "", "", list[PatchHunk]()
    place, more, is_bare = 0, False, False  # bare: a file was named of which no place is told yet
    while place < len(lines):
        line = lines[place]
        place += 1
        if line.startswith("diff --git "):
            old = new = ""
            more, is_bare = more or is_bare, True
        elif line.startswith("--- "):
            old = unquoted(line[4:])
        elif line.startswith("+++ "):
            new = unquoted(line[4:])
        elif promised := HUNK.match(line):
            if len(hunks) == MOST_HUNKS or not old or not new:
                raise ValueError
            hunk = PatchHunk(old if new == NOTHING else new, old == NOTHING, new == NOTHING)
            place = read_hunk(lines, place, hunk, number(promised["old"]), number(promised["new"]))
            hunks.append(hunk)
            more, is_bare = more or is_other_file(old, new), False
        elif line.strip() and not line.startswith(SAYS_NO_MORE):
            more = True
    return ReadPatch(hunks, more=more or is_bare)


def is_other_file(old: str, new: str) -> bool:
    """Whether a file is another one afterwards."""
    return old != new and NOTHING not in (old, new)


def number(told: str | None) -> int:
    """How many lines a place has; one where nothing is said."""
    return 1 if told is None else int(told[:9])


def read_hunk(lines: Sequence[str], place: int, hunk: PatchHunk, old: int, new: int) -> int:
    """Take the lines of one place; gives where it ends. Raises ValueError."""
    while old > 0 or new > 0 or lines[place : place + 1] == ["\\ No newline at end of file"]:
        if place == len(lines):
            raise ValueError
        line, place = lines[place], place + 1
        sign, text = line[:1], f"{line[1:]}\n"
        if sign == "\\":
            end_without_newline(hunk, lines[place - 2][:1])
            continue
        if sign not in (" ", "-", "+", ""):
            raise ValueError
        if sign != "+":
            hunk.old.append(text)
            old -= 1
        if sign != "-":
            hunk.new.append(text)
            new -= 1
    if old < 0 or new < 0:
        raise ValueError
    return place


def end_without_newline(hunk: PatchHunk, sign: str) -> None:
    """The last line has no end."""
    for lines in ([] if sign == "+" else [hunk.old]) + ([] if sign == "-" else [hunk.new]):
        if lines:
            lines[-1] = lines[-1].removesuffix("\n")


def unquoted(path: str) -> str:
    """A path as Git writes it: one with unusual characters stands in quotation marks."""
    path = path.rstrip("\t")
    if len(path) < 2 or not path.startswith('"') or not path.endswith('"'):
        return path

    def sign(found: re.Match[str]) -> bytes:
        octal = found["octal"]
        return bytes([int(octal, 8) & 255 if octal else SIGNS[found["sign"]]])

    inner, pieces, end = path[1:-1], list[bytes](), 0
    for found in ESCAPE.finditer(inner):
        pieces += [inner[end : found.start()].encode(), sign(found)]
        end = found.end()
    return b"".join([*pieces, inner[end:].encode()]).decode("utf-8", "replace")


def whole_difference(hunk: PatchHunk) -> DiffOutput:
    """One place as the desk shows it."""
    old, old_left = (None, 0) if hunk.is_new else cut("".join(hunk.old))
    new, new_left = (None, 0) if hunk.is_gone else cut("".join(hunk.new))
    return DiffOutput(hunk.path, old, new, old_left + new_left)
