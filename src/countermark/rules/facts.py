"""What the disk says about a call: handed in, because rules themselves look at nothing."""

from collections.abc import Callable
from dataclasses import dataclass


def cannot_tell(_pattern: str) -> None:
    """What a disk says that nobody can search."""


@dataclass(frozen=True)
class RequestFacts:
    """The folders that patterns start from, and what only a look at the disk can tell.

    The functions take absolute paths and never raise. `workspace/real_paths.py` has them for the real disk.
    """

    home: str  # the person's home folder
    workspace: str  # the root of the project: git's root above the call's folder, else that folder
    real: Callable[[str], str | None]  # without links, as far as it exists; None: nobody can tell, as in a loop
    names: Callable[[str], int]  # how many names (hard links) an ordinary file has; 1 for everything else
    # What a shell's pattern stands for now, perhaps nothing; None: nobody can tell, or it is too much.
    listed: Callable[[str], tuple[str, ...] | None] = cannot_tell
    protected: tuple[str, ...] = ()  # folders and files that no agent writes: ours, and the agents' configuration
