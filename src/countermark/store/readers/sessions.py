"""Reads sessions; and how they are rows."""

import json
from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import Row, Select, bindparam, func, or_, select

from countermark.model.sessions.values import (
    Connection,
    LineBatch,
    LineTotals,
    Session,
    SessionSettings,
    StoredEvent,
)
from countermark.store import tables
from countermark.store.readers.connected import Connected
from countermark.store.rows import Columns, columns
from countermark.store.slices import in_slices

ITS, EVENT, TEXT, LINE = (
    tables.sessions.c, tables.session_events.c, tables.session_texts.c, tables.session_lines.c,
)  # fmt: skip
LIVE = (Connection.STARTING.value, Connection.INITIALISED.value)

# Made once: SQLAlchemy takes longer to make a statement than SQLite to run it.
SESSION = select(tables.sessions).where(ITS.id == bindparam("wanted"))
SETTINGS = select(tables.session_settings).where(tables.session_settings.c.session == bindparam("wanted"))
UNSETTLED = select(tables.sessions).where(or_(ITS.connection.in_(LIVE), ITS.working)).order_by(ITS.opened_at, ITS.id)
EVENTS = (
    select(tables.session_events)
    .where(EVENT.session == bindparam("wanted"), EVENT.number > bindparam("after"))
    .order_by(EVENT.number)
)
SOME_EVENTS = select(tables.session_events).where(
    EVENT.session == bindparam("wanted"), EVENT.number.in_(bindparam("numbers", expanding=True))
)
ABOUT = select(tables.session_events).where(
    EVENT.session == bindparam("wanted"), EVENT.about == bindparam("subject"), EVENT.type == bindparam("type_name")
)
FIRST_ABOUT = ABOUT.order_by(EVENT.number).limit(1)
TRANSLATED = select(func.max(EVENT.line)).where(EVENT.session == bindparam("wanted"))
PLACES = select(LINE.last, LINE.start, LINE.end).where(LINE.session == bindparam("wanted")).limit(1)
NEWEST_BATCH, OLDEST_BATCH = PLACES.order_by(LINE.last.desc()), PLACES.order_by(LINE.last)
BATCHES = (
    select(tables.session_lines)
    .where(LINE.session == bindparam("wanted"), LINE.last > bindparam("after"))
    .order_by(LINE.last)
    .limit(bindparam("most"))
)


class SessionReader(Connected):
    """Reads sessions."""

    def session(self, session_id: str) -> Session | None:
        row = self.connection.execute(SESSION, {"wanted": session_id}).first()
        return None if row is None else session_of(row)

    def sessions(self, *, words: Sequence[str] = (), limit: int) -> Sequence[Session]:
        wanted = sessions_select(words, limit=limit, dialect=self.connection.dialect.name)
        return [session_of(row) for row in self.connection.execute(wanted)]

    def unsettled_sessions(self) -> Sequence[Session]:
        return [session_of(row) for row in self.connection.execute(UNSETTLED)]

    def session_settings(self, session_id: str) -> SessionSettings | None:
        row = self.connection.execute(SETTINGS, {"wanted": session_id}).first()
        return None if row is None else settings_of(row)

    def session_events(self, session_id: str, *, after: int = 0, limit: int | None = None) -> Sequence[StoredEvent]:
        wanted = EVENTS if limit is None else EVENTS.limit(limit)
        found = self.connection.execute(wanted, {"wanted": session_id, "after": after})
        return [event_of(row) for row in in_slices(found)]

    def session_events_named(self, names: Collection[tuple[str, int]]) -> Sequence[StoredEvent]:
        numbers: dict[str, list[int]] = {}  # by session: of pairs SQLite does not look into its index
        for session_id, number in names:
            numbers.setdefault(session_id, []).append(number)
        each_wanted = [{"wanted": session_id, "numbers": its} for session_id, its in numbers.items()]
        return [event_of(row) for wanted in each_wanted for row in self.connection.execute(SOME_EVENTS, wanted)]

    def session_event_about(self, session_id: str, *, type_name: str, about: str) -> StoredEvent | None:
        its = {"wanted": session_id, "subject": about, "type_name": type_name}
        row = self.connection.execute(FIRST_ABOUT, its).first()
        return None if row is None else event_of(row)

    def translated_line(self, session_id: str) -> int:
        return int(self.connection.execute(TRANSLATED, {"wanted": session_id}).scalar_one() or 0)

    def line_totals(self, session_id: str) -> LineTotals:
        newest = self.connection.execute(NEWEST_BATCH, {"wanted": session_id}).first()
        oldest = self.connection.execute(OLDEST_BATCH, {"wanted": session_id}).first()
        return LineTotals() if newest is None or oldest is None else LineTotals(newest.last, oldest.start, newest.end)

    def line_batches(self, session_id: str, *, after: int, limit: int) -> Sequence[LineBatch]:
        found = self.connection.execute(BATCHES, {"wanted": session_id, "after": after, "most": limit})
        return [LineBatch(**columns(row)) for row in found]


def sessions_select(words: Sequence[str], *, limit: int, dialect: str) -> Select[Any]:
    """The SQL of a list of sessions, those with each of these words; a function finds a word faster than LIKE."""
    place = func.instr if dialect == "sqlite" else func.strpos
    wanted = select(tables.sessions).order_by(ITS.changed_at.desc(), ITS.id.desc()).limit(limit)
    for word in words:
        wanted = wanted.where(ITS.id.in_(select(TEXT.session).where(place(TEXT.text, word) > 0)))
    return wanted


def session_of(row: Row[Any]) -> Session:
    """A row of `sessions` as a value."""
    stored = columns(row)
    return Session(**{**stored, "connection": Connection(stored["connection"])})


def event_of(row: Row[Any]) -> StoredEvent:
    """A row of `session_events` as a value."""
    return StoredEvent(**columns(row))


def settings_of(row: Row[Any]) -> SessionSettings:
    """A row of `session_settings` as a value."""
    stored = columns(row)
    lists = {name: tuple(json.loads(stored[name])) for name in ("command", "folders")}
    options = tuple((name, value) for name, value in json.loads(stored["options"] or "[]"))
    return SessionSettings(**{**stored, **lists, "options": options})


def settings_columns(settings: SessionSettings) -> Columns:
    """What a session was opened with as a row of `session_settings`."""
    lists = {name: json.dumps(getattr(settings, name)) for name in ("command", "folders", "options")}
    return {**vars(settings), **lists}
