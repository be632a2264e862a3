"""Compares a store with what is known of its end before it is opened; one that lacks it is copied aside first.

A copy comes into its place whole or not at all. It is made once for each loss: a start that comes to nothing before the
journal has an entry about the loss leaves the next one to find the same.
"""

import os
import shutil
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import BinaryIO
from urllib.parse import quote

from countermark.model.journal_end import Cut, End

FOLDER = "journal-cut-"
UNFINISHED = "unfinished-journal-cut"  # what a copy is called until it is whole
WORDS = "WHAT-HAPPENED.txt"


def look_for_cut(path: Path, *, had: End | None, head: Path, others: Sequence[Path]) -> Cut | None:
    """Whether the journal in the database at `path` lacks the end that it had; then it is copied.

    `head` is the file that knows the end, `others` are copied with both. Nothing is changed by the look: what SQLite
    does not understand in a write-ahead log is thrown away by the first write. Raises `sqlite3.Error` or OSError.
    """
    if had is None:
        return None
    there = [file for file in (path, *others, head) if file.exists()]  # the look makes an empty log where there is none
    last, digest = end_in(path, had.seq)
    if digest == had.hash:
        return None
    for folder in sorted(path.parent.glob(f"{FOLDER}*")):
        cut = Cut(had, last, str(folder))
        if is_copy_of(folder, cut, head=head):
            return cut
    cut = Cut(had, last, str(free_name(path.parent)))
    copy_all(there, cut)
    return cut


def end_in(path: Path, seq: int) -> tuple[int, str | None]:
    """The number of the last entry in a database, and the hash of the entry `seq`."""
    if not path.exists() or path.stat().st_size == 0:
        return 0, None
    with closing(sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True)) as connection:
        connection.text_factory = lossy_text
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'entries'").fetchone():
            return 0, None
        last = connection.execute("SELECT max(seq) FROM entries").fetchone()[0]
        entry = connection.execute("SELECT hash FROM entries WHERE seq = ?", (seq,)).fetchone()
        return last or 0, entry and entry[0]


def lossy_text(stored: bytes) -> str:
    """What a column holds: bytes that are no text are some other hash, and no reason to stop."""
    return stored.decode("utf-8", "replace")


def is_copy_of(folder: Path, cut: Cut, *, head: Path) -> bool:
    """Whether a folder holds what was found at an earlier look at the same loss."""
    try:
        said = (folder / WORDS).read_text(encoding="utf-8")
        return said == words_file(cut) and (folder / head.name).read_bytes() == head.read_bytes()
    except (OSError, ValueError):
        return False


def copy_all(files: Sequence[Path], cut: Cut) -> None:
    """Copies into a folder for this user alone, which gets its name when they are whole. Raises OSError."""
    folder = Path(cut.kept_as)
    unfinished = folder.with_name(UNFINISHED)
    if unfinished.exists():  # left by a start that was killed
        shutil.rmtree(unfinished)
    unfinished.mkdir(mode=0o700)
    try:
        for file in files:
            copy_private(file, unfinished / file.name)
        with private_new(unfinished / WORDS) as target:
            target.write(words_file(cut).encode())
        unfinished.rename(folder)
    except OSError:
        shutil.rmtree(unfinished, ignore_errors=True)  # a full disk: what was copied so far makes it no emptier
        raise


def words_file(cut: Cut) -> str:
    """What stands beside the copies."""
    return f"{cut.words}\n"


def free_name(parent: Path) -> Path:
    """A name by the time that no folder has."""
    name = f"{FOLDER}{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime())}"
    names = (name if number == 1 else f"{name}-{number}" for number in count(1))
    return next(parent / each for each in names if not (parent / each).exists())


def copy_private(file: Path, copy: Path) -> None:
    """A copy for this user alone, on the disk when this returns."""
    with file.open("rb") as source, private_new(copy) as target:
        shutil.copyfileobj(source, target)
        target.flush()
        os.fsync(target.fileno())


def private_new(path: Path) -> BinaryIO:
    """A new file for this user alone."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600), "wb")


def cuts_said(parent: Path) -> list[str]:
    """What is said about each copy that is still there."""
    return [words.read_text(encoding="utf-8").strip() for words in sorted(parent.glob(f"{FOLDER}*/{WORDS}"))]
