"""What the disk says about a path, existing or not: where its links lead, and how many names the file has."""

import errno
import os
import stat
from pathlib import Path
from posixpath import dirname, join

MOST_LINKS = 40  # as Linux has it: more of them in one path are a loop
MISSING = {errno.ENOENT, errno.ENOTDIR}


class RealPaths:
    """Follows the links of the paths of one request; each step of each path is looked at once."""

    def __init__(self) -> None:
        self._targets: dict[str, str | None] = {}

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

    def _followed(self, path: str) -> str:
        left, place, links = path.split("/")[::-1], "/", 0
        while left:
            step = left.pop()
            if step == "..":
                place = dirname(place)
            elif step not in ("", "."):
                target = self._target(join(place, step))
                if target is None:
                    place = join(place, step)
                    continue
                links += 1
                if links > MOST_LINKS:
                    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), path)
                left += target.split("/")[::-1]
                place = "/" if target.startswith("/") else place
        return place

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
