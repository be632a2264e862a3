"""What goes from a way in to the hub, byte for byte, and what a page hears when that fails."""

import json
from contextlib import nullcontext

import pytest

from countermark.doorbell.errors import BadAnswer, DoorbellError, HubRefused, NoHub
from countermark.page_side.hop import (
    BadPageRequest,
    CarriedRequest,
    FarAway,
    HubAnswer,
    has_forgotten,
    refusal,
    target_of,
)
from countermark.page_side.peer import Peer
from countermark.page_side.sphinx import address_of, is_autobuild

SITE = "0123456789abcdef0123"


def test_a_request_as_the_hub_gets_it() -> None:
    request = CarriedRequest(
        "post",
        b"/__inline-review/api/annotations?a=b%20c",
        [
            (b"Host", b"localhost:5173"),
            (b"Origin", b"http://localhost:5173"),
            (b"Sec-Fetch-Site", b"same-origin"),
            (b"Cookie", b"session=secret"),
            (b"Authorization", b"Bearer secret"),
            (b"Content-Type", b"application/json"),
            (b"X-Countermark-Site", b"token"),
            (b"X-Page-Host", b"forged.example"),
        ],
        length=2,
    )
    assert request.head(SITE).split(b"\r\n") == [
        b"POST /pages/0123456789abcdef0123/__inline-review/api/annotations?a=b%20c HTTP/1.1",
        b"host: countermark",
        b"connection: close",
        b"x-page-scheme: http",
        b"x-page-host: localhost:5173",
        b"x-page-origin: http://localhost:5173",
        b"x-page-sec-fetch-site: same-origin",
        b"x-page-content-type: application/json",
        b"x-page-x-countermark-site: token",
        b"content-length: 2",
        b"",
        b"",
    ]


def test_two_hosts_are_no_host() -> None:
    request = CarriedRequest("GET", b"/__inline-review/", [(b"host", b"localhost"), (b"host", b"evil.example")])
    assert b"x-page-host: localhost, evil.example\r\n" in request.head(SITE)


def test_a_body_without_a_length() -> None:
    head = CarriedRequest("PATCH", b"/__inline-review/", [], length=None).head(SITE)
    assert b"transfer-encoding: chunked\r\n" in head
    assert b"content-length" not in head


@pytest.mark.parametrize("value", [b"a\r\nx-page-host: b", b"a\nb", b"a\0b", b"a\x7f"])
def test_a_header_cannot_become_two(value: bytes) -> None:
    with pytest.raises(BadPageRequest):
        CarriedRequest("GET", b"/__inline-review/", [(b"host", value)]).head(SITE)


def test_a_target_cannot_become_two() -> None:
    with pytest.raises(BadPageRequest):
        CarriedRequest("GET", b"/__inline-review/\r\nx: y", []).head(SITE)
    assert target_of("/__inline-review/ü %\r\n?".encode(), b"a=1") == b"/__inline-review/%C3%BC%20%25%0D%0A%3F?a=1"


@pytest.mark.parametrize(
    ("host", "near", "far"),
    [
        (b"shop.test:5173", True, True),
        (b"localhost:5173", True, False),
        (b"[::1]:5173", True, False),
        (b"127.0.0.1", True, False),
    ],
)
def test_a_loopback_name_from_elsewhere_proves_nothing(host: bytes, near: bool, far: bool) -> None:
    """Also where it stands among the names that the person has named."""
    hosts = ("shop.test", "localhost", "[::1]", "127.0.0.1")
    for peer, admitted in ((Peer("127.0.0.1"), near), (Peer("192.0.2.1"), far)):
        request = CarriedRequest("GET", b"/__inline-review/client.js", [(b"Host", host)], peer=peer)
        with nullcontext() if admitted else pytest.raises(FarAway):
            request.check_peer(hosts)


def test_an_answer_while_it_comes() -> None:
    answer = HubAnswer(to="GET")
    answer.feed(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\nDate: x\r\n\r\n")
    assert answer.onward() == [("content-type", "text/event-stream")]
    answer.feed(b"3\r\nabc\r\n")
    assert (answer.take(), answer.take(), answer.complete) == (b"abc", b"", False)
    answer.feed(b"0\r\n\r\n")
    assert answer.complete


@pytest.mark.parametrize(("method", "status"), [("HEAD", 200), ("GET", 304), ("DELETE", 204)])
def test_answers_without_a_body(method: str, status: int) -> None:
    answer = HubAnswer(to=method)
    answer.feed(f"HTTP/1.1 {status} X\r\nContent-Length: 5\r\n\r\n".encode())
    assert answer.complete


@pytest.mark.parametrize(
    ("body", "named", "forgotten"),
    [
        (b'{"error": "No such site.", "code": "unknown_site"}', False, True),
        (b'{"error": {"code": "unknown_site"}}', False, True),
        (b'{"error": "Not this name.", "code": "host_refused"}', True, True),
        (b'{"error": "Not this name.", "code": "host_refused"}', False, False),
        (b'{"error": "Not found", "code": "not_found"}', True, False),
        (b"[]", True, False),
        (b"no json", True, False),
    ],
)
def test_a_hub_that_has_forgotten_the_site(body: bytes, named: bool, forgotten: bool) -> None:
    assert has_forgotten(body, named=named) is forgotten


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (NoHub("no hub answered within 5 s"), 503, "no_hub"),
        (BadAnswer("nonsense"), 503, "no_hub"),
        (HubRefused(422, "bad_storage", "There is no folder /x.", "Make it."), 422, "bad_storage"),
        (BadPageRequest("a header holds a control character"), 400, "bad_request"),
    ],
)
def test_what_a_page_hears_of_a_failure(error: DoorbellError, status: int, code: str) -> None:
    told_status, headers, body = refusal(error)
    told = json.loads(body)
    assert (told_status, told["code"]) == (status, code)
    assert told["error"].endswith(".")
    assert ("content-length", str(len(body))) in headers


@pytest.mark.parametrize(
    ("words", "address"),
    [
        (["python", "sphinx-autobuild", "docs", "out"], "http://127.0.0.1:8000"),
        (["sphinx-autobuild", "--port", "9000", "docs", "out"], "http://127.0.0.1:9000"),
        (["sphinx-autobuild", "--host=localhost", "--port=9001", "a", "b"], "http://localhost:9001"),
        (["sphinx-autobuild", "a", "b", "--port=0"], None),
    ],
)
def test_where_sphinx_autobuild_serves(words: list[str], address: str | None) -> None:
    assert address_of(words) == address


@pytest.mark.parametrize(
    ("words", "autobuild"),
    [
        (["/venv/bin/python", "/venv/bin/sphinx-autobuild", "docs", "out"], True),
        (["python", "-m", "sphinx_autobuild", "docs", "out"], True),
        (["make", "html"], False),
        (["bash"], False),
        ([], False),
    ],
)
def test_only_sphinx_autobuild_is_sphinx_autobuild(words: list[str], autobuild: bool) -> None:
    assert is_autobuild(words) is autobuild
