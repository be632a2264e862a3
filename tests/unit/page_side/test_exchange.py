"""What a way in changes of a request and of its answer, and what it leaves alone."""

import gzip
import zlib

import pytest

from countermark.page_side.activation import tell_blocked
from countermark.page_side.decoding import CannotDecode, decoder
from countermark.page_side.exchange import Exchange, Headers, is_review_path
from countermark.page_side.injection import script

NAVIGATES = [(b"host", b"localhost:5173"), (b"accept", b"text/html,*/*;q=0.8")]
FETCHES = [(b"host", b"localhost:5173"), (b"accept", b"*/*")]
HTML = (b"content-type", b"text/html; charset=utf-8")
PAGE = b"<!doctype html><body>a</body>"
CHANGED = b"<!doctype html><body>a" + script(None) + b"</body>"


def answered(*headers: tuple[bytes, bytes], status: int = 200, method: bytes = b"GET") -> Exchange:
    exchange = Exchange(method, NAVIGATES)
    exchange.answered(status, [HTML, *headers])
    return exchange


def onward(*headers: tuple[bytes, bytes], asked: Headers = NAVIGATES) -> dict[bytes, bytes]:
    return dict(Exchange(b"GET", [*asked, *headers]).onward)


@pytest.mark.parametrize(
    ("path", "ours"),
    [
        ("/__inline-review", True),
        ("/__inline-review/", True),
        ("/__inline-review/api/version", True),
        ("/__inline-reviewer", False),
        ("/__inline-review.css", False),
        ("/a/__inline-review/api", False),
        ("/", False),
    ],
)
def test_the_path_has_a_boundary(path: str, ours: bool) -> None:
    assert is_review_path(path) is ours


def test_a_page_gets_the_script_and_a_new_length() -> None:
    exchange = Exchange(b"GET", NAVIGATES)
    headers = exchange.answered(200, [HTML, (b"content-length", b"29"), (b"etag", b'W/"a"'), (b"last-modified", b"x")])
    assert exchange.changes
    assert exchange.length == 29
    assert headers == [HTML, (b"etag", b'W/"a-countermark"')]
    assert exchange.whole(PAGE) == CHANGED


@pytest.mark.parametrize(
    ("status", "method", "headers"),
    [
        (204, b"GET", []),
        (304, b"GET", []),
        (206, b"GET", [(b"content-range", b"bytes 0-1/9")]),
        (302, b"GET", [(b"location", b"/")]),
        (200, b"HEAD", []),
        (200, b"GET", [(b"content-disposition", b"Attachment; filename=a.html")]),
        (200, b"GET", [(b"content-type", b"text/html")]),
        (200, b"GET", [(b"content-encoding", b"compress")]),
    ],
)
def test_left_alone(status: int, method: bytes, headers: list[tuple[bytes, bytes]]) -> None:
    exchange = Exchange(method, NAVIGATES)
    given = [HTML, (b"etag", b'"a"'), *headers]
    assert exchange.answered(status, given) == given
    assert not exchange.changes


@pytest.mark.parametrize("kind", [b"application/json", b"text/plain", b"text/html; charset=utf-16le", b"text/htmlx"])
def test_left_alone_by_its_type(kind: bytes) -> None:
    exchange = Exchange(b"GET", NAVIGATES)
    exchange.answered(200, [(b"content-type", kind)])
    assert not exchange.changes


@pytest.mark.parametrize("status", [200, 404, 500])
def test_pages_about_errors_are_pages(status: int) -> None:
    assert answered(status=status).changes


def test_nothing_compressed_is_asked_for() -> None:
    assert onward((b"accept-encoding", b"gzip, br, zstd"))[b"accept-encoding"] == b"identity"


def test_a_page_from_before_is_not_still_good() -> None:
    asked = onward((b"if-none-match", b'"before"'), (b"if-modified-since", b"Sat, 21 Nov 2026 10:00:00 GMT"))
    assert b"if-none-match" not in asked
    assert b"if-modified-since" not in asked
    kept = onward((b"if-none-match", b'"a.js"'), (b"if-modified-since", b"x"), asked=FETCHES)
    assert (kept[b"if-none-match"], kept[b"if-modified-since"]) == (b'"a.js"', b"x")


def test_our_own_page_may_still_be_good() -> None:
    exchange = Exchange(b"GET", [*NAVIGATES, (b"if-none-match", b'"before", W/"a-countermark"')])
    assert dict(exchange.onward)[b"if-none-match"] == b'W/"a"'
    assert exchange.answered(304, [(b"etag", b'W/"a"')]) == [(b"etag", b'W/"a-countermark"')]


def test_a_policy_gives_its_nonce() -> None:
    exchange = answered((b"content-security-policy", b"default-src 'none'; script-src 'nonce-abc' 'strict-dynamic'"))
    assert b'nonce="abc"' in exchange.whole(PAGE)


META = b"<!doctype html><head><meta http-equiv='content-security-policy' content=\"%b\"></head><body>a</body>"


@pytest.mark.parametrize(
    ("policy", "blocked"),
    [(b"script-src https://cdn.example", True), (b"script-src 'self'", False), (b"script-src 'nonce-abc'", False)],
)
@pytest.mark.parametrize("is_in_the_page", [False, True])
def test_a_policy_that_keeps_us_out_is_told_and_kept(
    caplog: pytest.LogCaptureFixture, policy: bytes, blocked: bool, is_in_the_page: bool
) -> None:
    tell_blocked.cache_clear()
    exchange = Exchange(b"GET", NAVIGATES, path="/a/page")
    page = META % policy if is_in_the_page else PAGE
    headers = [HTML] if is_in_the_page else [HTML, (b"content-security-policy", policy)]
    assert exchange.answered(200, headers) == headers
    bits = [piece for at in range(len(page)) for piece in exchange.feed(page[at : at + 1])]
    assert page[:-7] in b"".join([*bits, exchange.end()])
    assert [record.getMessage().count("The Content-Security-Policy of /a/page") for record in caplog.records] == (
        [1] if blocked else []
    )


@pytest.mark.parametrize(
    ("coding", "packed"),
    [
        ("gzip", gzip.compress(PAGE)),
        ("x-gzip", gzip.compress(PAGE[:9]) + gzip.compress(PAGE[9:])),
        ("deflate", zlib.compress(PAGE)),
        ("deflate", zlib.compress(PAGE, wbits=-15)),
        ("identity", PAGE),
    ],
)
def test_what_is_compressed_anyway_is_opened(coding: str, packed: bytes) -> None:
    exchange = answered((b"content-encoding", coding.encode()), (b"content-length", str(len(packed)).encode()))
    assert exchange.whole(packed) == CHANGED
    if coding != "deflate":
        exchange = answered((b"content-encoding", coding.encode()))
        bits = [piece for at in range(len(packed)) for piece in exchange.feed(packed[at : at + 1])]
        assert b"".join([*bits, exchange.end()]) == CHANGED


def test_a_bomb_passes_in_pieces() -> None:
    opened = decoder("gzip")
    assert opened is not None
    sizes = [len(piece) for piece in opened.pieces(gzip.compress(bytes(50_000_000)))]
    assert sum(sizes) == 50_000_000
    assert max(sizes) <= 256 * 1024


def test_what_is_no_gzip_is_told() -> None:
    with pytest.raises(CannotDecode):
        answered((b"content-encoding", b"gzip")).whole(b"this is no gzip")
