"""Who may ask through a page's door: the table of headers, by the one function and at the running hub."""

import pytest

from countermark.http_api.guards.pages import PageRequest, check_page_request, page_headers
from countermark.http_api.guards.refusals import WireRefusal
from tests.contract.pages.page_client import HOST, WISH, PageSide
from tests.contract.wire.raw_client import exchange

TOKEN = "t" * 64
HOSTS = ("my.test", "exact.test:8443")
OWN = {"origin": f"http://{HOST}", "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors"}
TOLD = {"x-countermark-site": TOKEN}
JSON = {"content-type": "application/json"}
Headers = dict[str, str]


def verdict(method: str, headers: Headers, *, script: bool = False) -> str:
    """`passed`, or the code of the refusal."""
    try:
        check_page_request(PageRequest(method, {"host": HOST, **headers}), hosts=HOSTS, token=TOKEN, script=script)
    except WireRefusal as refusal:
        return refusal.code
    return "passed"


@pytest.mark.parametrize(
    "host",
    [
        "localhost", "localhost:4321", "LOCALHOST:80", "127.0.0.1:1", "127.0.0.1", "127.8.9.10:3000", "[::1]:5173",
        "[::1]", "my.test", "my.test:443", "MY.test:3000", "exact.test:8443",
    ],
)  # fmt: skip
def test_hosts_that_are_ours(host: str) -> None:
    assert verdict("GET", {"host": host}) == "passed"


@pytest.mark.parametrize(
    "host",
    [
        "", "evil.example", "evil.example:4321", "localhost.evil.example", "127.0.0.1.evil.example", "notlocalhost",
        "localhost:", "localhost:x", "localhost:99999", "localhost:80:80", "localhost.", "x@localhost:80",
        "localhost@evil.example", "127.0.0.256", "127.1", "2130706433", "0x7f.0.0.1", "0127.0.0.1", "10.0.0.1",
        "0.0.0.0:4321", "[::]:80", "[::2]", "::1", "[::ffff:127.0.0.1]", "localhost:80, evil.example", "exact.test",
        "exact.test:1", "sub.my.test", "my.test.evil.example", "my.test:80:80", "localhost/x", "localhost#",
        "127.0.0.1:4321 ", "1.localhost.x",
    ],
)  # fmt: skip
def test_hosts_that_are_not(host: str) -> None:
    assert verdict("GET", {"host": host}) == "host_refused"
    assert verdict("OPTIONS", {"host": host, **OWN}) == "host_refused"
    assert verdict("GET", {"host": host}, script=True) == "host_refused"


@pytest.mark.parametrize("origin", [f"http://{HOST}", f"https://{HOST}"])
def test_the_pages_own_origin(origin: str) -> None:
    assert verdict("POST", {"origin": origin, **TOLD, **JSON}) == "passed"


@pytest.mark.parametrize(
    "origin",
    [
        "null", "", "http://evil.example", "http://localhost", "http://localhost:4322", "http://127.0.0.1:4321",
        f"http://{HOST}/", f"ftp://{HOST}", HOST, f"http://{HOST}, http://evil.example", f"http://x@{HOST}",
    ],
)  # fmt: skip
def test_origins_of_others(origin: str) -> None:
    for method in ("GET", "HEAD", "POST", "PATCH", "DELETE", "OPTIONS"):
        assert verdict(method, {"origin": origin, **TOLD, **JSON}) == "origin_refused"


@pytest.mark.parametrize("site", ["cross-site", "same-site", "", "same-origin, none", "Same-Origin"])
def test_fetch_sites_of_others(site: str) -> None:
    assert verdict("GET", {"sec-fetch-site": site, **TOLD}) == "origin_refused"
    assert verdict("GET", {"sec-fetch-site": site}, script=True) == "origin_refused"
    assert verdict("POST", {"sec-fetch-site": site, **TOLD, **JSON}) == "origin_refused"


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({}, "passed"),
        ({"sec-fetch-site": "same-origin"}, "passed"),
        ({"sec-fetch-site": "same-origin", "x-countermark-site": "old"}, "passed"),
        ({"sec-fetch-site": "none", "sec-fetch-mode": "navigate"}, "passed"),
        ({"sec-fetch-site": "same-origin", "sec-fetch-mode": "navigate"}, "passed"),
        ({"sec-fetch-site": "none"}, "token_refused"),
        ({"sec-fetch-mode": "cors"}, "passed"),
        ({"sec-fetch-mode": "same-origin"}, "passed"),
        ({"sec-fetch-mode": "navigate"}, "token_refused"),
        ({"sec-fetch-mode": "cors", "sec-fetch-dest": "empty"}, "token_refused"),
        ({"sec-fetch-mode": "cors", "sec-fetch-site": "none"}, "token_refused"),
        ({"sec-fetch-mode": "cors", "origin": f"http://{HOST}"}, "token_refused"),
        ({"sec-fetch-mode": "cors", "sec-fetch-user": "?1"}, "token_refused"),
        ({"sec-fetch-mode": "cors, cors"}, "token_refused"),
        ({"sec-fetch-dest": "script"}, "token_refused"),
        ({"sec-fetch-dest": "script", **TOLD}, "passed"),
        ({"origin": f"http://{HOST}"}, "token_refused"),
        ({"origin": f"http://{HOST}", **TOLD}, "passed"),
        ({"origin": f"http://{HOST}", "x-countermark-site": TOKEN[:-1]}, "token_refused"),
        ({"origin": f"http://{HOST}", "x-countermark-site": f"{TOKEN}, {TOKEN}"}, "token_refused"),
        ({"origin": f"http://{HOST}", "x-countermark-site": "\xff"}, "token_refused"),
    ],
)
def test_who_may_read(headers: Headers, expected: str) -> None:
    assert verdict("GET", headers) == expected
    assert verdict("HEAD", headers) == expected


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({**JSON}, "passed"),
        ({**JSON, **OWN}, "token_refused"),
        ({**JSON, **OWN, **TOLD}, "passed"),
        ({**JSON, "sec-fetch-site": "none", "sec-fetch-mode": "navigate"}, "token_refused"),
        ({**JSON, "sec-fetch-dest": "empty"}, "token_refused"),
        ({**JSON, "sec-fetch-mode": "cors"}, "passed"),
        ({**JSON, "sec-fetch-mode": "websocket"}, "token_refused"),
        ({**JSON, "sec-fetch-mode": "cors", "sec-fetch-dest": "empty"}, "token_refused"),
        ({**JSON, "sec-fetch-mode": "cors", "origin": f"http://{HOST}"}, "token_refused"),
        ({"content-type": "text/plain", "sec-fetch-mode": "no-cors"}, "unsupported_media_type"),
        ({"content-type": 'APPLICATION/JSON; charset="utf-8"'}, "passed"),
        ({}, "unsupported_media_type"),
        ({"content-type": "text/plain"}, "unsupported_media_type"),
        ({"content-type": "application/x-www-form-urlencoded"}, "unsupported_media_type"),
        ({"content-type": "multipart/form-data; boundary=x"}, "unsupported_media_type"),
        ({"content-type": "text/plain; application/json"}, "unsupported_media_type"),
        ({"content-type": "application/json, text/plain"}, "unsupported_media_type"),
        ({"content-type": "application/json; charset=utf-16"}, "unsupported_media_type"),
        ({"content-type": "text/plain", **OWN, **TOLD}, "unsupported_media_type"),
    ],
)
def test_who_may_write(headers: Headers, expected: str) -> None:
    assert verdict("POST", headers) == expected
    assert verdict("PATCH", headers) == expected


def test_a_program_deletes_without_a_content_type() -> None:
    assert verdict("DELETE", {}) == "passed"
    assert verdict("DELETE", {"content-type": "text/plain"}) == "unsupported_media_type"
    assert verdict("DELETE", {**OWN, **TOLD}) == "unsupported_media_type"
    assert verdict("DELETE", {**OWN, **TOLD, **JSON}) == "passed"


def test_headers_that_come_twice_are_good_for_nothing() -> None:
    found = page_headers([(b"x-page-host", b"localhost"), (b"x-page-host", b"evil"), (b"host", b"countermark")])
    assert found == {"host": "localhost, evil"}


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PATCH", "DELETE", "OPTIONS", "PUT"])
@pytest.mark.parametrize(
    "path", ["", "/", "/api", "/api/annotations", "/api/version", "/api/events", "/apix", "/no/such", "/client.js"]
)
def test_nothing_is_routed_before_the_guard(side: PageSide, method: str, path: str) -> None:
    body = WISH if method in ("POST", "PATCH", "PUT") else None
    answer = side.ask(method, path, body, {"host": "evil.example"})
    assert answer.status == 403
    assert method == "HEAD" or answer.json["code"] == "host_refused"
    assert not side.file.exists()


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/annotations", 200), ("HEAD", "/api/annotations", 200), ("GET", "/client.js", 200),
        ("GET", "/api/none", 404), ("OPTIONS", "/api/annotations", 404), ("PUT", "/api/annotations", 404),
        ("GET", "/api/export", 200),
    ],
)  # fmt: skip
def test_what_every_answer_carries(side: PageSide, method: str, path: str, status: int) -> None:
    answer = side.ask(method, path, headers={**side.browser, "content-type": "application/json"})
    assert answer.status == status
    assert answer.header("x-content-type-options") == "nosniff"
    assert answer.header("cross-origin-resource-policy") == "same-origin"
    assert answer.header("cache-control") == ("no-cache" if path == "/client.js" else "no-store")
    assert not [name for name, _ in answer.headers if name.startswith("access-control-")]
    assert answer.header("set-cookie") is None


def test_a_browser_writes_with_the_token_of_its_site(side: PageSide) -> None:
    for headers in ({"origin": f"http://{HOST}"}, {**side.browser, "x-countermark-site": "0" * 64}):
        refused = side.ask("POST", "/api/annotations", WISH, headers)
        assert (refused.status, refused.json["code"]) == (403, "token_refused")
    made = side.ask("POST", "/api/annotations", WISH, side.browser)
    assert made.status == 201
    assert side.kinds()[-1] == ("page_annotation_added", "page_visitor")
    side.add()
    assert side.kinds()[-1] == ("page_annotation_added", "hand")


def test_no_program_on_the_socket_acts_as_the_person(side: PageSide) -> None:
    """Whatever headers it makes up, with the token of the script that every visitor of the page gets."""
    made = side.add()
    for headers in (side.browser, {**side.browser, **OWN, "sec-fetch-user": "?1"}, {}):
        side.ask("POST", "/api/annotations", WISH, headers)
        patch = {"status": "open", "reply": {"message": "Approved by the person"}}
        side.ask("PATCH", f"/api/annotations/{made['id']}", patch, headers)
    side.ask("DELETE", f"/api/annotations/{made['id']}", headers={**side.browser, **JSON})
    assert {actor for _, actor in side.kinds()} == {"agent", "hand", "page_visitor"}


def test_a_form_of_another_page_changes_nothing(side: PageSide) -> None:
    answer = side.ask("POST", "/api/annotations", WISH, {"content-type": "text/plain", "origin": "http://evil.example"})
    assert answer.status == 403
    assert not side.file.exists()


def test_the_door_is_not_for_browsers_themselves(side: PageSide) -> None:
    octets = side.octets("GET", "/api/version").replace(b"\r\n\r\n", b"\r\nOrigin: http://localhost:4321\r\n\r\n")
    answer = exchange(side.target.agent_socket, octets)
    assert answer is not None
    assert (answer.status, answer.json["code"]) == (403, "origin_refused")
