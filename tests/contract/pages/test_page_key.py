"""The secret behind the tokens of reviewed pages: it outlives the hub, and nobody else reads it."""

import stat
from pathlib import Path

import pytest

from countermark.machine.files import KEY_BYTES, page_key


def test_the_key_is_made_once(tmp_path: Path) -> None:
    key = page_key(str(tmp_path))
    assert len(key) == KEY_BYTES == 32
    assert page_key(str(tmp_path)) == key
    [file] = tmp_path.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.chmod(0o644)
    assert page_key(str(tmp_path)) == key
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize("content", ["", "no hex", "abcd", "é"])
def test_a_key_that_is_none_is_made_anew(tmp_path: Path, content: str) -> None:
    key = page_key(str(tmp_path))
    [file] = tmp_path.iterdir()
    file.write_text(content, encoding="utf-8")
    fresh = page_key(str(tmp_path))
    assert fresh != key
    assert page_key(str(tmp_path)) == fresh
