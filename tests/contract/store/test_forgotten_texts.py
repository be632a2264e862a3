"""A text of the journal can be forgotten: the chain holds, and what is missing is reported. Nothing else passes."""

import json
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import pytest

from countermark.actions.desk import open_desk
from countermark.actions.journal import Verified, verify
from countermark.model.actors import person
from countermark.model.happenings import ReviewDecided
from countermark.model.journal import TOMBSTONE
from countermark.model.reviews import Revision, Verdict
from countermark.store.sqlite import open_file
from tests.contract.store.test_migrated_items import brought_over

REVISION = Revision("rv_1", 1, "a" * 64, "Plan", opened_at=1, expires_at=None, verdict=Verdict.APPROVED)
SECRET = "The password is swordfish."


async def written(path: Path) -> None:
    store = open_file(path)
    for notes in ("before", SECRET, "after"):
        decided = ReviewDecided(REVISION, Verdict.APPROVED, notes, feedback=f"Approved. {notes}")
        await store.transact(lambda txn, it=decided: txn.append(it, by=person("me"), at=1))  # type: ignore[misc]
    await store.close()


def edit(path: Path, statement: str, values: Sequence[object] = ()) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(statement, values)
    connection.close()


async def verified(path: Path) -> Verified:
    desk = await open_desk(open_file(path), images=path.parent)
    result = await verify(desk)
    await desk.close()
    return result


async def test_a_forgotten_text_is_reported_and_the_chain_holds(tmp_path: Path) -> None:
    path = tmp_path / "countermark.db"
    await written(path)
    edit(path, "UPDATE entries SET texts = NULL, salt = NULL WHERE seq = 2")
    result = await verified(path)
    assert (result.entries, result.broken, result.forgotten) == (3, None, [2])
    connection = sqlite3.connect(path)
    rows = [" ".join(map(str, row)) for row in connection.execute("SELECT * FROM entries")]
    connection.close()
    assert [SECRET in row for row in rows] == [False, False, False]
    assert ["before" in row for row in rows] == [True, False, False]


async def test_one_of_several_texts_can_be_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "countermark.db"
    await written(path)
    edit(path, "UPDATE entries SET texts = json_remove(texts, '$.notes') WHERE seq = 2")
    result = await verified(path)
    assert (result.broken, result.forgotten) == (None, [2])


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("texts = json_set(texts, '$.notes', 'Yes to everything.')", "its notes is not what was recorded"),
        (
            "digests = json_remove(digests, '$.notes')",
            "it cannot be read: there is a text beside it that is not its own",
        ),
    ],
)
async def test_a_changed_text_or_digest_breaks_the_chain(tmp_path: Path, change: str, why: str) -> None:
    path = tmp_path / "countermark.db"
    await written(path)
    edit(path, f"UPDATE entries SET {change} WHERE seq = 2")
    broken = (await verified(path)).broken
    assert broken is not None
    assert (broken.seq, broken.why) == (2, why)


async def test_a_tombstone_stands_for_an_entry_of_before(tmp_path: Path) -> None:
    path = brought_over(tmp_path)
    await verified(path)  # migrates
    select = "SELECT seq, hash FROM entries WHERE kind = 'review_decided' ORDER BY seq LIMIT 1"
    connection = sqlite3.connect(path)
    seq, named = connection.execute(select).fetchone()
    connection.close()
    edit(path, "UPDATE entries SET body = ? WHERE seq = ?", [json.dumps({TOMBSTONE: named}), seq])
    result = await verified(path)
    assert (result.broken, result.forgotten) == (None, [seq])
    edit(path, "UPDATE entries SET body = ? WHERE seq = ?", [json.dumps({TOMBSTONE: "0" * 64}), seq])
    broken = (await verified(path)).broken
    assert broken is not None
    assert (broken.seq, broken.why) == (seq, "its content is not what was recorded")
