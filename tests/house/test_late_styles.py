"""A style sheet that comes with a late part of the desk speaks of that part only: what is loaded once stays for all."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.house.layout import ROOT

STYLE = ROOT / "web" / "src" / "style"
DESK = ROOT / "web" / "src" / "desk"
LATE = {"pages.css": "pages", "pages_margin.css": "pages"}  # the sheet and the folder whose parts bring it
COMMENT = re.compile(r"/\*[\s\S]*?\*/")
PRELUDE = re.compile(r"([^{};]+)\{")  # what stands before a block
CLASS = re.compile(r"\.([a-z][a-z-]*)")
NAMED = re.compile(r"""class(?:Name)?=(?:"([^"]*)"|\{([^}]*)\})""")


def selectors(sheet: str) -> Iterator[str]:
    """Every selector of the sheet by itself."""
    for prelude in PRELUDE.findall(COMMENT.sub("", sheet)):
        if not prelude.strip().startswith("@"):
            yield from (part.strip() for part in re.split(r",(?![^(]*\))", prelude))


def leaking(sheet: str, others: set[str]) -> list[str]:
    """The selectors that parts elsewhere could match: they name no class that is the sheet's own."""
    return [selector for selector in selectors(sheet) if set(CLASS.findall(selector)) <= others]


def classes_of(files: Iterable[Path]) -> set[str]:
    """Every word that these parts give as a class."""
    given = [match for file in files for match in NAMED.findall(file.read_text(encoding="utf-8"))]
    return {word for pair in given for word in re.findall(r"[a-z][a-z-]*", " ".join(pair))}


@pytest.mark.parametrize(("sheet", "folder"), LATE.items())
def test_a_late_sheet_dresses_no_other_part(sheet: str, folder: str) -> None:
    others = [file for file in DESK.rglob("*.tsx") if DESK / folder not in file.parents]
    assert leaking((STYLE / sheet).read_text(encoding="utf-8"), classes_of(others)) == []


def test_a_leak_would_be_seen() -> None:
    sheet = "@media (width < 9px) {\n.gone .link,\n.row .gone {\n}\n}\n.b {\n}\n:is(.own, .gone) .link {\n}\n"
    assert leaking(sheet, {"gone", "link", "b"}) == [".gone .link", ".b"]
