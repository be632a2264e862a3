"""How the card of an edit compares texts: only where that hides nothing of what the agent has told."""

import re
from collections.abc import Iterator, Sequence

from countermark.agents.fields import Fields

# Names under which agents put the file that a tool works on.
PATH_NAMES = ("file_path", "path", "filePath", "filepath", "fileName", "file", "absolute_path", "notebook_path")
SAYS_NOTHING = frozenset({*PATH_NAMES, "description", "call_id", "turn_id", "started_at_ms"})  # each is shown elsewhere
REPLACES = frozenset({"old_string", "new_string", "replace_all"})
HUNK = re.compile(r"@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@")
# Lines above the first place that say nothing else than which file it is: no other mode, no link, no binary file.
NAMES_FILE = ("diff --git ", "index ", "Index: ", "====", "--- ", "+++ ")
PLAIN_FILE = frozenset({"new file mode 100644", "create file mode 100644"})
NO_FILE = frozenset({"--- /dev/null", "--- a/dev/null"})


def comparable(given: Fields, path: str, old: str | None, new: str | None) -> Fields | None:
    """The arguments by which a card compares; None where a comparison would hide something.

    `old` and `new` are those of the only difference that was told, `new` None where none was.
    """
    if any(isinstance(value, dict | list) for name, value in given.items() if name in SAYS_NOTHING):
        return None
    names = given.keys() - SAYS_NOTHING
    if names == {"content"} and isinstance(given["content"], str):
        return given if new in (None, given["content"]) else None
    if {"old_string", "new_string"} <= names <= REPLACES:
        return given if new is None or is_replaced(given, old, new) else None
    if new is None or (names == {"diff"} and not is_told(given["diff"], path, old, new)):
        return None
    if names == {"changes"} and not is_only_change(given["changes"], path, old, new):
        return None
    if not names <= {"diff"} and names != {"changes"}:
        return None
    kept = {name: value for name, value in given.items() if name in PATH_NAMES}
    return {**kept, **({"old_string": old, "new_string": new} if old else {"content": new})}


def is_replaced(given: Fields, old: str | None, new: str) -> bool:
    """Whether a difference is what a replacement makes: of the words, or of the whole text."""
    before, after = given["old_string"], given["new_string"]
    if not isinstance(before, str) or not isinstance(after, str):
        return False
    if (old or "", new) == (before, after):
        return True
    count = -1 if given.get("replace_all") is True else 1
    return bool(old and before) and (old or "").replace(before, after, count) == new


def is_only_change(changes: object, path: str, old: str | None, new: str) -> bool:
    """Whether Codex' own list of changes has this one alone."""
    change = changes.get(path) if isinstance(changes, dict) and len(changes) == 1 else None
    if not isinstance(change, dict) or change.get("move_path") is not None:
        return False
    if change.keys() == {"type", "content"}:
        return change["type"] == "add" and not old and change["content"] == new
    return change.keys() <= {"type", "unified_diff", "move_path"} and is_told(
        change.get("unified_diff"), path, old, new
    )


def is_told(unified: object, path: str, old: str | None, new: str) -> bool:
    """Whether a difference in the words of `diff` is about this file alone, and has no line that these texts lack."""
    if not isinstance(unified, str):
        return False
    head, *hunks = HUNK.split(unified)
    if not hunks or not names_only([line.split("\t")[0].rstrip() for line in head.splitlines() if line.strip()], path):
        return False
    known = {
        " ": {*lines(old), *lines(new)},
        "-": {*lines(old)},
        "+": {*lines(new)},
        "\\": {" No newline at end of file"},
    }
    return all(line[1:] in known.get(line[:1], ()) for hunk in hunks for line in changed_lines(hunk))


def names_only(head: Sequence[str], path: str) -> bool:
    """Whether what stands above the first place names this file, once, and says nothing else."""
    before = [line for line in head if line.startswith("--- ")]
    after = [line for line in head if line.startswith("+++ ")]
    ours = {f"--- {side}{path}" for side in ("", "a", "a/")} | {f"+++ {side}{path}" for side in ("", "b", "b/")}
    is_one = len(before) <= 1 and len(after) <= 1 and (ours | NO_FILE).issuperset((*before, *after))
    return is_one and all(line.startswith(NAMES_FILE) or line in PLAIN_FILE for line in head)


def changed_lines(hunk: str) -> Iterator[str]:
    """The lines of a hunk that say something."""
    return (line for line in hunk.splitlines()[1:] if line.strip())


def lines(text: str | None) -> list[str]:
    """The lines of a text."""
    return (text or "").splitlines()
