"""A link that has taken the place of a page file, or of a folder on the way to it, is not followed."""

import json
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from countermark.model.errors import PageFileFailed
from countermark.model.pages.wishes import new_note
from countermark.store.pages import disk
from countermark.store.pages.file import PageFile

NOTE = {"id": "1", "pageUrl": "/", "note": "another site's"}
OTHERS = json.dumps({"version": 1, "annotations": [], "pageNotes": [NOTE]})
SECRET = "a private key {"


def add(pages: PageFile) -> object:
    made = new_note({"pageUrl": "/", "note": "ours"}, id="2", now="2026-01-01T00:00:00.000Z")
    return pages.change(lambda store: store.with_note(made))


@pytest.fixture(params=["file", "folder"])
def switched(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[str], tuple[PageFile, Path]]:
    """A page file that was used, then taken away: a link has its place, to a private file of this content."""

    def switch(content: str) -> tuple[PageFile, Path]:
        site, private = tmp_path / "site", tmp_path / "private"
        site.mkdir()
        private.mkdir()
        pages = PageFile(site / "inline-review.json")
        add(pages)
        target = private / "inline-review.json"
        target.write_text(content)
        target.chmod(0o600)
        (site / "inline-review.json").unlink()
        if request.param == "file":
            (site / "inline-review.json").symlink_to(target)
        else:
            site.rmdir()
            site.symlink_to(private)
        return pages, target

    return switch


@pytest.mark.parametrize("content", [OTHERS, SECRET, ""])
def test_nothing_is_read_written_or_copied(
    switched: Callable[[str], tuple[PageFile, Path]], content: str, tmp_path: Path
) -> None:
    used, target = switched(content)
    for pages in (used, PageFile(tmp_path / "site" / "inline-review.json")):  # and after a restart
        for ask in (pages.read, lambda pages=pages: add(pages), pages.set_aside):
            with pytest.raises(PageFileFailed, match="a link has taken its place") as refused:
                ask()
            assert "Take the link away" in refused.value.hint
            assert SECRET not in str(refused.value)
    assert (target.read_text(), stat.S_IMODE(target.stat().st_mode)) == (content, 0o600)
    assert [each.name for each in target.parent.iterdir()] == [target.name]


def test_a_link_that_comes_between_two_looks(tmp_path: Path) -> None:
    """Each step that opens or replaces the file looks for itself, whatever was seen before."""
    file, private = tmp_path / "inline-review.json", tmp_path / "private"
    private.write_text(OTHERS)
    file.write_text(OTHERS)
    seen = disk.see(file)
    file.unlink()
    file.symlink_to(private)
    with pytest.raises(OSError, match="symbolic links"):
        disk.see(file)
    assert disk.put(file, b"ours", instead_of=seen) is None
    assert disk.keep_copy(file, OTHERS.encode()) is None
    assert disk.identity_at(file) != disk.identity_at(private)
    assert private.read_text() == OTHERS
    assert {each.name for each in tmp_path.iterdir()} == {file.name, private.name}
