"""The fields that a payload about a call must have: one that is missing or of another type is named."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from countermark.agents.base import LONGEST_NAME
from countermark.model.annotation_records import canonical

Fields = Mapping[str, Any]
HALF_A_CHARACTER = re.compile("[\ud800-\udfff]")


class Malformed(Exception):
    """A call that cannot be understood; the text names the field."""


def text_field(found: Fields, name: str) -> str:
    """A text, which may be empty. Raises `Malformed`."""
    if name not in found:
        raise Malformed(f"{name} is missing")
    value = found[name]
    if not isinstance(value, str):
        raise Malformed(f"{name} is no text")
    if not value.isascii() and HALF_A_CHARACTER.search(value):  # nothing can store it, and nobody could be shown it
        raise Malformed(f"{name} has half a character in it")
    return value


def word_field(found: Fields, name: str) -> str:
    """A text that says something. Raises `Malformed`; a NUL ends a text for some programs and not for others."""
    value = text_field(found, name)
    if not value.strip():
        raise Malformed(f"{name} is empty")
    if "\0" in value:
        raise Malformed(f"{name} has a NUL character in it")
    return value


def name_field(found: Fields, name: str) -> str:
    """A path, an address or an id. Raises `Malformed` for one that is longer than any system has."""
    value = word_field(found, name)
    if len(value) > LONGEST_NAME:
        raise Malformed(f"{name} is longer than {LONGEST_NAME} characters")
    return value


def folder_field(found: Fields, name: str) -> str:
    """The absolute path of a folder. Raises `Malformed`."""
    value = name_field(found, name)
    if not value.startswith("/"):
        raise Malformed(f"{name} is no absolute path")
    return value


def object_field(found: Fields, name: str) -> Fields:
    """An object. Raises `Malformed`."""
    if name not in found:
        raise Malformed(f"{name} is missing")
    value = found[name]
    if not isinstance(value, dict):
        raise Malformed(f"{name} is no object")
    return value


def objects_field(found: Fields, name: str, *, most: int) -> Sequence[Fields]:
    """A list of objects, at least one. Raises `Malformed`."""
    if name not in found:
        raise Malformed(f"{name} is missing")
    value = found[name]
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise Malformed(f"{name} is no list of objects")
    if not 1 <= len(value) <= most:
        raise Malformed(f"{name} has {len(value)} entries; 1 to {most} can be shown")
    return value


def optional_text(found: Fields, name: str) -> str:
    """A text that may be missing. Raises `Malformed` for something else in its place."""
    return "" if found.get(name) is None else text_field(found, name)


def optional_flag(found: Fields, name: str) -> bool:
    """Yes or no; no where nothing is said. Raises `Malformed`."""
    value = found.get(name, False)
    if not isinstance(value, bool):
        raise Malformed(f"{name} is neither true nor false")
    return value


def arguments_field(found: Fields, name: str) -> tuple[Fields, str]:
    """An object and its canonical JSON. Raises `Malformed` for what has no such form, or none that can be shown."""
    value = object_field(found, name)
    written = canonical(value)
    try:
        written.encode()
        json.dumps(value, allow_nan=False)
    except UnicodeEncodeError:
        raise Malformed(f"{name} has half a character in it") from None
    except ValueError:
        raise Malformed(f"{name} has a number in it that JSON does not have") from None
    return value, written
