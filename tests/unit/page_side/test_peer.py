"""Whose connection it is, as the kernel's table tells: real sockets, and a second user where the test may be one."""

import io
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from countermark.page_side import asgi, connections, wsgi
from countermark.page_side.connections import is_loopback_row
from countermark.page_side.peer import UNTOLD, Peer, peer_behind
from tests.second_user import as_another_user, needs_a_second_user

NO_TABLES = ("/no/such/table",)
each_family = pytest.mark.parametrize(
    ("name", "listening_on"), [("127.0.0.1", ""), ("::1", ""), ("127.0.0.1", "::"), ("127.0.0.1", "0.0.0.0")]
)


class Line(NamedTuple):
    """Both ends of a connection over TCP."""

    browser: socket.socket
    server: socket.socket

    @property
    def peer(self) -> Peer:
        address, port, *_ = self.server.getpeername()
        own_address, own_port, *_ = self.server.getsockname()
        return Peer(address, port, own_port, own_address)


@contextmanager
def connected(name: str = "127.0.0.1", *, listening_on: str = "") -> Iterator[Line]:
    family = socket.AF_INET6 if ":" in (listening_on or name) else socket.AF_INET
    with (
        socket.create_server((listening_on or name, 0), family=family, dualstack_ipv6=listening_on == "::") as listener,
        socket.create_connection((name, listener.getsockname()[1]), timeout=10) as browser,
        listener.accept()[0] as server,
    ):
        yield Line(browser, server)


def each_answer(line: Line, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """By the whole tables, where an address is not known; by all of what is known; and by that alone."""
    answers = [line.peer._replace(own_address=None).is_of_this_user(), line.peer.is_of_this_user()]
    monkeypatch.setattr(connections, "TABLES", NO_TABLES)
    return [*answers, line.peer.is_of_this_user()]


@each_family
def test_our_own_connections(monkeypatch: pytest.MonkeyPatch, name: str, listening_on: str) -> None:
    with connected(name, listening_on=listening_on) as line:
        assert line.peer.is_near
        assert each_answer(line, monkeypatch) == [True, True, True]


@needs_a_second_user
@each_family
def test_another_users_connections(monkeypatch: pytest.MonkeyPatch, name: str, listening_on: str) -> None:
    with as_another_user(), connected(name, listening_on=listening_on) as line:
        assert line.peer.is_near
        assert each_answer(line, monkeypatch) == [False, False, False]


@needs_a_second_user
def test_one_port_at_two_addresses_is_two_connections() -> None:
    with connected() as ours:
        port = ours.browser.getsockname()[1]
        with (
            as_another_user(),
            socket.socket() as theirs,
            socket.create_server(("127.0.0.9", ours.peer.own_port)) as door,
        ):
            theirs.bind(("127.0.0.8", port))
            theirs.connect(door.getsockname())
            with door.accept()[0] as server:
                other = Line(theirs, server).peer
                assert ours.peer.is_of_this_user()
                assert not other.is_of_this_user()
                assert not other._replace(own_address=None).is_of_this_user()


def test_what_is_left_of_a_connection_is_nobodys() -> None:
    with connected() as line:
        line.browser.close()
        assert not line.peer.is_of_this_user()


def test_a_connection_that_nobody_knows_is_nobodys() -> None:
    with connected() as line:
        assert not line.peer._replace(port=UNTOLD).is_of_this_user()
        assert not line.peer._replace(port=None).is_of_this_user()


def test_what_is_no_connection_is_not_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Peer("127.0.0.1", 5, None).is_of_this_user()
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        port = nobody.getsockname()[1]
    assert Peer("127.0.0.1", None, port).is_of_this_user()
    monkeypatch.setattr(connections, "TABLES", NO_TABLES)
    assert Peer("127.0.0.1", 5, port).is_of_this_user()


@pytest.mark.parametrize(
    ("peer", "near"),
    [
        (Peer("127.0.0.1", 5, 80), True),
        (Peer("::ffff:127.0.0.1", 5, 80), True),
        (Peer("10.0.0.1", 5, 80), False),
        (Peer(None, None, None), True),
        (Peer(None, None, 80), False),
        (Peer("", None, 80), False),
    ],
)
def test_who_hangs_up_early_is_not_near(peer: Peer, near: bool) -> None:
    assert peer.is_near is near


@pytest.mark.parametrize(
    ("client", "server", "headers", "peer"),
    [
        (("127.0.0.1", 5), ("127.0.0.1", 80), [], Peer("127.0.0.1", 5, 80, "127.0.0.1")),
        (("::1", 5), ("::1", 80), [], Peer("::1", 5, 80, "::1")),
        (None, ("127.0.0.1", 80), [], Peer(None, None, 80, "127.0.0.1")),
        (None, ("/run/site.sock", None), [], Peer()),
        (("127.0.0.1", 123), ("localhost", 80), [], Peer("127.0.0.1", 123, None)),
        (
            ("127.0.0.1", 5),
            ("127.0.0.1", 80),
            [(b"X-Forwarded-For", b"127.0.0.1:5")],
            Peer("127.0.0.1", UNTOLD, 80, "127.0.0.1"),
        ),
    ],
)
def test_where_asgi_says_a_request_comes_from(
    client: object, server: object, headers: list[tuple[bytes, bytes]], peer: Peer
) -> None:
    assert asgi.peer_of({"client": client, "server": server, "headers": headers}) == peer


def test_where_wsgi_says_a_request_comes_from() -> None:
    known = {"REMOTE_ADDR": "127.0.0.1", "SERVER_PORT": "80"}
    assert wsgi.peer_of({**known, "REMOTE_PORT": "5"}) == Peer("127.0.0.1", 5, 80)
    assert wsgi.peer_of({**known, "wsgi.input": io.BytesIO()}) == Peer("127.0.0.1", None, 80)
    assert wsgi.peer_of({"REMOTE_ADDR": "", "SERVER_PORT": "80"}) == Peer()


class Limited:
    """A body as Django's server gives it: the stream beneath shows only in how it reads."""

    def __init__(self, stream: io.BufferedReader) -> None:
        self._read = stream.read


def test_who_is_behind_a_body() -> None:
    with connected() as line, line.server.makefile("rb") as body:
        for source in (line.server, body, Limited(body)):
            assert peer_behind(source) == line.peer
        environ = {"REMOTE_ADDR": "127.0.0.1", "SERVER_PORT": "80", "wsgi.input": body}
        assert wsgi.peer_of(environ) == line.peer
        assert wsgi.peer_of({**environ, "REMOTE_ADDR": "10.0.0.1"}) == line.peer._replace(address="10.0.0.1")
        # A body that comes from somewhere in between says nothing of the browser.
        assert wsgi.peer_of({**environ, "REMOTE_PORT": "5"}) == Peer("127.0.0.1", 5, 80)
        told = {**environ, "REMOTE_PORT": "5", "HTTP_X_FORWARDED_FOR": "127.0.0.1:5"}
        assert wsgi.peer_of(told) == Peer("127.0.0.1", UNTOLD, 80)
        assert wsgi.peer_of({**told, "werkzeug.socket": line.server}) == line.peer
    with Path(os.devnull).open("rb") as no_connection:
        assert peer_behind(no_connection) is None
    assert peer_behind(io.BytesIO()) is None
    assert peer_behind(None) is None


def test_a_unix_socket_has_nobody_behind_it_but_this_machine() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        assert peer_behind(ours) == Peer()
        assert wsgi.peer_of({"REMOTE_ADDR": "<local>", "SERVER_PORT": "80", "werkzeug.socket": ours}) == Peer()


@pytest.mark.parametrize(
    ("address", "loopback"),
    [
        (b"\x7f\0\0\1", True),
        (b"\x7f\1\2\3", True),
        (b"\x0a\0\0\1", False),
        (bytes(15) + b"\1", True),
        (bytes(10) + b"\xff\xff\x7f\0\0\1", True),
        (bytes(10) + b"\xff\xff\x0a\0\0\1", False),
        (b"\x20\1" + bytes(10) + b"\x7f\0\0\1", False),
    ],
)
def test_addresses_as_the_table_writes_them(address: bytes, loopback: bool) -> None:
    words = [int.from_bytes(address[at : at + 4], sys.byteorder) for at in range(0, len(address), 4)]
    assert is_loopback_row(b"".join(b"%08X" % word for word in words)) is loopback
