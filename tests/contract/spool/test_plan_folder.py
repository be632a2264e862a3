"""The folder by itself: no link is followed, no half file is seen, no file is replaced."""

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from countermark.agents.spool.folder import PlanFolder, Put
from countermark.model.errors import BadInput, TooLarge
from tests.second_user import NOBODY, needs_a_second_user

SECRET = "the secret of somebody"


@pytest.fixture
def folder(tmp_path: Path) -> PlanFolder:
    folder = PlanFolder(tmp_path / "plans")
    folder.survey()
    return folder


def mode_of(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_a_missing_folder_is_made_for_this_user_alone(folder: PlanFolder) -> None:
    assert mode_of(folder.path) == 0o700


def test_a_folder_that_others_can_enter_is_closed(folder: PlanFolder) -> None:
    folder.path.chmod(0o777)
    folder.survey()
    assert mode_of(folder.path) == 0o700


def test_a_folder_that_is_a_link_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "plans").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match=r"directory|symbolic"):
        PlanFolder(tmp_path / "plans").put("a.response", b"{}")
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_file_in_the_place_of_the_folder_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "plans").write_text("no folder")
    with pytest.raises(NotADirectoryError):
        PlanFolder(tmp_path / "plans").survey()


@needs_a_second_user
def test_a_folder_of_another_user_is_not_used(folder: PlanFolder) -> None:
    os.chown(folder.path, NOBODY, NOBODY)
    with pytest.raises(PermissionError):
        folder.survey()


@needs_a_second_user
def test_a_file_of_another_user_is_not_read(folder: PlanFolder) -> None:
    file = folder.path / "a.md"
    file.write_text(SECRET)
    os.chown(file, NOBODY, NOBODY)
    with pytest.raises(BadInput, match="another user"):
        folder.read("a.md", most=100)


def test_a_file_that_everybody_can_write_is_not_read(folder: PlanFolder) -> None:
    file = folder.path / "a.md"
    file.write_text(SECRET)
    file.chmod(0o666)
    with pytest.raises(BadInput, match="every user"):
        folder.read("a.md", most=100)


def test_a_link_is_not_read_wherever_it_leads(folder: PlanFolder, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text(SECRET)
    (folder.path / "a.md").symlink_to(tmp_path / "secret")
    (folder.path / "b.md").symlink_to("a.md")
    for name in ("a.md", "b.md"):
        with pytest.raises(BadInput, match="is a link"):
            folder.read(name, most=100)


def test_a_pipe_holds_nobody_up(folder: PlanFolder) -> None:
    os.mkfifo(folder.path / "a.md")
    with pytest.raises(BadInput, match="no ordinary file"):
        folder.read("a.md", most=100)


def test_a_folder_with_the_name_of_a_plan_is_not_read(folder: PlanFolder) -> None:
    (folder.path / "a.md").mkdir()
    with pytest.raises(BadInput, match="no ordinary file"):
        folder.read("a.md", most=100)


def test_one_byte_more_than_the_limit_is_too_large(folder: PlanFolder) -> None:
    (folder.path / "a.md").write_bytes(b"x" * 100)
    assert folder.read("a.md", most=100) == b"x" * 100
    with pytest.raises(TooLarge, match="more than 99 bytes"):
        folder.read("a.md", most=99)


def test_what_is_swapped_for_a_link_between_two_looks_is_never_followed(folder: PlanFolder, tmp_path: Path) -> None:
    """Stat, then read by the same name, would hand out the secret here within a few rounds."""
    (tmp_path / "secret").write_text(SECRET)
    ended = threading.Event()

    def swap() -> None:
        while not ended.is_set():
            (folder.path / "next").symlink_to(tmp_path / "secret")
            (folder.path / "next").replace(folder.path / "a.md")
            (folder.path / "next").write_text("a plan")
            (folder.path / "next").replace(folder.path / "a.md")

    with ThreadPoolExecutor(1) as pool:
        swapping = pool.submit(swap)
        try:
            contents = {read_or_refusal(folder) for _ in range(500)}
        finally:
            ended.set()
        swapping.result()
    assert contents <= {"a plan", "refused"}


def read_or_refusal(folder: PlanFolder) -> str:
    try:
        return folder.read("a.md", most=100).decode()
    except BadInput:
        return "refused"


def test_no_reader_sees_an_empty_or_half_response(folder: PlanFolder) -> None:
    whole = b"{" + b"x" * 200_000 + b"}"
    ended = threading.Event()
    sizes: set[int] = set()

    def read() -> None:
        while not ended.is_set():
            sizes.update(file.stat().st_size for file in folder.path.glob("*.response"))

    with ThreadPoolExecutor(1) as pool:
        reading = pool.submit(read)
        try:
            puts = [folder.put(f"{number}.response", whole) for number in range(20)]
        finally:
            ended.set()
        reading.result()
    assert set(puts) == {Put.WRITTEN}
    assert sizes <= {len(whole)}


def test_of_many_who_write_at_once_one_has_written(folder: PlanFolder) -> None:
    with ThreadPoolExecutor(8) as pool:
        puts = list(pool.map(lambda number: folder.put("a.response", b"%d" % number), range(8)))
    assert sorted(put.name for put in puts) == ["OTHER_THERE"] * 7 + ["WRITTEN"]
    assert (folder.path / "a.response").read_bytes() == b"%d" % puts.index(Put.WRITTEN)
    assert [file.name for file in folder.path.iterdir()] == ["a.response"]


def test_the_same_content_again_is_no_other_file(folder: PlanFolder) -> None:
    assert folder.put("a.response", b"{}") is Put.WRITTEN
    assert folder.put("a.response", b"{}") is Put.SAME_THERE
    assert mode_of(folder.path / "a.response") == 0o600


def test_a_link_in_the_place_of_the_response_is_neither_followed_nor_replaced(
    folder: PlanFolder, tmp_path: Path
) -> None:
    for name, target in (("a.response", tmp_path / "made"), ("b.response", tmp_path / "there")):
        (folder.path / name).symlink_to(target)
    (tmp_path / "there").write_bytes(b"{}")
    assert folder.put("a.response", b"{}") is Put.OTHER_THERE
    assert folder.put("b.response", b"{}") is Put.OTHER_THERE
    assert not (tmp_path / "made").exists()
    assert (folder.path / "a.response").is_symlink()


def test_after_a_day_plans_files_go_and_nothing_else(folder: PlanFolder, tmp_path: Path) -> None:
    old = ["a.md", "a.waiting", "a.response", ".a.unfinished", "notes.txt", ".hidden.md"]
    for name in (*old, "young.md"):
        (folder.path / name).write_text("x")
    (tmp_path / "target.md").write_text("kept")
    (folder.path / "link.md").symlink_to(tmp_path / "target.md")
    (folder.path / "folder.md").mkdir()
    for name in (*old, "link.md", "folder.md"):
        os.utime(folder.path / name, ns=(1, 1), follow_symlinks=False)
    os.utime(tmp_path / "target.md", ns=(1, 1))
    removed = folder.remove_old(before_ns=2)
    assert sorted(removed) == [".a.unfinished", "a.md", "a.response", "a.waiting"]
    left = {file.name for file in folder.path.iterdir()}
    assert left == {"notes.txt", ".hidden.md", "young.md", "link.md", "folder.md"}
    assert (tmp_path / "target.md").read_text() == "kept"


def test_a_path_through_a_link_names_the_same_folder(folder: PlanFolder, tmp_path: Path) -> None:
    (tmp_path / "by-another-way").symlink_to(tmp_path)
    assert folder.holds(str(tmp_path / "by-another-way" / "plans" / "a.md"))
    assert folder.holds(f"{folder.path}/../plans/a.md")
    assert not folder.holds(f"{folder.path}-evil/a.md")
    assert not folder.holds(str(tmp_path / "a.md"))
