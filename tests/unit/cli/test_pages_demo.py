"""The sample site: its notes are well formed, and as old as the person's own day."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

from countermark.cli.pages import demo as pages_demo
from countermark.cli.pages.demo import SAMPLE, STORAGE, as_of, entries_of, lay_out

NOW = datetime(2026, 3, 2, 12, 0, 0, 123456, tzinfo=UTC)


def sample() -> dict[str, list[dict[str, object]]]:
    found: dict[str, list[dict[str, object]]] = json.loads((SAMPLE / STORAGE).read_text(encoding="utf-8"))
    return found


def test_its_times_move_together() -> None:
    before = [datetime.fromisoformat(str(each["createdAt"])) for each in entries_of(sample())]
    moved = as_of(sample(), NOW)
    after = [datetime.fromisoformat(str(each["createdAt"])) for each in entries_of(moved)]
    assert {new - old for new, old in zip(after, before, strict=True)} == {after[0] - before[0]}
    newest = max(str(each["updatedAt"]) for each in moved["annotations"])
    assert newest == "2026-03-02T11:58:00.123Z"
    assert timedelta(minutes=1) < NOW - datetime.fromisoformat(newest) < timedelta(minutes=3)


def test_its_notes_have_names_of_their_own_and_pages_that_exist() -> None:
    entries = [*sample()["annotations"], *sample()["pageNotes"]]
    assert len({each["id"] for each in entries}) == len(entries)
    for each in entries:
        assert (SAMPLE / (str(each["pageUrl"]).lstrip("/") or "index.html")).is_file()


def test_it_is_laid_out_once(tmp_path: Path) -> None:
    root = lay_out(tmp_path / "new" / "site")
    assert {each.name for each in root.iterdir()} == {each.name for each in pages_demo.SAMPLE.iterdir()}
    (root / STORAGE).write_text("{}")
    assert lay_out(root) == root
    assert (root / STORAGE).read_text() == "{}"
