"""Page review at the desk: the same file, the same verbs, and the person's name on them."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.contract.pages.page_client import ELEMENT, PageSide
from tests.contract.wire.raw_client import Answer

AT = "/api/pages/sites"


def at_desk(side: PageSide, method: str, path: str = "", body: object = None) -> Answer:
    sent = None if body is None else json.dumps(body).encode()
    return side.target.ask(method, f"{AT}/{side.site}{path}", body=sent)


def detail(side: PageSide) -> Any:
    answer = at_desk(side, "GET")
    assert answer.status == 200, answer.body
    return answer.json


def test_a_site_in_the_list(side: PageSide) -> None:
    side.add()
    done = side.api("POST", "/annotations", ELEMENT)
    after = side.api("PATCH", f"/annotations/{done['id']}", {"status": "addressed"})
    side.api("POST", "/page-notes", {"pageUrl": "/", "note": "whole"})
    told = side.target.ask("GET", AT).json
    [mine] = [each for each in told["sites"] if each["id"] == side.site]
    assert mine["changed_at"] >= after["updatedAt"]
    assert mine == {
        "id": side.site, "name": "site", "root": str(side.root), "storage": str(side.file),
        "address": "http://127.0.0.1:4321", "open": 1, "in_progress": 0, "addressed": 1, "notes": 1, "problem": None,
        "changed_at": mine["changed_at"],
    }  # fmt: skip
    assert told["seq"] > 0


def test_everything_of_a_site(side: PageSide) -> None:
    made = side.add()
    old = {"id": "old", "pageUrl": "/", "note": "n", "resolvedAt": "2026-01-01T00:00:00.000Z"}
    content = side.content
    content["annotations"] += [None, old]
    side.file.write_text(json.dumps(content))
    told = detail(side)
    assert [(each["id"], each["status"], each["type"]) for each in told["annotations"]] == [
        (made["id"], "open", "text"), ("old", "addressed", "text"),
    ]  # fmt: skip
    assert [(each["where"], each["index"]) for each in told["problems"]] == [("annotations", 1)]
    assert told["broken"] is None
    assert told["fingerprint"] == side.api("GET", "/version")["fingerprint"]


@pytest.mark.parametrize("time", ["soon", "zzz", "2026-02-31T10:00:00.000Z", "2026-01-01T00:00:00.000Z\n", "9" * 90])
def test_a_time_that_is_none_breaks_nothing_and_is_named(side: PageSide, time: str) -> None:
    good = side.add()
    content = side.content
    content["annotations"].append({**good, "id": "late", "updatedAt": time})
    side.file.write_text(json.dumps(content))
    told = detail(side)
    assert [each["id"] for each in told["annotations"]] == [good["id"], "late"]
    assert told["problems"] == [{"where": "annotations", "index": 1, "why": "its 'updatedAt' is no time"}]
    assert told["site"]["changed_at"] == good["updatedAt"]
    assert told["fingerprint"].startswith(f"2:{good['updatedAt']}:")


def test_the_person_answers(side: PageSide) -> None:
    path = f"/annotations/{side.add()['id']}"
    changed = at_desk(side, "PATCH", path, {"status": "open", "reply": {"message": "more"}, "note": "new"})
    assert changed.status == 200
    assert changed.json["annotation"]["replies"][0]["role"] == "reviewer"
    assert (changed.json["annotation"]["note"], changed.json["annotation"]["status"]) == ("new", "open")
    assert side.kinds()[-2:] == [("page_change_intended", "person"), ("page_annotation_changed", "person")]
    assert side.entries("page_annotation_changed")[0]["reply"] == "more"
    assert at_desk(side, "DELETE", path).json["ok"]
    assert side.kinds()[-1] == ("page_annotation_removed", "person")
    assert at_desk(side, "DELETE", path).status == 404


def test_notes_at_the_desk(side: PageSide) -> None:
    made = at_desk(side, "POST", "/page-notes", {"pageUrl": "/", "pageTitle": "Home", "note": "whole"})
    assert made.status == 201
    path = f"/page-notes/{made.json['page_note']['id']}"
    assert at_desk(side, "PATCH", path, {"note": "other"}).json["page_note"]["note"] == "other"
    assert at_desk(side, "DELETE", path).status == 200
    assert detail(side)["page_notes"] == []


def test_a_broken_file_at_the_desk(side: PageSide) -> None:
    side.add()
    side.file.write_bytes(b"{")
    told = detail(side)
    assert told["annotations"] == []
    assert str(side.file) in told["broken"]
    assert told["site"]["problem"] == told["broken"]
    kept = at_desk(side, "POST", "/set-aside", {}).json["kept_as"]
    assert detail(side)["broken"] is None
    assert Path(kept).read_bytes() == b"{"
    assert at_desk(side, "POST", "/set-aside", {}).status == 409


def test_the_export_at_the_desk(side: PageSide) -> None:
    side.add(note="open one")
    assert "open one" in at_desk(side, "GET", "/export?status=open").json["markdown"]
    assert "open one" not in at_desk(side, "GET", "/export?status=addressed").json["markdown"]
    misspelt = at_desk(side, "GET", "/export?status=adressed")
    assert (misspelt.status, misspelt.json["error"]["code"]) == (400, "page_wish_refused")


def test_a_file_that_is_gone_is_an_empty_one(side: PageSide) -> None:
    side.add()
    side.file.unlink()
    assert detail(side)["annotations"] == []


@pytest.mark.parametrize(("method", "path"), [("GET", ""), ("DELETE", ""), ("POST", "/set-aside"), ("GET", "/export")])
def test_a_site_that_is_not_there(side: PageSide, method: str, path: str) -> None:
    stranger = PageSide(side.target, side.root, "0" * 20)
    assert at_desk(stranger, method, path, {} if method == "POST" else None).status == 404


@pytest.mark.parametrize("path", ["", "/x", "/x/annotations/y", "/x/export"])
def test_everything_at_the_desk_needs_sign_in(side: PageSide, path: str) -> None:
    answer = side.target.ask("GET", f"{AT}{path}", headers={"Authorization": ""})
    assert answer.status == 401
