"""What passes through the page proxy, byte by byte, between a dev server and a browser."""

import gzip
import threading
import time
from collections.abc import Callable

import pytest

from countermark.page_side.injection import script
from tests.contract.page_proxy.conftest import Proxy
from tests.contract.page_proxy.dev_server import DevServer, Talk, body_of, get

OURS = script(None)
OK = b"HTTP/1.1 200 OK\r\n"
HTML = OK + b"Content-Type: text/html\r\n"
MB = 1024 * 1024
Browser = Callable[..., Talk]


def test_a_page_gets_the_script(proxy: Proxy, dev_server: DevServer) -> None:
    heard: list[str] = []

    def answer(talk: Talk) -> None:
        heard.append(talk.head())
        talk.send(HTML + b'Content-Length: 29\r\nETag: "a"\r\n\r\n<!doctype html><body>a</body>')

    dev_server.on(answer)
    lines = (f"Origin: http://localhost:{proxy.port}", "Accept-Encoding: gzip", "X-Own: 1", "Accept: text/html")
    answer_ = get(proxy.port, "/a?b=c", *lines)
    assert answer_.startswith(b"HTTP/1.1 200 OK\r\n")
    assert b'etag: "a-countermark"' in answer_
    assert body_of(answer_) == b"<!doctype html><body>a" + OURS + b"</body>"
    first, *headers = heard[0].strip().lower().split("\r\n")
    assert first == "get /a?b=c http/1.1"
    assert sorted(headers) == [
        "accept-encoding: identity",
        "accept: text/html",
        f"host: localhost:{dev_server.port}",
        f"origin: {dev_server.origin}",
        "x-own: 1",
    ]


def test_the_end_of_the_body_in_two_pieces(proxy: Proxy, dev_server: DevServer, browser: Browser) -> None:
    go_on = threading.Event()

    def answer(talk: Talk) -> None:
        talk.head()
        talk.send(HTML + b"Transfer-Encoding: chunked\r\n\r\n", b"19\r\n<!doctype html><p>a</p></\r\n")
        assert go_on.wait(10)
        talk.send(b"5\r\nbody>\r\n", b"0\r\n\r\n")

    dev_server.on(answer)
    talk = browser(proxy.port, b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    assert talk.until(b"<p>a</p>").endswith(b"<!doctype html><p>a</p>")
    go_on.set()
    assert OURS in talk.rest()


def test_events_come_one_by_one(proxy: Proxy, dev_server: DevServer, browser: Browser) -> None:
    go_on = threading.Event()

    def answer(talk: Talk) -> None:
        talk.head()
        talk.send(OK + b"Content-Type: text/event-stream\r\n\r\n", b"data: 1\n\n")
        assert go_on.wait(10)
        talk.send(b"data: 2\n\n")

    dev_server.on(answer)
    talk = browser(proxy.port, b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    talk.until(b"data: 1\n\n")  # while the server still waits
    go_on.set()
    talk.until(b"data: 2\n\n")
    talk.until(b"0\r\n\r\n")


def test_a_browser_that_leaves_ends_its_stream(proxy: Proxy, dev_server: DevServer, browser: Browser) -> None:
    ended = threading.Event()

    def answer(talk: Talk) -> None:
        talk.head()
        talk.send(OK + b"Content-Type: text/event-stream\r\n\r\n", b"data: 1\n\n")
        assert talk.rest() == b""
        ended.set()

    dev_server.on(answer)
    talk = browser(proxy.port, b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    talk.until(b"data: 1\n\n")
    talk.close()
    assert ended.wait(10)


def test_what_is_compressed_anyway(proxy: Proxy, dev_server: DevServer) -> None:
    packed = gzip.compress(b"<!doctype html><body>a</body>")
    dev_server.says(HTML + b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n%b" % (len(packed), packed))
    answer = get(proxy.port)
    assert b"content-encoding" not in answer.lower()
    assert body_of(answer) == b"<!doctype html><body>a" + OURS + b"</body>"


def test_what_is_no_page_passes_untouched(proxy: Proxy, dev_server: DevServer) -> None:
    body = bytes(range(256)) * 100
    dev_server.says(OK + b"Content-Type: image/png\r\nContent-Length: %d\r\n\r\n%b" % (len(body), body))
    assert body_of(get(proxy.port, "/a.png")) == body


def test_a_part_of_a_page_passes_untouched(proxy: Proxy, dev_server: DevServer) -> None:
    dev_server.says(HTML + b"Content-Length: 14\r\n\r\n<p>htmx</p></b>")
    assert body_of(get(proxy.port)) == b"<p>htmx</p></b>"[:14]


def test_a_large_download_fills_no_memory(proxy: Proxy, dev_server: DevServer, browser: Browser) -> None:
    def answer(talk: Talk) -> None:
        talk.head()
        talk.send(OK + b"Content-Type: video/mp4\r\nContent-Length: %d\r\n\r\n" % (50 * MB))
        for _ in range(50):
            talk.send(b"v" * MB)

    dev_server.on(answer)
    talk = browser(proxy.port, b"GET /a.mp4 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    before = proxy.most_memory
    talk.head()
    assert talk.rest().count(b"v") == 50 * MB
    assert proxy.most_memory - before < 8 * 1024


def test_an_upload_goes_up_as_it_comes(proxy: Proxy, dev_server: DevServer, browser: Browser) -> None:
    arrived = threading.Event()
    heard: list[bytes] = []

    def answer(talk: Talk) -> None:
        assert "transfer-encoding: chunked" in talk.head().lower()
        heard.append(talk.until(b"first\r\n"))
        arrived.set()
        heard.append(talk.until(b"0\r\n\r\n"))
        talk.send(OK + b"Content-Length: 2\r\n\r\nok")

    dev_server.on(answer)
    head = b"POST /up HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    talk = browser(proxy.port, head, b"5\r\nfirst\r\n")
    assert arrived.wait(10)
    talk.send(b"6\r\nsecond\r\n", b"0\r\n\r\n")
    assert talk.rest().endswith(b"ok")
    assert heard == [b"5\r\nfirst\r\n", b"6\r\nsecond\r\n0\r\n\r\n"]


def test_a_server_may_refuse_an_upload_before_its_end(proxy: Proxy, dev_server: DevServer, browser: Browser) -> None:
    def answer(talk: Talk) -> None:
        talk.head()
        talk.send(b"HTTP/1.1 413 Too Large\r\nContent-Length: 3\r\nConnection: close\r\n\r\nbig")
        talk.rest()

    dev_server.on(answer)
    talk = browser(proxy.port, b"POST /up HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % (5 * MB))
    for _ in range(5):
        talk.send(b"u" * MB)
    assert talk.head().startswith("HTTP/1.1 413 Too Large")
    assert talk.exactly(3) == b"big"


@pytest.mark.parametrize("is_answered_early", [False, True])
def test_a_body_in_bad_chunks_is_refused(
    proxy: Proxy, dev_server: DevServer, browser: Browser, is_answered_early: bool
) -> None:
    """The server would wait for its end for ever, and the browser for the server."""

    def answer(talk: Talk) -> None:
        talk.until(b"first")
        if is_answered_early:
            talk.send(OK + b"Content-Length: 100\r\n\r\nno")
        talk.rest()

    dev_server.on(answer)
    head = b"POST /up HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    talk = browser(proxy.port, head, b"5\r\nfirst\r\n")
    if is_answered_early:
        talk.until(b"\r\n\r\nno")
    talk.send(b"zz\r\n")
    assert talk.rest().startswith(b"" if is_answered_early else b"HTTP/1.1 400 ")


@pytest.mark.parametrize("path", ["/up", "/__inline-review/api/page-notes"])
def test_a_body_of_bad_chunks_alone_is_refused(
    proxy: Proxy, dev_server: DevServer, browser: Browser, path: str
) -> None:
    if path == "/up":
        dev_server.on(lambda talk: [talk.head(), talk.rest()].clear())
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"
    assert browser(proxy.port, head.encode()).rest().startswith(b"HTTP/1.1 400 ")


def test_two_lengths_of_an_answer(proxy: Proxy, dev_server: DevServer) -> None:
    dev_server.says(OK + b"Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n2\r\nok\r\n0\r\n\r\n")
    answer = get(proxy.port)
    assert b"content-length" not in answer.lower()
    assert body_of(answer) == b"ok"


@pytest.mark.parametrize("length", ["Content-Length: 3", "Transfer-Encoding: chunked"])
def test_a_websocket_with_a_body_is_refused(proxy: Proxy, dev_server: DevServer, browser: Browser, length: str) -> None:
    head = f"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{length}\r\n\r\nabc"
    assert browser(proxy.port, head.encode()).rest().startswith(b"HTTP/1.1 400 ")
    assert dev_server.connections == 0


def test_a_websocket_is_a_tunnel(proxy: Proxy, dev_server: DevServer, browser: Browser) -> None:
    heard: list[str] = []

    def answer(talk: Talk) -> None:
        heard.append(talk.head().lower())
        talk.send(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n")
        talk.send(b"Sec-WebSocket-Accept: x\r\nSec-WebSocket-Protocol: vite-hmr\r\n\r\n\x81\x02hi")
        while piece := talk.line.recv(100):
            talk.send(piece.swapcase())

    dev_server.on(answer)
    lines = ["GET /?token=a HTTP/1.1", f"Host: localhost:{proxy.port}", f"Origin: http://localhost:{proxy.port}"]
    lines += ["Upgrade: websocket", "Connection: keep-alive, Upgrade", "Sec-WebSocket-Protocol: vite-hmr"]
    lines += ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "", ""]
    talk = browser(proxy.port, "\r\n".join(lines).encode() + b"early")
    head = talk.head().lower()
    assert head.startswith("http/1.1 101")
    assert "sec-websocket-protocol: vite-hmr\r\n" in head
    assert talk.exactly(4) == b"\x81\x02hi"
    assert talk.exactly(5) == b"EARLY"
    for word in (b"abc", b"\x00\xff<!doctype html></BODY>"):
        talk.send(word)
        assert talk.exactly(len(word)) == word.swapcase()
    assert f"host: localhost:{dev_server.port}\r\n" in heard[0]
    assert f"origin: {dev_server.origin}\r\n" in heard[0]
    assert "upgrade: websocket\r\n" in heard[0]
    talk.close()


def test_a_websocket_that_is_refused(proxy: Proxy, dev_server: DevServer, browser: Browser) -> None:
    dev_server.says(b"HTTP/1.1 426 Upgrade Required\r\nContent-Length: 2\r\n\r\nno")
    head = b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"
    answer = browser(proxy.port, head).rest()
    assert answer.startswith(b"HTTP/1.1 426")
    assert answer.endswith(b"no")


def test_connections_are_kept_on_both_sides(proxy: Proxy, dev_server: DevServer, browser: Browser) -> None:
    def answer(talk: Talk) -> None:
        for number in (b"1", b"2", b"3"):
            talk.head()
            talk.send(OK + b"Content-Length: 1\r\n\r\n" + number)

    dev_server.on(answer)
    talk = browser(proxy.port)
    for number in (b"1", b"2", b"3"):
        talk.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        talk.head()
        assert talk.exactly(1) == number
    assert dev_server.connections == 1
    talk.close()


def test_a_kept_connection_that_died_is_made_anew(proxy: Proxy, dev_server: DevServer, browser: Browser) -> None:
    closed = threading.Event()

    def first(talk: Talk) -> None:
        talk.head()
        talk.send(OK + b"Content-Length: 1\r\n\r\n1")
        talk.close()
        closed.set()

    dev_server.on(first).says(OK + b"Content-Length: 1\r\n\r\n2")
    talk = browser(proxy.port, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    talk.head()
    assert talk.exactly(1) == b"1"
    assert closed.wait(10)
    talk.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert talk.head().startswith("HTTP/1.1 200")
    assert talk.exactly(1) == b"2"


def test_a_head_has_no_body(proxy: Proxy, dev_server: DevServer) -> None:
    dev_server.says(HTML + b"Content-Length: 500\r\n\r\n")
    answer = get(proxy.port, method="HEAD")
    assert b"content-length: 500" in answer.lower()
    assert answer.endswith(b"\r\n\r\n")


def test_a_server_that_comes_later_and_again(start: Callable[..., Proxy]) -> None:
    with DevServer() as nobody:
        port = nobody.port
    proxy = start(f"http://localhost:{port}")
    waiting = get(proxy.port, "/", "Accept: text/html")
    assert waiting.startswith(b"HTTP/1.1 503")
    assert b'http-equiv="refresh" content="1"' in waiting
    assert b"__inline-review" not in waiting
    assert get(proxy.port, "/a.js", "Accept: */*").endswith(b"nothing listens there.\n")
    for _ in range(2):
        with DevServer(port=port).says(OK + b"Content-Length: 2\r\n\r\nup"):
            assert get(proxy.port).endswith(b"up")
        assert get(proxy.port).startswith(b"HTTP/1.1 503")


@pytest.mark.parametrize("said", [b"", b"HTTP/1.1 200 OK\r\nContent-", b"nonsense\r\n\r\n"])
def test_a_server_that_says_nothing_good(proxy: Proxy, dev_server: DevServer, said: bytes) -> None:
    dev_server.says(said)
    assert get(proxy.port)[:12] in (b"HTTP/1.1 502", b"HTTP/1.1 503")


def test_an_answer_that_breaks_off_is_not_made_whole(proxy: Proxy, dev_server: DevServer) -> None:
    dev_server.says(OK + b"Content-Length: 10\r\n\r\nabc")
    assert get(proxy.port).endswith(b"\r\n\r\nabc")
    dev_server.says(HTML + b"Transfer-Encoding: chunked\r\n\r\n15\r\n<!doctype html><body>\r\n")
    answer = get(proxy.port)
    assert OURS not in answer
    assert not answer.endswith(b"0\r\n\r\n")


def test_a_request_costs_little(proxy: Proxy, dev_server: DevServer, browser: Browser) -> None:
    def answer(talk: Talk) -> None:
        for _ in range(200):
            talk.head()
            talk.send(OK + b"Content-Length: 1\r\n\r\n1")

    dev_server.on(answer)
    talk, took = browser(proxy.port), []
    for _ in range(200):
        begun = time.perf_counter()
        talk.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        talk.head()
        talk.exactly(1)
        took.append(time.perf_counter() - begun)
    talk.close()
    # With Nagle's algorithm each but the first few takes 40 ms; without it near one, if nothing else is in the way.
    assert sorted(took[100:])[5] < 0.03
