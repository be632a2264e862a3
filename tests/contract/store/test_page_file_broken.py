"""A page file that does not read as one: said clearly, never written over, and the person's to set aside."""

import json
import os
import re
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from time import sleep

import pytest

from countermark.model.errors import Conflict, PageFileBroken, PageFileFailed
from countermark.model.pages.annotations import fingerprint
from countermark.model.pages.wishes import new_note
from countermark.store.pages import file as page_file
from countermark.store.pages.file import PageFile
from tests.contract.store.page_writers import NOW, wish

WHOLE = json.dumps({"version": 1, "annotations": [], "pageNotes": [{"id": "a", "pageUrl": "/", "note": "n"}]}, indent=2)
LINES = WHOLE.splitlines(keepends=True)
CONFLICT = "".join([*LINES[:2], "<<<<<<< HEAD\n", LINES[2], "=======\n", LINES[2], ">>>>>>> theirs\n", *LINES[3:]])
BROKEN = {
    "conflict": (CONFLICT.encode(), "it has git's conflict markers \\(line 3\\)"),
    "conflict-crlf": (CONFLICT.replace("\n", "\r\n").encode(), "it has git's conflict markers \\(line 3\\)"),
    "truncated": (WHOLE.encode()[:-40], "it ends in the middle \\(line 7\\)"),
    "comma": (WHOLE.replace('"n"', '"n",').encode(), "line 8, column 18: "),
    "text": (b"hello", "line 1, column 1: "),
    "binary": (b"\x00\xff\xfe" * 10, "line 1, column 1: "),
    "latin-1": (WHOLE.replace('"n"', '"\xe4"').encode("latin-1"), "line 1, column 1: "),
    "nan": (WHOLE.replace('"n"', "NaN").encode(), "line 8, column 15: "),
    "list": (b"[]", "it holds no JSON object"),
    "null": (b"null", "it holds no JSON object"),
    "version": (WHOLE.replace("1,", "2,", 1).encode(), "it says version 2, and only version 1 is known"),
    "no-version": (b'{"annotations": [], "pageNotes": []}', "it has no version"),
    "no-list": (WHOLE.replace("[]", "{}").encode(), "its 'annotations' is no list"),
    "no-notes": (b'{"version": 1, "annotations": []}', "its 'pageNotes' is missing"),
    "key-twice": (
        WHOLE.replace('"n"', '"ours",\n      "note": "theirs"').encode(),
        "it has the key 'note' twice \\(lines 8 and 9\\): keep one of the two",
    ),
    "list-twice": (
        json.dumps(json.loads(WHOLE)).replace("{", '{"pageNotes": [], ', 1).encode(),
        "it has the key 'pageNotes' twice \\(line 1\\): keep one of the two",
    ),
    "no-number": (WHOLE.replace("1,", '1, "kept": 1e400,', 1).encode(), ""),
    "deep": (b'{"version": 1, "annotations": [' + b"[" * 100_000, ""),
}
ANY = BROKEN["conflict"][0]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "inline-review.json"


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is half way through writing it."""
    monkeypatch.setattr(page_file, "READING_S", 0.03)
    monkeypatch.setattr(page_file, "WRITING_S", 0.06)


class Clock:
    """Stands still but while somebody sleeps."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.meanwhile: Callable[[float], object] = lambda _: None

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        self.meanwhile(self.now)

    def during(self, ask: Callable[[], object]) -> float:
        """How long it slept until it found the file broken."""
        before = self.now
        with pytest.raises(PageFileBroken):
            ask()
        return self.now - before


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    stopped = Clock()
    monkeypatch.setattr(page_file, "time", stopped)
    return stopped


def add(pages: PageFile, name: str = "new") -> None:
    pages.change(lambda store: store.with_note(new_note(wish("n"), id=name, now=NOW)))


def copies(file: Path) -> list[Path]:
    return sorted(file.parent.glob(f"{file.name}.corrupt-*"))


def as_written(file: Path) -> tuple[int, int, int, int]:
    """What a write changes about a file; reading one changes when it was last read."""
    seen = file.stat()
    return seen.st_ino, seen.st_mode, seen.st_size, seen.st_mtime_ns


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("kind", BROKEN)
def test_it_is_said_what_is_wrong_and_nothing_is_written_over(file: Path, kind: str) -> None:
    content, why = BROKEN[kind]
    file.write_bytes(content)
    before = as_written(file)
    pages = PageFile(file)
    with pytest.raises(PageFileBroken, match=f"{re.escape(str(file))} cannot be read as a review: {why}") as read:
        pages.read()
    assert (read.value.copy, copies(file)) == (None, []), "reading writes nothing"
    for turn in (pages, pages, PageFile(file)):
        with pytest.raises(PageFileBroken, match=r"Nothing was changed in it\. A copy is kept as ") as written:
            add(turn)
        assert [str(each) for each in copies(file)] == [written.value.copy], "one copy of each content"
    assert (file.read_bytes(), as_written(file)) == (content, before)
    assert copies(file)[0].read_bytes() == content
    file.write_text(WHOLE, encoding="utf-8")
    add(pages)
    assert [each.id for each in pages.read().notes] == ["a", "new"]


@pytest.mark.usefixtures("impatient")
def test_each_broken_content_is_kept_once_and_as_private_as_the_file(file: Path) -> None:
    pages = PageFile(file)
    for content in (b"first", b"second", b"first"):
        file.write_bytes(content)
        file.chmod(0o600)
        with pytest.raises(PageFileBroken):
            add(pages)
    assert sorted(each.read_bytes() for each in copies(file)) == [b"first", b"second"]
    assert {each.stat().st_mode & 0o777 for each in copies(file)} == {0o600}
    stamp = copies(file)[0].name.removeprefix(f"{file.name}.corrupt-").partition("Z")[0]
    written = datetime.strptime(stamp, "%Y%m%dT%H%M%S").replace(tzinfo=UTC)
    assert abs((datetime.now(UTC) - written).total_seconds()) < 60


@pytest.mark.parametrize("half", [WHOLE[: len(WHOLE) // 2].encode(), b""])
@pytest.mark.parametrize("ask", [PageFile.read, add])
def test_a_hand_that_is_half_way_is_waited_for(
    file: Path, half: bytes, ask: Callable[[PageFile], object], clock: Clock
) -> None:
    file.write_bytes(half)
    begun = clock.now

    def go_on_writing(now: float) -> None:
        if now >= begun + 0.25 and file.read_bytes() == half:
            file.write_text(WHOLE, encoding="utf-8")

    clock.meanwhile = go_on_writing
    ask(PageFile(file))
    assert PageFile(file).read().page_note("a").note == "n"
    assert 0.25 <= clock.now - begun < 0.3


def test_how_long_a_hand_is_waited_for(file: Path, clock: Clock) -> None:
    file.write_bytes(ANY)
    pages = PageFile(file)
    assert 0.49 < clock.during(pages.read) < 0.55
    assert clock.during(pages.read) == 0, "once is enough"
    assert 0.4 < clock.during(lambda: add(pages)) < 0.55, "what a read has waited counts"
    assert clock.during(lambda: add(pages)) == 0


def test_a_hand_that_is_always_half_way_is_not_waited_for_for_ever(file: Path, clock: Clock) -> None:
    file.write_bytes(ANY)
    clock.meanwhile = lambda now: file.write_bytes(b"[" * int(now * 1000))
    assert 0.99 < clock.during(PageFile(file).read) < 1.05


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("blank", [b"", b"\n", b"  \r\n"])
def test_a_blank_file_is_an_empty_review(file: Path, blank: bytes) -> None:
    file.write_bytes(blank)
    pages = PageFile(file)
    assert (pages.read().notes, fingerprint(pages.read())) == ((), "0:")
    add(pages)
    assert [each.id for each in PageFile(file).read().notes] == ["new"]


@pytest.mark.usefixtures("impatient")
def test_a_file_that_is_too_long_is_not_even_read(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.touch()
    os.truncate(file, 100 * 1024 * 1024)
    before, pages = as_written(file), PageFile(file)

    def read(_descriptor: int, length: int) -> bytes:
        raise AssertionError(f"{length} bytes were asked for")

    with monkeypatch.context() as patched:
        patched.setattr(os, "read", read)
        for ask in (pages.read, lambda: add(pages), pages.read):
            with pytest.raises(PageFileBroken, match="it has 100 MB, and no more than 64 MB are read"):
                ask()
    assert as_written(file) == before
    assert copies(file) == []
    assert pages.set_aside().stat().st_size == 100 * 1024 * 1024
    add(pages)


@pytest.mark.usefixtures("impatient")
def test_a_file_does_not_grow_too_long(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("countermark.store.pages.disk.MOST_BYTES", 1000)
    pages = PageFile(file)
    for number in range(5):
        add(pages, f"{number}")
    with pytest.raises(PageFileFailed, match="would have more than 64 MB"):
        pages.change(lambda store: store.with_note(new_note(wish("n" * 1000), id="long", now=NOW)))
    assert len(PageFile(file).read().notes) == 5


@pytest.mark.usefixtures("impatient")
def test_a_person_sets_it_aside_and_begins_anew(file: Path) -> None:
    file.write_bytes(ANY)
    pages = PageFile(file)
    with pytest.raises(PageFileBroken):
        add(pages)
    aside = pages.set_aside()
    assert aside.read_bytes() == ANY
    assert re.fullmatch(r"inline-review\.json\.corrupt-\d{8}T\d{6}Z(-\d+)?", aside.name)
    assert not file.exists()
    assert pages.read().notes == ()
    add(pages)
    assert len(copies(file)) == 2, "the copy stays too"
    assert {each.read_bytes() for each in copies(file)} == {ANY}


@pytest.mark.parametrize("content", [None, WHOLE.encode()])
def test_nobody_sets_aside_what_can_be_read(file: Path, content: bytes | None) -> None:
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(Conflict, match="no broken file any more"):
        PageFile(file).set_aside()
    assert copies(file) == []


@pytest.mark.usefixtures("impatient")
def test_a_repair_while_a_write_waits_is_taken(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_file, "WRITING_S", 5.0)
    file.write_bytes(ANY)
    writer = threading.Thread(target=lambda: add(PageFile(file)))
    writer.start()
    while not list(file.parent.glob(".*.lock")):
        sleep(0.001)
    beside = file.with_name("beside")
    beside.write_text(WHOLE, encoding="utf-8")
    beside.replace(file)
    writer.join()
    assert [each.id for each in PageFile(file).read().notes] == ["a", "new"]
    assert copies(file) == []
