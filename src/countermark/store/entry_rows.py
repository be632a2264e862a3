"""Rows of `entries` to values and back; a row that cannot be read becomes an entry that says why."""

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Row

from countermark.model.actors import Actor, ActorKind
from countermark.model.annotation_records import Plain
from countermark.model.happenings import HAPPENINGS
from countermark.model.items import ItemKind, ItemVersion
from countermark.model.journal import FORMATS, Entry, unreadable
from countermark.model.journal_lookups import lookup_of
from countermark.store.rows import Columns, columns

KINDS = frozenset(each.kind for each in HAPPENINGS)
ACTORS = frozenset(each.value for each in ActorKind)
ITEMS = frozenset(each.value for each in ItemKind)
LAST_MOMENT = 253_402_300_800_000  # the year 10000: no calendar of ours goes further
TEXTS = ("actor_id", "prev", "hash")
TEXTS_OR_NONE = ("item", "item_kind", "shown_sha256", "salt", "digests", "texts")


class NoEntry(ValueError):
    """A row that is no entry; the message says why."""


def entry_of(row: Row[Any]) -> Entry:
    """A row of `entries` as a value."""
    stored = columns(row)
    try:
        check(stored)
        body = plain_values(stored["body"], "body")
        digests, texts = (plain_values(stored[name] or "{}", name) for name in ("digests", "texts"))
        check_beside(stored, digests=digests, texts=texts)
        entry = Entry(
            stored["seq"], stored["at"], stored["kind"],
            Actor(ActorKind(stored["actor_kind"]), stored["actor_id"]), item_in(stored), stored["shown_sha256"],
            {**body, **{name: texts[name] for name in digests if name in texts}}, stored["prev"], stored["hash"],
            format=stored["format"], salt=stored["salt"],
            digests={name: str(digest) for name, digest in digests.items()},
        )  # fmt: skip
        check_lookup(stored, entry)
    except NoEntry as error:
        return unreadable(stored["seq"], at=stored["at"] if is_time(stored["at"]) else 0, why=str(error))
    return entry


def item_in(stored: Columns) -> ItemVersion | None:
    """The version of an item that a row names. Raises `NoEntry` for a part of a name."""
    names = (stored["item_kind"], stored["item"], stored["version"])
    if names == (None, None, None):
        return None
    if None in names or stored["item_kind"] not in ITEMS:
        raise NoEntry("its item is of no known kind")
    if stored["format"] == 1 and stored["item_kind"] != ItemKind.REVIEW:
        raise NoEntry("its item is of another kind than all were then")
    return ItemVersion(ItemKind(stored["item_kind"]), stored["item"], stored["version"])


def check(stored: Columns) -> None:
    """Raise `NoEntry` for a column with a value that no entry has: SQLite stores any type in any column."""
    if stored["kind"] not in KINDS:
        raise NoEntry("its kind is not known")
    if stored["actor_kind"] not in ACTORS:
        raise NoEntry("its actor is of no known kind")
    if stored["format"] not in FORMATS:
        raise NoEntry("its format is not known")
    if not is_time(stored["at"]):
        raise NoEntry("its time is no time")
    if stored["version"] is not None and not is_whole(stored["version"]):
        raise NoEntry("its version is no number")
    for name in (*TEXTS, *TEXTS_OR_NONE):
        if not isinstance(stored[name], str) and not (stored[name] is None and name in TEXTS_OR_NONE):
            raise NoEntry(f"its {name} is no text")


def check_beside(stored: Columns, *, digests: Mapping[str, Plain], texts: Mapping[str, Plain]) -> None:
    """Raise `NoEntry` for what stands beside an entry though its hash says nothing of it."""
    if stored["format"] == 1 and (digests or texts):
        raise NoEntry("there are texts beside it, which its format does not have")
    if not texts.keys() <= digests.keys():
        raise NoEntry("there is a text beside it that is not its own")
    if (stored["salt"] is None) != (not texts):
        raise NoEntry("there is a salt without a text, or a text without its salt")


def check_lookup(stored: Columns, entry: Entry) -> None:
    """Raise `NoEntry` where an entry would be found by other names than those that stand in it."""
    for name, value in vars(lookup_of(entry)).items():
        if stored[name] != value:
            raise NoEntry(f"its {name} beside it is not the one in it")


def plain_values(stored: object, name: str) -> Mapping[str, Plain]:
    """The body of an entry, its digests or its texts: an object of plain values. Raises `NoEntry`."""
    try:
        values = json.loads(stored) if isinstance(stored, str) else None
    except (ValueError, RecursionError):
        raise NoEntry(f"its {name} is not JSON") from None
    if not isinstance(values, dict) or not all(each is None or isinstance(each, str | int) for each in values.values()):
        raise NoEntry(f"its {name} is no object of plain values")
    if not all(is_encodable(each) for each in (*values, *values.values()) if isinstance(each, str)):
        raise NoEntry(f"its {name} holds half a character")
    if stored != as_json(values) and stored != compact_json(values):
        raise NoEntry(f"its {name} is written otherwise than it was")
    return values


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
    """An entry as a row of `entries`: texts stand beside the body, under their names."""
    body = {name: value for name, value in entry.body.items() if name not in entry.digests}
    kind, item, version = (
        (entry.item.kind.value, entry.item.id, entry.item.number) if entry.item else (None, None, None)
    )
    return {
        "seq": entry.seq, "at": entry.at, "kind": entry.kind,
        "actor_kind": entry.actor.kind.value, "actor_id": entry.actor.id,
        "item_kind": kind, "item": item, "version": version, "shown_sha256": entry.shown_sha256,
        "body": as_json(body), "prev": entry.prev, "hash": entry.hash, "format": entry.format, "salt": entry.salt,
        "digests": as_json(entry.digests) if entry.digests else None,
        "texts": as_json(entry.texts) if entry.digests else None,
        **vars(lookup_of(entry)),
    }  # fmt: skip


def compact_json(values: Mapping[str, Plain]) -> str:
    """The same without blanks: the first version of this program, and SQL, write it so."""
    return json.dumps(dict(values), ensure_ascii=False, separators=(",", ":"))


def as_json(values: Mapping[str, Plain]) -> str:
    """Plain values as they are stored."""
    return json.dumps(dict(values), ensure_ascii=False)
