"""The lock that all of our processes take before they change a page file.

It is an flock on a dotfile beside the file (`.inline-review.json.lock`), which is there only while somebody holds it:
nothing stays in the person's project. The system lets go of an flock when its process ends, however it ends; a dotfile
that a killed process leaves behind holds nobody up, and the next one to take the lock takes it away.
"""

import errno
import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PATIENCE_S = 10.0
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.0002, 0.005


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Hold the lock of the file at a path, against other threads too. Raises OSError; TimeoutError after 10 s."""
    beside = path.with_name(f".{path.name}.lock")
    descriptor = take(beside)
    try:
        yield
    finally:
        with suppress(OSError):  # what was done under it is done: a dotfile that stays holds nobody up
            beside.unlink(missing_ok=True)  # while it is held, so that it is ours
        os.close(descriptor)


def take(beside: Path) -> int:
    """An open descriptor that has the lock."""
    until, pause = time.monotonic() + PATIENCE_S, FIRST_PAUSE_S
    while (descriptor := attempt(beside)) is None:
        if time.monotonic() > until:
            raise TimeoutError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT), str(beside))
        time.sleep(pause)
        pause = min(pause * 1.2, LONGEST_PAUSE_S)
    return descriptor


def attempt(beside: Path) -> int | None:
    """The lock, if nobody has it, and if it is on the file that others will look at."""
    descriptor = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o666)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.samestat(os.fstat(descriptor), beside.lstat()):
            return descriptor
    except (BlockingIOError, FileNotFoundError):
        pass  # somebody has it, or had it and has just taken the dotfile away
    except BaseException:
        os.close(descriptor)
        raise
    os.close(descriptor)
    return None
