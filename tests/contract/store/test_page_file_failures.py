"""What the machine refuses: no folder, no right, no room. It is said so that one can act, and nothing is lost."""

import errno
import json
import os
import shlex
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from countermark.model.errors import CountermarkError, PageFileFailed
from countermark.model.pages.wishes import new_note
from countermark.store.pages import lock as page_file_lock
from countermark.store.pages.file import PageFile
from tests.contract.store.page_writers import NOW, wish

ROOT = Path(__file__).resolve().parents[3]
NOBODY = 65534
NO_DISK = 77  # the exit code for a machine that gives us none
WHOLE = {"version": 1, "annotations": [], "pageNotes": [{"id": "a", "pageUrl": "/", "note": "n"}]}
OPENING = """
import os, resource, sys
from pathlib import Path
from countermark.store.pages.file import PageFile
from tests.contract.store.test_page_file_failures import add, be_nobody, names, refusal
file = Path(sys.argv[1])
"""


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everybody can reach, unlike those that pytest makes."""
    with tempfile.TemporaryDirectory(prefix="cm-pages-") as name:
        Path(name).chmod(0o755)
        yield Path(name)


def add(pages: PageFile, words: str = "n") -> None:
    pages.change(lambda store: store.with_note(new_note(wish(words), id="new", now=NOW)))


def refusal(ask: Callable[[], object]) -> str:
    """What a person gets to read."""
    try:
        ask()
    except CountermarkError as error:
        return f"{type(error).__name__}: {error} {error.hint}"
    return "nothing was refused"


def be_nobody() -> None:
    """Root may do everything; somebody else may not."""
    if os.geteuid() == 0:
        os.setgid(NOBODY)
        os.setuid(NOBODY)


def in_child(code: str, file: Path) -> str:
    """What a program says that gives up something first."""
    done = subprocess.run(command(code, file), cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def command(code: str, file: Path) -> list[str]:
    return [sys.executable, "-c", OPENING + code, str(file)]


def names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    pages = PageFile(tmp_path / "gone" / "inline-review.json")
    for ask in (pages.read, lambda: add(pages)):
        said = refusal(ask)
        assert said.startswith(
            f"PageFileFailed: {tmp_path}/gone/inline-review.json could not be read or written: No such"
        )
        assert "Its folder is missing: make it" in said
    assert names(tmp_path) == []


def test_a_path_through_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for ask in (PageFile(tmp_path / "file" / "x.json").read, lambda: add(PageFile(tmp_path / "file" / "x.json"))):
        assert "Not a directory. Part of its path is no folder" in refusal(ask)


@pytest.mark.parametrize("kind", ["folder", "pipe"])
def test_something_else_of_this_name(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "inline-review.json"
    path.mkdir() if kind == "folder" else os.mkfifo(path)
    for ask in (PageFile(path).read, lambda: add(PageFile(path))):
        assert "no ordinary file. Something else has its name" in refusal(ask)
    assert names(tmp_path) == ["inline-review.json"]


def test_links_that_lead_in_a_circle(tmp_path: Path) -> None:
    path = tmp_path / "inline-review.json"
    path.symlink_to(path)
    with pytest.raises(PageFileFailed, match="symbolic links"):
        PageFile(path).read()


def test_a_folder_that_cannot_be_written(open_folder: Path) -> None:
    """As somebody who may read it; root may write everything."""
    file = open_folder / "inline-review.json"
    file.write_text(json.dumps(WHOLE), encoding="utf-8")
    file.chmod(0o644)
    open_folder.chmod(0o555)
    said = in_child(
        "be_nobody(); print(PageFile(file).read().page_note('a').note, refusal(lambda: add(PageFile(file))))", file
    )
    assert said.startswith("n PageFileFailed: "), "it can still be read"
    assert "inline-review.json could not be read or written: Permission denied. Give yourself the right" in said
    assert (names(open_folder), json.loads(file.read_bytes())) == (["inline-review.json"], WHOLE)
    open_folder.chmod(0o755)


def test_a_file_that_cannot_be_read(open_folder: Path) -> None:
    file = open_folder / "inline-review.json"
    file.write_text(json.dumps(WHOLE), encoding="utf-8")
    file.chmod(0o000)
    said = in_child("be_nobody(); print(refusal(PageFile(file).read))", file)
    assert "Permission denied. Give yourself the right" in said


def test_a_file_that_may_not_grow(tmp_path: Path) -> None:
    file = tmp_path / "inline-review.json"
    add(PageFile(file))
    before = file.read_bytes()
    limited = "resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000)); "
    said = in_child(limited + "print(refusal(lambda: add(PageFile(file), words='x' * 5000)))", file)
    assert said.startswith("PageFileFailed: "), said
    assert "File too large. The system lets no file here be as long" in said
    assert (file.read_bytes(), names(tmp_path)) == (before, ["inline-review.json"])


def test_what_fails_after_the_change_does_not_undo_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder's rights go, or it cannot be asked for its names: the change is in the file, so it is made."""
    monkeypatch.setattr(page_file_lock, "PATIENCE_S", 0.2)
    pages, fsync = PageFile(tmp_path / "inline-review.json"), os.fsync
    add(pages)

    def refuse(path: Path, **_: bool) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    def only_files(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        fsync(descriptor)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "unlink", refuse)
        patched.setattr(os, "fsync", only_files)
        for words in ("first", "second"):  # nobody holds the lock any more
            add(pages, words)
            assert PageFile(tmp_path / "inline-review.json").read().page_note("new").note == words
    add(PageFile(tmp_path / "inline-review.json"), "third")
    assert names(tmp_path) == ["inline-review.json"], "what could not be removed is swept away"


def test_a_disk_that_is_full(tmp_path: Path) -> None:
    """A disk of 32 KB in memory, in a world of its own."""
    code = (
        "add(PageFile(file)); before = file.read_bytes(); "
        "said = refusal(lambda: add(PageFile(file), words='x' * 50_000)); "
        "print(said, file.read_bytes() == before, names(file.parent), PageFile(file).read().page_note('new').note)"
    )
    world = f"unshare {'-m' if os.geteuid() == 0 else '-rm'}"
    small = f"mount -t tmpfs -o size=32k none {shlex.quote(str(tmp_path))} || exit {NO_DISK}"
    inside = shlex.quote(f"{small}; exec {shlex.join(command(code, tmp_path / 'inline-review.json'))}")
    outside = f"{world} true || exit {NO_DISK}; exec {world} sh -c {inside}"
    done = subprocess.run(["sh", "-c", outside], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode == NO_DISK:
        pytest.skip(f"no small disk can be mounted here: {done.stderr.strip()}")
    assert done.returncode == 0, done.stderr
    assert "No space left on device. There is no room left on the disk: make some" in done.stdout
    assert done.stdout.endswith("True ['inline-review.json'] n\n")
