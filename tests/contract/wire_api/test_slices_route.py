"""The slices of a document as the page asks for them: one answer, a line for each."""

import json

import pytest

from tests.contract.wire_api.conftest import Furnished, asked, waiting

LONG = "# Long\n\n" + "".join(f"## Step {at}\n\nDo *part* {at} of it.\n\n" for at in range(2_000))


def lines_of(furnished: Furnished, review: str, revision: int = 1) -> list[dict[str, object]]:
    answer = furnished.target.ask("GET", f"/api/reviews/{review}/revisions/{revision}/slices")
    assert answer.status == 200
    return [json.loads(line) for line in answer.body.decode().splitlines()]


def test_a_short_text_is_one_line(furnished: Furnished) -> None:
    (only,) = lines_of(furnished, furnished.reviews[0])
    assert (only["slice"], only["slices"]) == (0, 1)
    assert str(only["title"]).startswith("Plan ")
    assert only["is_source"] is False


def test_a_long_text_begins_before_it_is_rendered(furnished: Furnished) -> None:
    with waiting(furnished.target, asked(LONG)):
        listed = furnished.target.ask("GET", "/api/reviews").json["reviews"]
        (review,) = [each["id"] for each in listed if each["title"] == "Long"]
        *early, whole = lines_of(furnished, review)
        slices = lines_of(furnished, review)
    assert {(each["slices"], each["toc"], each["unshown"]) for each in early} == {(None, None, None)}
    assert [(each["slice"], each["html"], each["sha256"]) for each in early] == [
        (each["slice"], each["html"], each["sha256"]) for each in slices
    ]
    assert [each["slice"] for each in slices] == list(range(len(slices)))
    assert {each["slices"] for each in slices} == {len(slices)}
    toc = slices[0]["toc"]
    assert isinstance(toc, list)
    assert len(toc) == 2_001
    assert whole == slices[0]


@pytest.mark.parametrize("path", ["rv_nothing/revisions/1/slices", "{0}/revisions/7/slices"])
def test_what_is_not_there(furnished: Furnished, path: str) -> None:
    answer = furnished.target.ask("GET", f"/api/reviews/{path.format(furnished.reviews[0])}")
    assert (answer.status, answer.json["error"]["code"]) == (404, "not_found")
