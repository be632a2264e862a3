"""A data folder of schema 0006, with everything that a desk had then, as the desk of today shows it."""

import sqlite3
from pathlib import Path

from countermark.actions.desk import open_desk
from countermark.actions.items import find_answer, waits
from countermark.actions.journal import note_start, verify
from countermark.model.happenings import ReviewOpened
from countermark.model.idempotency import Purpose
from countermark.model.items import ItemKind, ItemVersion
from countermark.model.review_answers import ReviewAnswer
from countermark.model.reviews import ReviewKind, Verdict
from countermark.store.base import Reader, ReviewQuery
from countermark.store.sqlite import open_file
from tests.contract.store.gate_values import full_permission, full_question, grant

BEFORE = Path(__file__).with_name("databases") / "schema_0006.sql"
FIRST, LAST = "rv_01m5vj1ndr0000000000000002", "rv_01m5vkws10000000000000000a"


def brought_over(folder: Path) -> Path:
    """The data folder as the older hub left it: the database alone, for the rest is made anew."""
    path = folder / "countermark.db"
    with sqlite3.connect(path) as connection:
        connection.executescript(BEFORE.read_text())
    connection.close()
    return path


def rows_before(folder: Path) -> dict[str, list[tuple[object, ...]]]:
    connection = sqlite3.connect(brought_over(folder))
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    rows = {name: connection.execute(f"SELECT * FROM {name}").fetchall() for name in tables}
    connection.close()
    return rows


async def test_everything_comes_over_and_the_chain_holds(tmp_path: Path) -> None:
    (tmp_path / "before").mkdir()
    before = rows_before(tmp_path / "before")
    desk = await open_desk(open_file(brought_over(tmp_path)), images=tmp_path)
    verified = await verify(desk)
    assert (verified.entries, verified.broken, verified.forgotten) == (len(before["entries"]), None, [])
    await desk.read(look)
    await desk.close()
    connection = sqlite3.connect(tmp_path / "countermark.db")
    for name in ("annotations", "placements", "drafts", "images", "page_sites", "page_entries", "sign_ins", "texts"):
        assert len(connection.execute(f"SELECT * FROM {name}").fetchall()) == len(before[name]) > 0, name
    kept = connection.execute("SELECT seq, body, prev, hash FROM entries ORDER BY seq").fetchall()
    assert kept == [(row[0], row[8], row[9], row[10]) for row in sorted(before["entries"])]
    connection.close()


def look(reader: Reader) -> None:
    """What the older hub knew by an agent's brand is now a fact of the review."""
    listed = {each.id: each for each in (*reader.reviews(ReviewQuery("open")), *reader.reviews(ReviewQuery("decided")))}
    kinds = {each.agent: (each.kind, each.checked_against_file) for each in listed.values()}
    assert kinds == {
        "claude-code": (ReviewKind.PLAN, True), "mcp": (ReviewKind.PLAN, False), "review": (ReviewKind.DOCUMENT, False),
    }  # fmt: skip
    first = listed[FIRST]
    assert (first.conversation, first.latest.verdict, first.latest.number) == ("conversation-1", Verdict.APPROVED, 2)
    version = ItemVersion(ItemKind.REVIEW, FIRST, 2)
    answer = find_answer(reader, version)
    assert isinstance(answer, ReviewAnswer)
    assert (answer.version, answer.mode, answer.notes) == (version, "acceptEdits", "Mind the tests.")
    assert [wait.version for wait in waits(reader) if wait.is_open] == [ItemVersion(ItemKind.REVIEW, LAST, 1)]
    opened = next(each for each in reader.entries() if each.kind == ReviewOpened.kind)
    assert (opened.format, opened.item, opened.body["session"]) == (
        1, ItemVersion(ItemKind.REVIEW, FIRST, 1), "conversation-1",
    )  # fmt: skip


async def test_a_key_of_before_opens_the_same_answer(tmp_path: Path) -> None:
    store = open_file(brought_over(tmp_path))
    connection = sqlite3.connect(tmp_path / "countermark.db")
    keys = [key for (key,) in connection.execute("SELECT key FROM idempotency_records")]
    connection.close()
    records = await store.read(lambda reader: [reader.idempotency_record(key) for key in keys])
    assert {record.purpose for record in records if record} == set(Purpose)
    assert all(record and record.version.kind is ItemKind.REVIEW for record in records)
    await store.close()


async def test_a_folder_of_before_has_no_gate_yet_and_takes_one(tmp_path: Path) -> None:
    store = open_file(brought_over(tmp_path))
    assert not await store.read(lambda reader: [*reader.open_permissions(), *reader.open_questions()])
    assert not await store.read(lambda reader: [*reader.open_grants(), *reader.workspace_modes()])
    asked, wanted = full_permission("ls"), full_question("Which?")
    for each in (asked, wanted, grant(1)):
        await store.transact(lambda txn, each=each: txn.put(each))  # type: ignore[misc]  # bound at once
    found = await store.read(lambda reader: (reader.permission(asked.id), reader.question(wanted.id)))
    assert found == (asked, wanted)
    assert await store.read(lambda reader: reader.open_grants()) == [grant(1)]
    await store.close()


async def test_what_is_written_afterwards_continues_the_chain(tmp_path: Path) -> None:
    desk = await open_desk(open_file(brought_over(tmp_path)), images=tmp_path)
    await note_start(desk, version="0.2.0")
    newest = (await desk.read(lambda reader: reader.entries(before=2**31, limit=1)))[0]
    assert (newest.kind, newest.format) == ("hub_started", 2)
    assert (await verify(desk)).broken is None
    await desk.close()
