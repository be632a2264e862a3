"""Idempotency records: which version of an item a key of an agent's side stands for."""

from dataclasses import dataclass
from enum import StrEnum

from countermark.model.items import ItemVersion


class Purpose(StrEnum):
    """What an agent's side waits for under a key."""

    ANSWER = "answer"
    NOTES = "notes"


@dataclass(frozen=True)
class IdempotencyRecord:
    """A key with which an agent's side has asked: the same key asks for the same version, however often it comes."""

    key: str
    version: ItemVersion
    purpose: Purpose = Purpose.ANSWER
