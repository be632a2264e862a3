"""CommonMark's own examples, and the exact list of those that we render otherwise."""

import re
from pathlib import Path

import pytest

from countermark.documents.markdown.rendering import render
from tests.unit.documents.canonical import canonical
from tests.unit.documents.spec_differences import CHANGED, IMAGE, INERT, RESTORED

REPOSITORY = Path(__file__).parents[3]
# The npm package commonmark-spec (CC-BY-SA 4.0) is among the page's development packages; `make` installs it.
SPEC = REPOSITORY / "web/node_modules/commonmark-spec/spec.txt"
EXAMPLE = re.compile(r"^`{32} example\n(.*?)^\.\n(.*?)^`{32}$", re.DOTALL | re.MULTILINE)
TABLE_ROW = re.compile(r"^\| (.+?) \| ([\d, ]+) \|$", re.MULTILINE)


@pytest.fixture(scope="module")
def examples() -> dict[int, tuple[str, str]]:
    """Markdown and reference HTML by the example's number."""
    assert SPEC.exists(), "commonmark-spec is not installed: run `npm ci` in web/"
    tests = SPEC.read_text(encoding="utf-8").replace("→", "\t").split("<!-- END TESTS -->")[0]
    return {number: (found[1], found[2]) for number, found in enumerate(EXAMPLE.finditer(tests), 1)}


def test_all_examples_are_tried(examples: dict[int, tuple[str, str]]) -> None:
    assert len(examples) == 652


def test_what_differs_from_the_reference_is_exactly_what_is_listed(examples: dict[int, tuple[str, str]]) -> None:
    listed = {number for table in (RESTORED, CHANGED) for numbers in table.values() for number in numbers}
    differing = {
        number
        for number, (markdown, reference) in examples.items()
        if canonical(render(markdown).html) != canonical(reference)
    }
    assert differing == listed


def test_links_and_images_differ_in_nothing_else(examples: dict[int, tuple[str, str]]) -> None:
    for number in (number for reason in (INERT, IMAGE) for number in RESTORED[reason]):
        markdown, reference = examples[number]
        assert canonical(render(markdown).html, restored=True) == canonical(reference), number


def test_no_example_is_listed_twice() -> None:
    numbers = [number for table in (RESTORED, CHANGED) for found in table.values() for number in found]
    assert len(numbers) == len(set(numbers))


def test_the_reference_manual_lists_the_same() -> None:
    manual = (REPOSITORY / "docs/reference/documents.md").read_text(encoding="utf-8")
    told = {reason: [int(number) for number in numbers.split(",")] for reason, numbers in TABLE_ROW.findall(manual)}
    assert told == RESTORED | CHANGED
