"""Any number of programs write one page file: nothing that was acknowledged is lost, whoever is killed."""

import errno
import fcntl
import json
import os
import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

import pytest

from countermark.model.errors import PageFileFailed
from countermark.model.pages.annotations import PageStore
from countermark.model.pages.wishes import changed_annotation, new_annotation, new_note
from countermark.store.pages import disk
from countermark.store.pages import lock as page_file_lock
from countermark.store.pages.file import PageFile
from tests.contract.store.page_writers import NOW, TARGET, names, wish
from tests.figures import figure

ROOT = Path(__file__).resolve().parents[3]
TIMES = figure(1000)
KILLS = 12


def begin(file: Path) -> PageFile:
    """A file with the annotation that is answered."""
    pages = PageFile(file)
    pages.change(lambda store: store.with_annotation(new_annotation(wish("t"), id=TARGET, now=NOW)))
    return pages


def start(role: str, file: Path, times: int, **more: object) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tests.contract.store.page_writers", role, str(file), str(times)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def told(lines: list[str], what: str) -> list[str]:
    """What the programs have said, whole lines only."""
    found = [json.loads(line) for line in lines if line.endswith("\n")]
    return [
        name for each in found for name in ([each[what]] if isinstance(each.get(what), str) else each.get(what, []))
    ]


@pytest.fixture
def fast_folder(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory: nobody waits for the disk, so the writers meet as often as they can."""
    memory = Path("/dev/shm")
    if not memory.is_dir():
        yield tmp_path
        return
    with TemporaryDirectory(dir=memory) as folder:
        yield Path(folder)


@pytest.mark.tenth
def test_a_web_server_an_agent_and_a_hand_write_many_times_each(fast_folder: Path) -> None:
    file = fast_folder / "inline-review.json"
    begin(file)
    processes = [start(role, file, TIMES) for role in ("web", "mcp", "hand")]
    lines = [line for process in processes for line in process.communicate(timeout=300)[0].splitlines(keepends=True)]
    assert [process.returncode for process in processes] == [0, 0, 0]
    written, overwritten = told(lines, "wrote"), set(told(lines, "overwritten"))
    assert len(written) == 3 * TIMES
    kept = names(json.loads(file.read_bytes()))
    # What is gone, the hand itself has overwritten between its last look and its rename, after our answer had left.
    assert set(written) - kept <= overwritten
    assert [each.name for each in fast_folder.iterdir() if each.name.startswith(".")] == []


def test_a_hand_that_comes_while_a_change_is_made(tmp_path: Path) -> None:
    """The change is made anew from what the hand has written, however often it comes."""
    pages = begin(tmp_path / "inline-review.json")
    seen: list[int] = []

    def work(store: PageStore) -> PageStore:
        seen.append(len(store.notes))
        if len(seen) <= 3:
            PageFileByHand(tmp_path / "inline-review.json").add(f"note {len(seen)}")
        return store.with_annotation(new_annotation(wish("w"), id="ours", now=NOW))

    after = pages.change(work)
    assert seen == [0, 1, 2, 3]
    assert names(json.loads((tmp_path / "inline-review.json").read_bytes())) == {
        TARGET,
        "ours",
        "note 1",
        "note 2",
        "note 3",
    }
    assert after == pages.read() == PageFile(tmp_path / "inline-review.json").read()


class PageFileByHand:
    """Somebody who edits the file and takes no lock."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def add(self, name: str) -> None:
        whole = json.loads(self.file.read_bytes())
        whole["pageNotes"].append({"id": name, "pageUrl": "/", "note": ""})
        beside = self.file.with_name("beside")
        beside.write_text(json.dumps(whole), encoding="utf-8")
        beside.replace(self.file)


@pytest.mark.parametrize("can_swap", [True, False])
def test_a_hand_that_comes_after_the_last_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, can_swap: bool) -> None:
    """The file that comes out is not the one that was read: it goes back, and nothing of it was lost."""
    if not can_swap:
        monkeypatch.setattr(disk, "SWAPPER", None)
    file, ours = tmp_path / "inline-review.json", tmp_path / "ours"
    file.write_bytes(b"read")
    read = disk.see(file)
    file.write_bytes(b"by hand")
    ours.write_bytes(b"ours")
    assert not disk.swap_in(ours, file, read)
    assert (file.read_bytes(), ours.read_bytes()) == (b"by hand", b"ours")
    assert disk.swap_in(ours, file, disk.see(file))
    assert file.read_bytes() == b"ours"


@pytest.mark.parametrize("back", [True, False])
def test_a_hand_whose_file_cannot_be_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, back: bool) -> None:
    """It comes between our last look and the swap, and then there are no more descriptors: nothing of it is lost."""
    file = tmp_path / "inline-review.json"
    pages, swap, turns = begin(file), disk.swap, [1, 2]

    def fail(path: Path) -> disk.Seen:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE), str(path))

    def swap_late(one: Path, other: Path) -> bool | None:
        if turns.pop(0) == 1:
            PageFileByHand(file).add("by hand")
            monkeypatch.setattr(disk, "see", fail)
        elif not back:
            raise OSError(errno.EIO, os.strerror(errno.EIO), str(other))
        return swap(one, other)

    monkeypatch.setattr(disk, "swap", swap_late)
    with pytest.raises(PageFileFailed):
        pages.change(lambda store: store.with_note(new_note(wish("n"), id="ours", now=NOW)))
    monkeypatch.undo()
    kept = file if back else next(tmp_path.glob("*.corrupt-*"))
    assert names(json.loads(kept.read_bytes())) == {TARGET, "by hand"}
    assert len(list(tmp_path.iterdir())) == (1 if back else 2)


def test_a_file_that_goes_out_of_sight_after_our_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody can say any more whether a hand came after us; ours was in the file, so it is not said to have failed."""
    file = tmp_path / "inline-review.json"
    pages, identity_at, looks = begin(file), disk.identity_at, [1, 2]

    def look(path: Path) -> disk.Identity | None:
        if looks.pop(0) == 2:
            raise OSError(errno.EIO, os.strerror(errno.EIO), str(path))
        return identity_at(path)

    with monkeypatch.context() as patched:
        patched.setattr(disk, "identity_at", look)
        pages.change(lambda store: store.with_note(new_note(wish("n"), id="ours", now=NOW)))
    assert looks == []
    assert names(json.loads(file.read_bytes())) == {TARGET, "ours"}


def test_a_hand_that_makes_the_file_first(tmp_path: Path) -> None:
    file, ours = tmp_path / "inline-review.json", tmp_path / "ours"
    ours.write_bytes(b"ours")
    file.write_bytes(b"by hand")
    assert not disk.link(ours, file)
    assert file.read_bytes() == b"by hand"


def test_a_hand_that_removes_the_file(tmp_path: Path) -> None:
    file, ours = tmp_path / "inline-review.json", tmp_path / "ours"
    file.write_bytes(b"read")
    read = disk.see(file)
    ours.write_bytes(b"ours")
    file.unlink()
    assert not disk.swap_in(ours, file, read)
    assert not file.exists()


def test_a_hand_that_replaces_the_file_before_our_answer_leaves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It had read the file before us: its own stays, and ours is made anew after it, once."""
    file = tmp_path / "inline-review.json"
    pages = begin(file)
    old, sync, hands = file.read_bytes(), disk.sync, [1, 2]

    def sync_and_lose(folder: int) -> None:
        sync(folder)
        if hands:
            file.write_bytes(old)
            PageFileByHand(file).add(f"note {hands.pop()}")

    monkeypatch.setattr(disk, "sync", sync_and_lose)
    reply = {"reply": {"message": "ours"}}
    pages.change(lambda store: store.with_annotation(changed_annotation(store.annotation(TARGET), reply, now=NOW)))
    (target,), notes = pages.read().annotations, pages.read().notes
    assert [each.message for each in target.replies] == ["ours"]
    assert [each.id for each in notes] == ["note 1"]


def test_a_hand_that_deletes_what_it_has_read(tmp_path: Path) -> None:
    """What somebody takes out later is out."""
    file = tmp_path / "inline-review.json"
    pages = begin(file)
    pages.change(lambda store: store.with_note(new_note(wish("n"), id="n", now=NOW)))
    file.write_text(json.dumps({"version": 1, "annotations": [], "pageNotes": []}))
    assert pages.read().notes == ()
    pages.change(lambda store: store.with_note(new_note(wish("n"), id="m", now=NOW)))
    assert names(json.loads(file.read_bytes())) == {"m"}


def test_file_systems_that_cannot_swap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk, "SWAPPER", None)
    pages = begin(tmp_path / "inline-review.json")
    pages.change(lambda store: store.with_note(new_note(wish("n"), id="n", now=NOW)))
    assert names(json.loads((tmp_path / "inline-review.json").read_bytes())) == {TARGET, "n"}
    assert [each.name for each in tmp_path.iterdir()] == ["inline-review.json"]


def test_threads_of_several_page_files(tmp_path: Path) -> None:
    file = tmp_path / "inline-review.json"
    files = [begin(file), PageFile(file)]
    errors: list[BaseException] = []

    def write(number: int) -> None:
        try:
            for turn in range(25):
                made = new_note(wish("n"), id=f"{number}-{turn}", now=NOW)
                files[number % 2].change(lambda store: store.with_note(made))  # noqa: B023  # called at once
                assert made.id in {each.id for each in files[(number + turn) % 2].read().notes}
        except BaseException as error:
            errors.append(error)
            raise

    threads = [threading.Thread(target=write, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert len(files[0].read().notes) == len({each.id for each in files[1].read().notes}) == 200


def test_writers_that_are_killed(tmp_path: Path) -> None:
    """kill -9 in the middle of writes: a whole file with everything acknowledged, no held lock, nothing left over."""
    file, chance = tmp_path / "inline-review.json", random.Random(20260226)
    begin(file)
    acknowledged: set[str] = set()
    left_behind = 0
    for _ in range(KILLS):
        writer = start("web", file, 1_000_000)
        assert writer.stdout is not None
        lines = [writer.stdout.readline() for _ in range(chance.randint(1, 40))]
        spin_until = monotonic() + chance.random() * 0.004
        while monotonic() < spin_until:
            pass
        writer.kill()
        lines += writer.communicate(timeout=30)[0].splitlines(keepends=True)
        acknowledged |= set(told(lines, "wrote"))
        left_behind += len(list(tmp_path.glob(".inline-review.json.*")))
        assert acknowledged <= names(json.loads(file.read_bytes()))
        started = monotonic()
        PageFile(file).change(lambda store: store.with_annotation(new_annotation(wish("x"), id="again", now=NOW)))
        assert monotonic() - started < 5, "the dead hold no lock"
        assert [each.name for each in tmp_path.iterdir()] == ["inline-review.json"]
    assert left_behind, "none of the kills came in the middle of a write: they prove nothing"


def test_a_program_that_holds_the_lock_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_file_lock, "PATIENCE_S", 0.1)
    pages = begin(tmp_path / "inline-review.json")
    with page_file_lock.held(tmp_path / "inline-review.json"):
        with pytest.raises(PageFileFailed, match="timed out") as caught:
            pages.change(lambda store: store.without_annotation(TARGET))
        assert "holds its lock" in caught.value.hint
        assert pages.read().annotation(TARGET).note == "t"
    pages.change(lambda store: store.without_annotation(TARGET))
    assert [each.name for each in tmp_path.iterdir()] == ["inline-review.json"]


def test_a_lock_on_a_dotfile_that_is_gone_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever had it takes the dotfile away between our opening and our locking it: others would lock another one."""
    beside, real = tmp_path / ".lock", fcntl.flock

    def flock_after_the_holder(descriptor: int, how: int) -> None:
        beside.unlink()
        real(descriptor, how)

    monkeypatch.setattr(fcntl, "flock", flock_after_the_holder)
    assert page_file_lock.attempt(beside) is None
    monkeypatch.undo()
    taken = page_file_lock.attempt(beside)
    assert taken is not None
    assert page_file_lock.attempt(beside) is None
    os.close(taken)
