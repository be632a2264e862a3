"""The files of a store while it is open: whether they are still the ones that the hub has written last."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

NO_WRITES = "Nothing is written any more."
RESTART = "Run `countermark stop`; the next start looks at what is there."
Identity = tuple[int, int]
State = tuple[int, int]


@dataclass(frozen=True)
class FileFault:
    """Why nothing may be written any more."""

    words: str
    missing: Path | None = None  # the file that is no longer there
    loses_writes: bool = False  # what SQLite calls durable goes into a file that the next start will not find


class StoreFiles:
    """Remembers which files they are and, of those that only the hub writes, size and time of the last write."""

    def __init__(self, database: Path, *, beside: Sequence[Path]) -> None:
        self.database = database
        self.log = wal_of(database)
        self._identities = {each: identity_of(each.stat()) for each in (database, self.log, *beside)}
        self._states: Mapping[Path, State] = {}
        self.remember()

    def fault(self) -> FileFault | None:
        """What has changed under the hub, if anything."""
        for path, identity in self._identities.items():
            gone = f"{path} was removed or replaced while the hub ran. {NO_WRITES}"
            loses_writes = path in (self.database, self.log)
            try:
                status = path.stat()
            except OSError:
                return FileFault(gone, missing=path, loses_writes=loses_writes)
            if identity_of(status) != identity:
                return FileFault(gone, loses_writes=loses_writes)
            if path in self._states and state_of(status) != self._states[path]:
                return FileFault(f"{path} was changed by another program while the hub ran. {NO_WRITES}")
        return None

    def remember(self) -> None:
        """The files are as the hub has just written them."""
        found = {path: self._status_of_ours(path) for path in (self.database, self.log)}
        self._states = {path: state_of(status) for path, status in found.items() if status is not None}

    def _status_of_ours(self, path: Path) -> os.stat_result | None:
        try:
            status = path.stat()
        except OSError:
            return None
        return status if identity_of(status) == self._identities[path] else None


def identity_of(status: os.stat_result) -> Identity:
    """Which file it is, whatever it is called."""
    return status.st_dev, status.st_ino


def state_of(status: os.stat_result) -> State:
    """What a write changes."""
    return status.st_size, status.st_mtime_ns


def wal_of(database: Path) -> Path:
    """SQLite's write-ahead log."""
    return database.with_name(f"{database.name}-wal")


def shm_of(database: Path) -> Path:
    """SQLite's index of that log."""
    return database.with_name(f"{database.name}-shm")
