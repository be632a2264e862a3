"""Whoever changes a journal behind the hub's back: with SQL and with files, and in some cases with all that is needed
to compute hashes anew. What a mutation is, and what must be said of it."""

import random
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from countermark.model.happenings import HubStarted
from countermark.model.journal import Entry, digest
from countermark.model.journal_check import FaultKind
from countermark.model.journal_end import End
from countermark.store.checkpoint_files import FOLDER
from countermark.store.entry_rows import entry_columns
from countermark.store.journal_head import HeadFile
from countermark.store.sqlite import HEAD

INTEGERS = {"seq", "at", "version", "format"}


@dataclass(frozen=True)
class Expected:
    """What must be said: a fault of one of these kinds about the entry (or the checkpoint of it) `seq`.

    Without kinds `journal.head` alone may tell, when the store is opened, or nothing does: then the case is one of
    those that the help of `journal verify` names.
    """

    kinds: frozenset[FaultKind]
    seq: int


@dataclass(frozen=True)
class Journal:
    """A journal as it was written."""

    folder: Path
    entries: Sequence[Entry]
    sizes: Sequence[int]  # of its checkpoints

    @property
    def last(self) -> int:
        return self.entries[-1].seq

    @property
    def signed(self) -> int:
        """The last entry of which there is a checkpoint."""
        return self.sizes[-1]


@contextmanager
def database(folder: Path) -> Iterator[sqlite3.Connection]:
    """The database, behind the hub's back."""
    with closing(sqlite3.connect(folder / "countermark.db", isolation_level=None)) as connection:
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA synchronous=OFF")
        yield connection


def flip_a_byte(it: Journal, folder: Path, chance: random.Random) -> Expected:
    """One byte of one column of one row is another one."""
    seq = chance.randint(1, it.last)
    with database(folder) as connection:
        row = connection.execute("SELECT * FROM entries WHERE seq = ?", [seq]).fetchone()
        column = chance.choice([name for name in row.keys() if row[name] not in (None, "")])  # noqa: SIM118
        if column in INTEGERS:
            return flip_in_a_number(it, connection, seq, column, chance)
        content = bytearray(row[column].encode())
        place = chance.randrange(len(content))
        content[place] ^= chance.randint(1, 255)
        connection.execute(f"UPDATE entries SET {column} = CAST(? AS TEXT) WHERE seq = ?", [bytes(content), seq])
    return Expected(frozenset({FaultKind.ENTRY}), seq)


def flip_in_a_number(
    it: Journal, connection: sqlite3.Connection, seq: int, column: str, chance: random.Random
) -> Expected:
    """One byte of eight; a row may come to another place by that, and is then missing at its own."""
    [number] = connection.execute(f"SELECT {column} FROM entries WHERE seq = ?", [seq]).fetchone()
    taken = {entry.seq for entry in it.entries}
    other = number
    while other == number or (column == "seq" and other in taken):
        content = bytearray(number.to_bytes(8, signed=True))
        content[chance.randrange(8)] ^= chance.randint(1, 255)
        other = int.from_bytes(content, signed=True)
    connection.execute(f"UPDATE entries SET {column} = ? WHERE seq = ?", [other, seq])
    is_cut = column == "seq" and seq == it.last and other < 1
    return Expected(frozenset() if is_cut else frozenset({FaultKind.ENTRY}), seq)


def delete(it: Journal, folder: Path, chance: random.Random) -> Expected:
    """One row is gone."""
    seq = chance.randint(1, it.last - 1)
    with database(folder) as connection:
        connection.execute("DELETE FROM entries WHERE seq = ?", [seq])
    return Expected(frozenset({FaultKind.ENTRY}), seq)


def swap(it: Journal, folder: Path, chance: random.Random) -> Expected:
    """Two rows have changed places."""
    one, other = sorted(chance.sample(range(1, it.last + 1), 2))
    with database(folder) as connection:
        for old, new in ((one, -1), (other, one), (-1, other)):
            connection.execute("UPDATE entries SET seq = ? WHERE seq = ?", [new, old])
    return Expected(frozenset({FaultKind.ENTRY}), one)


def truncate(it: Journal, folder: Path, chance: random.Random) -> Expected:
    """The last rows are gone."""
    left = chance.randint(1, it.last - 1)
    cut(folder, left)
    kinds = frozenset({FaultKind.CUT_OFF}) if left < it.signed else frozenset[FaultKind]()
    return Expected(kinds, left + 1)


def truncate_with_head(it: Journal, folder: Path, chance: random.Random) -> Expected:
    """The last rows are gone, and `journal.head` says that it ended there."""
    left = chance.randint(1, it.last - 1)
    cut(folder, left)
    write_head(folder, it.entries[left - 1])
    return Expected(frozenset({FaultKind.CUT_OFF}) if left < it.signed else frozenset(), left + 1)


def forge(it: Journal, folder: Path, chance: random.Random) -> Expected:
    """One entry says something else, and all hashes behind it are computed anew, that in `journal.head` too."""
    seq = chance.randint(1, it.last)
    return forge_from(it, folder, seq)


def forge_from(it: Journal, folder: Path, seq: int) -> Expected:
    forged = list(rechained(it.entries, seq))
    with database(folder) as connection:
        for entry in forged:
            row = entry_columns(entry)
            names = ", ".join(f"{name} = :{name}" for name in row)
            connection.execute(f"UPDATE entries SET {names} WHERE seq = :seq", row)
    write_head(folder, forged[-1])
    return Expected(frozenset({FaultKind.REWRITTEN}) if seq <= it.signed else frozenset(), seq)


def forge_the_newest(it: Journal, folder: Path, chance: random.Random) -> Expected:
    """The same behind the newest checkpoint."""
    return forge_from(it, folder, it.last)


def append(it: Journal, folder: Path, chance: random.Random) -> Expected:
    """An entry that never happened follows the last one, as the hub would write it."""
    last = it.entries[-1]
    bare = replace(last, seq=it.last + 1, kind=HubStarted.kind, body={"version": "9"}, prev=last.hash, hash="")
    added = replace(bare, hash=digest(bare))
    with database(folder) as connection:
        row = entry_columns(added)
        names = ", ".join(f":{name}" for name in row)
        connection.execute(f"INSERT INTO entries ({', '.join(row)}) VALUES ({names})", row)
    write_head(folder, added)
    return Expected(frozenset(), added.seq)


def edit_a_checkpoint(it: Journal, folder: Path, chance: random.Random) -> Expected:
    """One byte of a checkpoint is another one."""
    size = chance.choice(it.sizes)
    file = folder / FOLDER / f"{size:012}.txt"
    content = bytearray(file.read_bytes())
    content[chance.randrange(len(content))] ^= chance.randint(1, 255)
    file.write_bytes(content)
    return Expected(frozenset({FaultKind.CHECKPOINT_BAD}), size)


def remove_a_checkpoint(it: Journal, folder: Path, chance: random.Random) -> Expected:
    """A checkpoint is gone."""
    size = chance.choice(it.sizes)
    (folder / FOLDER / f"{size:012}.txt").unlink()
    return Expected(frozenset({FaultKind.CHECKPOINT_MISSING}), size)


def rename_a_checkpoint(it: Journal, folder: Path, chance: random.Random) -> Expected:
    """A checkpoint stands in the place of another one: it is missing in its own."""
    one, other = chance.sample(list(it.sizes), 2)
    (folder / FOLDER / f"{one:012}.txt").replace(folder / FOLDER / f"{other:012}.txt")
    return Expected(frozenset({FaultKind.CHECKPOINT_MISSING}), one)


def is_noticed_by_head(folder: Path) -> bool:
    """Whether the last entry that `journal.head` names is not there with its hash."""
    head = HeadFile(folder / HEAD)
    end = head.end
    head.close()
    assert end is not None
    with database(folder) as connection:
        connection.text_factory = bytes
        row = connection.execute("SELECT hash FROM entries WHERE seq = ?", [end.seq]).fetchone()
    return row is None or row["hash"] != end.hash.encode()


def rechained(entries: Sequence[Entry], seq: int) -> Iterator[Entry]:
    """The entries from `seq` on, the first another one than it was, with hashes that fit."""
    prev = entries[seq - 1].prev
    for entry in entries[seq - 1 :]:
        later = entry.at + 1 if entry.seq == seq else entry.at
        bare = replace(entry, at=later, prev=prev)
        yield (forged := replace(bare, hash=digest(bare)))
        prev = forged.hash


def cut(folder: Path, left: int) -> None:
    with database(folder) as connection:
        connection.execute("DELETE FROM entries WHERE seq > ?", [left])


def write_head(folder: Path, entry: Entry) -> None:
    head = HeadFile(folder / HEAD)
    head.write(End(entry.seq, entry.hash))
    head.close()


MUTATIONS: dict[str, tuple[Any, int]] = {  # with how many of a thousand there are
    "a byte of a row": (flip_a_byte, 450),
    "a row deleted": (delete, 100),
    "two rows swapped": (swap, 80),
    "rows cut off": (truncate, 60),
    "rows cut off, journal.head with them": (truncate_with_head, 60),
    "written anew from an entry on": (forge, 100),
    "a byte of a checkpoint": (edit_a_checkpoint, 70),
    "a checkpoint removed": (remove_a_checkpoint, 50),
    "a checkpoint for another": (rename_a_checkpoint, 20),
    "written anew behind the newest checkpoint": (forge_the_newest, 5),
    "an entry added at the end": (append, 5),
}
