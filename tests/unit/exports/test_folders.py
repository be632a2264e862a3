"""New files in somebody's folder: none is lost, overwritten, or written elsewhere."""

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countermark.exports.file_names import file_name
from countermark.exports.folders import opened, put


def puts(folder: Path, name: str, content: bytes = b"new") -> str:
    with opened(folder) as descriptor:
        return put(descriptor, name, content)


def test_no_file_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"mine")
    assert puts(tmp_path, "a.md") == "a 2.md"
    assert puts(tmp_path, "a.md", b"newer") == "a 3.md"
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == {
        "a.md": b"mine", "a 2.md": b"new", "a 3.md": b"newer",
    }  # fmt: skip


def test_what_is_there_to_the_letter_is_not_written_twice(tmp_path: Path) -> None:
    assert [puts(tmp_path, "a.md"), puts(tmp_path, "a.md")] == ["a.md", "a.md"]
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("target", ["there.txt", "nothing.txt", "."])
def test_a_link_is_never_followed(tmp_path: Path, target: str) -> None:
    outside, folder = tmp_path / "outside", tmp_path / "vault"
    outside.mkdir()
    folder.mkdir()
    (outside / "there.txt").write_bytes(b"new")
    (folder / "a.md").symlink_to(outside / target)
    assert puts(folder, "a.md") == "a 2.md"
    assert [file.name for file in outside.iterdir()] == ["there.txt"]


def test_a_pipe_of_that_name_keeps_nobody_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.md")
    assert puts(tmp_path, "a.md") == "a 2.md"


def test_a_folder_of_that_name_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "a.md").mkdir()
    with opened(tmp_path) as folder:
        before = os.dup(folder)
        assert [put(folder, "a.md", each) for each in (b"one", b"two", b"one")] == ["a 2.md", "a 3.md", "a 2.md"]
        os.close(before)
        after = os.dup(folder)
        os.close(after)
        assert after == before, "no descriptor is left open"


def test_writers_beside_each_other_overwrite_nothing(tmp_path: Path) -> None:
    def writes(number: int) -> list[tuple[str, str]]:
        said = [f"{number} {each}" for each in range(10)]
        with opened(tmp_path) as folder:
            return [(put(folder, "a.md", each.encode()), each) for each in said]

    with ThreadPoolExecutor(8) as writers:
        written = [each for some in writers.map(writes, range(8)) for each in some]
    assert len(written) == len({name for name, _ in written}) == 80
    assert all((tmp_path / name).read_text() == said for name, said in written)


def test_who_may_read_the_folder_may_read_the_file(tmp_path: Path) -> None:
    for mode, expected in ((0o700, 0o600), (0o755, 0o644), (0o775, 0o664), (0o777, 0o664)):
        tmp_path.chmod(mode)
        name = puts(tmp_path, f"{mode:o}.md")
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == expected


def test_nothing_half_written_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("countermark.exports.folders.os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        puts(tmp_path, "a.md")
    assert list(tmp_path.iterdir()) == []


@given(
    st.text(max_size=400) | st.sampled_from(["../../x", "/etc/passwd", "nul", "a" * 300, "\u202e\u2066x", "\x00\x1b"])
)
def test_no_title_is_written_outside(tmp_path_factory: pytest.TempPathFactory, title: str) -> None:
    folder = tmp_path_factory.mktemp("vault") / "notes"
    folder.mkdir()
    name = puts(folder, file_name(title, at=0, ending="md"))
    assert [file.name for file in folder.iterdir()] == [name]
    assert [file.name for file in folder.parent.iterdir()] == ["notes"]
