"""Where the notes of a Sphinx site lie: above its sources, which sphinx-autobuild watches."""

from pathlib import Path

import pytest

from countermark.page_side.sphinx import project_of
from tests.repositories import make_repository


@pytest.mark.parametrize(
    ("marked", "here", "found"),
    [
        (None, ".", "."),
        (".", "docs/source", "."),
        ("docs", "docs/source", "docs"),
        (None, "docs/source", None),
        ("docs/source", ".", None),
    ],
    ids=["run above", "a repository above", "a nearer one", "nothing above", "the sources are the repository"],
)
def test_the_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, marked: str | None, here: str, found: str | None
) -> None:
    (tmp_path / "docs" / "source").mkdir(parents=True)
    if marked is not None:
        make_repository(tmp_path / marked)
    monkeypatch.chdir(tmp_path / here)
    expected = None if found is None else str((tmp_path / found).resolve())
    assert project_of(str(tmp_path / "docs" / "source")) == expected


def test_an_empty_git_folder_is_no_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "docs" / "source" / ".git").mkdir(parents=True)
    (tmp_path / "docs" / ".git").mkdir()
    make_repository(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert project_of(str(tmp_path / "docs" / "source")) == str(tmp_path)
