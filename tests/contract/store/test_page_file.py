"""A page file that is read and written as others expect it: its shape, its keys, its mode, its link, its changes."""

import json
import os
import stat
from pathlib import Path

import pytest

from countermark.model.errors import NoSuchPageEntry
from countermark.model.pages.annotations import (
    PageAnnotation,
    PageStore,
    changed_annotation,
    fingerprint,
    new_annotation,
    new_note,
)
from countermark.store.pages.disk import Seen
from countermark.store.pages.file import PageFile
from tests.contract.store.page_writers import NOW, wish

EMPTY: dict[str, object] = {"version": 1, "annotations": [], "pageNotes": []}
GOOD = {"id": "a", "pageUrl": "/", "note": "n"}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "inline-review.json"


def put(file: Path, whole: object) -> None:
    file.write_text(json.dumps(whole), encoding="utf-8")


def add(pages: PageFile, name: str, note: str = "n") -> PageStore:
    return pages.change(lambda store: store.with_annotation(new_annotation(wish(note), id=name, now=NOW)))


def touch(pages: PageFile, name: str) -> PageStore:
    patch = {"note": "changed"}
    return pages.change(lambda store: store.with_annotation(changed_annotation(store.annotation(name), patch, now=NOW)))


def test_no_file_is_an_empty_review(file: Path) -> None:
    pages = PageFile(file)
    assert (pages.read().annotations, pages.read().notes, fingerprint(pages.read())) == ((), (), "0:")
    assert pages.change(lambda store: store) is pages.read()
    assert not file.exists(), "reading makes no file"


def test_the_file_is_what_a_browser_would_write(file: Path) -> None:
    add(PageFile(file), "1", note='ä "quoted" \n\t\u2028\x7f 👩‍👩‍👧')
    text = file.read_text(encoding="utf-8")
    assert text.startswith('{\n  "version": 1,\n  "annotations": [\n    {\n      "id": "1",\n      "type": "text",\n')
    assert text.endswith('"updatedAt": "2026-02-26T10:30:00.000Z"\n    }\n  ],\n  "pageNotes": []\n}')
    assert (
        '"note": "ä \\"quoted\\" \\n\\t\u2028\x7f 👩‍👩‍👧",\n      "selectedText": "words",\n      "range": {},' in text
    )
    assert text == json.dumps(json.loads(text), indent=2, ensure_ascii=False)


@pytest.mark.parametrize("ending", [b"", b"\n", b"\r\n", b"\n\n"])
def test_the_end_of_the_file_stays(file: Path, ending: bytes) -> None:
    file.write_bytes(json.dumps(EMPTY).encode() + ending)
    add(PageFile(file), "1")
    assert file.read_bytes().endswith(b"]\n}" + ending)


def test_what_is_read_again_is_what_was_written(file: Path) -> None:
    pages = PageFile(file)
    for number in range(3):
        written = add(pages, f"{number}")
        assert pages.read() is written, "nothing has changed, so it is the same"
        assert PageFile(file).read() == written
        assert fingerprint(written) == fingerprint(PageFile(file).read())


def test_what_others_have_written_stays(file: Path) -> None:
    strange = {"$schema": "x", "version": 1, "mine": {"b": 1, "a": [1.5, None]}, "annotations": [None, GOOD, 5, GOOD]}
    before = {**strange, "pageNotes": [{"id": "x"}, {**GOOD, "colour": "red"}], "last": "word"}
    put(file, before)
    pages = PageFile(file)
    assert [(each.where, each.index) for each in pages.read().problems] == [
        ("annotations", 0),
        ("annotations", 2),
        ("annotations", 3),
        ("pageNotes", 0),
    ]
    touch(pages, "a")
    after = json.loads(file.read_bytes())
    assert list(after) == list(before)
    changed = {**GOOD, "note": "changed", "updatedAt": NOW}
    assert after == {**before, "annotations": [None, changed, 5, GOOD]}


@pytest.mark.parametrize(
    "text", ['"\\ud83d half"', "123456789012345678901234567890", "-9007199254740993", "1e-7", "0.1"]
)
def test_values_that_are_hard_to_carry(file: Path, text: str) -> None:
    file.write_text(json.dumps(EMPTY)[:-1] + f', "kept": {text}}}', encoding="utf-8")
    before = json.loads(file.read_bytes())["kept"]
    pages = PageFile(file)
    assert pages.read().root["kept"] == before
    add(pages, "1", note="\ud83d of a selection")
    after = json.loads(file.read_bytes())
    assert (after["kept"], after["annotations"][0]["note"]) == (before, "\ud83d of a selection")
    assert PageFile(file).read().annotation("1").note == "\ud83d of a selection"


def test_a_byte_order_mark_is_no_fault(file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbf" + json.dumps({**EMPTY, "pageNotes": [GOOD]}).encode())
    assert PageFile(file).read().page_note("a").note == "n"


def test_a_change_of_nothing_writes_nothing(file: Path) -> None:
    put(file, EMPTY)
    before = file.stat()
    pages = PageFile(file)
    assert pages.change(lambda store: store) is pages.read()
    with pytest.raises(NoSuchPageEntry):
        pages.change(lambda store: store.without_note("nobody"))
    assert file.stat() == before
    assert [each.name for each in file.parent.iterdir()] == [file.name]


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o444])
def test_the_mode_of_the_file_stays(file: Path, mode: int) -> None:
    put(file, EMPTY)
    file.chmod(mode)
    add(PageFile(file), "1")
    assert stat.S_IMODE(file.stat().st_mode) == mode


def test_a_new_file_has_the_mode_that_the_person_gives_files(file: Path) -> None:
    before = os.umask(0o027)
    try:
        add(PageFile(file), "1")
    finally:
        os.umask(before)
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


def test_a_folder_keeps_no_trace(file: Path) -> None:
    pages = PageFile(file)
    for number in range(5):
        add(pages, f"{number}")
        assert [each.name for each in file.parent.iterdir()] == [file.name]


def test_what_killed_programs_have_left_goes_away_and_nothing_else(file: Path) -> None:
    left = file.with_name(f".{file.name}.0123456789abcdef.tmp")
    others = [file.with_name(name) for name in (".other.json.0123.tmp", f"{file.name}.tmp", f".{file.name}.swp")]
    for each in (left, *others, file.with_name(f".{file.name}.lock")):
        each.touch()
    add(PageFile(file), "1")
    assert set(file.parent.iterdir()) == {file, *others}


def test_every_change_from_outside_is_seen_at_once(file: Path) -> None:
    """The same length, the same place on disk, within the same tick of the clock."""
    pages = PageFile(file)
    put(file, {**EMPTY, "pageNotes": [{**GOOD, "note": "000"}]})
    for number in range(500):
        pages.read()
        with file.open("r+b") as opened:
            opened.write(json.dumps({**EMPTY, "pageNotes": [{**GOOD, "note": f"{number:03}"}]}).encode())
        assert pages.read().page_note("a").note == f"{number:03}"


@pytest.mark.parametrize(
    ("changed", "settled"), [(0, True), (7 * 10**9, True), (9 * 10**9, False), (11 * 10**9, False)]
)
def test_a_young_file_is_not_known_by_its_times(changed: int, settled: bool) -> None:
    """The clock of its file system may be too coarse to tell two changes apart, or go ahead of ours."""
    assert Seen((1, 1, 1, 0, changed), b"", at=10 * 10**9).settled == settled
    assert Seen((1, 1, 1, changed, 0), b"", at=10 * 10**9).settled == settled
    assert not Seen(None, b"", at=10 * 10**9).settled


def test_a_file_with_the_same_times_and_length_is_another_one(file: Path) -> None:
    put(file, {**EMPTY, "pageNotes": [{**GOOD, "note": "old"}]})
    os.utime(file, ns=(10**18, 10**18))
    pages = PageFile(file)
    pages.read()
    other = file.with_name("other")
    put(other, {**EMPTY, "pageNotes": [{**GOOD, "note": "new"}]})
    os.utime(other, ns=(10**18, 10**18))
    other.replace(file)
    assert pages.read().page_note("a").note == "new"


def test_a_file_that_goes_away_and_comes_back(file: Path) -> None:
    pages = PageFile(file)
    add(pages, "1")
    away = file.with_name("away")
    file.rename(away)
    assert pages.read().annotations == ()
    with pytest.raises(NoSuchPageEntry):
        touch(pages, "1")
    away.rename(file)
    assert touch(pages, "1").annotation("1").note == "changed"


def test_a_note_and_an_annotation_may_have_the_same_id(file: Path) -> None:
    pages = PageFile(file)
    add(pages, "1")
    pages.change(lambda store: store.with_note(new_note(wish("n"), id="1", now=NOW)))
    after = pages.change(lambda store: store.without_annotation("1"))
    assert ([each.id for each in after.notes], after.annotations) == (["1"], ())


def test_the_twin_of_a_removed_entry_is_there_at_once(file: Path) -> None:
    """What is kept in memory is what another process reads."""
    twins = [GOOD, {**GOOD, "note": "twin"}, {**GOOD, "note": "third"}]
    put(file, {**EMPTY, "annotations": twins, "pageNotes": twins})
    pages = PageFile(file)
    assert len(pages.read().problems) == 4
    after = pages.change(lambda store: store.without_annotation("a").without_note("a"))
    assert (after.annotation("a").note, after.page_note("a").note) == ("twin", "twin")
    assert after == pages.read() == PageFile(file).read()
    assert fingerprint(pages.read()) == fingerprint(PageFile(file).read())
    assert touch(pages, "a").annotation("a").note == "changed"


def test_a_key_that_others_have_twice_only_in_different_entries_is_none(file: Path) -> None:
    file.write_text(json.dumps({**EMPTY, "pageNotes": [GOOD, {**GOOD, "id": "b", "of": {"id": "b", "of": "\\"}}]}))
    assert [each.id for each in PageFile(file).read().notes] == ["a", "b"]


def test_a_store_reads_as_the_seed_migrates_it(file: Path) -> None:
    old = {**GOOD, "selectedText": "x", "range": {}, "resolvedAt": NOW}
    put(file, {**EMPTY, "annotations": [old]})
    (found,) = PageFile(file).read().annotations
    assert (found.type, found.status) == ("text", "addressed")
    touch(PageFile(file), "a")
    assert "type" not in json.loads(file.read_bytes())["annotations"][0], "the migration is in memory only"
    assert isinstance(found, PageAnnotation)
