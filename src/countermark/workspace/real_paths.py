"""What the disk says about a path, existing or not: where it leads, its names, what a pattern stands for."""

import errno
import os
import re
import stat
from fnmatch import fnmatchcase
from itertools import islice
from pathlib import Path

MOST_LINKS = 40  # as Linux has it: more of them in one path are a loop
MOST_LOOKED_AT = 3000  # names in folders, for one request
MOST_LISTED = 300  # paths that one pattern stands for
# What shells do not read alike, or not as Python does: sets of characters, and folders at any depth.
UNCLEAR = re.compile(r"\[|\*\*")
MISSING = {errno.ENOENT, errno.ENOTDIR}


class RealPaths:
    """Follows the links of the paths of one request; each step of each path is looked at once."""

    def __init__(self) -> None:
        self._targets: dict[str, str | None] = {}
        self._left = MOST_LOOKED_AT

    def real(self, path: str) -> str | None:
        """An absolute path without links, `.` and `..`, as far as it exists; the rest as it is written.

        None when nobody can tell: the links are a loop, a folder may not be looked into, or no system takes the path.
        """
        try:
            return self._followed(path)
        except (OSError, ValueError):  # ValueError: NUL, or half of a character
            return None

    def names(self, path: str) -> int:
        """How many names an ordinary file has; 1 for everything else, and for what cannot be looked at."""
        try:
            status = os.lstat(path)
        except (OSError, ValueError):
            return 1
        return status.st_nlink if stat.S_ISREG(status.st_mode) else 1

    def listed(self, pattern: str) -> tuple[str, ...] | None:
        """The paths that an absolute pattern with `*` and `?` stands for in a shell, as they are now.

        None when that is too much to look at, when a folder may not be looked into, or when shells do not agree.
        """
        if UNCLEAR.search(pattern):
            return None
        places = [""]
        try:
            for step in filter(None, pattern.split("/")):
                places = [f"{place}/{name}" for place in places for name in self._names_like(step, place)]
                if len(places) > MOST_LISTED:
                    return None
        except (OSError, ValueError):
            return None
        return tuple(places)

    def _names_like(self, step: str, folder: str) -> list[str]:
        """The names in a folder that one step of a pattern stands for."""
        if "*" not in step and "?" not in step:
            return [step] if step in (".", "..") or os.path.lexists(f"{folder}/{step}") else []
        try:
            entries = os.scandir(folder or "/")
        except OSError as error:
            if error.errno in {*MISSING, errno.ELOOP}:
                return []
            raise
        with entries:
            names = [entry.name for entry in islice(entries, self._left + 1)]
        self._left -= len(names)
        if self._left < 0:
            raise OSError(errno.E2BIG, os.strerror(errno.E2BIG), folder)
        return sorted(name for name in names if fnmatchcase(name, step) and (name[0] != "." or step[0] == "."))

    def _followed(self, path: str) -> str:
        left, place, links = path.split("/")[::-1], "", 0
        while left:
            step = left.pop()
            if step == "..":
                place = place.rpartition("/")[0]
            elif step not in ("", "."):
                target = self._target(f"{place}/{step}")
                if target is None:
                    place = f"{place}/{step}"
                    continue
                links += 1
                if links > MOST_LINKS:
                    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), path)
                left += target.split("/")[::-1]
                place = "" if target.startswith("/") else place
        return place or "/"

    def _target(self, path: str) -> str | None:
        """What a link says; None for anything else, or nothing."""
        if path not in self._targets:
            self._targets[path] = self._read_target(path)
        return self._targets[path]

    def _read_target(self, path: str) -> str | None:
        try:
            is_link = stat.S_ISLNK(os.lstat(path).st_mode)
        except OSError as error:
            if error.errno in MISSING:
                return None
            raise
        return str(Path(path).readlink()) if is_link else None
