"""What every store keeps of sessions: to the letter, in its order, and gone at once when it is removed."""

from dataclasses import fields, replace

import pytest
from sqlalchemy import SelectBase
from sqlalchemy import event as event_of_engine
from sqlalchemy.dialects import postgresql

from countermark.model.sessions.values import (
    Connection,
    LineBatch,
    LineTotals,
    Session,
    SessionSettings,
    SessionText,
    StoredEvent,
)
from countermark.store.base import Reader, Transaction, Value
from countermark.store.readers import sessions as readers
from countermark.store.sql import SqlStore

HOSTILE = ["a\x00b", "\ud800", "\\u0000", "\\", "\u202e日本🎈\u2028", "'; --", ""]
FULL = Session(
    "se_1", "codex", "/shop", "Title", "c-1", Connection.INITIALISED, 7, 2, working=True, opened_at=3, changed_at=9,
    closed=True, deleted=True,
)  # fmt: skip
SETTINGS = SessionSettings(
    "se_1", ("agent", "--acp"), "[{}]", ("/bank",), "plan", "c-0", "resume", (("model", "large"), ("brief", True))
)


def session(number: int, **changes: object) -> Session:
    bare = Session(
        f"se_{number}", "codex", "/shop", "", None, Connection.DISCONNECTED, 0, 0, working=False, opened_at=number,
        changed_at=number,
    )  # fmt: skip
    return replace(bare, **changes)  # type: ignore[arg-type]


def event(number: int, *, session_id: str = "se_1", about: str | None = None, line: int = 0) -> StoredEvent:
    return StoredEvent(session_id, number, 5, line, "noticed", about, f'{{"n":{number}}}')


def batch(first: int, last: int, *, start: int, end: int) -> LineBatch:
    return LineBatch("se_1", first, last, start, end, "[]")


async def put(store: SqlStore, *values: Value) -> None:
    await store.transact(lambda txn: txn.put_all(values))


def test_the_full_values_leave_no_field_at_its_default() -> None:
    for value in (FULL, SETTINGS):
        assert [field.name for field in fields(value) if getattr(value, field.name) == field.default] == []


@pytest.mark.parametrize("said", HOSTILE, ids=ascii)
async def test_everything_comes_back_as_it_was_put(store: SqlStore, said: str) -> None:
    whole = replace(FULL, folder=said, title=said, conversation=said)
    settings = replace(SETTINGS, command=(said, said), mcp_servers=said, folders=(said,), mode=said, conversation=said)
    told = event(1, about=said)
    await put(store, whole, settings, told)

    def look(reader: Reader) -> None:
        assert reader.session("se_1") == whole
        assert reader.session_settings("se_1") == settings
        assert reader.session_events("se_1") == [told]
        assert reader.session_event_about("se_1", type_name="noticed", about=said) == told
        assert reader.session_event_about("se_1", type_name="opened", about=said) is None

    await store.read(look)


async def test_sessions_come_with_what_changed_last_first(store: SqlStore) -> None:
    await put(store, session(1, changed_at=30), session(2, changed_at=40), session(3, changed_at=40), session(4))
    listed = await store.read(lambda reader: reader.sessions(limit=3))
    assert [each.id for each in listed] == ["se_3", "se_2", "se_1"]


async def test_words_are_found_in_any_text_of_a_session_each_by_itself(store: SqlStore) -> None:
    await put(
        store, session(1), session(2), SessionText("se_1", 1, "red apple"), SessionText("se_1", 2, "green"),
        SessionText("se_2", 1, "red % pear_"),
    )  # fmt: skip

    async def found(*words: str) -> list[str]:
        listed = await store.read(lambda reader: reader.sessions(words=words, limit=9))
        return [each.id for each in listed]

    assert await found("red") == ["se_2", "se_1"]
    assert await found("red", "green") == ["se_1"]
    assert await found("%") == await found("_") == ["se_2"]
    assert await found("green", "pear") == []


async def test_what_is_unsettled(store: SqlStore) -> None:
    await put(
        store, session(4, connection=Connection.STARTING), session(2, connection=Connection.INITIALISED),
        session(3, working=True), session(1), session(5, connection=Connection.FAILED),
    )  # fmt: skip
    left = await store.read(lambda reader: reader.unsettled_sessions())
    assert [each.id for each in left] == ["se_2", "se_3", "se_4"]


async def test_events_come_in_their_order_and_by_their_names(store: SqlStore) -> None:
    await put(store, session(1), session(2), *(event(number, line=number % 7) for number in (12, 2, 1, 11, 3)))
    await put(store, event(1, session_id="se_2"))

    def look(reader: Reader) -> None:
        assert [each.number for each in reader.session_events("se_1")] == [1, 2, 3, 11, 12]
        assert [each.number for each in reader.session_events("se_1", after=2, limit=2)] == [3, 11]
        named = reader.session_events_named([("se_1", 3), ("se_2", 1), ("se_2", 3), ("se_9", 1)])
        assert {(each.session, each.number) for each in named} == {("se_1", 3), ("se_2", 1)}
        assert reader.session_events_named([]) == []
        assert reader.translated_line("se_1") == 5
        assert reader.translated_line("se_9") == 0

    await store.read(look)


async def test_lines_are_kept_in_batches_and_the_oldest_are_dropped(store: SqlStore) -> None:
    assert await store.read(lambda reader: reader.line_totals("se_1")) == LineTotals()
    batches = [batch(1, 3, start=0, end=10), batch(4, 4, start=10, end=15), batch(5, 12, start=15, end=40)]
    await put(store, session(1), *batches)
    assert await store.read(lambda reader: reader.line_totals("se_1")) == LineTotals(12, 0, 40)
    assert await store.read(lambda reader: reader.line_batches("se_1", after=3, limit=9)) == batches[1:]
    assert await store.read(lambda reader: reader.line_batches("se_1", after=0, limit=1)) == batches[:1]
    assert await store.read(lambda reader: reader.line_batches("se_1", after=12, limit=9)) == []
    await store.transact(lambda txn: txn.drop_lines("se_1", before=15))
    assert await store.read(lambda reader: reader.line_totals("se_1")) == LineTotals(12, 15, 40)


async def test_a_session_is_removed_with_all_that_it_has_and_nothing_else(store: SqlStore) -> None:
    def work(txn: Transaction) -> None:
        txn.put_all([FULL, SETTINGS, event(1), SessionText("se_1", 1, "x"), batch(1, 1, start=0, end=2)])
        txn.put_all([session(2), event(1, session_id="se_2")])
        txn.remove_session("se_1")

    await store.transact(work)

    def look(reader: Reader) -> None:
        assert [each.id for each in reader.sessions(limit=9)] == ["se_2"]
        assert (reader.session("se_1"), reader.session_settings("se_1")) == (None, None)
        assert reader.session_events("se_1") == []
        assert reader.line_batches("se_1", after=0, limit=9) == []
        assert len(reader.session_events("se_2")) == 1

    await store.read(look)


async def test_no_question_about_one_session_looks_at_all_of_them(store: SqlStore) -> None:
    """But for the search: it looks at all texts."""
    asked: list[tuple[str, object]] = []

    def note(_: object, __: object, statement: str, values: object, *___: object) -> None:
        if statement.startswith("SELECT"):
            asked.append((statement, values))

    event_of_engine.listen(store.engine, "before_cursor_execute", note)

    def look(reader: Reader) -> None:
        reader.session("se_1")
        reader.session_settings("se_1")
        reader.session_events("se_1", after=3, limit=9)
        reader.session_events_named([("se_1", 1), ("se_2", 4)])
        reader.session_event_about("se_1", type_name="noticed", about="x")
        reader.line_totals("se_1")
        reader.line_batches("se_1", after=3, limit=9)
        reader.sessions(limit=9)

    await store.read(look)
    event_of_engine.remove(store.engine, "before_cursor_execute", note)

    def plans(reader: Reader) -> list[str]:
        connection = reader.connection  # type: ignore[attr-defined]  # the SQL of this store
        return [
            row[3] for each in asked for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {each[0]}", each[1])
        ]

    planned = await store.read(plans)
    assert len(asked) == 10
    assert [each for each in planned if each.startswith("SCAN") and "sessions_by_change" not in each] == []
    assert not any("TEMP B-TREE" in each for each in planned)


def test_postgresql_can_say_each_query() -> None:
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    told = [each for each in vars(readers).values() if isinstance(each, SelectBase)]
    assert len(told) >= 10
    assert all("FROM " in str(each.compile(dialect=dialect)) for each in told)
    search = readers.sessions_select(["red", "green"], limit=9, dialect="postgresql")
    assert str(search.compile(dialect=dialect)).count("strpos(") == 2
