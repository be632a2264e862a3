"""Clients that are slow, silent or many never keep the others waiting."""

import time
from contextlib import ExitStack

from tests.contract.wire.raw_client import RawClient, request
from tests.contract.wire.small_desk import Target, connect_quietly


def test_a_head_that_never_ends(impatient: Target) -> None:
    with RawClient(impatient.address) as client:
        client.send(b"GET / HTTP/1.1\r\nHost: x\r\nX: ")
        answer = client.answer()
        assert answer is not None
        assert (answer.status, answer.code) == (408, "too_slow")
        assert answer.header("connection") == "close"
        assert client.ends()
    impatient.assert_answers()


def test_a_head_that_trickles(impatient: Target) -> None:
    with RawClient(impatient.address) as client:
        started = time.monotonic()
        client.socket.settimeout(0.05)
        client.send(b"GET / HTTP/1.1\r\nHost: x\r\nX: ")
        answered = b""
        while not answered and time.monotonic() - started < 5:
            client.send(b"y")
            try:
                answered = client.some()
            except TimeoutError:
                continue
        assert b" 408 " in answered
        assert time.monotonic() - started < 3
    impatient.assert_answers()


def test_a_connection_that_says_nothing(impatient: Target) -> None:
    with RawClient(impatient.address) as client:
        assert client.ends()
    impatient.assert_answers()


def test_the_second_head_has_the_same_time(impatient: Target) -> None:
    with RawClient(impatient.address) as client:
        client.send(request("GET", "/api/session", host=impatient.host, headers=impatient.page_headers))
        assert client.answer() is not None
        client.send(b"GET / HTTP/1.1\r\n")
        answer = client.answer()
        assert answer is not None
        assert answer.status == 408


def test_a_connection_kept_for_nothing(impatient: Target) -> None:
    with RawClient(impatient.address) as client:
        client.send(request("GET", "/api/session", host=impatient.host, headers=impatient.page_headers))
        assert client.answer() is not None
        assert client.ends()


def test_a_body_that_never_ends(impatient: Target) -> None:
    head = request(
        "PUT", "/api/settings", host=impatient.host, headers=impatient.page_headers | {"Content-Length": "9"}
    )
    with RawClient(impatient.address) as client:
        client.send(head + b"{")
        answer = client.answer()
        assert answer is not None
        assert (answer.status, answer.code) == (408, "too_slow")
        assert client.ends()
    impatient.assert_answers()


def test_silent_connections_make_room_for_one_that_speaks(impatient: Target) -> None:
    with ExitStack() as silent:
        for _ in range(20):
            silent.enter_context(connect_quietly(impatient.address))
        impatient.assert_answers()


def test_half_requests_make_room_too(impatient: Target) -> None:
    head = request(
        "PUT", "/api/settings", host=impatient.host, headers=impatient.page_headers | {"Content-Length": "9"}
    )
    with ExitStack() as halves:
        for _ in range(20):
            halves.enter_context(connect_quietly(impatient.address)).sendall(head + b"{")
        impatient.assert_answers()


def test_when_all_are_busy_the_next_is_told_so(impatient: Target) -> None:
    feed = request("GET", "/api/feed", host=impatient.host, headers=impatient.page_headers)
    with ExitStack() as busy:
        for _ in range(6):
            client = busy.enter_context(RawClient(impatient.address))
            client.send(feed)
            answer = client.answer(head_only=True)
            assert answer is not None
            assert answer.status == 200
        refused = impatient.ask("GET", "/api/session")
        assert (refused.status, refused.code) == (503, "busy")
    until = time.monotonic() + 5
    while impatient.ask("GET", "/api/session").status != 200:
        assert time.monotonic() < until


def test_an_answer_that_nobody_reads_is_dropped(impatient: Target) -> None:
    page = request("GET", "/", host=impatient.host)
    with RawClient(impatient.address) as client:
        client.socket.settimeout(0.2)
        sent, until = 0, time.monotonic() + 10
        dropped = False
        while not dropped and time.monotonic() < until:
            try:
                sent += client.socket.send(page)
            except TimeoutError:
                continue
            except (ConnectionResetError, BrokenPipeError):
                dropped = True
        assert dropped
    impatient.assert_answers()
