"""An entry whose row cannot be read is named, and the others are read."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from countermark.actions.desk import open_desk
from countermark.actions.journal import verify
from countermark.model.actors import THE_HUB
from countermark.model.happenings import HubStarted, JournalCut
from countermark.model.journal import UNREADABLE, digest
from countermark.model.journal_check import FaultKind
from countermark.store.entry_rows import entry_columns
from countermark.store.sqlite import HEAD, open_file

DAMAGES = {
    "kind = 'no_such_kind'": "its kind is not known",
    "body = '{\"version\"'": "its body is not JSON",
    "body = '[1]'": "its body is no object of plain values",
    'body = \'{"a": {"b": 1}}\'': "its body is no object of plain values",
    'body = \'{"a": "\\ud800"}\'': "its body holds half a character",
    "body = '{\"\\udfff\": 1}'": "its body holds half a character",
    "body = x'FF'": "its body is no object of plain values",
    "at = 'yesterday'": "its time is no time",
    "at = 99999999999999999": "its time is no time",
    "actor_kind = 'nobody'": "its actor is of no known kind",
    "version = 'first'": "its version is no number",
    "item_kind = 'wish', item = 'x', version = 1": "its item is of no known kind",
    "item = 'rv_1'": "its item is of no known kind",
    "format = 3": "its format is not known",
    "digests = '{'": "its digests is not JSON",
    "texts = '[1]'": "its texts is no object of plain values",
    "salt = x'00'": "its salt is no text",
    "hash = x'00'": "its hash is no text",
    "actor_id = CAST(x'FF' AS TEXT)": "Could not decode to UTF-8 column 'actor_id' with text '\ufffd'",
}


@pytest.mark.parametrize("damage", DAMAGES)
async def test_the_entry_is_named_and_the_others_are_there(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "countermark.db"
    store = open_file(path)
    for at in range(5):
        await store.transact(lambda txn, at=at: txn.append(HubStarted("1"), by=THE_HUB, at=at))  # type: ignore[misc]
    await store.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(f"UPDATE entries SET {damage} WHERE seq = 3")
    desk = await open_desk(open_file(path), images=tmp_path)
    for found in (
        await desk.read(lambda reader: reader.entries()),
        list(reversed(await desk.read(lambda reader: reader.entries(before=100)))),
    ):
        assert [each.seq for each in found] == [1, 2, 3, 4, 5]
        assert [each.kind == UNREADABLE for each in found] == [False, False, True, False, False]
        assert found[2].body["why"] == DAMAGES[damage]
    broken = (await verify(desk)).broken
    assert broken is not None
    assert (broken.seq, broken.why) == (3, f"it cannot be read: {DAMAGES[damage]}")
    await desk.change(THE_HUB, lambda change: change.save(None, HubStarted("2")))
    assert desk.feed.head == 6
    await desk.close()


async def test_an_entry_that_was_made_one_about_a_cut_is_named(tmp_path: Path) -> None:
    path = tmp_path / "countermark.db"
    store = open_file(path)
    cut = JournalCut(had=5, had_hash="0" * 64, found=2, kept_as="/copy")
    for happening in (cut, HubStarted("1"), HubStarted("1"), cut):
        await store.transact(lambda txn, what=happening: txn.append(what, by=THE_HUB, at=1))  # type: ignore[misc]
    await store.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE entries SET kind = 'journal_cut' WHERE seq = 3")
    desk = await open_desk(open_file(path), images=tmp_path)
    verified = await verify(desk)
    assert verified.broken is not None
    assert (verified.broken.seq, verified.broken.why) == (3, "its content is not what was recorded")
    assert [fault.words for fault in verified.faults if fault.kind is FaultKind.CUT_OFF] == [
        "entry 1: the journal ended with entry 5, and the last one there is 2; a copy was kept as /copy"
    ]
    await desk.close()


async def test_an_entry_about_a_cut_with_a_hash_that_fits_may_say_anything(tmp_path: Path) -> None:
    path = tmp_path / "countermark.db"
    store = open_file(path)
    written = await store.transact(lambda txn: txn.append(HubStarted("1"), by=THE_HUB, at=1))
    await store.close()
    bare = replace(written, kind=JournalCut.kind, body={"had": "five", "found": 2})
    row = entry_columns(replace(bare, hash=digest(bare)))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE entries SET kind = :kind, body = :body, hash = :hash", row)
        path.with_name(HEAD).unlink()
    desk = await open_desk(open_file(path), images=tmp_path)
    verified = await verify(desk)
    assert verified.broken is None
    assert [fault.words for fault in verified.faults] == ["entry 1 says that the journal was cut, and not where"]
    await desk.close()
