"""The documentation tells what is there: links lead somewhere, records are listed, fragments are well formed."""

import re
from pathlib import Path

import pytest

from tests.house.layout import PROGRAM, ROOT, files, named

LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
NAMED_LINK = re.compile(r"\[`(\w+)(?:\(\))?`\]\(([^)\s#]+\.(?:py|tsx?))\)")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
RECORD = re.compile(r"\d{4}-[a-z0-9.-]+\.md")
FRAGMENT = re.compile(r"[a-z0-9-]+\.(added|changed|fixed|removed|security)\.md")
RECORD_LINES = 120
ONE_PAGE = "a record is one page"
JOURNEY = ("hook.py", "hooks.py", "translator.py", "actions/reviews.py", "feed.py", "feed.ts")


def pages() -> list[Path]:
    return [*files("docs", "changes", suffixes={".md"}), *sorted(ROOT.glob("*.md"))]


def records() -> list[Path]:
    return sorted(path for path in (ROOT / "docs" / "decisions").glob("*.md") if path.name != "README.md")


def fragments() -> list[Path]:
    return sorted(path for path in (ROOT / "changes").iterdir() if path.name != "README.md")


def dead_links(page: str, *, folder: Path) -> list[str]:
    """Links that lead to no file; those to other sites are left to their readers."""
    targets = [target.partition("#") for target in LINK.findall(FENCE.sub("", page))]
    return [path for path, _, _ in targets if path and "://" not in path and not (folder / path).exists()]


def undefined_names(page: str, *, folder: Path) -> list[str]:
    """Names in links, as in [`decide()`](reviews.py), that their file does not define."""
    return [
        f"{name} in {path}"
        for name, path in NAMED_LINK.findall(page)
        if not re.search(rf"\b(def|class|function|const)\s+{name}\b", (folder / path).read_text(encoding="utf-8"))
    ]


@pytest.mark.parametrize("page", pages(), ids=named)
def test_every_link_leads_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert dead_links(text, folder=page.parent) == []
    assert undefined_names(text, folder=page.parent) == []


@pytest.mark.parametrize("name", JOURNEY)
def test_the_tour_passes_through(name: str) -> None:
    targets = LINK.findall((ROOT / "docs" / "tour.md").read_text(encoding="utf-8"))
    assert any(target.partition("#")[0].endswith(name) for target in targets)


@pytest.mark.parametrize("room", sorted(path.name for path in PROGRAM.iterdir() if (path / "__init__.py").is_file()))
def test_the_tour_shows_every_room(room: str) -> None:
    assert f"src/countermark/{room}/" in (ROOT / "docs" / "tour.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("record", records(), ids=named)
def test_a_record_is_listed_numbered_and_short(record: Path) -> None:
    lines = record.read_text(encoding="utf-8").splitlines()
    assert RECORD.fullmatch(record.name)
    assert lines[0].startswith(f"# {record.name[:4]}"), "the title carries the number"
    assert len(lines) <= RECORD_LINES, ONE_PAGE
    assert f"({record.name})" in (ROOT / "docs" / "decisions" / "README.md").read_text(encoding="utf-8")


def test_no_number_is_given_twice() -> None:
    numbers = [record.name[:4] for record in records()]
    assert len(numbers) == len(set(numbers))


@pytest.mark.parametrize("fragment", fragments(), ids=named)
def test_a_fragment_is_well_formed(fragment: Path) -> None:
    text = fragment.read_text(encoding="utf-8")
    assert FRAGMENT.fullmatch(fragment.name), "see changes/README.md"
    assert re.match(r"[A-Z`]", text), "it starts with a sentence"
    assert text.rstrip().endswith(".")
    assert "#" not in text


def test_dead_links_would_be_seen() -> None:
    page = "[here](tour.md) [gone](nowhere.md) [far](https://example.org)\n```\n[code](x)\n```\n"
    assert dead_links(page, folder=ROOT / "docs") == ["nowhere.md"]
    names = "[`build()`](../hatch_build.py) [`WebPage`](../hatch_build.py) [`burn()`](../hatch_build.py)"
    assert undefined_names(names, folder=ROOT / "docs") == ["burn in ../hatch_build.py"]


@pytest.mark.parametrize("reference", files("docs/reference", suffixes={".md", ".json"}), ids=named)
def test_every_page_of_the_reference_is_listed(reference: Path) -> None:
    index = (ROOT / "docs" / "reference" / "README.md").read_text(encoding="utf-8")
    assert reference.name == "README.md" or f"({reference.name})" in index
