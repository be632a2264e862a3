"""Reads a page file and replaces it atomically, without losing what other programs have written in between.

The file is changed by swapping it for a new one (renameat2 with RENAME_EXCHANGE; renamex_np on macOS), and then the
one that came out is looked at: if it is not the one that the new one was made from, both are swapped back. A plain
rename would silently destroy what an editor has written a moment before. Where the file system cannot swap, a plain
rename is done right after a last look.
"""

import ctypes
import errno
import logging
import os
import secrets
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

logger = logging.getLogger(__name__)

MOST_BYTES = 64 * 1024 * 1024
TORN, BREATH_S = 50, 0.002  # how often a file is read anew because it changed meanwhile
SETTLED_NS = 2_000_000_000  # file systems tell times this coarsely, at worst
TEMPORARY = ".tmp"
AT_FDCWD = -100
SWAP = 2  # RENAME_EXCHANGE and RENAME_SWAP
CANNOT_SWAP = {errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EPERM}
CANNOT_LINK = {errno.EPERM, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EMLINK}
Identity = tuple[int, int, int, int, int]


class NoOrdinaryFile(OSError):
    """There is something at the path that is no ordinary file."""


@dataclass(frozen=True)
class Seen:
    """A file as it was read; one that is not there has no identity."""

    identity: Identity | None
    content: bytes
    at: int  # nanoseconds since 1970
    too_big: bool = False  # and therefore not read

    @property
    def settled(self) -> bool:
        """Whether a later change shows in the identity: the file was old enough when it was read."""
        return self.identity is not None and self.at - max(self.identity[3:]) > SETTLED_NS

    def reads_like(self, other: "Seen") -> bool:
        """Whether nothing differs but times and places."""
        return self.stood == other.stood and self.content == other.content

    @property
    def stood(self) -> tuple[bool, bool]:
        """Whether there was a file, and whether it was too big."""
        return self.identity is not None, self.too_big


def identity_of(found: os.stat_result) -> Identity:
    """What tells a file from every other and from its own earlier state."""
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


def identity_at(path: Path) -> Identity | None:
    """The identity of the file at a path; None if there is none. Raises OSError."""
    try:
        return identity_of(path.lstat())
    except FileNotFoundError:
        return None


def see(path: Path) -> Seen:
    """Read a file whole, at one moment. Raises OSError."""
    for tries in range(TORN):
        if tries:
            time.sleep(BREATH_S)
        at = time.time_ns()
        try:
            descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC)
        except FileNotFoundError:
            path.parent.stat()  # a missing folder is no empty file
            return Seen(None, b"", at)
        try:
            if seen := seen_at_once(descriptor, path, at):
                return seen
        finally:
            os.close(descriptor)
    raise OSError(errno.EBUSY, "it is being written all the time", str(path))


def seen_at_once(descriptor: int, path: Path, at: int) -> Seen | None:
    """What an open file holds; None if it has changed while it was read."""
    before = os.fstat(descriptor)
    if not stat.S_ISREG(before.st_mode):
        raise NoOrdinaryFile(errno.EINVAL, "no ordinary file", str(path))
    if before.st_size > MOST_BYTES:
        return Seen(identity_of(before), b"", at, too_big=True)
    content = os.read(descriptor, before.st_size + 1)
    unchanged = len(content) == before.st_size and identity_of(os.fstat(descriptor)) == identity_of(before)
    return Seen(identity_of(before), content, at) if unchanged else None


def put(
    path: Path, content: bytes, *, instead_of: Seen, before_swap: Callable[[], object] = lambda: None
) -> Seen | None:
    """Put these bytes in the place of what was seen, on disk when this returns; None if somebody was faster.

    `before_swap` is called when the bytes are on disk under another name. Raises OSError, and what `before_swap`
    raises; then the file is as it was.
    """
    mode = mode_of(path)
    if (None if mode is None else identity_of(mode)) != instead_of.identity:
        return None  # and nothing was written with the rights of another file
    with opened(path.parent) as folder, temporary(path, content, mode=mode) as (name, descriptor):
        before_swap()
        if identity_at(path) != instead_of.identity:
            return None
        if not (link(name, path) if instead_of.identity is None else swap_in(name, path, instead_of)):
            return None
        # The change is in the file: nobody is told from here on that it has failed.
        discard(name)  # a link to the new file, or the old one
        sync(folder)
        return Seen(identity_of(os.fstat(descriptor)), content, time.time_ns())


def mode_of(path: Path) -> os.stat_result | None:
    """Whose file it is and who may do what with it."""
    with suppress(FileNotFoundError):
        return path.lstat()
    return None


@contextmanager
def temporary(path: Path, content: bytes, *, mode: os.stat_result | None) -> Iterator[tuple[Path, int]]:
    """A file of its own name beside the file, on disk; gone afterwards."""
    name = path.with_name(f".{path.name}.{secrets.token_hex(8)}{TEMPORARY}")
    descriptor = os.open(name, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600 if mode else 0o666)
    try:
        if mode is not None:
            with suppress(PermissionError):  # somebody else's file stays readable, but becomes ours
                os.fchown(descriptor, mode.st_uid, mode.st_gid)
            os.fchmod(descriptor, stat.S_IMODE(mode.st_mode))
        rest = memoryview(content)
        while rest:
            rest = rest[os.write(descriptor, rest) :]
        os.fsync(descriptor)
        yield name, descriptor
    finally:
        os.close(descriptor)
        discard(name)


def discard(name: Path) -> None:
    """Remove a file of ours, if it is there; what cannot be removed is swept away later."""
    with suppress(OSError):
        name.unlink(missing_ok=True)


def link(name: Path, path: Path) -> bool:
    """Give the new file its name, if nobody has made one of this name meanwhile."""
    try:
        os.link(name, path)
    except FileExistsError:
        return False
    except OSError as error:
        if error.errno not in CANNOT_LINK:
            raise
        name.rename(path)
    return True


def swap_in(name: Path, path: Path, expected: Seen) -> bool:
    """Put the new file in the place of the expected one; False, and everything as it was, if it is another one.

    Raises OSError; then everything is as it was, too.
    """
    swapped = swap(name, path)
    if swapped is None:  # this file system cannot: a last look, then a rename
        if unchanged := see(path).reads_like(expected):
            name.replace(path)
        return unchanged
    right = False
    try:
        right = swapped and is_still(name, expected)
    finally:
        if swapped and not right:
            swap_back(name, path)
    return right


def swap_back(name: Path, path: Path) -> None:
    """Undo a swap. Raises OSError; then what came out stays, under a name that nobody takes for one of ours."""
    try:
        if swap(name, path) is None:
            raise OSError(errno.EPERM, os.strerror(errno.EPERM), str(path))
    except OSError:
        name.rename(free_name(path))
        raise


def is_still(name: Path, expected: Seen) -> bool:
    """Whether the file that came out is the one that was expected."""
    try:
        return not name.is_symlink() and see(name).reads_like(expected)
    except NoOrdinaryFile:
        return False


def swap(one: Path, other: Path) -> bool | None:
    """Exchange two names at one moment; False if one is gone, None where it cannot be done."""
    if SWAPPER is None:
        return None
    if SWAPPER(os.fsencode(one), os.fsencode(other)) == 0:
        return True
    number = ctypes.get_errno()
    if number == errno.ENOENT:
        return False
    if number in CANNOT_SWAP:
        return None
    raise OSError(number, os.strerror(number), str(other))


def swapper() -> Callable[[bytes, bytes], int] | None:
    """The system's call that exchanges two names, if it has one; Python offers none."""
    library = ctypes.CDLL(None, use_errno=True)
    if sys.platform == "darwin":
        rename = getattr(library, "renamex_np", None)
        return rename and (lambda one, other: int(rename(one, other, ctypes.c_uint(SWAP))))
    rename = getattr(library, "renameat2", None)
    return rename and (lambda one, other: int(rename(AT_FDCWD, one, AT_FDCWD, other, ctypes.c_uint(SWAP))))


SWAPPER = swapper()


@contextmanager
def opened(folder: Path) -> Iterator[int]:
    """A folder whose names are going to change: what is wrong with it shows before. Raises OSError."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def sync(folder: int) -> None:
    """Make sure that the names in a folder are on disk; some file systems can only be asked, and they have changed."""
    try:
        os.fsync(folder)
    except OSError as error:
        logger.warning("the names in the folder of a page file may not be on disk: %s", error)


def sweep(path: Path) -> None:
    """Remove what killed processes have left beside a file. Only with its lock held: nobody else is writing then."""
    beginning = f".{path.name}."
    with os.scandir(path.parent) as entries:
        for entry in entries:
            if entry.name.startswith(beginning) and entry.name.endswith(TEMPORARY):
                discard(Path(entry.path))


def keep_copy(path: Path, content: bytes) -> Path | None:
    """A copy of a file that cannot be read, beside it: the one that is there already, or a new one."""
    original = mode_of(path)
    if original is None or not stat.S_ISREG(original.st_mode):
        return None  # somebody has taken it away meanwhile: a copy would have nobody's rights
    try:
        if known := copy_of(path, content):
            return known
        copy = free_name(path)
        with opened(path.parent) as folder, temporary(path, content, mode=original) as (name, _):
            os.link(name, copy)
            sync(folder)
    except OSError:
        return None  # the original is not touched: a copy is only a comfort
    return copy


def copy_of(path: Path, content: bytes) -> Path | None:
    """A copy with these bytes that was kept before."""
    for found in path.parent.glob(f"{glob_escape(path.name)}.corrupt-*"):
        if (
            not found.is_symlink()
            and found.is_file()
            and found.stat().st_size == len(content)
            and found.read_bytes() == content
        ):
            return found
    return None


def glob_escape(name: str) -> str:
    """A name in which nothing stands for other names."""
    return "".join(f"[{character}]" if character in "*?[" else character for character in name)


def free_name(path: Path) -> Path:
    """A name for a file that is set aside, which nothing has."""
    now = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
    names = (path.with_name(f"{path.name}.corrupt-{now}{f'-{count}' if count else ''}") for count in range(10_000))
    return next(name for name in names if not os.path.lexists(name))
