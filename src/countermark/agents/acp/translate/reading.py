"""Reads what an agent says: every field is optional, and one of another type than expected counts as absent."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar

Fields = Mapping[str, Any]
T = TypeVar("T")

MOST_CHARACTERS = 1_000_000  # of one text in an event; the raw line has all of it
LONGEST_WORDS = 20_000  # of a title, a name, a description: longer than any command that a rule allows
LONGEST_UNKNOWN = 200  # of a kind that nobody knows
MOST_OBJECTS = 2000  # of one list


def storable(text: str) -> str:
    """The text as it can be stored: half a character pair becomes "?"."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def short(word: str) -> str:
    """The beginning of a word that nobody knows, as it can be stored."""
    return storable(word[:LONGEST_UNKNOWN])


def text_in(found: Fields, name: str) -> str | None:
    """A text under a name, which may be empty."""
    value = found.get(name)
    return storable(value) if isinstance(value, str) else None


def word_in(found: Fields, name: str) -> str | None:
    """A text under a name that says something; one without an end is cut, and says so."""
    value = text_in(found, name)
    if not value or value.isspace():
        return None
    return value if len(value) <= LONGEST_WORDS else f"{value[:LONGEST_WORDS]}…"


def id_in(found: Fields, name: str) -> str | None:
    """An id, which may be empty; None for one without an end: what is cut would be another one."""
    value = text_in(found, name)
    return None if value is None or len(value) > LONGEST_WORDS else value


def as_many_as_fit(values: Iterable[T]) -> tuple[T, ...]:
    """The first values of a list, as far as an event can have their texts."""
    room, kept = MOST_CHARACTERS, list[T]()
    for value in values:
        room -= characters_of(value)
        if room < 0:
            break
        kept.append(value)
    return tuple(kept)


def characters_of(value: object) -> int:
    """How many characters the texts of a value have."""
    if isinstance(value, str):
        return len(value)
    if isinstance(value, tuple):
        return sum(map(characters_of, value))
    if is_dataclass(value):
        return sum(characters_of(getattr(value, each.name)) for each in fields(value))
    return 0


def whole_in(found: Fields, name: str) -> int | None:
    """A whole number under a name that a database can keep."""
    value = found.get(name)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        return None
    return value if abs(value) < 2**53 else None


def object_in(found: Fields, name: str) -> Fields:
    """An object under a name; empty where there is none."""
    value = found.get(name)
    return value if isinstance(value, dict) else {}


def objects_in(found: Fields, name: str) -> Sequence[Fields]:
    """The first objects of a list under a name; empty where there is none."""
    value = found.get(name)
    return [each for each in value[:MOST_OBJECTS] if isinstance(each, dict)] if isinstance(value, list) else []


def offers(found: Fields, name: str) -> bool:
    """Whether a capability is advertised: `true` or an object, which may be empty."""
    value = found.get(name)
    return value is True or isinstance(value, dict)


def as_json(value: object) -> str:
    """A value of a message as JSON, no longer than an event may have."""
    return cut(storable(json.dumps(value, ensure_ascii=False, separators=(",", ":"))))[0]


def cut(text: str) -> tuple[str, int]:
    """The beginning of a text that an event can have, and how many characters are left out."""
    return text[:MOST_CHARACTERS], max(0, len(text) - MOST_CHARACTERS)
