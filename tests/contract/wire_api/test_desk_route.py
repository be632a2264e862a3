"""What a fresh page asks for: what waits and, in the same answer, the document of the newest unseen review."""

import json
from typing import Any

from tests.contract.wire.small_desk import Target
from tests.contract.wire_api.conftest import Furnished, asked, waiting

AS_JSON = {"Content-Type": "application/json"}


def lines_of(target: Target) -> list[dict[str, Any]]:
    answer = target.ask("GET", "/api/desk")
    assert answer.status == 200
    return [json.loads(line) for line in answer.body.decode().splitlines()]


def slices_of(target: Target, review: str) -> list[dict[str, Any]]:
    answer = target.ask("GET", f"/api/reviews/{review}/revisions/1/slices")
    return [json.loads(line) for line in answer.body.decode().splitlines()]


def see(target: Target, review: str) -> None:
    answer = target.ask("POST", f"/api/reviews/{review}/seen", headers=AS_JSON, body=b'{"revision": 1}')
    assert answer.status < 300


def test_the_list_and_the_newest_document_come_in_one_answer(furnished: Furnished) -> None:
    target = furnished.target
    opening, *slices = lines_of(target)
    assert opening["start"] == target.ask("GET", "/api/session").json
    listed = target.ask("GET", "/api/reviews?status=open").json
    assert opening["open"] == {"items": listed["reviews"], "seq": listed["seq"]}
    newest = max(opening["open"]["items"], key=lambda review: review["opened_at"])
    assert opening["first"] == {"kind": "review", "id": newest["id"], "number": 1}
    assert slices == slices_of(target, newest["id"])


def test_what_was_seen_is_not_sent_along(furnished: Furnished) -> None:
    target = furnished.target
    with waiting(target, asked("# Fresh\n\nWords.\n")):
        opening, *slices = lines_of(target)
        fresh = opening["first"]["id"]
        assert [each["title"] for each in slices] == ["Fresh"]
        see(target, fresh)
        opening, *slices = lines_of(target)
        assert opening["first"]["id"] != fresh
        for review in opening["open"]["items"]:
            see(target, review["id"])
        opening, *slices = lines_of(target)
    assert (opening["first"], slices) == (None, [])
    assert fresh in [each["id"] for each in opening["open"]["items"]]
