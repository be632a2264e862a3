"""Under which name an idempotency key is kept: a key counts only for who brought it."""

import hashlib
import json
import secrets

from countermark.actions.desk import Change
from countermark.model.actors import Actor
from countermark.model.errors import NotFound
from countermark.model.idempotency import IdempotencyRecord
from countermark.model.items import ItemVersion
from countermark.store.base import Reader

KEY_BYTES = 24


def new_key() -> str:
    """A key that the hub gives out: nobody guesses it, so whoever says it has been told it."""
    return f"cm-{secrets.token_hex(KEY_BYTES)}"


def answer_key(conversation: str, version: ItemVersion) -> str:
    """The key that the hub gives out for a version: always the same in a conversation, whose name nobody guesses.

    So who asks often leaves no more behind than who asks once.
    """
    whose = json.dumps(["answer", conversation, version.id, version.number], ensure_ascii=True)
    return f"cm-{hashlib.sha256(whose.encode('ascii')).hexdigest()[: 2 * KEY_BYTES]}"


def give_key(change: Change, conversation: str, version: ItemVersion) -> str:
    """The same, kept for the agent, so that it opens the answer from anywhere."""
    given = answer_key(conversation, version)
    keep_key(change, stored_key(change.by, given), version)
    return given


def keep_key(change: Change, name: str, version: ItemVersion) -> None:
    """Remember once which version of an item a key stands for; `name` is the key's `stored_key`."""
    record = IdempotencyRecord(name, version)
    if change.read.idempotency_record(name) != record:
        change.keep_idempotency_record(record)


def stored_key(by: Actor, key: str, *, conversation: str | None = None) -> str:
    """What stands for the key of an agent, within a conversation of its own if it chose the key itself.

    Two agents, or two conversations, that choose one word have two keys; nobody learns that the other one's exists.
    """
    whose = json.dumps([by.kind, by.id, conversation, key], ensure_ascii=True)
    return hashlib.sha256(whose.encode("ascii")).hexdigest()


def own_record(reader: Reader, key: str, *, by: Actor, conversation: str | None = None) -> IdempotencyRecord:
    """An agent's record by its key. Raises `NotFound`: another one's key opens nothing."""
    record = reader.idempotency_record(stored_key(by, key, conversation=conversation))
    if record is None:
        raise NotFound
    return record
