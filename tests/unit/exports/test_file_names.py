"""Names of files out of titles that agents choose."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countermark.exports.file_names import file_name, numbered, safe

AT = 1_793_000_060_000


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Ship the café", "Ship the café"), ("../../etc/passwd", "etc passwd"), ("a/b\\c:d", "a b c d"),
        ("", "Untitled"),
        ("...", "Untitled"), ("   ", "Untitled"), ("CON", "Untitled CON"), ("nul.txt", "Untitled nul.txt"),
        ("LPT1", "Untitled LPT1"), ("console", "console"), (".hidden", "hidden"), ("trailing. ", "trailing"),
        ("a\x00b\x1fc\nd", "a b c d"), ("\u202egnp.exe", "gnp.exe"), ("[[link]] #tag ^block", "link tag block"),
        ("مرحبا بالعالم", "مرحبا بالعالم"), ("a\u200bb", "a b"), ("\ud800", "Untitled"), ("%APPDATA%", "APPDATA"),
        ("~root", "root"), ("-rf", "rf"), ("e\u0301", "é"),
    ],
)  # fmt: skip
def test_a_title_becomes_a_name(title: str, name: str) -> None:
    assert safe(title) == name


def test_a_long_title_is_cut_between_characters() -> None:
    assert safe("x" * 300) == "x" * 116
    assert safe("é" * 300) == "é" * 58


@pytest.mark.parametrize("ending", ["md", "html", "json"])
@pytest.mark.parametrize("title", ["x" * 300, "é" * 300, "漢" * 300, "🙂" * 300])
def test_a_long_title_with_its_number_is_a_name_in_an_encrypted_folder(title: str, ending: str) -> None:
    *_, last = numbered(file_name(title, at=AT, ending=ending))
    assert last.endswith(f" 9999.{ending}")
    assert len(last.encode()) <= 143


@given(st.text(max_size=400))
def test_no_title_leaves_the_folder_or_hides(title: str) -> None:
    name = file_name(title, at=AT, ending="md")
    assert name.startswith("2026-")
    assert not set('/\\:*?"<>|\0') & set(name)
    assert all(unicodedata.category(character)[0] != "C" for character in name)
    assert len(name.encode()) < 255
    assert name.endswith(".md")
    assert ".." not in (name, safe(title))


def test_a_second_file_gets_a_number() -> None:
    names = numbered("2026-10-24 Ship.md")
    assert [next(names) for _ in range(3)] == ["2026-10-24 Ship.md", "2026-10-24 Ship 2.md", "2026-10-24 Ship 3.md"]
