"""What goes through lines that the dev server may have closed meanwhile: nothing is lost, and nothing is done twice."""

import threading
from collections.abc import Callable

import pytest

from tests.contract.page_proxy.conftest import Proxy
from tests.contract.page_proxy.dev_server import DevServer, Talk, get

OK = b"HTTP/1.1 200 OK\r\n"
FORM = b"POST /form HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\nContent-Length: 5\r\n\r\nwords"
EMPTY = b"POST /count HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"
Browser = Callable[..., Talk]


def first_page(talk: Talk) -> None:
    talk.head()
    talk.send(OK + b"Content-Length: 1\r\n\r\n1")


def test_a_form_arrives_though_the_server_has_closed_its_line(
    proxy: Proxy, dev_server: DevServer, browser: Browser
) -> None:
    closed = threading.Event()

    def closing(talk: Talk) -> None:
        first_page(talk)
        talk.close()
        closed.set()

    def form(talk: Talk) -> None:
        talk.head()
        talk.send(OK + b"Content-Length: 5\r\n\r\n" + talk.exactly(5))

    dev_server.on(closing, form)
    talk = browser(proxy.port, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    talk.head()
    assert talk.exactly(1) == b"1"
    assert closed.wait(10)
    talk.send(FORM)
    assert talk.head().startswith("HTTP/1.1 200 ")
    assert talk.exactly(5) == b"words"


@pytest.mark.parametrize("sent", [FORM, EMPTY], ids=["with words", "without a body"])
def test_what_changes_something_is_sent_once(
    proxy: Proxy, dev_server: DevServer, browser: Browser, sent: bytes
) -> None:
    """Though the server hangs up on it: it may have done its work before. Even where it kept a line open until then."""
    done: list[str] = []
    hung_up = threading.Event()

    def page_then_work(talk: Talk) -> None:
        first_page(talk)
        if following := talk.rest():
            done.append(following.decode())

    def work(talk: Talk) -> None:
        done.append(talk.head())
        talk.line.shutdown(2)
        hung_up.set()

    dev_server.on(page_then_work, work)
    talk = browser(proxy.port, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    talk.head()
    assert talk.exactly(1) == b"1"
    talk.send(sent)
    assert hung_up.wait(10)
    assert talk.head().startswith("HTTP/1.1 503 ")
    assert (len(done), dev_server.connections) == (1, 2)


def test_a_form_that_did_not_arrive_is_not_forgotten_by_a_page_that_loads_itself(start: Callable[..., Proxy]) -> None:
    with DevServer() as nobody:
        port = nobody.port
    proxy = start(f"http://localhost:{port}")
    answer = get(proxy.port, "/form", "Accept: text/html", "Content-Length: 0", method="POST")
    assert answer.startswith(b"HTTP/1.1 503 ")
    assert b"http-equiv" not in answer
    assert b"retry-after" not in answer.lower()
    assert b"Load this page again to send once more what you have sent." in answer
