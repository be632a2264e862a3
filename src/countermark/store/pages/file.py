"""The page file: the JSON file in a person's project that holds the review of its pages (seed 002, section 4.1).

The file is the record, and others write it too: a hand, git, the program that the seed describes. So it is read anew
whenever it may have changed, and changed under a lock (lock.py), from what is in it at that moment, by swapping
it for a new one that is on disk before the answer leaves (disk.py). A file that does not read as one is never
written over.

What is promised: a change that has returned is in the file, whatever number of our processes write it and whenever one
is killed; and what another program has put there by renaming is never lost through us. What remains: a program that
takes no lock can itself overwrite a change of ours that it has not read (if it does so before our answer leaves, the
change is made anew, after its own); one that writes into the file it has opened loses what it writes after we have put
another in its place; where the file system cannot swap two names, a rename within the microseconds between our last
look and our own is lost; and so is one of two that come in the microseconds in which a swap is taken back.
"""

import errno
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from countermark.model.errors import Conflict, PageFileBroken, PageFileFailed
from countermark.model.pages.annotations import PageStore
from countermark.store.pages import disk, lock
from countermark.store.pages.disk import Seen
from countermark.store.pages.file_json import Unreadable, could_be_review, dump, load

READING_S, WRITING_S = 0.5, 1.0  # somebody may be half way through writing it by hand
PAUSE_S = 0.02
RECENTLY_S, LINGER_S = 10.0, 0.003  # most programs read, change and replace a file in less
CHANGING_S = 8.0  # for a file that others change all the time; less than others of ours wait for the lock
MEGABYTE = 1024 * 1024
HINTS = {
    errno.ENOSPC: "There is no room left on the disk: make some, then try again.",
    errno.EDQUOT: "Your share of the disk is used up: make some room, then try again.",
    errno.EFBIG: "The system lets no file here be as long: remove entries that are done.",
    errno.EROFS: "It lies on a disk that cannot be written: choose another place with --storage.",
    errno.EACCES: "Give yourself the right to write the file and its folder, or choose another place with --storage.",
    errno.EPERM: "Give yourself the right to write the file and its folder, or choose another place with --storage.",
    errno.ENOENT: "Its folder is missing: make it, or choose another place with --storage.",
    errno.ENOTDIR: "Part of its path is no folder: choose another place with --storage.",
    errno.ETIMEDOUT: "Another program holds its lock for more than 10 s: look for one that hangs, and end it.",
    errno.ELOOP: "Take the link away, or bring the site with the file that it leads to: --storage.",
    errno.EINVAL: "Something else has its name: move that away, or choose another place with --storage.",
}


@dataclass(frozen=True)
class LastReading:
    """What was read last and what it means."""

    path: Path
    seen: Seen
    store: PageStore | None  # None for what cannot be read
    why: str  # it cannot be read; empty for what can
    since: float  # when this content was seen first, on the clock that only goes forward

    @property
    def whole(self) -> bool:
        """Whether it is a state that somebody has finished: a hand may be half way through anything else."""
        blank = self.seen.identity is not None and not self.seen.content.strip()
        return self.store is not None and not blank


class PageFile:
    """One page file; any number of threads may use it.

    Its path is a real one, and stays what it was: no link is followed that has taken the place of the file or of a
    folder on the way to it since, for it may lead to another site's notes, or to what is no review at all.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: LastReading | None = None
        self._turn = threading.Lock()  # one thread at a time asks for the lock on disk
        self._swept = False
        self._others_at = -RECENTLY_S  # when somebody else's change was seen last

    def read(self) -> PageStore:
        """What is in the file now: the same object as long as nothing has changed.

        Raises `PageFileBroken` for a file that cannot be read and does not become readable within 0.5 s, and
        `PageFileFailed`.
        """
        with self._failures():
            return self._settle(self._own_path(), patience=READING_S, keep_copy=False)[1]

    def could_be_review(self) -> bool:
        """Whether there is nothing yet, a page file, or one that has broken: no file of others. Raises OSError."""
        seen = disk.see(self._own_path())
        return not seen.too_big and could_be_review(seen.content)

    def change(
        self, work: Callable[[PageStore], PageStore], *, before_swap: Callable[[], object] = lambda: None
    ) -> PageStore:
        """Put what `work` makes of the file's content into it; on disk when this returns.

        `work` is called again if another program has changed the file meanwhile, and no change is made if it returns
        what it was given. `before_swap` is called each time before the file is replaced. Raises what the two raise,
        `PageFileBroken` (after 1 s) and `PageFileFailed`; then the file is as it was.
        """
        with self._failures(), self._alone() as path:
            until = time.monotonic() + CHANGING_S
            while time.monotonic() < until:
                seen, before = self._settle(path, patience=WRITING_S, keep_copy=True)
                after = work(before)
                if after is before:
                    return before
                content, after = dump(after, like=seen.content)
                if len(content) > disk.MOST_BYTES:
                    raise PageFileFailed(f"{path} would have more than 64 MB.", hint="Remove entries that are done.")
                if written := disk.put(path, content, instead_of=seen, before_swap=before_swap):
                    self._known = LastReading(path, written, after, "", time.monotonic())
                    self._linger()
                    if not self._is_undone(self._known, before):
                        return after
            raise OSError(errno.EBUSY, "it is being written all the time", str(path))

    def set_aside(self) -> Path:
        """Rename a file that cannot be read, so that an empty one can begin; the new name.

        Raises `Conflict` if it can be read, or is not there, and `PageFileFailed`.
        """
        with self._failures(), self._alone() as path:
            known = self._look(path)
            if known.seen.identity is None or known.store is not None:
                raise Conflict(f"{path} is no broken file any more.", hint="Load the review again.")
            aside = disk.free_name(path)
            with disk.opened(path.parent) as folder:
                path.rename(aside)
                disk.sync(folder)
            self._known = None
            return aside

    def _linger(self) -> None:
        """While others write too, wait for one that had read the file before us and has yet to replace it."""
        if time.monotonic() - self._others_at < RECENTLY_S:
            time.sleep(LINGER_S)

    def _is_undone(self, ours: LastReading, before: PageStore) -> bool:
        """Whether a program that had read the file before us has replaced ours since: then ours comes after it."""
        try:
            if disk.identity_at(ours.path) == ours.seen.identity or ours.store is None:
                return False
            now = self._settle(ours.path, patience=WRITING_S, keep_copy=True)[1]
        except OSError:  # one cannot look: ours was the last that was seen
            return False
        return is_undone(before, ours.store, now)

    def _own_path(self) -> Path:
        """The path, which leads through no link. Raises OSError; `disk` follows none as the last step either."""
        if os.path.realpath(self._path) != os.fspath(self._path):
            raise OSError(errno.ELOOP, "a link has taken its place", str(self._path))
        return self._path

    @contextmanager
    def _alone(self) -> Iterator[Path]:
        """Hold the lock of the file."""
        with self._turn:
            path = self._own_path()
            with lock.held(path):
                if not self._swept:
                    disk.sweep(path)
                    self._swept = True
                yield path

    def _settle(self, path: Path, *, patience: float, keep_copy: bool) -> tuple[Seen, PageStore]:
        """What is in the file, once it is whole. Raises `PageFileBroken` if that takes too long."""
        until = time.monotonic() + 2 * patience  # even if it changes all the time
        known = self._look(path)
        while not known.whole and time.monotonic() < min(known.since + patience, until):
            time.sleep(PAUSE_S)
            known = self._look(path)
        if known.store is not None:
            return known.seen, known.store
        copy = disk.keep_copy(path, known.seen.content) if keep_copy and known.seen.content else None
        raise PageFileBroken(str(path), known.why, copy=str(copy) if copy else None)

    def _look(self, path: Path) -> LastReading:
        """What is in the file at this moment, read only if it may have changed, understood only if it has."""
        known = self._known if self._known and self._known.path == path else None
        if known and known.seen.settled and disk.identity_at(path) == known.seen.identity:
            return known
        seen = disk.see(path)
        same = known is not None and known.seen.reads_like(seen)
        if known and not same:
            self._others_at = time.monotonic()
        self._known = found = replace(known, seen=seen) if known and same else understood(path, seen)
        return found

    @contextmanager
    def _failures(self) -> Iterator[None]:
        """Say what the system says in words that help."""
        try:
            yield
        except OSError as error:
            said = error.strerror or str(error)
            hint = HINTS.get(error.errno or 0, "")
            raise PageFileFailed(f"{self._path} could not be read or written: {said}.", hint=hint) from error
        except RecursionError as error:
            raise PageFileFailed(f"{self._path} would be nested too deeply.") from error


def is_undone(before: PageStore, after: PageStore, now: PageStore) -> bool:
    """Whether everything that a change has changed is as it was before it."""
    was, made, is_ = entries(before), entries(after), entries(now)
    changed = [key for key in was.keys() | made.keys() if was.get(key) != made.get(key)]
    return bool(changed) and all(is_.get(key) == was.get(key) for key in changed)


def entries(store: PageStore) -> dict[tuple[str, str], object]:
    """All entries by list and id."""
    found: dict[tuple[str, str], object] = {("annotations", each.id): each.raw for each in store.annotations}
    return found | {("pageNotes", each.id): each.raw for each in store.notes}


def understood(path: Path, seen: Seen) -> LastReading:
    """What a file means that was not seen before."""
    since = time.monotonic()
    if seen.identity is None:
        return LastReading(path, seen, PageStore(), "", since)
    if seen.too_big:
        size = seen.identity[2] // MEGABYTE
        return LastReading(path, seen, None, f"it has {size:,} MB, and no more than 64 MB are read", since)
    try:
        return LastReading(path, seen, load(seen.content), "", since)
    except Unreadable as error:
        return LastReading(path, seen, None, str(error), since)
