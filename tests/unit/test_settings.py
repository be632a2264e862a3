"""Settings of the hub: how long the journal is kept, and what is told elsewhere."""

from pathlib import Path

import pytest

from countermark.model.errors import BadInput
from countermark.model.items import ItemKind
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


def test_the_raw_lines_of_a_session_have_a_limit(tmp_path: Path) -> None:
    assert load_settings(tmp_path).traffic_mb == 256
    (tmp_path / "settings.toml").write_text("[sessions]\ntraffic_mb = 8\n")
    assert load_settings(tmp_path).traffic_mb == 8
    for wrong in ("0", '"8"', "1048577", "true"):
        (tmp_path / "settings.toml").write_text(f"[sessions]\ntraffic_mb = {wrong}\n")
        with pytest.raises(BadInput, match=r"sessions\.traffic_mb"):
            load_settings(tmp_path)


def test_a_table_that_nobody_knows_is_refused_with_those_that_there_are(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("[jurnal]\nkeep_days = 400\n")
    with pytest.raises(BadInput, match=r"there are \[hub\], \[journal\]"):
        load_settings(tmp_path)


def test_nothing_leaves_the_machine_unless_somebody_says_where_to(tmp_path: Path) -> None:
    notify = load_settings(tmp_path).notify
    assert (notify.urls, notify.kinds, notify.after, notify.quiet) == ((), frozenset(ItemKind), 30, None)
    lines = [
        '[notify]\nurls = ["ntfys://push.example.org/topic"]\nkinds = ["permission"]\nafter = 90',
        'quiet = "22:00-07:00"',
        "name_workspace = true\n[notify.agents]\nclaude-code = 20\ncodex = false",
    ]
    (tmp_path / "settings.toml").write_text("\n".join(lines))
    notify = load_settings(tmp_path).notify
    assert notify.services == ("ntfys://push.example.org",)
    assert (set(notify.kinds), str(notify.quiet)) == ({ItemKind.PERMISSION}, "22:00-07:00")
    assert notify.name_workspace
    assert [notify.after_ms(agent) for agent in ("claude-code", "codex", "gemini")] == [20_000, None, 90_000]


@pytest.mark.parametrize(
    "line",
    [
        'urls = "ntfy://host/s3cret"', 'urls = ["s3cret"]', f"urls = {['json://s3cret/'] * 17}", 'kinds = ["plan"]',
        "after = -1", "after = true", 'quiet = "always"', "quiet = 22", "agents = 3", "agents = {codex = true}",
        "name_workspace = 1", 'url = "json://s3cret"',
    ],
)  # fmt: skip
def test_what_is_no_setting_of_notices_is_refused_without_a_word_of_a_key(tmp_path: Path, line: str) -> None:
    (tmp_path / "settings.toml").write_text(f"[notify]\n{line}\n")
    with pytest.raises(BadInput, match=rf"notify\.{line.split(maxsplit=1)[0]}") as refusal:
        load_settings(tmp_path)
    assert "s3cret" not in str(refusal.value)


def test_decided_reviews_go_where_somebody_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/me")
    assert load_settings(tmp_path).export.obsidian is None
    (tmp_path / "settings.toml").write_text(
        '[export]\nobsidian = "~/Vault/Reviews"\ntags = ["work/plans", "přehled"]\n'
    )
    export = load_settings(tmp_path).export
    assert (export.obsidian, export.tags) == (Path("/home/me/Vault/Reviews"), ("work/plans", "přehled"))


@pytest.mark.parametrize(
    "line",
    [
        'obsidian = "Vault"',
        'obsidian = "~nobody-of-this-machine/Vault"',
        "obsidian = 7",
        'obsidian = "/a\\u0000b"',
        'tags = "x"',
        'tags = ["two words"]',
        'tags = ["7"]',
        "x = 1",
    ],
)
def test_what_is_no_folder_and_no_tag_is_refused(tmp_path: Path, line: str) -> None:
    (tmp_path / "settings.toml").write_text(f"[export]\n{line}\n")
    with pytest.raises(BadInput, match=r"export\."):
        load_settings(tmp_path)
