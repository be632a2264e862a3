"""The comparison as the page asks for it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.contract.wire.small_desk import Target
from tests.contract.wire_api.conftest import Furnished, waiting
from tests.contract.wire_api.test_hostile_agents import plan

LONG = "\n\n".join(f"Paragraph number {number} of the plan, with words enough." for number in range(600))


@dataclass(frozen=True)
class Revised:
    """A review with two revisions, and the way to its comparison."""

    target: Target
    review: str

    def get(self, query: str) -> tuple[int, dict[str, object]]:
        """Ask for a comparison."""
        answer = self.target.ask("GET", f"/api/reviews/{self.review}/comparison?{query}")
        return answer.status, answer.json


@pytest.fixture(scope="module")
def revised(furnished: Furnished) -> Iterator[Revised]:
    where = {"session": "compared", "planFilePath": "/plans/compared.md"}
    target = furnished.target
    with waiting(target, plan(f"# Compared\n\n{LONG}", **where), agent="claude-code"):
        pass
    with waiting(target, plan(f"# Compared\n\n{LONG} More.\n\n## New", **where), agent="claude-code"):
        listed = target.ask("GET", "/api/reviews").json["reviews"]
        (review,) = [each for each in listed if each["title"] == "Compared"]
        assert review["revision"] == 2
        yield Revised(target, review["id"])


@pytest.mark.parametrize("view", ["inline", "side", "source", "source_whole"])
def test_slices_in_every_view(revised: Revised, view: str) -> None:
    status, first = revised.get(f"old=1&new=2&view={view}")
    assert status == 200
    assert (first["old"], first["new"], first["view"], first["slice"]) == (1, 2, view, 0)
    assert first["summary"] == {
        "words_added": 2, "words_removed": 0, "blocks_changed": 1, "blocks_added": 1, "blocks_removed": 0,
        "blocks_moved": 0, "blocks_split": 0,
    }  # fmt: skip
    assert isinstance(first["slices"], int)
    if view == "source":
        assert first["slices"] == 1  # all but the end is folded
        assert 'class="fold"' in str(first["html"])
        return
    assert first["slices"] > 1
    _, last = revised.get(f"old=1&new=2&view={view}&slice={first['slices'] - 1}")
    assert re.search(r'<ins class="fresh"> ?More', str(last["html"]))
    assert last["summary"] is last["toc"] is None


def test_the_contents_are_those_of_the_new_revision(revised: Revised) -> None:
    _, first = revised.get("old=1&new=2")
    assert first["view"] == "inline"
    assert [each["text"] for each in first["toc"]] == ["Compared", "New"]  # type: ignore[attr-defined]
    assert first["old_sha256"] != first["new_sha256"]


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("old=1&new=3", 404, "not_found"),
        ("old=1&new=2&slice=99", 404, "not_found"),
        ("old=1&new=2&slice=-1", 422, "bad_input"),
        ("old=0&new=2", 422, "bad_input"),
        ("old=1", 422, "bad_input"),
        ("old=1&new=2&view=upside-down", 422, "bad_input"),
    ],
)
def test_what_cannot_be_answered_says_so(revised: Revised, query: str, status: int, code: str) -> None:
    got, body = revised.get(query)
    assert (got, body["error"]["code"]) == (status, code)  # type: ignore[index]


def test_no_such_review(revised: Revised) -> None:
    assert revised.target.ask("GET", "/api/reviews/rv_none/comparison?old=1&new=2").status == 404
