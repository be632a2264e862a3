"""Files that can be mentioned: those of the workspace, found by a few letters, never any outside of it."""

import asyncio
import os
import subprocess
import threading
import time
from pathlib import Path

import pytest

from countermark.actions.desk import Desk
from countermark.actions.live_sessions import file_lists
from countermark.actions.live_sessions.file_lists import FileLists
from countermark.actions.sessions import opening
from countermark.actions.sessions.files import best_names, find_files
from countermark.actions.sessions.opening import NewSession
from countermark.model.errors import NotFound
from countermark.model.sessions.values import Session
from countermark.workspace import file_lists as listing
from countermark.workspace.file_lists import files_below
from tests.contract.sessions.talk import ME


def write(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x")


def git(folder: Path, *words: str) -> None:
    subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True)


def repository(folder: Path) -> None:
    git(folder, "init", "-q")
    write(folder, "a.py", "src/pay ment.py", "src/ünï.py", ".github/ci.yml", "out/made.js", ".env", "new.txt")
    (folder / ".gitignore").write_text("out/\n")
    git(folder, "add", "a.py", "src")


async def found(desk: Desk, session: Session, words: str) -> list[str]:
    return [each.name for each in await find_files(desk, session.id, words)]


async def test_git_names_tracked_and_new_files_but_no_ignored_and_no_hidden_ones(
    desk: Desk, folder: Path, session: Session
) -> None:
    repository(folder)
    assert await found(desk, session, "") == ["a.py", "new.txt", "src/pay ment.py", "src/ünï.py"]
    (whole,) = await find_files(desk, session.id, "ünï")
    assert whole.path == f"{folder}/src/ünï.py"


def test_a_folder_within_a_repository_lists_its_own_files(tmp_path: Path) -> None:
    repository(tmp_path)
    assert files_below(str(tmp_path / "src")) == ("pay ment.py", "ünï.py")


def test_a_repository_starts_no_program_of_its_own(tmp_path: Path) -> None:
    repository(tmp_path)
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path}/started\n")
    program.chmod(0o755)
    git(tmp_path, "config", "core.fsmonitor", str(program))
    assert "a.py" in files_below(str(tmp_path))
    assert not (tmp_path / "started").exists()


def test_without_git_the_folder_is_walked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "b/c.py", "a.py", "node_modules/x.js", ".hidden/y", "b/.z", "__pycache__/w.pyc")
    (tmp_path / "outside").symlink_to("/etc")
    assert files_below(str(tmp_path)) == ("a.py", "b/c.py")
    monkeypatch.setattr(listing, "WALK_SECONDS", 0.0)
    assert files_below(str(tmp_path)) == ("a.py",), "a walk that takes too long ends with what it has"


def test_a_name_that_is_no_text_is_left_out_and_every_other_one_is_said(tmp_path: Path) -> None:
    others = ["a\nb.txt", "bidi\u202egnp.exe", "'\"`.md", "plain.txt"]
    write(tmp_path, *others)
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/bad\xff.txt")).write_text("x")
    assert sorted(files_below(str(tmp_path))) == sorted(others)


@pytest.mark.parametrize("place", ["/no/such/folder", "relative", "/etc/passwd", "/\0"])
def test_no_folder_has_no_files(place: str) -> None:
    assert files_below(place) == ()


async def test_all_folders_of_a_session_are_looked_into(desk: Desk, folder: Path, tmp_path: Path) -> None:
    write(folder, "a.py")
    write(tmp_path / "more", "a.py")
    wanted = NewSession("codex", str(folder), folders=(str(tmp_path / "more"),))
    session = await opening.open_session(desk, wanted, by=ME)
    assert await found(desk, session, "a.py") == ["a.py", f"{tmp_path}/more/a.py"]
    with pytest.raises(NotFound):
        await find_files(desk, "se_none", "a")


def test_the_name_itself_comes_first_then_its_folders_then_what_is_alike() -> None:
    names = ["src/checkout/index.ts", "checkout.py", "src/old_checkout.py", "src/a_check_out.py", "README.md"]
    assert best_names(names, "checkout") == [
        "checkout.py", "src/old_checkout.py", "src/checkout/index.ts", "src/a_check_out.py",
    ]  # fmt: skip
    assert best_names(names, "Check Out") == best_names(names, "checkout")
    assert best_names(names, "raedme") == ["README.md"]
    assert best_names(names, "zzz") == []
    assert best_names(names, "") == ["README.md", "checkout.py", "src/a_check_out.py", "src/old_checkout.py",
                                     "src/checkout/index.ts"]  # fmt: skip


async def test_who_types_does_not_list_the_files_with_every_letter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lists = FileLists()
    write(tmp_path, "a.py")
    first = await asyncio.gather(*(lists.of(str(tmp_path)) for _ in range(5)))
    write(tmp_path, "b.py")
    assert all(each is first[0] for each in first)
    assert await lists.of(str(tmp_path)) == ("a.py",)
    monkeypatch.setattr(file_lists, "FRESH_SECONDS", 0.0)
    monkeypatch.setattr(file_lists, "FRESH_TIMES", 0.0)
    later = FileLists()
    assert await later.of(str(tmp_path)) == ("a.py", "b.py")
    write(tmp_path, "c.py")
    for _ in range(10_000):
        await asyncio.sleep(0)  # a turn of the loop lets go what is fresh no longer
        if await later.of(str(tmp_path)) == ("a.py", "b.py", "c.py"):
            return
    pytest.fail("the list stays as it was")


async def test_a_folder_that_takes_long_does_not_hold_up_another_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    goes_on = threading.Event()
    monkeypatch.setattr(file_lists, "files_below", lambda folder: ("a",) if folder == "/b" or goes_on.wait(30) else ())
    lists = FileLists()
    slow = asyncio.create_task(lists.of("/a"))
    async with asyncio.timeout(30):
        assert await lists.of("/b") == ("a",)
    assert not slow.done()
    goes_on.set()
    assert await slow == ("a",)


async def test_links_that_lead_out_and_files_that_are_gone_are_not_found(
    desk: Desk, folder: Path, tmp_path: Path, session: Session
) -> None:
    write(tmp_path / "outside", "secret.py")
    write(folder, "kept.py", "gone.py")
    (folder / "link_out.py").symlink_to(tmp_path / "outside" / "secret.py")
    (folder / "link_to_folder.py").symlink_to(tmp_path / "outside")
    (folder / "link_in.py").symlink_to("kept.py")
    (folder / "broken.py").symlink_to("nothing")
    git(folder, "init", "-q")
    git(folder, "add", ".")
    (folder / "gone.py").unlink()
    assert await found(desk, session, ".py") == ["kept.py", "link_in.py"]


async def test_two_hundred_thousand_files_are_all_found_and_the_loop_goes_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The last one, too; while they are listed and searched the loop is held no longer than a small part of it."""
    names = [f"package_{each // 1000:03}/module/component_{each:06}.py" for each in range(200_000)]
    monkeypatch.setattr(listing, "listed_by_git", lambda _: list(names))
    assert len(await FileLists().of(str(tmp_path))) == 200_000
    search = asyncio.create_task(asyncio.to_thread(best_names, names, "cmponent_199998"))
    turns = 0
    while not search.done():
        await asyncio.sleep(0.001)
        turns += 1
    assert "package_199/module/component_199998.py" in await search
    assert turns >= 3


def test_fifty_thousand_files_are_searched_in_a_moment() -> None:
    names = [f"packages/part{number % 500}/src/module_{number}.ts" for number in range(50_000)]
    took = []
    for words in ("module_4999", "zzzqqq", "prt7/modul"):
        before = time.process_time()
        best_names(names, words)
        took.append(time.process_time() - before)
    assert max(took) < 2.0, took
