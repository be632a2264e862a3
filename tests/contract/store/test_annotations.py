"""What every store keeps of marks: values as they were put, where they stand, and what was left behind."""

from dataclasses import replace

import pytest

from countermark.model.annotations import (
    Annotation,
    AnnotationKind,
    AnnotationStatus,
    Fate,
    Image,
    Placement,
    on_the_whole,
)
from countermark.model.images import Picture
from countermark.model.places import Place
from countermark.store.base import Transaction, Value
from countermark.store.sql import SqlStore
from tests.contract.store.test_store import put, review

PLACE = Place("b1", 0, "b2", 7)
FULL = Annotation(
    "an_1", "rv_001", 1, 2, AnnotationKind.REPLACEMENT, "w\u00e4rum \U0001f388", "new\0words", "Label", "Tip",
    (Image("a.png", "a" * 64, "image/png"),), "\u65e5\u672c\nquote", PLACE, 12, (3, 4), (2, 5),
    AnnotationStatus.IN_PROGRESS, removed=True, version=7, created_at=1, changed_at=2, made_by="si_me", sent_on=2,
    kept_from=1,
)  # fmt: skip
PLAIN = replace(
    FULL, id="an_2", label=None, tip=None, images=(), quote="", place=None, lines=None, sent_on=None,
    removed=False, status=AnnotationStatus.OPEN,
)  # fmt: skip
THERE = Placement("an_1", 2, Fate.THERE, PLACE, "quote", 40, (8, 9), (1, 1), None, "")
GONE = Placement("an_2", 2, Fate.GONE, None, "", 0, None, (1, 1), PLACE, "perhaps this")


@pytest.fixture
async def marked(store: SqlStore) -> SqlStore:
    """A review of two revisions, and one without marks."""
    its = review(1)
    await put(store, its, replace(its, latest=replace(its.latest, number=2)), review(2))
    await put_all(store, FULL, PLAIN, THERE, GONE)
    return store


async def put_all(store: SqlStore, *values: Value) -> None:
    def work(txn: Transaction) -> None:
        for value in values:
            txn.put(value)

    await store.transact(work)


async def test_marks_come_back_as_they_were_put(marked: SqlStore) -> None:
    assert await marked.read(lambda reader: reader.annotation("an_1")) == FULL
    assert await marked.read(lambda reader: reader.annotation("an_3")) is None
    assert await marked.read(lambda reader: reader.annotations("rv_001")) == [FULL, PLAIN]
    assert await marked.read(lambda reader: reader.annotations("rv_002")) == []
    assert await marked.read(lambda reader: reader.annotation_count("rv_001")) == 1


async def test_a_newer_form_of_a_mark_replaces_the_older_one(marked: SqlStore) -> None:
    newer = replace(FULL, words="else", removed=False, live_on=3, place=None)
    await put_all(marked, newer, replace(THERE, fate=Fate.CHANGED))
    assert await marked.read(lambda reader: reader.annotation("an_1")) == newer
    assert await marked.read(lambda reader: reader.placements_of("an_1")) == [replace(THERE, fate=Fate.CHANGED)]


async def test_where_marks_stand(marked: SqlStore) -> None:
    later = [replace(THERE, revision=3), on_the_whole("an_2", 3)]
    await put_all(marked, *reversed(later))
    found = await marked.read(lambda reader: reader.placements("rv_001", revision=2))
    assert sorted(found, key=lambda each: each.annotation_id) == [THERE, GONE]
    assert await marked.read(lambda reader: reader.placements("rv_002", revision=2)) == []
    assert await marked.read(lambda reader: reader.placements_of("an_2")) == [GONE, later[1]]
    earlier = await marked.read(lambda reader: reader.earlier_placements("rv_001", before=4))
    assert [each.revision for each in earlier] == [2, 2, 3, 3]
    assert len(await marked.read(lambda reader: reader.earlier_placements("rv_001", before=3))) == 2


@pytest.mark.parametrize(
    ("mark", "behind"),
    [
        (replace(PLAIN, id="an_3"), True),
        (replace(PLAIN, id="an_3", removed=True), False),
        (replace(PLAIN, id="an_3", status=AnnotationStatus.ADDRESSED), False),
        (replace(PLAIN, id="an_3", revision=2), False),
    ],
    ids=["open", "removed", "addressed", "of the newest"],
)
async def test_what_was_left_behind(marked: SqlStore, mark: Annotation, behind: bool) -> None:
    assert await marked.read(lambda reader: reader.left_behind()) == []
    await put_all(marked, mark)
    assert await marked.read(lambda reader: reader.left_behind()) == ["rv_001"] * behind
    await put_all(marked, on_the_whole("an_3", 2))
    assert await marked.read(lambda reader: reader.left_behind()) == []


async def test_images_are_kept_byte_for_byte(store: SqlStore) -> None:
    picture = Picture("a" * 64, "image/png", bytes(range(256)) * 40)
    await put_all(store, picture, replace(picture, sha256="b" * 64, content=b""))
    assert await store.read(lambda reader: reader.picture("a" * 64)) == picture
    assert await store.read(lambda reader: reader.media_type("a" * 64)) == "image/png"
    assert await store.read(lambda reader: (reader.picture("c" * 64), reader.media_type("c" * 64))) == (None, None)
    assert await store.read(lambda reader: reader.picture_bytes()) == 256 * 40


async def test_an_empty_store_has_no_images(store: SqlStore) -> None:
    assert await store.read(lambda reader: reader.picture_bytes()) == 0
