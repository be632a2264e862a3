"""The file that keeps the number and the hash of the journal's last entry, so that a shorter journal is noticed.

The database commits first and this file is written next, both before anybody hears of the change. So after a crash the
journal may be one batch longer than this file says, and never shorter.
"""

import hashlib
import os
import re
from pathlib import Path

from countermark.model.journal_end import End

RECORD_BYTES = 4096  # each of the two records has a block of the disk for itself: a torn write spoils only one
RECORD = re.compile(
    rb"(?P<said>(?P<count>\d{1,18}) (?P<seq>\d{1,18}) (?P<hash>[0-9a-f]{64})) (?P<check>[0-9a-f]{64})\n"
)
flush = getattr(os, "fdatasync", os.fsync)  # macOS has only the other one


class HeadFile:
    """Two records that are written in turns; the later one that is whole counts."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        os.fchmod(self._descriptor, 0o600)
        self._count, self.end = max(
            (read_record(os.pread(self._descriptor, RECORD_BYTES, place)) for place in (0, RECORD_BYTES)),
            key=lambda record: record[0],
        )

    def write(self, end: End) -> None:
        """Make it durable that the journal ends here."""
        place = (self._count + 1) % 2 * RECORD_BYTES
        os.pwrite(self._descriptor, record_of(self._count + 1, end), place)
        flush(self._descriptor)
        self._count, self.end = self._count + 1, end

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._descriptor)


def read_record(content: bytes) -> tuple[int, End | None]:
    """How many records there were up to this one, and what it says; 0 and None for none that is whole."""
    record = RECORD.match(content)
    if record is None or record_digest(record["said"]) != record["check"]:
        return 0, None
    return int(record["count"]), End(int(record["seq"]), record["hash"].decode())


def record_of(count: int, end: End) -> bytes:
    """A record as it stands in the file."""
    said = b"%d %d %b" % (count, end.seq, end.hash.encode())
    return (b"%b %b\n" % (said, record_digest(said))).ljust(RECORD_BYTES)


def record_digest(said: bytes) -> bytes:
    """By which a record that was torn is known."""
    return hashlib.sha256(said).hexdigest().encode()
