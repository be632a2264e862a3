"""Where paths lead, beside what the operating system says."""

import os
import subprocess
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countermark.workspace.git import is_repository, project_root
from countermark.workspace.real_paths import MOST_LINKS, MOST_LISTED, MOST_LOOKED_AT, RealPaths
from tests.repositories import make_repository
from tests.second_user import as_another_user, needs_a_second_user


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = Path(os.path.realpath(tmp_path)) / "root"  # what stands beside it is this test's, too
    (root / "a" / "b").mkdir(parents=True)
    (root / "file").write_text("x")
    for name, target in {
        "to-a": "a",
        "a/up": "..",
        "a/b/far": "/usr",
        "dangling": "gone/x",
        "loop": "pool",
        "pool": "loop",
        "self": "self/x",
        "through": "to-a/b/../up/file",
        "to-file": "file",
    }.items():
        (root / name).symlink_to(target)
    return root


PATHS = [
    "file",
    "to-a/b",
    "to-a/up/to-a/b",
    "to-a/../file",
    "a/b/far/share",
    "a/b/far/../x",
    "dangling",
    "dangling/../y",
    "through",
    "to-file/under",
    "none/at/all",
    "none/../file",
    "a//b/./.",
    "../" * 30 + "usr",
    "a/b/" + "n" * 255,
]


@pytest.mark.parametrize("path", PATHS)
def test_a_path_leads_where_the_system_says(root: Path, path: str) -> None:
    assert RealPaths().real(f"{root}/{path}") == os.path.realpath(f"{root}/{path}")


@pytest.mark.parametrize("path", ["loop", "loop/x", "pool", "self", "a/b/" + "n" * 256, "x\0y", "\ud800"])
def test_nobody_can_tell(root: Path, path: str) -> None:
    assert RealPaths().real(f"{root}/{path}") is None


def test_a_chain_of_links_has_an_end(root: Path) -> None:
    (root / "link-0").symlink_to("file")
    for number in range(1, MOST_LINKS + 1):
        (root / f"link-{number}").symlink_to(f"link-{number - 1}")
    disk = RealPaths()
    assert disk.real(f"{root}/link-{MOST_LINKS - 1}") == f"{root}/file"
    assert disk.real(f"{root}/link-{MOST_LINKS}") is None


def test_a_folder_that_may_not_be_looked_into(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may look everywhere, so the refusal is the system call's."""
    look = os.lstat

    def refuse(path: str) -> os.stat_result:
        if path.startswith(f"{root}/a/"):
            raise PermissionError(13, "no", path)
        return look(path)

    monkeypatch.setattr(os, "lstat", refuse)
    assert RealPaths().real(f"{root}/a/b") is None
    assert RealPaths().real(f"{root}/a") == f"{root}/a"
    assert RealPaths().names(f"{root}/a/b") == 1


def test_how_many_names_a_file_has(root: Path) -> None:
    (root / "twin").hardlink_to(root / "file")
    disk = RealPaths()
    assert [disk.names(f"{root}/{name}") for name in ("file", "twin", "a", "to-file", "none", "x\0")] == [
        2,
        2,
        1,
        1,
        1,
        1,
    ]


@given(st.text(max_size=40))
def test_any_text_has_an_answer(text: str) -> None:
    disk = RealPaths()
    real = disk.real(f"/{text}")
    assert real is None or real.startswith("/")
    assert disk.names(f"/{text}") >= 0


def test_the_root_of_a_project(root: Path) -> None:
    home = root / "home"
    (home / "project" / "src" / "deep").mkdir(parents=True)
    make_repository(home / "project")
    (home / "tree" / "sub").mkdir(parents=True)
    (home / "tree" / ".git").write_text("gitdir: elsewhere")
    (home / "plain" / "sub").mkdir(parents=True)

    def found(folder: str) -> str:
        return project_root(f"{home}/{folder}", home=str(home)).removeprefix(f"{home}/")

    assert found("project/src/deep") == found("project") == "project"
    assert found("tree/sub") == "tree"
    (home / "swept" / ".git").mkdir(parents=True)
    (home / "swept" / "sub").mkdir()
    assert found("plain/sub") == "plain/sub"
    assert found("swept/sub") == "swept/sub", "an empty .git, as a sandbox leaves it, makes no repository"
    make_repository(home)
    assert found("plain/sub") == "plain/sub", "a repository of the whole home folder is no project"
    assert project_root(str(home), home=str(home)) == str(home)
    assert project_root("no\0path", home=str(home)) == "no\0path"


@needs_a_second_user
def test_a_git_folder_of_another_user_is_passed_over() -> None:
    """In a folder that many may write to, as `/tmp` is."""
    with tempfile.TemporaryDirectory(prefix="cm-") as folder:
        Path(folder).chmod(0o755)
        project = make_repository(Path(folder, "home", "project"))
        (project / "shared" / ".git").mkdir(parents=True, mode=0)
        with as_another_user():
            assert not is_repository(project / "shared")
            assert project_root(f"{project}/shared", home=f"{folder}/home") == str(project)


def test_what_a_pattern_stands_for(root: Path) -> None:
    (root / "a" / "b" / ".hidden").write_text("x")
    (root / "a" / "b" / "odd name").write_text("x")

    def listed(pattern: str) -> list[str] | None:
        paths = RealPaths().listed(f"{root}/{pattern}")
        return None if paths is None else [path.removeprefix(f"{root}/") for path in paths]

    assert listed("fi*") == ["file"]
    assert listed("f??e") == ["file"]
    assert listed("a/*") == ["a/b", "a/up"]
    assert listed("to-a/../fil?") == ["to-a/../file"]
    assert listed("a/b/*") == ["a/b/far", "a/b/odd name"]
    assert listed("a/b/.h*") == ["a/b/.hidden"]
    assert listed("dang*") == ["dangling"], "a link that leads nowhere is a name all the same"
    assert listed("none/*") == listed("file/*") == listed("none*") == listed("x\0*") == []
    assert listed("[f]ile") is listed("**/file") is None


def test_a_pattern_that_stands_for_too_much_is_not_followed(tmp_path: Path) -> None:
    for number in range(MOST_LISTED + 1):
        (tmp_path / f"{number}").write_text("")
    assert RealPaths().listed(f"{tmp_path}/*") is None
    assert len(RealPaths().listed(f"{tmp_path}/1*") or ()) == 111
    disk = RealPaths()
    answers = [disk.listed(f"{tmp_path}/none*") for _ in range(MOST_LOOKED_AT // MOST_LISTED + 1)]
    assert (answers[0], answers[-1]) == ((), None)


def test_a_pattern_finds_what_the_shell_finds(root: Path) -> None:
    for pattern in ("*", "a/*", "?il?", "to-*", "a/b/*", "*/b", "*/*/far", "./*", "../*", "a/../*"):
        script = f"shopt -s nullglob; cd '{root}'; printf '%s\\n' {pattern}"
        printed = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True).stdout
        found = RealPaths().listed(f"{root}/{pattern}") or ()
        names = {path.removeprefix(f"{root}/").removeprefix("./") for path in found}
        assert names == {name.removeprefix("./") for name in printed.splitlines()}, pattern
