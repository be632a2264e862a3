"""The checkpoints of a journal: one file for each, beside the database, and the key that signs them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from pathlib import Path

from countermark.model.checkpoints import BadNote, SignedCheckpoint, read_note
from countermark.model.errors import StoreFailed
from countermark.store.private_files import write_private
from countermark.store.signing_key import SigningKey

FOLDER = "checkpoints"
NAME = re.compile(r"(?P<size>[0-9]{12})(?:-[0-9]+)?\.txt")
LARGEST = 4096  # bytes; what is larger is no checkpoint


@dataclass(frozen=True)
class KeptCheckpoint:
    """A checkpoint as it was found; `fault` says why it proves nothing, if so."""

    name: str  # of its file
    signed: SignedCheckpoint | None
    fault: str | None = None
    size: int | None = None  # of which entry it is, as far as that is known


class CheckpointFiles:
    """Signs checkpoints and keeps them. Everything here waits for the disk: not for the event loop."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._folder = home / FOLDER

    @cached_property
    def key(self) -> SigningKey:
        """The key. Raises `StoreFailed`."""
        try:
            return SigningKey(self._home)
        except OSError as error:
            raise StoreFailed(f"The key for checkpoints cannot be had: {error.strerror}.") from error

    def keep(self, size: int, hashed: str, *, at: int) -> SignedCheckpoint:
        """Sign that the entry `size` has this hash, durable when this returns. Raises `StoreFailed`."""
        signed = self.key.sign(size, hashed, at=at)
        try:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            self._folder.chmod(0o700)
            write_private(self._free_name(size), signed.note.encode())
        except OSError as error:
            raise StoreFailed(f"A checkpoint cannot be kept: {error.strerror}.") from error
        return signed

    def newest(self) -> SignedCheckpoint | None:
        """The sound one of the latest entry."""
        files = reversed(self._files())
        return next((found.signed for found in map(self._read, files) if found.fault is None), None)

    def all(self) -> Sequence[KeptCheckpoint]:
        """Every file that is there, in the order of their entries."""
        return [self._read(file) for file in self._files()]

    def sizes(self) -> set[int]:
        """The entries of which there is a file."""
        return {size_in(file) for file in self._files()}

    def given(self, name: str, note: str) -> KeptCheckpoint:
        """A checkpoint that was kept elsewhere."""
        try:
            signed = read_note(note)
        except BadNote as error:
            return KeptCheckpoint(name, None, str(error))
        return KeptCheckpoint(name, signed, self.key.fault_in(signed), signed.checkpoint.size)

    def forget(self, *, above: int, below: int) -> None:
        """Remove those of entries between two numbers: these entries are gone. Raises `StoreFailed`."""
        try:
            for file in self._files():
                if above < size_in(file) < below:
                    file.unlink(missing_ok=True)
        except OSError as error:
            raise StoreFailed(f"An old checkpoint cannot be removed: {error.strerror}.") from error

    def _read(self, file: Path) -> KeptCheckpoint:
        size = size_in(file)
        try:
            with file.open("rb") as opened:
                found = self.given(file.name, opened.read(LARGEST).decode())
        except (OSError, UnicodeDecodeError) as error:
            why = error.strerror if isinstance(error, OSError) else "it is no text"
            return KeptCheckpoint(file.name, None, f"it cannot be read: {why}", size)
        fault = found.fault or (None if found.size == size else "its name is of another entry")
        return KeptCheckpoint(file.name, found.signed, fault, size)

    def _files(self) -> list[Path]:
        try:
            return sorted(file for file in self._folder.iterdir() if NAME.fullmatch(file.name))
        except OSError:  # it is not there, or not ours to read: what the journal says of it is missed
            return []

    def _free_name(self, size: int) -> Path:
        """A journal that lost its end comes to the same numbers again."""
        names = (f"{size:012}.txt" if number == 1 else f"{size:012}-{number}.txt" for number in count(1))
        return next(self._folder / name for name in names if not (self._folder / name).exists())


def size_in(file: Path) -> int:
    """Of which entry a file's name says it is."""
    return int(file.name[:12])
