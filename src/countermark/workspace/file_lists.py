"""The files of a project, as its own git lists them; or by a bounded walk where there is no git."""

import os
import re
import subprocess
import time
from collections.abc import Iterator

from countermark.workspace.files import is_place

MOST_FILES = 300_000
GIT_SECONDS = 10.0
WALK_SECONDS = 2.0
# Tracked files and new ones, but none that git ignores. A repository can name programs in its settings that git then
# starts; none of those is wanted here.
LIST = (
    "git", "--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.untrackedCache=false",
    "-c", "core.hooksPath=/dev/null", "ls-files", "-z", "--cached", "--others", "--exclude-standard",
)  # fmt: skip
HALF_A_CHARACTER = re.compile("[\ud800-\udfff]")  # how Python writes a byte of a path that is no UTF-8
LEFT_OUT = frozenset({"node_modules", "__pycache__"})


def files_below(folder: str) -> tuple[str, ...]:
    """Paths of files relative to a folder, sorted, hidden ones left out; empty for what is no folder."""
    if not is_place(folder):
        return ()
    listed = listed_by_git(folder)
    names = walked(folder) if listed is None else listed
    shown = dict.fromkeys(
        name for name in names if not is_hidden(name) and is_text(name)
    )  # git's order: quickly sorted
    return tuple(sorted(shown)[:MOST_FILES])


def is_hidden(name: str) -> bool:
    """Whether a step of a path begins with a dot."""
    return name.startswith(".") or "/." in name


def is_text(name: str) -> bool:
    """Whether a path is one in UTF-8; no answer of the hub, and no prompt, can say any other one."""
    return name.isascii() or HALF_A_CHARACTER.search(name) is None


def listed_by_git(folder: str) -> list[str] | None:
    """What git lists; None where there is no git, no repository, or it takes too long."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        done = subprocess.run(
            LIST, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=GIT_SECONDS,
            check=False,
        )  # fmt: skip
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None
    if done.returncode != 0:
        return None
    return [name for name in done.stdout.decode("utf-8", "replace").split("\0") if name]


def walked(folder: str) -> list[str]:
    """What a walk finds within its time, links to folders not followed."""
    return list(_walk(folder, until=time.monotonic() + WALK_SECONDS))


def _walk(folder: str, *, until: float) -> Iterator[str]:
    count = 0
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(each for each in folders if each not in LEFT_OUT and not each.startswith("."))
        below = os.path.relpath(place, folder)
        for name in sorted(files):
            yield name if below == "." else f"{below}/{name}"
        count += len(files)
        if count > MOST_FILES or time.monotonic() > until:
            return
