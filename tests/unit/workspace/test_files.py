"""Files that an agent names are read only when they are what they should be, and never hold the reader."""

import os
import stat
from pathlib import Path

import pytest

from countermark.workspace.files import MAX_BYTES, beginning_of, text_in
from countermark.workspace.git import branch


def test_an_ordinary_file(tmp_path: Path) -> None:
    file = tmp_path / "plan.md"
    file.write_bytes("# Ä\n".encode() + b"\xff")
    (tmp_path / "link").symlink_to(file)
    assert text_in(str(file)) == text_in(str(tmp_path / "link")) == "# Ä\n\ufffd"


@pytest.mark.parametrize("path", ["plan.md", "", "/x\0y", "/" + "a" * 5000, "/no/such/file", "/etc/passwd/file"])
def test_no_such_file(path: str) -> None:
    assert text_in(path) is None


def test_what_is_no_ordinary_file_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe", Path("/dev/zero"), Path("/dev/tty")):
        with pytest.raises(OSError, match=r".+"):
            text_in(str(path))


def test_a_file_without_end_is_not_taken_whole(tmp_path: Path) -> None:
    pages = Path("/proc/self/pagemap")  # an ordinary file of length 0 that gives 256 GB
    if not pages.exists() or not stat.S_ISREG(pages.stat().st_mode):
        pages = tmp_path / "sparse"
        with pages.open("wb") as file:
            file.truncate(1 << 36)
    with pytest.raises(OSError, match="too large"):
        text_in(str(pages))
    assert len(beginning_of(str(pages), most=64)) == 64


def test_one_byte_too_many(tmp_path: Path) -> None:
    file = tmp_path / "plan.md"
    file.write_bytes(b"x" * MAX_BYTES)
    assert len(text_in(str(file)) or "") == MAX_BYTES
    file.write_bytes(b"x" * (MAX_BYTES + 1))
    with pytest.raises(OSError, match="too large"):
        text_in(str(file))


def test_a_branch_is_read_from_ordinary_files_alone(tmp_path: Path) -> None:
    git = tmp_path / ".git"
    git.mkdir()
    (git / "HEAD").write_text("ref: refs/heads/main\n")
    (tmp_path / "inside" / "it").mkdir(parents=True)
    assert branch(str(tmp_path / "inside" / "it")) == "main"
    (tmp_path / "inside" / ".git").mkdir()
    assert branch(str(tmp_path / "inside" / "it")) == "main", "an empty .git makes no repository"
    (git / "HEAD").unlink()
    os.mkfifo(git / "HEAD")
    assert branch(str(tmp_path)) is None
    (git / "HEAD").unlink()
    git.rmdir()
    os.mkfifo(git)
    assert branch(str(tmp_path)) is None


@pytest.mark.parametrize("workspace", ["", ".", "relative", "/a\0b", "/x" * 1_000_000, "\udcff"])
def test_what_is_no_place_has_no_branch(workspace: str) -> None:
    assert branch(workspace) is None
