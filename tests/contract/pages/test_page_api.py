"""The page API as seed 002 describes it in section 4.2: routes, statuses, side effects, errors."""

import json
import re
from typing import Any

import pytest

from tests.contract.pages.page_client import ELEMENT, WISH, PageSide, register
from tests.contract.wire.small_desk import Target

UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
MB = 1024 * 1024


def test_an_empty_site(side: PageSide) -> None:
    assert side.api("GET", "/annotations") == {"version": 1, "annotations": [], "pageNotes": []}
    assert side.api("GET", "/version") == {"fingerprint": "0:"}
    assert not side.file.exists()


@pytest.mark.parametrize("wish", [WISH, ELEMENT])
def test_a_new_annotation(side: PageSide, wish: dict[str, Any]) -> None:
    answer = side.ask("POST", "/api/annotations", wish)
    assert answer.status == 201
    made = answer.json
    assert UUID.fullmatch(made["id"])
    assert TIME.fullmatch(made["createdAt"])
    assert made["createdAt"] == made["updatedAt"]
    assert {name: made[name] for name in ("type", "pageUrl", "pageTitle", "note")} == {
        name: wish[name] for name in ("type", "pageUrl", "pageTitle", "note")
    }
    assert side.api("GET", "/annotations")["annotations"] == [made]
    assert side.content["annotations"][0]["id"] == made["id"]


def test_a_wish_without_a_type_is_about_text(side: PageSide) -> None:
    made = side.api("POST", "/annotations", {name: value for name, value in WISH.items() if name != "type"})
    assert made["type"] == "text"


@pytest.mark.parametrize(
    ("path", "wish", "named"),
    [
        ("/annotations", {**WISH, "type": "area"}, "type"),
        ("/annotations", {**WISH, "pageUrl": 1}, "pageUrl"),
        ("/annotations", {**WISH, "note": None}, "note"),
        ("/annotations", {**WISH, "selectedText": 1}, "selectedText"),
        ("/annotations", {**WISH, "range": "x"}, "range"),
        ("/annotations", {**ELEMENT, "elementSelector": []}, "elementSelector"),
        ("/annotations", {**ELEMENT, "elementSelector": {}}, "elementSelector"),
        ("/annotations", {**WISH, "note": "x" * 60_000}, "note"),
        ("/annotations", [], "object"),
        ("/annotations", "x", "object"),
        ("/page-notes", {"pageUrl": "/"}, "note"),
        ("/page-notes", {"note": "x"}, "pageUrl"),
    ],
)
def test_wishes_that_are_refused(side: PageSide, path: str, wish: object, named: str) -> None:
    answer = side.ask("POST", f"/api{path}", wish)
    assert answer.status == 400
    assert named in answer.json["error"]
    assert not side.file.exists()


def test_a_page_filters_its_own_list_and_never_the_other(side: PageSide) -> None:
    here, there = side.add(), side.add(pageUrl="/about?x=1&y=ü")
    noted = [side.api("POST", "/page-notes", {"pageUrl": url, "note": url}) for url in ("/", "/about?x=1&y=ü")]
    query = "page=%2Fabout%3Fx%3D1%26y%3D%C3%BC"
    assert side.api("GET", f"/annotations?{query}") == {"version": 1, "annotations": [there], "pageNotes": noted}
    assert side.api("GET", f"/page-notes?{query}") == {
        "version": 1, "annotations": [here, there], "pageNotes": [noted[1]],
    }  # fmt: skip
    assert side.api("GET", "/annotations?page=/none")["annotations"] == []
    assert side.api("GET", "/annotations")["annotations"] == [here, there]


def test_what_a_patch_may_change(side: PageSide) -> None:
    made = side.add()
    patch = {
        "id": "x", "type": "element", "pageUrl": "/x", "pageTitle": "x", "selectedText": "x", "createdAt": "x",
        "updatedAt": "x", "elementSelector": {}, "addressedAt": "x", "note": "new", "replacedText": "now",
        "range": {"startOffset": 3}, "unknown": 1,
    }  # fmt: skip
    after = side.api("PATCH", f"/annotations/{made['id']}", patch)
    assert after["updatedAt"] >= made["updatedAt"]
    assert after == {
        **made, "note": "new", "replacedText": "now", "range": {"startOffset": 3}, "updatedAt": after["updatedAt"],
    }  # fmt: skip
    cleared = side.api("PATCH", f"/annotations/{made['id']}", {"replacedText": None})
    assert "replacedText" not in cleared


def test_an_element_takes_no_words_in_place_of_its_own(side: PageSide) -> None:
    made = side.api("POST", "/annotations", ELEMENT)
    after = side.api("PATCH", f"/annotations/{made['id']}", {"replacedText": "x", "range": {"startOffset": 1}})
    assert "replacedText" not in after
    assert "range" not in after


def test_a_status_brings_and_clears_its_times(side: PageSide) -> None:
    path = f"/annotations/{side.add()['id']}"
    working = side.api("PATCH", path, {"status": "in_progress"})
    assert (working["status"], working["inProgressAt"]) == ("in_progress", working["updatedAt"])
    done = side.api("PATCH", path, {"status": "addressed"})
    assert "inProgressAt" not in done
    assert done["addressedAt"] == done["updatedAt"]
    again = side.api("PATCH", path, {"status": "open", "reply": {"message": "not yet"}})
    assert again["status"] == "open"
    assert not {"inProgressAt", "addressedAt"} & set(again)
    assert again["replies"] == [{"message": "not yet", "createdAt": again["updatedAt"], "role": "reviewer"}]
    assert "replies" not in done


@pytest.mark.parametrize(
    "patch",
    [
        {"note": 5}, {"note": None}, {"replacedText": ""}, {"replacedText": " \n"}, {"replacedText": 1},
        {"range": []}, {"status": "done"}, {"status": None}, {"reply": {}},
        {"reply": {"message": "  "}}, {"reply": "x"}, [], None, 5,
    ],
)  # fmt: skip
def test_patches_that_are_refused(side: PageSide, patch: object) -> None:
    made = side.add()
    answer = side.ask("PATCH", f"/api/annotations/{made['id']}", json.dumps(patch).encode())
    assert answer.status == 400
    assert isinstance(answer.json["error"], str)
    assert side.api("GET", "/annotations")["annotations"] == [made]


def test_notes_on_pages(side: PageSide) -> None:
    answer = side.ask("POST", "/api/page-notes", {"pageUrl": "/", "pageTitle": "Home", "note": "whole"})
    assert answer.status == 201
    note = answer.json
    after = side.api("PATCH", f"/page-notes/{note['id']}", {"note": "other", "pageUrl": "/x"})
    assert after == {**note, "note": "other", "updatedAt": after["updatedAt"]}
    assert side.api("DELETE", f"/page-notes/{note['id']}") == {"ok": True}
    assert side.api("GET", "/page-notes")["pageNotes"] == []


@pytest.mark.parametrize("method", ["PATCH", "DELETE"])
@pytest.mark.parametrize("path", ["/annotations/none", "/page-notes/none", "/annotations/%2e%2e%2fx", "/annotations/"])
def test_what_is_not_there(side: PageSide, method: str, path: str) -> None:
    answer = side.ask(method, f"/api{path}", {"note": "x"} if method == "PATCH" else None)
    assert answer.status == 404
    assert isinstance(answer.json["error"], str)


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", ""), ("GET", "/"), ("GET", "/api"), ("GET", "/api/"), ("GET", "/apix"), ("GET", "/apix/annotations"),
        ("GET", "/api/annotationsx"), ("GET", "/api/annotations/x"), ("POST", "/api/version"),
        ("PUT", "/api/annotations"), ("DELETE", "/api/annotations"), ("OPTIONS", "/api/annotations"),
        ("GET", "/client.jsx"), ("GET", "/api//annotations"), ("GET", "/../api/annotations"), ("GET", "/%61pi/x"),
    ],
)  # fmt: skip
def test_addresses_that_do_not_exist(side: PageSide, method: str, path: str) -> None:
    answer = side.ask(method, path, WISH if method in ("POST", "PUT") else None)
    assert answer.status == 404
    assert answer.json["error"] == "Not found"


@pytest.mark.parametrize(
    "body", [b"", b"{", b'{"note":', b"nope", b'{"a":NaN}', b"\xff\xfe", b"[" * 100 + b"]" * 100, b'{"a":1}x']
)
def test_bodies_that_are_no_json(side: PageSide, body: bytes) -> None:
    answer = side.ask("POST", "/api/annotations", body)
    assert answer.status == 400
    assert isinstance(answer.json["error"], str)


def test_a_body_is_counted_in_bytes(side: PageSide) -> None:
    inside = json.dumps({**WISH, "pad": ""}).encode()
    just = inside.replace(b'"pad": ""', b'"pad": "' + b"x" * (MB - len(inside)) + b'"')
    assert len(just) == MB
    assert side.ask("POST", "/api/annotations", just).status == 201
    for body in (just + b" ", b"\xc3\xbc" * (MB // 2 + 1), b"x" * (4 * MB)):
        refused = side.ask("POST", "/api/annotations", body)
        assert (refused.status, refused.json["code"]) == (413, "too_large")
        assert isinstance(refused.json["error"], str)


def test_the_fingerprint_changes_with_every_change(side: PageSide) -> None:
    seen = [side.api("GET", "/version")["fingerprint"]]
    made = side.add()
    seen.append(side.api("GET", "/version")["fingerprint"])
    side.api("PATCH", f"/annotations/{made['id']}", {"note": "other"})
    seen.append(side.api("GET", "/version")["fingerprint"])
    side.api("DELETE", f"/annotations/{made['id']}")
    seen.append(side.api("GET", "/version")["fingerprint"])
    assert seen[1].startswith(f"1:{made['updatedAt']}:")
    assert seen[0] == seen[3] == "0:"
    assert len(set(seen)) == 3


def test_the_export(side: PageSide) -> None:
    open_one, done = side.add(note="open one"), side.add(note="done one")
    side.api("PATCH", f"/annotations/{done['id']}", {"status": "addressed"})
    answer = side.ask("GET", "/api/export")
    assert answer.header("content-type") == "text/markdown; charset=utf-8"
    assert "open one" in answer.body.decode()
    assert "done one" in answer.body.decode()
    only = side.ask("GET", "/api/export?status=open").body.decode()
    assert open_one["note"] in only
    assert done["note"] not in only
    assert side.ask("GET", "/api/export?status=%20,").body == answer.body
    misspelt = side.ask("GET", "/api/export?status=open,adressed")
    assert (misspelt.status, misspelt.json["code"]) == (400, "page_wish_refused")
    assert misspelt.json["error"] == "status must be one of: open, in_progress, addressed"


def test_half_a_letter_is_kept(side: PageSide) -> None:
    body = json.dumps({**WISH, "note": "x"}).replace('"note": "x"', '"note": "\\ud83d half"').encode()
    made = side.ask("POST", "/api/annotations", body)
    assert made.status == 201
    assert made.json["note"] == "\ud83d half"
    assert side.api("GET", "/annotations")["annotations"][0]["note"] == "\ud83d half"
    assert side.ask("GET", "/api/export").status == 200


def test_the_script_has_the_token_and_is_asked_for_each_time(side: PageSide) -> None:
    script = side.ask("GET", "/client.js")
    assert script.header("content-type") == "text/javascript; charset=utf-8"
    assert re.match(rb'const COUNTERMARK_SITE=\{"token":"[0-9a-f]{64}"\};\n', script.body)
    assert b"import.meta" in script.body
    etag = script.header("etag")
    assert etag
    again = side.ask("GET", "/client.js", headers={"if-none-match": etag})
    assert (again.status, again.body, again.header("cache-control")) == (304, b"", "no-cache")
    assert side.ask("GET", "/client.js", headers={"if-none-match": '"x"'}).status == 200


def test_the_late_part_has_no_token_and_comes_through_the_same_door(side: PageSide) -> None:
    script, late = side.ask("GET", "/client.js"), side.ask("GET", "/client.js?late=1")
    assert (late.status, late.header("content-type")) == (200, script.header("content-type"))
    assert side.token.encode() not in late.body
    assert late.body.strip()
    etag = late.header("etag")
    assert etag not in (None, script.header("etag"))
    again = side.ask("GET", "/client.js?late=2", headers={"if-none-match": etag})
    assert (again.status, again.body, again.header("cache-control")) == (304, b"", "no-cache")
    assert side.ask("GET", "/client.js?late=1", headers={"sec-fetch-site": "cross-site"}).status == 403


def test_a_site_that_nobody_brought(target: Target, side: PageSide) -> None:
    for name in ("0" * 20, "x", "..", "%2e%2e"):
        stranger = PageSide(target, side.root, name)
        answer = stranger.ask("GET", "/api/version")
        assert (answer.status, answer.json["code"]) == (404, "unknown_site")


def test_a_file_is_one_site_whoever_brings_it(target: Target, side: PageSide) -> None:
    assert register(target, side.root).json == {"site": side.site, "client": "/__inline-review/client.js"}
    link = side.root.parent / "link"
    link.symlink_to(side.root)
    assert register(target, link, storage="./inline-review.json").json["site"] == side.site
    assert register(target, side.root, storage="other.json").json["site"] != side.site


@pytest.mark.parametrize(
    "more",
    [
        {"root": "relative"}, {"root": "/nowhere/at/all"}, {"storage": "review.txt"}, {"storage": ".json"},
        {"storage": ".mcp.json"}, {"storage": "none/there.json"}, {"storage": "a\0b.json"}, {"address": "file:///etc"},
        {"address": "javascript:alert(1)"}, {"address": "http://x/path"}, {"hosts": ["x y"]}, {"hosts": ["*"]},
        {"hosts": ["http://x"]}, {"hosts": ["a.test"] * 21}, {"root": 1},
    ],
)  # fmt: skip
def test_sites_that_are_refused(target: Target, side: PageSide, more: dict[str, object]) -> None:
    answer = register(target, side.root, **more)
    assert answer.status == 422
    assert answer.json["error"]["code"] == "bad_input"


def test_no_path_of_the_machine_gets_into_the_file(side: PageSide) -> None:
    for root in (side.root, side.root.resolve()):
        made = side.add(source={"file": f"{root}/src/index.astro", "line": 3})
        assert made["source"] == {"file": "src/index.astro", "line": 3}
    assert "source" not in side.add(source={"file": "/elsewhere/index.astro", "line": 3})
    assert str(side.root) not in side.file.read_text()
    assert "/elsewhere" not in side.file.read_text()
