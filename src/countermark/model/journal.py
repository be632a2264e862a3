"""The journal's lines and the chain that makes the record verifiable.

An entry of format 2 is hashed with digests in the place of what people, agents and documents say. The texts are stored
beside it, so that they can be forgotten and the chain still holds. An entry of format 1 is hashed with its texts; the
only way to forget one is a tombstone in the place of its body, which names the hash of what stood there.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from countermark.model.actors import THE_HUB, Actor
from countermark.model.annotation_records import Plain
from countermark.model.happening import Happening
from countermark.model.items import ItemVersion

FIRST_PREV = "0" * 64
NO_END = 2**62  # above every number of an entry
UNREADABLE = "entry_unreadable"  # the kind under which an entry is shown that the store cannot read; none is written
TOMBSTONE = "forgotten"  # the only name in the body of a forgotten entry of format 1; its value is the entry's hash
FORMAT = 2
FORMATS = frozenset({1, FORMAT})


@dataclass(frozen=True)
class Entry:
    """A line of the journal; `at` is in milliseconds since 1970, `prev` and `hash` are hex SHA-256 digests."""

    seq: int
    at: int
    kind: str
    actor: Actor
    item: ItemVersion | None
    shown_sha256: str | None
    body: Mapping[str, Plain]  # as it reads now: a text that was forgotten is missing
    prev: str
    hash: str
    format: int = FORMAT
    salt: str | None = None  # of the digests: without it a short text could be guessed from its digest
    digests: Mapping[str, str] = field(default_factory=dict)  # of the texts of format 2, by their names in the body

    @property
    def forgotten(self) -> bool:
        """Whether a text of it was forgotten."""
        return self.digests.keys() > self.texts.keys() or self.is_tombstone

    @property
    def texts(self) -> Mapping[str, Plain]:
        """The texts that are stored beside it."""
        return {name: self.body[name] for name in self.digests if name in self.body}

    @property
    def is_tombstone(self) -> bool:
        """Whether this stands in the place of an entry of format 1."""
        return self.format == 1 and self.body == {TOMBSTONE: self.hash}


def unreadable(seq: int, *, at: int = 0, why: str) -> Entry:
    """What stands for an entry that the store cannot read, so that the others are shown."""
    return Entry(seq, at, UNREADABLE, THE_HUB, None, None, {"why": why}, prev="", hash="")


def entry(happening: Happening, *, seq: int, prev: str, by: Actor, at: int, salt: str) -> Entry:
    """The entry that records a happening right after the entry whose hash is `prev`."""
    body = {name: plain(value) for name, value in happening.body().items()}
    said = {name: text for name, text in body.items() if name in happening.texts and isinstance(text, str)}
    bare = Entry(
        seq=seq, at=at, kind=happening.kind, actor=by, item=happening.item, shown_sha256=happening.shown_sha256,
        body=body, prev=prev, hash="", salt=salt if said else None,
        digests={name: text_digest(name, text, salt=salt) for name, text in said.items()},
    )  # fmt: skip
    return replace(bare, hash=digest(bare))


def plain(value: Plain) -> Plain:
    """A value as it will be read again: a word of a closed set is a text there."""
    return value.value if isinstance(value, StrEnum) else value


def text_digest(name: str, text: str, *, salt: str) -> str:
    """What stands for a text in the hash of its entry."""
    return hashlib.sha256(f"{salt}\n{name}\n{text}".encode()).hexdigest()


def digest(line: Entry) -> str:
    """The SHA-256 over everything in the entry but its own hash and its texts, of which it has the digests."""
    return hashlib.sha256(canonical(line)).hexdigest()


def canonical(line: Entry) -> bytes:
    """The entry as canonical JSON, in its own format: keys sorted, no blanks, UTF-8."""
    return json.dumps(content(line), sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def content(line: Entry) -> dict[str, object]:
    """What is hashed of an entry."""
    return {
        "seq": line.seq, "at": line.at, "kind": line.kind,
        "actor": {"kind": line.actor.kind, "id": line.actor.id},
        "shown_sha256": line.shown_sha256, "prev": line.prev,
        **(first_format(line) if line.format == 1 else second_format(line)),
    }  # fmt: skip


def first_format(line: Entry) -> dict[str, object]:
    """What entries of format 1 have: every item was a review."""
    review, revision = (line.item.id, line.item.number) if line.item else (None, None)
    return {"review": review, "revision": revision, "body": dict(line.body)}


def second_format(line: Entry) -> dict[str, object]:
    """What entries of format 2 have."""
    item = line.item and {"kind": line.item.kind, "id": line.item.id, "version": line.item.number}
    plain = {name: value for name, value in line.body.items() if name not in line.digests}
    return {"format": line.format, "item": item, "body": plain, "texts": dict(line.digests)}


@dataclass(frozen=True)
class Break:
    """The first place where the chain does not hold, and why."""

    seq: int
    why: str


def first_break(entries: Iterable[Entry], *, prev: str = FIRST_PREV, seq: int = 0) -> Break | None:
    """Follow the chain from the entry after `seq`; None when it is unbroken.

    It cannot see entries cut off at the end: only a copy of a later hash kept elsewhere can.
    """
    for line in entries:
        why = fault_of(line, prev=prev, seq=seq)
        if why is not None:
            return Break(seq + 1 if line.seq != seq + 1 else line.seq, why)
        prev, seq = line.hash, line.seq
    return None


def fault_of(line: Entry, *, prev: str, seq: int) -> str | None:
    """What is wrong with the entry that should come right after the one with this number and this hash."""
    if line.seq != seq + 1:
        return f"entry {seq + 1} is missing; the next one is {line.seq}"
    if line.kind == UNREADABLE:
        return f"it cannot be read: {line.body['why']}"
    if line.prev != prev:
        return "it does not follow from the entry before"
    if not line.is_tombstone and line.hash != digest(line):
        return "its content is not what was recorded"
    for name, text in line.texts.items():
        if not isinstance(text, str) or text_digest(name, text, salt=line.salt or "") != line.digests[name]:
            return f"its {name} is not what was recorded"
    return None
