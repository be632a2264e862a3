"""Whatever is sent to the browser's door, the answer is the right one, carries every header, and is not the last."""

import json
from pathlib import Path

import pytest

from tests.contract.wire.cases import CASES as OTHER_CASES
from tests.contract.wire.cases import Case
from tests.contract.wire.raw_client import Answer, RawClient, exchange, request
from tests.contract.wire.small_desk import Target, small_desk
from tests.contract.wire.token_cases import TOKENS

CASES = OTHER_CASES + TOKENS

ON_EVERY_ANSWER = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}


def assert_protected(answer: Answer) -> None:
    """Every header that we promise, and none that leaks or opens."""
    for name, value in ON_EVERY_ANSWER.items():
        assert answer.header(name) == value
    assert "camera=()" in (answer.header("permissions-policy") or "")
    names = {name for name, _ in answer.headers}
    assert not {name for name in names if name.startswith("access-control-")}
    assert not names & {"server", "date", "x-powered-by"}


def test_the_table_has_no_two_rows_of_one_name_and_is_long() -> None:
    assert len({case.name for case in CASES}) == len(CASES) >= 180


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name.replace(" ", "-"))
def test_an_answer_for_everything(target: Target, case: Case) -> None:
    answer = exchange(target.address, case.octets(target), head_only=case.method == "HEAD")
    assert answer is not None, "the connection ended without an answer"
    assert answer.status == case.status, answer.body
    assert_protected(answer)
    if case.code is not None:
        assert answer.code == case.code
        assert set(answer.json["error"]) >= {"code", "message", "hint"}
        assert answer.header("content-type") == "application/json"
    if case.status not in {200, 304} or case.path.startswith("/api"):
        assert answer.header("cache-control") == "no-store"
    if case.status == 405:
        assert "GET" in (answer.header("allow") or "")
    target.assert_answers()


def test_refusals_do_not_repeat_what_was_sent(target: Target) -> None:
    marker = "m4rker"
    for path, headers in [
        (f"/{marker}/../x", {}),
        ("/api/session", {"Host": f"{marker}.example"}),
        (f"/api/{marker}", {}),
    ]:
        answer = exchange(
            target.address, request("GET", path, host=headers.get("Host", target.host), headers=target.page_headers)
        )
        assert answer is not None
        assert marker.encode() not in answer.body


def test_a_long_wrong_value_is_not_sent_back(target: Target) -> None:
    long = "y" * 40_000
    body = json.dumps({"revision": long, "text": "x", "kind": long[:99], "version": long[:99]}).encode()
    answer = target.ask("PUT", "/api/reviews/rv_none/draft", body=body)
    assert len(answer.body) < 3000
    assert long[:99].encode() not in answer.body


def test_ipv6_loopback_listens_on_the_same_port(target: Target) -> None:
    octets = request("GET", "/api/session", host=f"[::1]:{target.port}", headers=target.page_headers)
    answer = exchange(("::1", target.port), octets)
    assert answer is not None
    assert answer.status == 200


def test_many_requests_on_one_connection(target: Target) -> None:
    octets = request("GET", "/api/session", host=target.host, headers=target.page_headers)
    with RawClient(target.address) as client:
        for _ in range(20):
            client.send(octets)
            answer = client.answer()
            assert answer is not None
            assert answer.status == 200


def test_requests_sent_ahead_are_answered_in_order_and_screened_alike(target: Target) -> None:
    good = request("GET", "/api/session", host=target.host, headers=target.page_headers)
    folded = f"GET / HTTP/1.1\r\nHost: {target.host}\r\nX: 1\r\n 2\r\n\r\n".encode()
    with RawClient(target.address) as client:
        client.send(good + good + folded + good)
        statuses = [answer.status for answer in iter(client.answer, None)]
    assert statuses == [200, 200, 400]
    target.assert_answers()


@pytest.mark.parametrize("size", [1, 7, 100, 1000])
def test_it_does_not_matter_in_which_pieces_requests_come(target: Target, size: int) -> None:
    read = request("GET", "/api/session", host=target.host, headers=target.page_headers)
    write = request("PUT", "/api/settings", host=target.host, headers=target.page_headers, body=b'{"theme":"dark"}')
    octets = read + write + write + read + b"nonsense\r\n\r\n"
    with RawClient(target.address) as client:
        for at in range(0, len(octets), size):
            client.send(octets[at : at + size])
        statuses = [answer.status for answer in iter(client.answer, None)]
    assert statuses == [200, 200, 200, 200, 400]


def test_nothing_is_read_behind_a_body_in_chunks(target: Target) -> None:
    """Only the parser knows where it ends: what comes behind it was not screened, and is nobody's request."""
    headers = target.page_headers | {"Transfer-Encoding": "chunked"}
    in_chunks = request("PUT", "/api/settings", host=target.host, headers=headers)
    body = b'10\r\n{"theme":"dark"}\r\n0\r\n\r\n'
    hidden = request("GET", "/api/session", host=target.host, headers=target.page_headers)
    with RawClient(target.address) as client:
        client.send(in_chunks + body + hidden)
        answer = client.answer()
        assert answer is not None
        assert answer.status == 200
        assert answer.header("connection") == "close"
        assert client.ends()


def test_the_rest_of_a_refused_request_is_never_read_as_another(target: Target) -> None:
    hidden = request("GET", "/api/session", host=target.host, headers=target.page_headers)
    refused = request("PUT", "/api/settings", host=target.host, headers={"Content-Type": "text/plain"}, body=hidden)
    with RawClient(target.address) as client:
        client.send(refused)
        first = client.answer()
        assert first is not None
        assert first.status == 415
        assert first.header("connection") == "close"
        assert client.ends()
    target.assert_answers()


@pytest.mark.parametrize("cut", [1, 10, 40, -4, -2, -1])
def test_a_request_cut_short(target: Target, cut: int) -> None:
    octets = request("PUT", "/api/settings", host=target.host, headers=target.page_headers, body=b'{"theme":"dark"}')
    with RawClient(target.address) as client:
        client.send(octets[:cut])
    target.assert_answers()


def test_a_half_closed_request(target: Target) -> None:
    octets = request("PUT", "/api/settings", host=target.host, headers=target.page_headers, body=b'{"theme":"dark"}')
    with RawClient(target.address) as client:
        client.send(octets[:-3])
        client.half_close()
        assert client.answer() is None
    target.assert_answers()


def test_a_connection_reset_under_way(target: Target) -> None:
    octets = request("GET", "/api/feed", host=target.host, headers=target.page_headers)
    with RawClient(target.address) as client:
        client.socket.setsockopt(1, 13, b"\1\0\0\0\0\0\0\0")  # SO_LINGER with 0 s: a reset instead of an end
        client.send(octets)
        answer = client.answer(head_only=True)
        assert answer is not None
    target.assert_answers()


def test_the_feed_is_a_stream_that_nothing_packs_or_keeps(target: Target) -> None:
    headers = {**target.page_headers, "Accept-Encoding": "gzip, br", "Accept": "text/event-stream"}
    with RawClient(target.address) as client:
        client.send(request("GET", "/api/feed", host=target.host, headers=headers))
        answer = client.answer(head_only=True)
        assert answer is not None
        assert answer.status == 200
        assert_protected(answer)
        assert answer.header("content-encoding") is None
        assert answer.header("cache-control") == "no-store"
        assert (answer.header("content-type") or "").startswith("text/event-stream")
        received = b""
        while b"hello" not in received:
            received += client.some()
    target.assert_answers()


def test_an_unforeseen_failure_says_nothing_of_itself(small: Target) -> None:
    answer = small.ask("GET", "/api/broken")
    assert answer.status == 500
    assert answer.code == "internal"
    assert b"secret" not in answer.body
    assert b"Traceback" not in answer.body
    assert_protected(answer)
    small.assert_answers()


def test_an_answer_that_fails_half_way_is_cut_and_never_looks_whole(small: Target) -> None:
    octets = request("GET", "/api/broken-later", host=small.host, headers=small.page_headers)
    with RawClient(small.address) as client:
        client.send(octets)
        assert client.answer(head_only=True) is not None
        received = b""
        while piece := _next_piece(client):
            received += piece
    assert b"0\r\n\r\n" not in received
    small.assert_answers()


def _next_piece(client: RawClient) -> bytes:
    try:
        return client.some()
    except ConnectionResetError:
        return b""


def test_a_configured_name_is_answered(small: Target) -> None:
    octets = request("GET", "/api/session", host=f"desk.example:{small.port}", headers=small.page_headers)
    answer = exchange(small.address, octets)
    assert answer is not None
    assert answer.status == 200


def test_no_secret_is_ever_logged(target: Target, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    for case in (case for case in CASES if case.status >= 400):
        exchange(target.address, case.octets(target), head_only=case.method == "HEAD")
    target.ask("GET", f"/api/session?token={target.token}")
    target.ask("PUT", f"/api/{target.token}", body=target.token.encode())
    said = caplog.text.encode() + (target.log.read_bytes() if target.log else b"")
    assert target.token.encode() not in said


def test_a_failure_is_logged_once_with_its_cause(home: Path, caplog: pytest.LogCaptureFixture) -> None:
    with small_desk(home) as target:
        target.ask("GET", "/api/broken")
    assert [record.getMessage() for record in caplog.records] == ["GET on the browser door failed"]
    assert "secret detail" in caplog.text
