"""What dev server and browser hear of each other through the proxy."""

from pathlib import Path

import pytest

from countermark.page_proxy.hosts import is_own_host
from countermark.page_proxy.rewriting import Rewriting
from countermark.page_proxy.target import CannotServe, DevServer, parse

VITE = DevServer("http", "localhost", 5173)
HOST = b"localhost:4848"


def onward(*headers: tuple[bytes, bytes], host: bytes = HOST, server: DevServer = VITE) -> list[tuple[bytes, bytes]]:
    return list(Rewriting(server, host=host).request([(b"host", host), *headers]))


def back(name: bytes, value: bytes, *, host: bytes = HOST, server: DevServer = VITE) -> bytes | None:
    return dict(Rewriting(server, host=host).answer([(name, value)])).get(name)


def test_the_dev_server_hears_its_own_name() -> None:
    assert onward((b"origin", b"http://localhost:4848"), (b"referer", b"http://localhost:4848/a?b")) == [
        (b"host", b"localhost:5173"),
        (b"origin", b"http://localhost:5173"),
        (b"referer", b"http://localhost:5173/a?b"),
    ]


@pytest.mark.parametrize(
    "origin", [b"null", b"https://evil.example", b"http://localhost:48481", b"http://127.0.0.1:4848"]
)
def test_a_foreign_origin_stays_foreign(origin: bytes) -> None:
    assert (b"origin", origin) in onward((b"origin", origin))


def test_a_tenant_keeps_its_name() -> None:
    assert onward(host=b"shop.localhost:4848")[0] == (b"host", b"shop.localhost:5173")
    assert back(b"location", b"http://shop.localhost:5173/a", host=b"shop.localhost:4848") == (
        b"http://shop.localhost:4848/a"
    )


def test_a_length_beside_chunks_says_nothing() -> None:
    headers = [(b"transfer-encoding", b"chunked"), (b"content-length", b"3"), (b"x-own", b"1")]
    assert list(Rewriting(VITE, host=HOST).answer(headers)) == [(b"x-own", b"1")]


@pytest.mark.parametrize(
    ("url", "doors"),
    [
        ("http://localhost:5173", ("127.0.0.1", "::1")),
        ("http://shop.localhost:5173", ("127.0.0.1", "::1")),
        ("http://127.0.0.1:5173", ("127.0.0.1",)),
        ("http://[::1]:5173", ("::1",)),
        ("http://[::]:5173", ("::1",)),
        ("http://my.test:5173", ("my.test",)),
    ],
)
def test_only_a_name_has_two_doors(url: str, doors: tuple[str, ...]) -> None:
    server = parse(url)
    assert isinstance(server, DevServer)
    assert server.doors == doors


def test_a_name_in_other_letters_is_said_as_browsers_say_it() -> None:
    server = parse("http://b\xfccher.test:5173")
    assert isinstance(server, DevServer)
    assert onward(server=server)[0] == (b"host", b"xn--bcher-kva.test:5173")
    with pytest.raises(CannotServe, match="cannot be read"):
        parse("http://" + "\xfc" * 80 + ".test:5173")


def test_headers_of_the_hop_stay_here() -> None:
    hop = [(b"connection", b"keep-alive, x-own"), (b"x-own", b"1"), (b"te", b"trailers"), (b"upgrade", b"h2c")]
    assert onward(*hop) == [(b"host", b"localhost:5173")]


@pytest.mark.parametrize(
    ("url", "led_back"),
    [
        (b"/login", b"/login"),
        (b"http://localhost:5173", b"http://localhost:4848"),
        (
            b"http://localhost:5173/a?next=http://localhost:5173/b",
            b"http://localhost:4848/a?next=http://localhost:5173/b",
        ),
        (b"https://127.0.0.1:5173/a", b"http://localhost:4848/a"),
        (b"//[::1]:5173/a", b"http://localhost:4848/a"),
        (b"http://localhost:51730/a", b"http://localhost:51730/a"),
        (b"http://localhost:5173.evil.example/", b"http://localhost:5173.evil.example/"),
        (b"https://elsewhere.example/http://localhost:5173/", b"https://elsewhere.example/http://localhost:5173/"),
    ],
)
def test_a_redirect_leads_back(url: bytes, led_back: bytes) -> None:
    assert back(b"location", url) == led_back
    assert back(b"refresh", b"0; url=" + url) == b"0; url=" + led_back


@pytest.mark.parametrize(
    ("cookie", "kept"),
    [
        (b"a=1; Domain=localhost; Path=/", b"a=1; Path=/"),
        (b"a=1; domain=.localhost", b"a=1"),
        (b"a=1; Domain=elsewhere.example", b"a=1; Domain=elsewhere.example"),
        (b"domain=1; Secure; HttpOnly", b"domain=1; Secure; HttpOnly"),
    ],
)
def test_a_cookie_stays_where_it_came_from(cookie: bytes, kept: bytes) -> None:
    assert back(b"set-cookie", cookie) == kept


def test_what_speaks_for_the_whole_host_is_dropped() -> None:
    assert back(b"strict-transport-security", b"max-age=1") is None
    assert back(b"alt-svc", b'h3=":443"') is None


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        (b"localhost:4848", True),
        (b"127.0.0.1:4848", True),
        (b"[::1]:4848", True),
        (b"LOCALHOST", True),
        (b"my.test:4848", True),
        (b"My.Test", True),
        (b"evil.example", False),
        (b"localhost.evil.example", False),
        (b"127.0.0.1.evil.example", False),
        (b"evil.example@localhost", False),
        (b"my.test, evil.example", False),
        (b"", False),
    ],
)
def test_under_which_names_it_answers(host: bytes, ours: bool) -> None:
    assert is_own_host(host, names=["my.test"]) is ours


@pytest.mark.parametrize(
    ("word", "origin"),
    [
        ("http://localhost:5173", "http://localhost:5173"),
        ("HTTP://LocalHost:5173/some/path", "http://localhost:5173"),
        ("https://dev.example", "https://dev.example"),
        ("http://0.0.0.0:8000", "http://127.0.0.1:8000"),
        ("http://[::1]:8000", "http://[::1]:8000"),
        ("localhost:5173", "http://localhost:5173"),
    ],
)
def test_an_address_of_a_dev_server(word: str, origin: str) -> None:
    server = parse(word)
    assert isinstance(server, DevServer)
    assert server.origin == origin


@pytest.mark.parametrize(
    "word", ["http://", "http://user@localhost:1", "http://localhost:99999", "no/such/folder", "ftp://x"]
)
def test_what_is_no_site_is_told(word: str) -> None:
    with pytest.raises(CannotServe):
        parse(word)


def test_a_folder(tmp_path: Path) -> None:
    assert parse(str(tmp_path)) == tmp_path.resolve()
    (tmp_path / "a.html").write_text("x")
    with pytest.raises(CannotServe, match="is a file"):
        parse(str(tmp_path / "a.html"))
