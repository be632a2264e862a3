"""Checkpoints: signed notes of which hash the journal's newest entry had, so that a journal written anew is noticed.

The form is that of https://c2sp.org/tlog-checkpoint and https://c2sp.org/signed-note: lines of text, an empty line, and
one line with the signature (Ed25519) of all the text. The origin is the name of the key; the time is an extension line.
"""

import hashlib
import re
from base64 import b64decode, b64encode
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
ED25519 = b"\x01"  # the algorithm's number in the id of a key
KEY_BYTES, KEY_ID_BYTES, SIGNATURE_BYTES = 32, 4, 64
NOTE = re.compile(
    r"(?P<text>(?P<origin>[!-~]+)\n(?P<size>[1-9][0-9]{0,17})\n(?P<hash>[A-Za-z0-9+/]{43}=)\n"
    r"(?P<at>[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z)\n)"
    r"\n— (?P<name>[!-~]+) (?P<signature>[A-Za-z0-9+/]{91}=)\n"
)


class BadNote(ValueError):
    """A text that is no checkpoint as this program writes it."""


@dataclass(frozen=True)
class Checkpoint:
    """Up to the entry `size` the journal is the one that ends with this hash (hex SHA-256); `at` is in milliseconds."""

    origin: str
    size: int
    hash: str
    at: int

    @property
    def text(self) -> str:
        """What is signed."""
        hashed = b64encode(bytes.fromhex(self.hash)).decode()
        return f"{self.origin}\n{self.size}\n{hashed}\n{iso(self.at)}\n"


@dataclass(frozen=True)
class SignedCheckpoint:
    """A checkpoint with its signature, which says nothing until somebody has checked it with a key."""

    checkpoint: Checkpoint
    key_id: bytes
    signature: bytes

    @property
    def note(self) -> str:
        """All of it, as it stands in a file."""
        signed = b64encode(self.key_id + self.signature).decode()
        return f"{self.checkpoint.text}\n— {self.checkpoint.origin} {signed}\n"


def read_note(note: str) -> SignedCheckpoint:
    """The checkpoint in a file. Raises `BadNote` for anything that differs from what is written, in whatever byte."""
    found = NOTE.fullmatch(note)
    if found is None or found["name"] != found["origin"]:
        raise BadNote("it is not in the form of a checkpoint")
    signed = b64decode(found["signature"])
    try:
        at = (datetime.fromisoformat(found["at"]) - EPOCH) // timedelta(milliseconds=1)
    except ValueError:
        raise BadNote("its time is no time") from None
    checkpoint = Checkpoint(found["origin"], int(found["size"]), b64decode(found["hash"]).hex(), at)
    read = SignedCheckpoint(checkpoint, signed[:KEY_ID_BYTES], signed[KEY_ID_BYTES:])
    if read.note != note:  # spare bits of base 64
        raise BadNote("it is not in the form of a checkpoint")
    return read


def key_name(public_key: bytes) -> str:
    """What a key is called: by 64 bits of the digest of its 32 bytes."""
    return f"countermark-{hashlib.sha256(public_key).hexdigest()[:16]}"


def key_id(public_key: bytes) -> bytes:
    """By which a signed note says which key has signed it."""
    return hashlib.sha256(key_name(public_key).encode() + b"\n" + ED25519 + public_key).digest()[:KEY_ID_BYTES]


def iso(at: int) -> str:
    """Milliseconds since 1970 as ISO 8601 in UTC."""
    return (EPOCH + timedelta(milliseconds=at)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
