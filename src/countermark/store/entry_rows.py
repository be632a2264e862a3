"""Rows of `entries` to values and back; a row that is no entry becomes one that says so, and hides no other."""

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Row

from countermark.model.actors import Actor, ActorKind
from countermark.model.annotation_records import Plain
from countermark.model.journal import HAPPENINGS, Entry, unreadable
from countermark.store.rows import Columns, columns

KINDS = frozenset(each.kind for each in HAPPENINGS)
ACTORS = frozenset(each.value for each in ActorKind)
LAST_MOMENT = 253_402_300_800_000  # the year 10000: no calendar of ours goes further
WORDS = ("actor_id", "prev", "hash")
WORDS_OR_NONE = ("review", "shown_sha256")


class NoEntry(ValueError):
    """A row that is no entry; the message says why."""


def entry_of(row: Row[Any]) -> Entry:
    """A row of `entries` as a value."""
    found = columns(row)
    try:
        check_columns(found)
        body = entry_body(found["body"])
    except NoEntry as error:
        return unreadable(found["seq"], at=found["at"] if is_time(found["at"]) else 0, why=str(error))
    actor = Actor(ActorKind(found.pop("actor_kind")), found.pop("actor_id"))
    return Entry(**{**found, "actor": actor, "body": body})


def check_columns(found: Columns) -> None:
    """Raise `NoEntry` for a column that holds what no entry has; SQLite keeps whatever is put into one."""
    if found["kind"] not in KINDS:
        raise NoEntry("its kind is not known")
    if found["actor_kind"] not in ACTORS:
        raise NoEntry("its actor is of no known kind")
    if not is_time(found["at"]):
        raise NoEntry("its time is no time")
    if found["revision"] is not None and not is_whole(found["revision"]):
        raise NoEntry("its revision is no number")
    for name in (*WORDS, *WORDS_OR_NONE):
        if not isinstance(found[name], str) and not (found[name] is None and name in WORDS_OR_NONE):
            raise NoEntry(f"its {name} is no text")


def entry_body(stored: object) -> Mapping[str, Plain]:
    """The body of an entry: an object of plain values. Raises `NoEntry`."""
    try:
        body = json.loads(stored) if isinstance(stored, str) else None
    except (ValueError, RecursionError):
        raise NoEntry("its body is not JSON") from None
    if not isinstance(body, dict) or not all(each is None or isinstance(each, str | int) for each in body.values()):
        raise NoEntry("its body is no object of plain values")
    if not all(is_encodable(each) for each in (*body, *body.values()) if isinstance(each, str)):
        raise NoEntry("its body holds half a character")
    return body


def is_encodable(text: str) -> bool:
    """Whether UTF-8 can say it: an escape in JSON may stand for half of a surrogate pair, which no text contains."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def is_time(value: object) -> bool:
    """Whether it is a moment that a calendar can show."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < LAST_MOMENT


def is_whole(value: object) -> bool:
    """Whether it is a whole number."""
    return isinstance(value, int) and not isinstance(value, bool)


def entry_columns(entry: Entry) -> Columns:
    """An entry as a row of `entries`."""
    columns = dict(vars(entry))
    actor = columns.pop("actor")
    body = json.dumps(dict(entry.body), ensure_ascii=False)
    return {**columns, "actor_kind": actor.kind.value, "actor_id": actor.id, "body": body}
