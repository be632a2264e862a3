"""Files in a folder: never through a link, and new ones never over another one."""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from countermark.exports.file_names import numbered

NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
KEPT = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC
THERE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC  # a pipe of that name keeps nobody waiting
MOST_RIGHTS = 0o664


@contextmanager
def opened(folder: Path) -> Iterator[int]:
    """The folder itself, whatever its path leads to a moment later. Raises OSError."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def put(folder: int, name: str, content: bytes) -> str:
    """Write a file and give the name that it got: a number is added where there is one of that name.

    A file that holds just this is the one. Who may read the folder may read the file. Raises OSError; nothing half
    written stays then.
    """
    for each in numbered(name):
        try:
            descriptor = os.open(each, NEW, 0o600, dir_fd=folder)
        except FileExistsError:
            if holds(folder, each, content):
                return each
            continue
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(content)
                os.fchmod(descriptor, stat.S_IMODE(os.fstat(folder).st_mode) & MOST_RIGHTS)
                file.flush()
                os.fsync(descriptor)
        except OSError:
            os.unlink(each, dir_fd=folder)
            raise
        os.fsync(folder)
        return each
    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), name)


def keep(folder: int, name: str, content: bytes) -> None:
    """Write a file for this user alone in the place of the one that was there; a crash leaves one of both.

    Raises OSError.
    """
    unfinished = f".{name}.unfinished"
    descriptor = os.open(unfinished, KEPT, 0o600, dir_fd=folder)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(descriptor)
    os.replace(unfinished, name, src_dir_fd=folder, dst_dir_fd=folder)
    os.fsync(folder)


def holds(folder: int, name: str, content: bytes) -> bool:
    """Whether there is a plain file of this name with just this content."""
    try:
        descriptor = os.open(name, THERE, dir_fd=folder)
    except OSError:
        return False
    found = os.fstat(descriptor)
    if not stat.S_ISREG(found.st_mode) or found.st_size != len(content):  # a folder cannot even be opened as a file
        os.close(descriptor)
        return False
    with os.fdopen(descriptor, "rb") as file:
        return file.read() == content
