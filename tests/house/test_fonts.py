"""The desk's fonts are what `make fonts` makes of those that npm installs."""

import pytest

from tests.house.layout import ROOT
from tools import cut_fonts


@pytest.fixture(scope="module")
def made() -> dict[str, bytes]:
    return {path.relative_to(ROOT).as_posix(): content for path, content in cut_fonts.made().items()}


def test_they_are_fresh(made: dict[str, bytes]) -> None:
    for name, content in made.items():
        assert (ROOT / name).read_bytes() == content, f"{name}: run `make fonts`"


def test_nothing_else_lies_there(made: dict[str, bytes]) -> None:
    there = {path.relative_to(ROOT).as_posix() for path in cut_fonts.CUT.rglob("*") if path.is_file()}
    assert there == {name for name in made if "/fonts/" in name}


def test_every_rule_names_a_font_that_is_there() -> None:
    sheet = cut_fonts.SHEET.read_text(encoding="utf-8")
    named = [line.split('"')[1] for line in sheet.splitlines() if line.strip().startswith("src:")]
    assert len(named) > 20
    for url in named:
        folder = cut_fonts.STYLE if url.startswith("./") else cut_fonts.PACKAGES.parent
        assert (folder / url).is_file(), f"{url}: run `make fonts`"
