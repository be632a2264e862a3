"""Forgetting over HTTP: what waits is refused, what was forgotten has no text under any address."""

import json
import time

import pytest

from tests.contract.wire_api.conftest import Furnished, asked, waiting


@pytest.fixture
def forgotten(furnished: Furnished) -> str:
    """The id of a review that was approved, heard of and forgotten."""
    with waiting(furnished.target, asked("# Forget me\n\nAll of it.\n")):
        review = named(furnished, "Forget me")
        refused = furnished.target.ask("POST", f"/api/history/review/{review['id']}/forget", body=b"{}")
        assert (refused.status, refused.json["error"]["code"]) == (409, "conflict")
        assert "waits for an answer" in refused.json["error"]["message"]
        verdict = json.dumps({"verdict": "approved", "shown_sha256": review["sha256"]}).encode()
        assert furnished.target.ask("POST", f"/api/reviews/{review['id']}/verdict", body=verdict).status == 200
        on_its_way = furnished.target.ask("POST", f"/api/history/review/{review['id']}/forget", body=b"{}")
        assert on_its_way.status == 409
    eventually_forgotten(furnished, str(review["id"]))
    return str(review["id"])


def named(furnished: Furnished, title: str) -> dict[str, object]:
    listed = furnished.target.ask("GET", "/api/reviews").json["reviews"]
    return next(each for each in listed if each["title"] == title)


def eventually_forgotten(furnished: Furnished, review: str) -> None:
    """Once the hub has noticed that the agent is gone."""
    for _ in range(600):
        told = furnished.target.ask("POST", f"/api/history/review/{review}/forget", body=b"{}")
        if told.status == 200:
            assert told.json["forgotten_by"] == "person"
            return
        assert told.status == 409
        time.sleep(0.1)
    raise AssertionError("the agent never left")


def test_it_is_listed_as_forgotten_and_its_texts_are_nowhere(furnished: Furnished, forgotten: str) -> None:
    state = furnished.target.ask("GET", f"/api/reviews/{forgotten}/state").json
    assert (state["review"]["title"], state["review"]["forgotten_by"]) == ("Forgotten", "person")
    paths = ("", "/source", "/feedback", "/revisions/1/document", "/revisions/1/slices")
    answers = {path: furnished.target.ask("GET", f"/api/reviews/{forgotten}{path}") for path in paths}
    assert {answer.status for answer in answers.values()} == {409}
    assert not [path for path, answer in answers.items() if b"All of it" in answer.body]


@pytest.mark.parametrize("address", ["review/rv_nothing", "permission/rv_nothing", "question/qu_nothing"])
def test_there_is_nothing_to_forget(furnished: Furnished, address: str) -> None:
    answer = furnished.target.ask("POST", f"/api/history/{address}/forget", body=b"{}")
    assert (answer.status, answer.json["error"]["code"]) == (404, "not_found")
