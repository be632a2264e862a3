"""The WSGI middleware between an app and a server, both watched by the standard's own validator (PEP 3333)."""

from collections.abc import Iterable, Iterator
from typing import Any
from wsgiref.util import setup_testing_defaults
from wsgiref.validate import validator

import pytest

from countermark.page_side.injection import script
from countermark.page_side.wsgi import CountermarkPages, Environ, StartResponse

PAGE = b"<!doctype html><body>a</body>"
CHANGED = b"<!doctype html><body>a" + script(None) + b"</body>"
HTML = ("Content-Type", "text/html")


class Closing:
    """A body that wants to be told when it is over."""

    closed = False

    def __init__(self, *pieces: bytes) -> None:
        self._pieces = iter(pieces)

    def __iter__(self) -> Iterator[bytes]:
        return self._pieces

    def close(self) -> None:
        Closing.closed = True


def whole(_environ: Environ, start: StartResponse) -> Iterable[bytes]:
    start("200 OK", [HTML, ("Content-Length", str(len(PAGE))), ("ETag", '"a"')])
    return [PAGE]


def late(_environ: Environ, start: StartResponse) -> Iterable[bytes]:
    start("200 OK", [HTML])
    yield PAGE[:-3]
    yield PAGE[-3:]


def old(_environ: Environ, start: StartResponse) -> Iterable[bytes]:
    write = start("200 OK", [HTML])
    write(PAGE[:-3])
    return [PAGE[-3:]]


def failing(_environ: Environ, start: StartResponse) -> Iterable[bytes]:
    start("200 OK", [HTML])
    try:
        raise ValueError("the app has failed")
    except ValueError as reason:
        start("500 Oh", [HTML], (ValueError, reason, reason.__traceback__))
    return [PAGE]


def closing(_environ: Environ, start: StartResponse) -> Iterable[bytes]:
    start("200 OK", [HTML])
    return Closing(PAGE)


def empty(_environ: Environ, start: StartResponse) -> Iterable[bytes]:
    start("200 OK", [("Content-Type", "text/plain")])
    return []


def ask(app: Any, path: str = "/", **more: str | bool) -> tuple[str, dict[str, str], bytes]:
    """What a server gets from the app."""
    environ: Environ = {"PATH_INFO": path, "SCRIPT_NAME": "", "QUERY_STRING": ""}
    setup_testing_defaults(environ)
    environ.update({name.replace("__", "."): value for name, value in more.items()})
    told: list[tuple[str, dict[str, str]]] = []
    written: list[bytes] = []

    def start(status: str, headers: list[tuple[str, str]], _failure: object = None) -> Any:
        told.append((status, dict(headers)))
        return written.append

    body = app(environ, start)
    pieces = list(body)
    if hasattr(body, "close"):
        body.close()
    return *told[-1], b"".join([*written, *pieces])


def between(app: Any) -> Any:
    return validator(CountermarkPages(validator(app), debug=True))


@pytest.mark.parametrize("app", [whole, late, old, failing, closing])
def test_a_page_gets_the_script_however_it_comes(app: Any) -> None:
    status, headers, body = ask(between(app))
    assert (status[:3], body) == ("500" if app is failing else "200", CHANGED)
    assert headers["Content-Type"] == "text/html"


def test_a_whole_page_keeps_a_length() -> None:
    _, headers, _ = ask(between(whole))
    assert (headers["Content-Length"], headers["Etag"]) == (str(len(CHANGED)), '"a-countermark"')


def test_a_body_is_told_when_it_is_over() -> None:
    Closing.closed = False
    ask(between(closing))
    assert Closing.closed


def test_what_is_no_page_is_the_apps_own() -> None:
    assert ask(between(empty)) == ("200 OK", {"Content-Type": "text/plain"}, b"")


def test_nothing_is_done_without_debug() -> None:
    assert CountermarkPages(whole) is whole
    assert CountermarkPages(whole, debug=False) is whole
    once = CountermarkPages(whole, debug=True)
    assert CountermarkPages(once, debug=True) is once
    assert ask(CountermarkPages(whole, debug=lambda: False))[2] == PAGE


def test_a_server_without_threads_is_not_held_up_by_a_stream() -> None:
    status, _, body = ask(between(whole), "/__inline-review/api/events", wsgi__multithread=False)
    assert (status, body) == ("204 No Content", b"")
