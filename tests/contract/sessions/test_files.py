"""Files that can be mentioned: those of the workspace, found by a few letters, never any outside of it."""

import asyncio
import subprocess
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
    assert await lists.of(str(tmp_path)) == ("a.py", "b.py")


def test_fifty_thousand_files_are_searched_in_a_moment() -> None:
    names = [f"packages/part{number % 500}/src/module_{number}.ts" for number in range(50_000)]
    took = []
    for words in ("module_4999", "zzzqqq", "prt7/modul"):
        before = time.process_time()
        best_names(names, words)
        took.append(time.process_time() - before)
    assert max(took) < 2.0, took
