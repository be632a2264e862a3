"""Words that break programs, in every field that takes words: they come back as they went in, or are refused whole."""

import json
import time
from typing import Any

import pytest

from tests.contract.pages.page_client import ELEMENT, HOST, JSON, WISH, PageSide
from tests.contract.wire.raw_client import RawClient, exchange, request

HALF = "half a pair: \ud800 and \udfff"
ZERO = "a zero \x00 byte"
ODD = [
    HALF,
    ZERO,
    "\x1b[2J\x1b]0;owned\x07",
    "__proto__",
    "constructor",
    "\u202egnp.exe",
    "</script><!--",
    "\U0010ffff",
]


def element(**more: object) -> dict[str, Any]:
    selector: Any = ELEMENT["elementSelector"]
    return {**ELEMENT, "elementSelector": {**selector, **more}}


def wishes(words: str) -> list[dict[str, Any]]:
    """An annotation for each field that takes free words."""
    place = dict.fromkeys(("startXPath", "endXPath", "selectedText", "contextBefore", "contextAfter"), words)
    selector = dict.fromkeys(("cssSelector", "xpath", "description", "tagName", "outerHtmlPreview"), words)
    return [
        {**WISH, "note": words}, {**WISH, "pageUrl": words}, {**WISH, "pageTitle": words},
        {**WISH, "selectedText": words}, {**WISH, "range": place}, {**WISH, "anchor": {"v": 1, "text": words,
        "blocks": []}},
        {**WISH, "source": {"file": "src/a.ts", "component": words}}, {**WISH, "frames": [words], "shadow": [words]},
        element(**selector), element(attributes={"id": words, "class": words, "href": words}, textHash=words),
        {**ELEMENT, "also": [{"cssSelector": words}]},
    ]  # fmt: skip


def found(side: PageSide, wanted: str) -> Any:
    return next(each for each in side.api("GET", "/annotations")["annotations"] if each["id"] == wanted)


def contains(shown: Any, wish: Any) -> bool:
    """Whether all of a wish is in what is shown."""
    if isinstance(wish, dict):
        return isinstance(shown, dict) and all(name in shown and contains(shown[name], wish[name]) for name in wish)
    if isinstance(wish, list):
        return isinstance(shown, list) and all(map(contains, shown, wish))
    return bool(shown == wish)


@pytest.mark.parametrize("words", ODD, ids=ascii)
def test_odd_words_in_every_field(side: PageSide, words: str) -> None:
    for wish in wishes(words):
        made = side.api("POST", "/annotations", wish)
        assert contains(made, wish)
        assert contains(found(side, made["id"]), wish)
        changed = side.api("PATCH", f"/annotations/{made['id']}", {"note": words, "reply": {"message": words}})
        assert (changed["note"], changed["replies"][0]["message"]) == (words, words)
        if made["type"] == "text":
            assert side.api("PATCH", f"/annotations/{made['id']}", {"replacedText": words})["replacedText"] == words
    note = side.api("POST", "/page-notes", {"pageUrl": words, "pageTitle": words, "note": words})
    assert (note["pageUrl"], note["note"]) == (words, words)
    assert side.ask("GET", "/api/export").body.decode()  # UTF-8, whatever went in
    assert side.ask("GET", "/api/annotations?page=__proto__").status == 200
    desk = side.target.ask("GET", f"/api/pages/sites/{side.site}")
    assert len(desk.json["annotations"]) == len(wishes(words))
    assert side.target.ask("GET", "/api/journal?limit=500").status == 200
    for each in side.api("GET", "/annotations")["annotations"]:
        assert side.ask("DELETE", f"/api/annotations/{each['id']}").status == 200
    side.target.assert_answers()


@pytest.mark.parametrize("words", [HALF, ZERO, "a" * 2048 + "\U0001f600"], ids=ascii)
@pytest.mark.parametrize("name", ["note", "reply", "status", "pageUrl"])
def test_odd_words_at_the_desk(side: PageSide, words: str, name: str) -> None:
    mark = side.add()
    body = json.dumps({"note": {"pageUrl": words, "note": words}, "pageUrl": {"pageUrl": words, "note": "x"}}.get(name))
    if name in ("reply", "status"):
        body = json.dumps({"reply": {"message": words}} if name == "reply" else {"status": words})
        answer = side.target.ask("PATCH", f"/api/pages/sites/{side.site}/annotations/{mark['id']}", body=body.encode())
    else:
        answer = side.target.ask("POST", f"/api/pages/sites/{side.site}/page-notes", body=body.encode())
    assert answer.status in (200, 201, 400, 422), answer.body
    assert side.target.ask("GET", f"/api/pages/sites/{side.site}").status == 200
    assert side.ask("GET", "/api/annotations").status == 200


@pytest.mark.parametrize(
    "name",
    ["__proto__", "constructor", "..", "%2e%2e", "a%2Fb", "..%2f..%2fetc", "%00", "%ff", "a%0d%0aX:%20y", "x" * 5000,
     "%ed%a0%80", "'", '";drop', "%25252e"],
)  # fmt: skip
@pytest.mark.parametrize("kind", ["annotations", "page-notes"])
def test_ids_that_nobody_has(side: PageSide, kind: str, name: str) -> None:
    side.add()
    before = side.file.read_bytes()
    for method in ("PATCH", "DELETE"):
        answer = side.ask(method, f"/api/{kind}/{name}", {"note": "x"})
        assert answer.status == 404, answer.body
        assert set(answer.json) >= {"error", "code", "hint"}
    assert side.file.read_bytes() == before


@pytest.mark.parametrize("name", ["a/b", "..", "%41", "a?b#c", "__proto__", "é\u2028", "' OR 1=1", "x" * 300])
def test_ids_that_a_file_has(side: PageSide, name: str) -> None:
    from urllib.parse import quote

    entry = {"id": name, "pageUrl": "/", "note": "by hand", "selectedText": "x", "range": {}}
    side.file.write_text(json.dumps({"version": 1, "annotations": [entry], "pageNotes": []}))
    at = f"/annotations/{quote(name, safe='').replace('.', '%2E')}"
    assert side.api("PATCH", at, {"note": "seen"})["id"] == name
    assert side.api("DELETE", at) == {"ok": True}
    assert side.content["annotations"] == []


def body_with(note: bytes) -> bytes:
    wish = json.dumps({**WISH, "note": "@"}).encode()
    return wish.replace(b'"@"', note)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"[" * 100_000, 400), (b'{"a":' * 100_000, 400), (body_with(b"[" * 63 + b"]" * 63), 400),
        (body_with(b'"a","note":"b"'), 201), (body_with(b"9" * 100_000), 400), (body_with(b"1e999"), 400),
        (body_with(b"NaN"), 400), (body_with(b'"\xed\xa0\x80"'), 400), (body_with(b'"\xff"'), 400),
        (b"", 400), (b"null", 400), (b"[]", 400), (b'"x"', 400), (b"{}", 400), (b"\xef\xbb\xbf{}", 400),
        (json.dumps(WISH).encode("utf-16"), 400), (body_with(b'"x"') + b"{}", 400),
        (body_with(b'{"__proto__":1}'), 400), (b"{" + b'"a":1,' * 60_000 + b'"b":1}', 400),
    ],
    ids=lambda value: ascii(value[:24]) if isinstance(value, bytes) else None,
)  # fmt: skip
def test_bodies_that_are_no_wish(side: PageSide, body: bytes, status: int) -> None:
    begun = time.monotonic()
    answer = side.ask("POST", "/api/annotations", body)
    assert answer.status == status, answer.body[:200]
    assert status == 201 or set(answer.json) >= {"error", "code", "hint"}
    assert time.monotonic() - begun < 8
    side.target.assert_answers()


@pytest.mark.parametrize("number", ["1" + "0" * 400, "-1", "1.5", "1e400", "9007199254740992", "true"])
def test_numbers_that_are_no_place(side: PageSide, number: str) -> None:
    wish = json.dumps({**WISH, "range": {"startOffset": "@"}}).replace('"@"', number)
    answer = side.ask("POST", "/api/annotations", wish.encode())
    assert answer.status == 400, answer.body


def test_ten_megabytes_are_read_and_refused(side: PageSide) -> None:
    answer = side.ask("POST", "/api/annotations", b'{"note":"' + b"a" * 10 * 1024 * 1024 + b'"}')
    assert (answer.status, answer.json["code"]) == (413, "too_large")
    assert not side.file.exists()


def test_a_body_without_an_end_ends(side: PageSide) -> None:
    head = side.octets("POST", "/api/annotations", headers={"content-type": JSON})
    head = head.replace(b"\r\n\r\n", b"\r\nTransfer-Encoding: chunked\r\n\r\n", 1)
    head = b"\r\n".join(line for line in head.split(b"\r\n") if not line.lower().startswith(b"content-length"))
    with RawClient(side.target.agent_socket, patience=60) as line:
        line.send(head)
        chunk = b"%x\r\n%b\r\n" % (1 << 20, b" " * (1 << 20))
        for _ in range(64):
            line.send(chunk)
        answer = line.answer()
        assert answer is not None
        assert answer.status == 413
        assert line.ends()
    side.target.assert_answers()


@pytest.mark.parametrize("host", [HOST, "evil.example"])
def test_a_picture_is_a_raster_image(side: PageSide, host: str) -> None:
    bad = [
        "data:image/svg+xml;base64,PHN2Zz48L3N2Zz4=", "data:image/png;base64,PHN2Zz48L3N2Zz4=", "javascript:alert(1)",
        "data:text/html;base64,PGI+", "https://evil.example/x.png", "data:image/png;base64,iVBORw0KGgo=\n", "", 5, {},
        "DATA:image/png;base64,iVBORw0KGgo=", "data:image/png,iVBORw0KGgo=", "data:image/gif;base64,R0lGODlh",
    ]  # fmt: skip
    for picture in bad:
        answer = side.ask("POST", "/api/annotations", {**WISH, "picture": picture}, {"host": host})
        assert answer.status == (400 if host == HOST else 403), picture


def test_a_door_is_no_way_to_the_agents_routes(side: PageSide) -> None:
    """Whatever follows a site's path stays below it."""
    for rest in (
        "/../../../api/hooks/claude-code", "/%2e%2e/%2e%2e/api/status", "/..%2f..%2fsites", "/./../sites",
        "%2fapi/annotations", "%2Fapi/version", "x/api/version", "/api/../api/version", "//api/version",
        "/api//annotations", "/api/annotations/", ";/api/version", "\\api\\version",
    ):  # fmt: skip
        for method in ("GET", "POST"):
            answer = side.ask(method, rest, {} if method == "POST" else None)
            assert answer.status in (400, 404), (method, rest, answer.body)
    octets = request("POST", f"/pages/{side.site}", host="countermark", headers={"Content-Type": JSON}, body=b"{}")
    refused = exchange(side.target.agent_socket, octets)
    assert refused is not None
    assert refused.status == 404


@pytest.mark.parametrize(
    "query",
    ["a=1&" * 200, "page=" + "%" * 3000, "page=%ff%fe", "page=\x7f", "status=" + "open," * 900, "page=/&page=/x"],
)
def test_queries_of_bad_will(side: PageSide, query: str) -> None:
    side.add()
    for path in ("/api/annotations", "/api/export", "/api/version", "/client.js"):
        answer = side.ask("GET", f"{path}?{query}")
        assert answer.status in (200, 400), (path, answer.body)


def test_ten_thousand_annotations(side: PageSide) -> None:
    """A file as big as anybody's: every way to read it answers, and one more still goes in."""
    many = [
        {"id": f"id-{at}", "type": "text", "pageUrl": f"/{at % 100}", "pageTitle": "", "note": "n" * 200,
        "selectedText": "x",
         "range": {}, "createdAt": "", "updatedAt": "", "anchor": {"blocks": []}}
        for at in range(10_000)
    ]  # fmt: skip
    side.file.write_text(json.dumps({"version": 1, "annotations": many, "pageNotes": []}))
    assert len(side.api("GET", "/annotations")["annotations"]) == 10_000
    assert len(side.api("GET", "/annotations?page=/7")["annotations"]) == 100
    assert side.ask("GET", "/api/export").body.count(b"\n## ") == 100
    made = side.add()
    assert side.api("DELETE", f"/annotations/{made['id']}") == {"ok": True}
    assert side.target.ask("GET", f"/api/pages/sites/{side.site}").status == 200
