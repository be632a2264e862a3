"""Rule files on the disk: read with a limit, written whole, and only over what was read."""

import hashlib
import os
import stat
from pathlib import Path

import pytest

from countermark.model.errors import RulesBroken, Stale
from countermark.workspace.rule_files import find_rules, project_rules, replace_rules, user_rules

EMPTY = hashlib.sha256(b"").hexdigest()


def test_where_they_lie() -> None:
    assert user_rules("/data") == "/data/rules.toml"
    assert project_rules("/srv/project") == "/srv/project/.countermark/rules.toml"


def test_a_missing_file_is_an_empty_one(tmp_path: Path) -> None:
    found = find_rules(str(tmp_path / "none" / "rules.toml"))
    assert (found.text, found.sha256) == ("", EMPTY)
    (tmp_path / "file").write_text("x")
    assert find_rules(str(tmp_path / "file" / "rules.toml")).text == ""


def test_a_file_is_read_byte_for_byte(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_bytes("version = 1\r\n# é\n".encode())
    found = find_rules(str(path))
    assert found.text.encode() == path.read_bytes()
    assert found.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()


def test_what_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "large").write_bytes(b"#" * 300_000)
    (tmp_path / "latin").write_bytes(b"\xe9")
    (tmp_path / "folder").mkdir()
    for name, why in {"large": "File too large", "latin": "it is not UTF-8", "folder": "not an ordinary file"}.items():
        with pytest.raises(RulesBroken, match=f"{name} cannot be read: {why}"):
            find_rules(str(tmp_path / name))


def test_a_file_is_written_for_this_user_alone(tmp_path: Path) -> None:
    path = tmp_path / ".countermark" / "rules.toml"
    written = replace_rules(str(path), "version = 1\r\n", instead_of=EMPTY)
    assert path.read_bytes() == b"version = 1\r\n"
    assert written == find_rules(str(path))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    replace_rules(str(path), "version = 1\n", instead_of=written.sha256)
    assert [each.name for each in path.parent.iterdir()] == ["rules.toml"]


def test_what_somebody_else_has_changed_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text("theirs")
    with pytest.raises(Stale, match="has changed meanwhile"):
        replace_rules(str(path), "ours", instead_of=EMPTY)
    assert path.read_text() == "theirs"


def test_a_link_stays_one(tmp_path: Path) -> None:
    kept = tmp_path / "dotfiles.toml"
    kept.write_text("")
    path = tmp_path / "rules.toml"
    path.symlink_to(kept)
    replace_rules(str(path), "version = 1\n", instead_of=EMPTY)
    assert path.is_symlink()
    assert kept.read_text() == "version = 1\n"


def test_a_link_that_somebody_has_put_beside_is_not_written_through(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("mine")
    (tmp_path / f".rules.toml.{os.getpid()}").symlink_to(victim)
    replace_rules(str(tmp_path / "rules.toml"), "version = 1\n", instead_of=EMPTY)
    assert victim.read_text() == "mine"
    assert (tmp_path / "rules.toml").read_text() == "version = 1\n"
