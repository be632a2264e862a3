"""What git says about a folder, read from its files without starting git."""

import os
from pathlib import Path

from countermark.workspace.files import beginning_of, is_place

PREFIX = "ref: refs/heads/"
MAX_HEAD_BYTES = 1024


def branch(workspace: str) -> str | None:
    """The branch that is checked out at a path or above it; None outside a repository or on a bare commit."""
    if not is_place(workspace):
        return None
    try:
        start = Path(workspace)
        for folder in (start, *start.parents):
            head = head_file(folder / ".git")
            if head is not None:
                return branch_in(head)
    except (OSError, ValueError):  # unreadable, no ordinary file, or a path that no system accepts
        return None
    return None


def project_root(folder: str, *, home: str) -> str:
    """The root of the repository that a folder lies in, else the folder.

    A repository of the whole home folder, or of more, is no project: whoever keeps their settings in one would else
    give every project below it away.
    """
    if not is_place(folder):
        return folder
    too_wide = (Path(home), *Path(home).parents)
    try:
        for place in (Path(folder), *Path(folder).parents):
            if place in too_wide:
                return folder
            if is_repository(place):
                return str(place)
    except (OSError, ValueError):  # unreadable, or a path that no system accepts
        return folder
    return folder


def is_repository(folder: Path) -> bool:
    """Whether a folder is the root of a git work tree; an empty `.git`, as a sandbox leaves it, makes none.

    Never raises: what cannot be read is none.
    """
    git = folder / ".git"
    return os.path.isfile(git) or os.path.lexists(git / "HEAD")  # noqa: PTH113  pathlib raises for what is unreadable


def head_file(git: Path) -> Path | None:
    """The HEAD of a repository, or of a worktree whose `.git` is a file that points elsewhere; None where git has none.

    What a worktree points at need not be there: in a container it often lies outside.
    """
    if git.is_dir():
        head = git / "HEAD"
        return head if head.is_file() or head.is_symlink() else None
    if not git.is_file():
        return None
    pointer = read_start(git)
    return git.parent / pointer.removeprefix("gitdir: ").strip() / "HEAD" if pointer.startswith("gitdir: ") else None


def branch_in(head: Path) -> str | None:
    """The branch that a HEAD file names."""
    content = read_start(head).strip()
    return content.removeprefix(PREFIX) if content.startswith(PREFIX) else None


def read_start(path: Path) -> str:
    """The beginning of a small text file."""
    return beginning_of(str(path), most=MAX_HEAD_BYTES).decode("utf-8", "replace")
