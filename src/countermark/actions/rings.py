"""Under which name an idempotency key is kept: a key counts only for who brought it."""

import hashlib
import json
import secrets

from countermark.actions.desk import Change
from countermark.model.actors import Actor
from countermark.model.errors import NotFound
from countermark.model.reviews import Revision, Ring
from countermark.store.base import Reader

KEY_BYTES = 24


def new_key() -> str:
    """A key that the hub gives out: nobody guesses it, so whoever says it has been told it."""
    return f"cm-{secrets.token_hex(KEY_BYTES)}"


def answer_key(session: str, review_id: str, number: int) -> str:
    """The key that the hub gives out for a revision: always the same one in a conversation, whose name nobody guesses.

    So who asks often leaves no more behind than who asks once.
    """
    whose = json.dumps(["answer", session, review_id, number], ensure_ascii=True)
    return f"cm-{hashlib.sha256(whose.encode('ascii')).hexdigest()[: 2 * KEY_BYTES]}"


def keep_ring(change: Change, name: str, revision: Revision) -> None:
    """Remember once which revision a key stands for."""
    ring = Ring(name, revision.review_id, revision.number)
    if change.read.ring(name) != ring:
        change.keep_ring(ring)


def ring_name(by: Actor, key: str, *, conversation: str | None = None) -> str:
    """What stands for the key of an agent, within a conversation of its own if it chose the key itself.

    Two agents, or two conversations, that choose one word have two keys; nobody learns that the other one's exists.
    """
    whose = json.dumps([by.kind, by.id, conversation, key], ensure_ascii=True)
    return hashlib.sha256(whose.encode("ascii")).hexdigest()


def own_ring(reader: Reader, key: str, *, by: Actor, conversation: str | None = None) -> Ring:
    """An agent's ring by its key. Raises `NotFound`: another one's key opens nothing."""
    ring = reader.ring(ring_name(by, key, conversation=conversation))
    if ring is None:
        raise NotFound
    return ring
