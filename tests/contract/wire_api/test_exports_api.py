"""Exports over HTTP: a file to save, by a name in any script; what waits and what is not there is refused."""

import json
from urllib.parse import unquote

import pytest

from tests.contract.wire_api.conftest import Furnished, asked, waiting

TITLE = "Über/„Ship“\u202e\r\nX-Evil: 1"


@pytest.fixture
def decided(furnished: Furnished) -> str:
    """The id of a review that was approved."""
    with waiting(furnished.target, asked("# Plan\n\nWords.\n", title=TITLE)):
        listed = furnished.target.ask("GET", "/api/reviews?status=open").json["reviews"]
        review = next(each for each in listed if "Ship" in each["title"])
        path = f"/api/history/review/{review['id']}/export"
        refused = furnished.target.ask("GET", path)
        assert (refused.status, refused.json["error"]["code"]) == (409, "conflict")
        verdict = json.dumps({"verdict": "approved", "shown_sha256": review["sha256"]}).encode()
        assert furnished.target.ask("POST", f"/api/reviews/{review['id']}/verdict", body=verdict).status == 200
    return str(review["id"])


@pytest.mark.parametrize(
    ("form", "kind", "ending"),
    [
        ("markdown", "text/markdown; charset=utf-8", "md"), ("html", "text/html; charset=utf-8", "html"),
        ("json", "application/json", "json"),
    ],
)  # fmt: skip
def test_it_is_a_file_to_save(furnished: Furnished, decided: str, form: str, kind: str, ending: str) -> None:
    answer = furnished.target.ask("GET", f"/api/history/review/{decided}/export?form={form}")
    assert answer.status == 200
    assert answer.values("content-type") == [kind]
    plain, encoded = answer.values("content-disposition")[0].removeprefix("attachment; ").split("; ")
    assert plain == f'filename="{plain[10:21]}_ber _Ship_U+202E X-Evil 1.{ending}"'
    assert unquote(encoded.removeprefix("filename*=UTF-8''"))[11:] == f"Über „Ship“U+202E X-Evil 1.{ending}"
    assert answer.values("x-evil") == []
    assert answer.values("x-content-type-options") == ["nosniff"]
    assert b"Words." in answer.body


def test_what_is_not_there_is_refused(furnished: Furnished, decided: str) -> None:
    paths = ("review/rv_nothing/export", f"permission/{decided}/export")
    answers = [furnished.target.ask("GET", f"/api/history/{path}") for path in paths]
    assert [answer.status for answer in answers] == [404, 404]
    assert furnished.target.ask("GET", f"/api/history/review/{decided}/export?form=exe").status == 422
