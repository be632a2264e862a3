"""Glob patterns: whether one can reach more than the folder that it starts in."""

import re

LEAVES_FOLDER = re.compile(r"^[/~]|(^|[/{,])\.\.|[{,]\s*[/~]")


def leaves_folder(pattern: str) -> bool:
    """Whether a pattern can match files outside of the folder that it starts in."""
    return LEAVES_FOLDER.search(pattern) is not None
