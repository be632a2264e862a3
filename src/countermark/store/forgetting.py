"""Removes texts: from entries of the journal, which keep their hashes, and all that stands beside a review."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, delete, select, update

from countermark.model.forgetting import Removed
from countermark.model.gate_happenings import (
    CallDeniedByAgent,
    CallLeft,
    GrantEnded,
    GrantGiven,
    RulesAdded,
    RulesChanged,
    RulesRefused,
    RulesTrusted,
)
from countermark.model.happenings import HAPPENINGS
from countermark.model.journal import TOMBSTONE, Entry
from countermark.model.permissions import Permission
from countermark.model.sessions.happenings import SessionTextKept
from countermark.store import tables
from countermark.store.entry_rows import entry_columns, entry_of

SAYING = {each.kind: each.texts for each in HAPPENINGS if each.texts}
NAMING_PERMISSION = (GrantGiven.kind, GrantEnded.kind, RulesAdded.kind)
BEFORE_ASKING = (CallLeft.kind, CallDeniedByAgent.kind)
NAMING_TEXT = (SessionTextKept.kind, RulesChanged.kind, RulesRefused.kind, RulesTrusted.kind)
DIGEST = re.compile(r"\b[0-9a-f]{64}\b")
BATCH = 500


def forget_entries_of(connection: Connection, item_id: str) -> int:
    """Remove the texts of all entries about an item; of how many."""
    return forget_entries(connection, tables.entries.c.item == item_id)


def forget_entries_beside(connection: Connection, permission: Permission) -> int:
    """Remove the texts of entries that are about the same call without being about its permission; of how many.

    These are its grant, the rules that were made from it, and that the agent's own rules were asked before.
    """
    entry = tables.entries.c
    naming = entry.kind.in_(NAMING_PERMISSION) & entry.body.contains(permission.id, autoescape=True)
    wanted = select(tables.entries).where(
        entry.kind.in_(BEFORE_ASKING), entry.conversation.is_not_distinct_from(permission.conversation)
    )
    same = [
        row.seq
        for row in connection.execute(wanted)
        if (its := entry_of(row).body).get("sha256") == permission.sha256 or its.get("title") == permission.title
    ]
    return forget_entries(connection, naming) + sum(
        forget_entries(connection, entry.seq.in_(some)) for some in in_batches(same)
    )


def forget_entries(connection: Connection, wanted: ColumnElement[bool]) -> int:
    """Remove the texts of some entries: those of format 2 with their salts, an old entry leaves a tombstone."""
    entry = tables.entries.c
    said = wanted & entry.kind.in_(SAYING)
    rows = connection.execute(select(tables.entries).where(said)).all()
    forgotten = [each for each in map(without_texts, rows) if each is not None]
    for each in forgotten:
        connection.execute(update(tables.entries).where(entry.seq == each.seq).values(**entry_columns(each)))
    return len(forgotten)


def without_texts(row: Row[Any]) -> Entry | None:
    """An entry as it is without its texts; None for one that has none."""
    entry = entry_of(row)
    if entry.format == 1:
        says = any(entry.body.get(name) for name in SAYING.get(entry.kind, ()))
        return replace(entry, body={TOMBSTONE: entry.hash}) if says else None
    if not entry.texts:
        return None
    plain = {name: value for name, value in entry.body.items() if name not in entry.digests}
    return replace(entry, body=plain, salt=None)


def remove_beside(connection: Connection, review_id: str) -> Removed:
    """Remove the marks of a review, its unsent words, its texts and its images, as far as nothing else names them."""
    mark, placed, draft = tables.annotations.c, tables.placements.c, tables.drafts.c
    images = images_of(connection, review_id)
    ids = select(mark.id).where(mark.review_id == review_id)
    connection.execute(delete(tables.placements).where(placed.annotation_id.in_(ids)))
    marks = connection.execute(delete(tables.annotations).where(mark.review_id == review_id)).rowcount
    connection.execute(delete(tables.drafts).where(draft.review_id == review_id))
    remove_texts(connection, review_id)
    return Removed(marks=marks, images=tuple(remove_images(connection, images)))


def remove_texts(connection: Connection, review_id: str) -> None:
    """Remove the documents of a forgotten review that no other one has."""
    revision = tables.revisions.c
    digests = set(connection.execute(select(revision.sha256).where(revision.review_id == review_id)).scalars())
    for sha256 in digests:
        remembered = select(revision.number).where(revision.sha256 == sha256, revision.forgotten_at.is_(None))
        entry = tables.entries.c
        elsewhere = select(entry.seq).where(entry.kind.in_(NAMING_TEXT), entry.body.contains(sha256))
        if connection.execute(remembered).first() is None and connection.execute(elsewhere).first() is None:
            connection.execute(delete(tables.texts).where(tables.texts.c.sha256 == sha256))


def images_of(connection: Connection, review_id: str) -> Collection[str]:
    """The digests of the images that the marks of a review name, or have named."""
    mark, draft, entry = tables.annotations.c, tables.drafts.c, tables.entries.c
    columns = (
        select(mark.images).where(mark.review_id == review_id),
        select(draft.mark).where(draft.review_id == review_id, draft.mark.is_not(None)),
        select(entry.texts).where(
            entry.item == review_id, entry.kind.startswith("annotation_"), entry.texts.is_not(None)
        ),
        select(entry.body).where(entry.item == review_id, entry.kind.startswith("annotation_"), entry.format == 1),
    )
    said = (value for wanted in columns for value in connection.execute(wanted).scalars())
    return {digest for value in said for digest in DIGEST.findall(value)}


def remove_images(connection: Connection, digests: Collection[str]) -> Iterator[tuple[str, str]]:
    """Remove those of these images that nothing names any more; their digests and media types."""
    image = tables.images.c
    for sha256 in digests:
        found = connection.execute(select(image.media_type).where(image.sha256 == sha256)).scalar_one_or_none()
        if found is None or is_named(connection, sha256):
            continue
        connection.execute(delete(tables.images).where(image.sha256 == sha256))
        yield sha256, found


def is_named(connection: Connection, sha256: str) -> bool:
    """Whether a mark, unsent words or a prompt of a session name an image."""
    mark, draft, event = tables.annotations.c, tables.drafts.c, tables.session_events.c
    naming = (
        select(mark.id).where(mark.images.contains(sha256)),
        select(draft.slot).where(draft.mark.contains(sha256)),
        select(event.number).where(event.type.startswith("prompt_"), event.body.contains(sha256)),
    )
    return any(connection.execute(wanted.limit(1)).first() is not None for wanted in naming)


def in_batches(numbers: Sequence[int]) -> Iterator[Sequence[int]]:
    """As many as one statement takes."""
    yield from (numbers[start : start + BATCH] for start in range(0, len(numbers), BATCH))
