"""The folder of plans: everything in it is opened by its name in the open folder, and never through a link."""

import errno
import os
import secrets
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path

from countermark.model.errors import BadInput, TooLarge

WAITING, PLAN, RESPONSE = ".waiting", ".md", ".response"
UNFINISHED = ".unfinished"  # what a client or a hub that was killed had begun to write; the name begins with a dot
LINK_ERRORS = (errno.ELOOP, errno.EMLINK)
AGAIN = "Write it as an ordinary file of your own, then submit it under a new id."


@dataclass(frozen=True)
class FileMark:
    """Tells a file from one that has come into its place, and from itself after a change."""

    device: int
    inode: int
    size: int
    changed_ns: int


@dataclass(frozen=True)
class FolderSight:
    """What lies in the folder: all names, and the `.waiting` files by the ids of their plans."""

    names: frozenset[str]
    waiting: Mapping[str, FileMark]


class Put(Enum):
    """What came of writing a file that must not replace another one."""

    WRITTEN = auto()
    SAME_THERE = auto()
    OTHER_THERE = auto()


class PlanFolder:
    """The folder, opened anew for each act: one that was replaced is noticed. Every method may raise OSError."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def survey(self) -> FolderSight:
        """What lies there now."""
        with self._opened() as folder:
            names = frozenset(os.listdir(folder))  # noqa: PTH208  pathlib lists no open folder
            found = {
                name.removesuffix(WAITING): mark
                for name in sorted(names)
                if name.endswith(WAITING) and not name.startswith(".") and (mark := mark_at(folder, name)) is not None
            }
            return FolderSight(names, found)

    def read(self, name: str, *, most: int) -> bytes:
        """A whole file. Raises `BadInput` or `TooLarge` for one that is not there, or is not to be trusted."""
        with self._opened() as folder:
            return read_whole(folder, name, most=most)

    def holds(self, path: str) -> bool:
        """Whether a file's path leads into this very folder, through whatever links."""
        with self._opened() as folder:
            try:
                found = os.stat(os.path.dirname(path))  # noqa: PTH116, PTH120
            except (OSError, ValueError):  # no system takes it: the fault of one client
                return False
            return os.path.samestat(found, os.fstat(folder))

    def put(self, name: str, content: bytes) -> Put:
        """Write a file that is there whole or not at all, and replaces none; durable when this returns."""
        with self._opened() as folder:
            beside = f".{secrets.token_hex(8)}{UNFINISHED}"
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
            with os.fdopen(os.open(beside, flags, 0o600, dir_fd=folder), "wb") as file:
                try:
                    file.write(content)
                    file.flush()
                    os.fsync(file.fileno())
                    os.link(beside, name, src_dir_fd=folder, dst_dir_fd=folder, follow_symlinks=False)
                except FileExistsError:
                    return Put.SAME_THERE if is_content(folder, name, content) else Put.OTHER_THERE
                finally:
                    os.unlink(beside, dir_fd=folder)
            os.fsync(folder)
            return Put.WRITTEN

    def remove_old(self, *, before_ns: int) -> list[str]:
        """Remove the plans' files that nobody has changed since: nothing but ordinary files of this user."""
        with self._opened() as folder:
            names = filter(is_plan_file, os.listdir(folder))  # noqa: PTH208  pathlib lists no open folder
            old = [name for name in names if is_own_and_old(folder, name, before_ns=before_ns)]
            for name in old:
                os.unlink(name, dir_fd=folder)
            return old

    @contextmanager
    def _opened(self) -> Iterator[int]:
        """The open folder, made (0700) if it is missing. Raises OSError unless it is this user's own, and no link."""
        with suppress(FileExistsError):
            self.path.mkdir(mode=0o700)
        folder = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
        try:
            status = os.fstat(folder)
            if status.st_uid != os.geteuid():
                raise PermissionError(errno.EPERM, "the folder belongs to another user", str(self.path))
            if stat.S_IMODE(status.st_mode) != 0o700:
                os.fchmod(folder, 0o700)
            yield folder
        finally:
            os.close(folder)


def mark_at(folder: int, name: str) -> FileMark | None:
    """The mark of what stands under a name, of a link itself; None if nothing does any more."""
    try:
        return mark_of(os.stat(name, dir_fd=folder, follow_symlinks=False))
    except FileNotFoundError:
        return None


def mark_of(status: os.stat_result) -> FileMark:
    """The mark of an open file."""
    return FileMark(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)


def read_whole(folder: int, name: str, *, most: int) -> bytes:
    """The content of an ordinary file of this user, looked at after it was opened: nothing can come between."""
    descriptor = opened_to_read(folder, name)
    try:
        before = os.fstat(descriptor)
        check_trusted(before, name)
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            content = file.read(most + 1) or b""
        if len(content) > most:
            raise TooLarge(f"{name} has more than {most:,} bytes.", hint="Submit the part that needs a decision.")
        if mark_of(os.fstat(descriptor)) != mark_of(before) or len(content) != before.st_size:
            raise BadInput(f"{name} was changed while it was read.", hint=AGAIN)
        return content
    finally:
        os.close(descriptor)


def opened_to_read(folder: int, name: str) -> int:
    """The open file. Raises `BadInput` for a link, and for none."""
    try:  # not blocking: the other end of a pipe may never come
        return os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
    except FileNotFoundError:
        raise BadInput(f"There is no {name}.", hint="Write the plan first, then the file that waits.") from None
    except OSError as error:
        why = "is a link" if error.errno in LINK_ERRORS else f"cannot be opened: {error.strerror}"
        raise BadInput(f"{name} {why}.", hint=AGAIN) from None


def check_trusted(status: os.stat_result, name: str) -> None:
    """Raise `BadInput` for anything but an ordinary file that this user alone has written."""
    if not stat.S_ISREG(status.st_mode):
        raise BadInput(f"{name} is no ordinary file.", hint=AGAIN)
    if status.st_uid != os.geteuid():
        raise BadInput(f"{name} belongs to another user.", hint=AGAIN)
    if status.st_mode & stat.S_IWOTH:
        raise BadInput(f"{name} can be written by every user.", hint=AGAIN)


def is_content(folder: int, name: str, content: bytes) -> bool:
    """Whether an ordinary file holds exactly this."""
    try:
        return read_whole(folder, name, most=len(content)) == content
    except BadInput:
        return False


def is_plan_file(name: str) -> bool:
    """Whether the name is one of those that this folder is for."""
    if name.startswith("."):
        return name.endswith(UNFINISHED)
    return name.endswith((WAITING, PLAN, RESPONSE))


def is_own_and_old(folder: int, name: str, *, before_ns: int) -> bool:
    """Whether it is an ordinary file of this user that was last changed before."""
    try:
        status = os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return stat.S_ISREG(status.st_mode) and status.st_uid == os.geteuid() and status.st_mtime_ns < before_ns
