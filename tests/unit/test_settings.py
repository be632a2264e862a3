"""Settings of the journal: how long it is kept."""

from pathlib import Path

import pytest

from countermark.model.errors import BadInput
from countermark.settings import load_settings


def test_the_journal_is_kept_for_ever_unless_somebody_says_otherwise(tmp_path: Path) -> None:
    assert load_settings(tmp_path).keep_days is None
    (tmp_path / "settings.toml").write_text("[journal]\nkeep_days = 400\n")
    assert load_settings(tmp_path).keep_days == 400


@pytest.mark.parametrize(
    "line", ["keep_days = 0", "keep_days = -1", 'keep_days = "400"', "keep_days = true", "keep = 1"]
)
def test_what_is_no_number_of_days_is_refused(tmp_path: Path, line: str) -> None:
    (tmp_path / "settings.toml").write_text(f"[journal]\n{line}\n")
    with pytest.raises(BadInput, match=r"journal\.keep"):
        load_settings(tmp_path)


def test_a_table_that_nobody_knows_is_refused_with_those_that_there_are(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("[jurnal]\nkeep_days = 400\n")
    with pytest.raises(BadInput, match=r"there are \[hub\], \[journal\]"):
        load_settings(tmp_path)
