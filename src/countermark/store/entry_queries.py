"""SQL of a list of entries: by what they are about, by who decided, by words."""

import json
from collections.abc import Iterator
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, or_, select

from countermark.model.happenings import ARRIVALS
from countermark.model.journal_lookups import EntryQuery
from countermark.store import tables

entry = tables.entries.c


def entries_select(query: EntryQuery) -> Select[Any]:
    """The entries that a query asks for."""
    wanted = select(tables.entries).where(entry.seq < query.before, entry.seq > query.after, *conditions(query))
    return wanted.order_by(entry.seq if query.oldest_first else entry.seq.desc()).limit(query.limit)


def conditions(query: EntryQuery) -> Iterator[ColumnElement[bool]]:
    """What must hold of each entry."""
    if query.item is not None:
        yield entry.item == query.item
    if query.conversation is not None:
        yield with_its_items(entry.conversation == query.conversation)
    if query.workspaces:
        yield with_its_items(entry.workspace.in_(query.workspaces))
    if query.kinds:
        yield entry.kind.in_(query.kinds)
    if query.item_kinds:
        yield entry.item_kind.in_(kind.value for kind in query.item_kinds)
    if query.decisions:
        yield entry.decider.is_not(None)
    if query.deciders:
        yield or_(*(by_decider(decider, its_id) for decider, its_id in query.deciders))
    if query.since is not None:
        yield entry.at >= query.since
    if query.until is not None:
        yield entry.at < query.until
    yield from (says(word) for word in query.words.split())


def with_its_items(condition: ColumnElement[bool]) -> ColumnElement[bool]:
    """The entries for which it holds, and all about the items that they are about."""
    items = select(entry.item).where(condition, entry.item.is_not(None))
    return or_(condition, entry.item.in_(items))


def by_decider(decider: str, its_id: str | None) -> ColumnElement[bool]:
    """What one decider has decided."""
    return entry.decider == decider if its_id is None else and_(entry.decider == decider, entry.decider_id == its_id)


def says(word: str) -> ColumnElement[bool]:
    """Whether an entry says it, or the title of what it is about does."""
    stored = json.dumps(word, ensure_ascii=False)[1:-1]  # as it stands in a body
    opened = entry.texts.icontains(stored, autoescape=True)
    about = select(entry.item).where(entry.kind.in_(ARRIVALS), opened)
    return or_(opened, entry.body.icontains(stored, autoescape=True), entry.item.in_(about))
