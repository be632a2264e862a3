"""Files around an agent: read without trusting what they are, and written whole for this user alone."""

import errno
import os
import secrets
import stat
from pathlib import Path

MAX_BYTES = 4 * 1024 * 1024
ANYBODY_WRITES = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH
LONGEST_PATH = 4096  # what Linux takes; a longer one names no file


def text_in(path: str) -> str | None:
    """The text of an ordinary file; None if there is no such file.

    Raises OSError for one that cannot be read, is no ordinary file or has more than 4 MB.
    """
    if not is_place(path):
        return None
    try:
        raw = beginning_of(path, most=MAX_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        return None
    if len(raw) > MAX_BYTES:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), path)
    return raw.decode("utf-8", "replace")


def is_place(path: str) -> bool:
    """Whether a system could know this path, and all processes would mean the same by it."""
    return path.startswith("/") and "\0" not in path and len(path) <= LONGEST_PATH


def beginning_of(path: str, *, most: int) -> bytes:
    """The first bytes of an ordinary file. Raises OSError for anything else.

    Opening a pipe would hold the reader for ever, and a device or a file of the kernel's need have no end. The second
    look is for a path that becomes something else after the first.
    """
    _demand_ordinary(Path(path).stat(), path)
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(descriptor, "rb") as file:
        _demand_ordinary(os.fstat(descriptor), path)
        return file.read(most) or b""


def _demand_ordinary(found: os.stat_result, path: str) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "not an ordinary file", path)


def put_private(path: Path, content: bytes) -> None:
    """Write a file with mode 0600, whole or not at all; a folder that is missing gets mode 0700. Raises OSError."""
    path.parent.mkdir(mode=0o700, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.unlink(missing_ok=True)  # left by a process that was killed; or put there as a link, to be written through
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        os.fchmod(file.fileno(), 0o600)
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)


def whole_text(path: str) -> str:
    """The text of an ordinary file as it is, its line ends too.

    Raises OSError for one that is missing, cannot be read, is no ordinary file or has more than 4 MB, and
    UnicodeDecodeError for one that is not UTF-8.
    """
    if not is_place(path):
        raise OSError(errno.EINVAL, "no absolute path", path)
    raw = beginning_of(path, most=MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), path)
    return raw.decode("utf-8")


def put_in_place(path: str, text: str, *, before: str) -> None:
    """Write an ordinary file anew, whole or not at all, with the mode it has; a link's own file is written.

    Raises OSError, also for a file that nobody may write, and when it no longer holds the text `before`.
    """
    file = Path(path).resolve(strict=True)
    mode = stat.S_IMODE(file.stat().st_mode)
    if not mode & ANYBODY_WRITES or not os.access(file, os.W_OK):  # a new file in its place would get around that
        raise OSError(errno.EACCES, os.strerror(errno.EACCES), path)
    beside = file.with_name(f".countermark-{secrets.token_hex(8)}.new")
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as out:
            out.write(text.encode())
            os.fchmod(out.fileno(), mode)
            out.flush()
            os.fsync(out.fileno())
        if whole_text(str(file)) != before:
            raise OSError(errno.EBUSY, "it was changed meanwhile", path)
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)
