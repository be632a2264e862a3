"""docs/reference/pages.md has a row for every section of the specification of page review, and its tests are there."""

import ast
import json
import re
from functools import cache
from pathlib import Path

import pytest

from tests.house.layout import ROOT, functions, tree

PAGE = ROOT / "docs" / "reference" / "pages.md"
# The numbered sections of seed 002, which is not in the repository.
SECTIONS = """
1. 1.1 2. 2.1 2.2 2.3 2.4 2.5 2.6
3. 3.1 3.2 3.2.1 3.2.1a 3.2.2 3.2.3 3.2.4 3.2.5 3.3 3.4 3.4.1 3.4.2 3.4.3 3.4.4 3.5 3.6
4. 4.1 4.1.1 4.2 4.2.1 4.2.2 4.2.3 4.2.4 4.2.5 4.3 4.3.1 4.3.2 4.3.3 4.3.4 4.3.5
5. 5.1 5.2 5.3 5.4 5.5 5.6 5.6.1 5.6.2 5.6.3 5.7 5.7.1 5.7.2 5.7.3 5.7.4
6. 6.1 6.2 6.2.1 6.2.2 6.2.3 6.2.3a 6.2.3b 6.2.3c 6.2.4 6.2.5 6.3 6.4 6.5 7. 7.1 7.2 7.3 7.4 7.5 7.6 7.7
8. 8.1 8.2 8.3 8.4 8.5 8.5.1 8.5.2 8.5.3 8.5.4 8.6 8.7 9. 9.1 9.2 9.2.1 9.3 10. 10.1 10.2 10.3 10.4
11. 11.1 11.2 11.3 11.4 12. 12.1 12.2 12.3 12.4 13. 13.1 13.2 14. 14.1 14.2 14.3 15. 15.1 15.2 15.3 15.4 15.5
16. 16.1 16.2 17. 17.1 17.2 17.3 18. 18.1 18.2 18.3 18.4 18.5 19. 19.1 19.2 19.3
""".split()
NUMBERED = 140
LINES_OF_APPENDIX_A = 27
PLACES = ("", "src/countermark", "web/src", "integrations/pages")
PATH = re.compile(r"`([\w./-]+)`")
TEST = re.compile(r"`([\w./-]+\.(?:py|ts))::([^`]+)`")
VERSION = re.compile(r"((?:@[\w-]+/)?[\w-]+) (\d+(?:\.\d+)+)")


def part(heading: str) -> str:
    """What stands below a heading of the page."""
    found = PAGE.read_text(encoding="utf-8").partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    assert found, f"no part {heading!r}"
    return found


def rows(heading: str) -> list[list[str]]:
    """The rows of the table below a heading, without its head."""
    lines = [line for line in part(heading).splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[1:]]


def named_tests() -> list[tuple[str, str]]:
    return sorted(set(TEST.findall(PAGE.read_text(encoding="utf-8"))))


@cache
def functions_in(path: Path) -> set[str]:
    source: ast.AST = tree(path)
    return {function.name for function in functions(source)}


def is_there(file: str, name: str) -> bool:
    """Whether a test exists: a function of a Python file, the words of one in TypeScript."""
    if file.endswith(".ts"):
        path = ROOT / "web" / "tests" / file
        return path.is_file() and json.dumps(name, ensure_ascii=False) in path.read_text(encoding="utf-8")
    path = ROOT / "tests" / file
    return path.is_file() and name.startswith("test_") and name in functions_in(path)


def test_every_section_has_its_row() -> None:
    told = [row[0].partition(" ")[0] for row in rows("Section by section")]
    assert len(SECTIONS) == NUMBERED
    assert told == SECTIONS


@pytest.mark.parametrize("row", rows("Section by section") + rows("Beyond it"), ids=lambda row: row[0][:40])
def test_a_row_says_where_and_which_test(row: list[str]) -> None:
    _, where, tests = row
    paths = [path for path in PATH.findall(where) if "/" in path]
    assert paths or PATH.findall(where), "no place"
    assert [path for path in paths if not any((ROOT / place / path).exists() for place in PLACES)] == []
    assert TEST.findall(tests), "no test"


@pytest.mark.parametrize(("file", "name"), named_tests(), ids=lambda word: word)
def test_a_test_that_is_named_is_there(file: str, name: str) -> None:
    assert is_there(file, name), f"{file}::{name}"


def test_every_line_of_appendix_a_is_one_test_in_a_browser() -> None:
    named = [TEST.findall(row[1]) for row in rows("Appendix A, line by line")]
    assert len(named) == LINES_OF_APPENDIX_A
    assert [len(each) for each in named] == [1] * LINES_OF_APPENDIX_A
    assert all(file.startswith("browser/") for [(file, _)] in named)
    assert len({test for [test] in named}) == LINES_OF_APPENDIX_A, "a test of its own for each line"


@pytest.mark.parametrize("section", [row[0] for row in rows("Where we leave the specification")])
def test_what_we_leave_is_a_section(section: str) -> None:
    known = {each.rstrip(".") for each in SECTIONS}
    assert set(section.split(", ")) <= known


def test_the_versions_are_those_that_are_installed() -> None:
    told = dict(VERSION.findall(part("Where it has been run")))
    assert told
    assert {name: version for name, version in told.items() if version not in locked(name)} == {}


def locked(name: str) -> set[str]:
    """The versions of a package in the locks of the tests; more than one where Pythons differ."""
    wanted = json.loads((ROOT / "tests" / "sites" / "node" / "package.json").read_text(encoding="utf-8"))
    lines = (ROOT / "requirements" / "dev.txt").read_text(encoding="utf-8")
    of_node = wanted["dependencies"].get(name)
    return {*re.findall(rf"^{re.escape(name)}==(\d[\w.]*)", lines, re.MULTILINE), *([of_node] if of_node else [])}


def test_a_test_that_is_missing_would_be_seen() -> None:
    assert is_there("house/test_page_table.py", "test_a_test_that_is_missing_would_be_seen")
    assert not is_there("house/test_page_table.py", "test_nothing")
    assert not is_there("house/test_page_table.py", "locked")
    assert is_there("overlay_twins.test.ts", "wants three parts in ten of the context")
    assert not is_there("overlay_twins.test.ts", "wants nothing")
