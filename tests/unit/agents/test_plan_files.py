"""A plan that is named by its file: what is read, and what is refused with a reason."""

import os
from pathlib import Path

import pytest

from countermark.actions.plan_files import PlanUnreadable, text_of
from countermark.model.asked import Asker, CallPoint
from countermark.model.plan_files import PlanFile
from countermark.model.reviews import MAX_DOCUMENT_BYTES

ASKER = Asker(agent="gemini", workspace="/p", conversation="c", point=CallPoint.ALONE)


def plan(folder: Path, name: str = "p.md") -> PlanFile:
    return PlanFile(asker=ASKER, path=str(folder / name), folder=str(folder))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "plans"
    made.mkdir()
    return made


@pytest.mark.parametrize("content", [b"# P\n", b"\xef\xbb\xbf# P\n"])
def test_the_text_of_the_file_is_the_plan(folder: Path, content: bytes) -> None:
    (folder / "p.md").write_bytes(content)
    assert text_of(plan(folder)) == "# P\n"


def test_the_longest_plan_is_read_and_one_byte_more_is_not(folder: Path) -> None:
    (folder / "p.md").write_bytes(b"x" * MAX_DOCUMENT_BYTES)
    assert len(text_of(plan(folder))) == MAX_DOCUMENT_BYTES
    (folder / "p.md").write_bytes(b"x" * (MAX_DOCUMENT_BYTES + 1))
    with pytest.raises(PlanUnreadable, match="more than"):
        text_of(plan(folder))


@pytest.mark.parametrize(("content", "why"), [(b"", "empty"), (b" \n\t", "empty"), (b"# P \xff", "no UTF-8")])
def test_what_is_no_text_is_refused(folder: Path, content: bytes, why: str) -> None:
    (folder / "p.md").write_bytes(content)
    with pytest.raises(PlanUnreadable, match=why):
        text_of(plan(folder))


def test_a_file_that_is_not_there_or_is_no_file_is_refused(folder: Path) -> None:
    with pytest.raises(PlanUnreadable, match="No such file"):
        text_of(plan(folder))
    (folder / "p.md").mkdir()
    with pytest.raises(PlanUnreadable, match="not an ordinary file"):
        text_of(plan(folder))


def test_a_pipe_holds_nobody(folder: Path) -> None:
    os.mkfifo(folder / "p.md")
    with pytest.raises(PlanUnreadable, match="not an ordinary file"):
        text_of(plan(folder))


def test_a_link_out_of_the_folder_is_refused_and_one_within_is_followed(folder: Path) -> None:
    secret = folder.parent / "secret.txt"
    secret.write_text("secret")
    (folder / "p.md").symlink_to(secret)
    with pytest.raises(PlanUnreadable, match="outside"):
        text_of(plan(folder))
    (folder / "real.md").write_text("# P\n")
    (folder / "within.md").symlink_to("real.md")
    assert text_of(plan(folder, "within.md")) == "# P\n"


@pytest.mark.parametrize("name", ["p\0.md", "p\ud800.md", "x" * 300, "x/" * 3000])
def test_a_path_that_no_system_takes_is_refused(folder: Path, name: str) -> None:
    with pytest.raises(PlanUnreadable):
        text_of(plan(folder, name))
