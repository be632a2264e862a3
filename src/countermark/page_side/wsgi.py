"""Page review for any WSGI site: `application = CountermarkPages(application, debug=DEBUG)`."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from http import HTTPStatus
from typing import Any

from countermark.page_side.activation import is_wanted
from countermark.page_side.exchange import Exchange, is_review_path
from countermark.page_side.forwarder import forward
from countermark.page_side.hop import CarriedRequest, target_of
from countermark.page_side.peer import UNTOLD, Peer, peer_behind
from countermark.page_side.site import Site

Environ = dict[str, Any]
Headers = list[tuple[str, str]]
Write = Callable[[bytes], object]
StartResponse = Callable[..., Write]
App = Callable[[Environ, StartResponse], Iterable[bytes]]


class CountermarkPages:
    """Puts the review overlay into the pages of a WSGI app; unless debug is on, gives the app itself, untouched."""

    _app: App
    _site: Site
    _is_on: Callable[[], bool]

    def __new__(
        cls,
        app: App,
        *,
        root: str | os.PathLike[str] | None = None,
        storage: str | os.PathLike[str] | None = None,
        hosts: Sequence[str] = (),
        debug: bool | Callable[[], bool] | None = None,
    ) -> Any:
        if isinstance(app, CountermarkPages) or not (callable(debug) or is_wanted(app, debug=debug)):
            return app
        self = super().__new__(cls)
        self._app = app
        self._site = Site(root=root, storage=storage, hosts=hosts)
        self._is_on = debug if callable(debug) else lambda: True
        return self

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        if not self._is_on():
            return self._app(environ, start_response)
        if is_review_path(environ.get("PATH_INFO", "")):
            return answer_review(self._site, environ, start_response)
        return _Page(environ, start_response).run(self._app)


class _Page:
    """One request of the site's own, and its answer on the way to the browser."""

    def __init__(self, environ: Environ, start_response: StartResponse) -> None:
        self._environ = environ
        self._real_start = start_response
        method, path = environ["REQUEST_METHOD"].encode("latin-1"), environ.get("PATH_INFO", "")
        self._exchange = Exchange(method, headers_of(environ), path=path)
        self._told: tuple[str, Headers, Any] | None = None  # what the app said, until it goes on
        self._write: Write | None = None

    def run(self, app: App) -> Iterable[bytes]:
        environ = {key: value for key, value in self._environ.items() if key not in ASKED_ANEW}
        for name, value in self._exchange.onward:
            if (key := f"HTTP_{name.decode('latin-1').upper().replace('-', '_')}") in ASKED_ANEW:
                environ[key] = value.decode("latin-1")
        body = app(environ, self._start)
        # A generator says what it answers only when it is asked for its first piece.
        if self._write is not None and not self._exchange.changes:
            return body
        return Closing(self._changed(iter(body)), body)

    def _start(self, status: str, headers: Headers, exc_info: Any = None) -> Write:
        told = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        answered = self._exchange.answered(int(status[:3]), told)
        if not self._exchange.changes:
            passed = headers if answered == told else _as_text(answered)
            self._write = self._real_start(status, passed, exc_info) if exc_info else self._real_start(status, passed)
            return self._write
        self._told = (status, _as_text(answered), exc_info)
        return self._write_page

    def _write_page(self, piece: bytes) -> None:
        """The old way for an app to say its body (PEP 3333): before it gives any."""
        write = self._write or self._begin()
        for given in self._exchange.feed(piece):
            write(given)

    def _begin(self, *, length: int | None = None) -> Write:
        assert self._told is not None
        status, headers, exc_info = self._told
        if length is not None:
            headers = [*headers, ("Content-Length", str(length))]
        self._write = self._real_start(status, headers, exc_info) if exc_info else self._real_start(status, headers)
        return self._write

    def _changed(self, body: Iterator[bytes]) -> Iterator[bytes]:
        for piece in body:
            if not self._exchange.changes:
                yield piece
            elif self._write is None and len(piece) == self._exchange.length:
                whole = self._exchange.whole(piece)
                self._begin(length=len(whole))
                yield whole
                return
            else:
                if self._write is None:
                    self._begin()
                yield from self._exchange.feed(piece)
        if self._exchange.changes:
            if self._write is None:
                self._begin()
            yield self._exchange.end()


class Closing:
    """A body whose app is told when it is over."""

    def __init__(self, pieces: Iterator[bytes], body: object) -> None:
        self._pieces = pieces
        self._body = body

    def __iter__(self) -> Iterator[bytes]:
        return self._pieces

    def close(self) -> None:
        """PEP 3333: the server calls this whatever happened."""
        close = getattr(self._body, "close", None)
        if close is not None:
            close()


# What `Exchange` changes of a request.
ASKED_ANEW = ("HTTP_ACCEPT_ENCODING", "HTTP_IF_NONE_MATCH", "HTTP_IF_MODIFIED_SINCE")


def headers_of(environ: Environ) -> list[tuple[bytes, bytes]]:
    """The request's headers as bytes, names in lower case."""
    named = [
        (key[5:].replace("_", "-").lower(), value)
        for key, value in environ.items()
        if key.startswith("HTTP_") and isinstance(value, str)
    ]
    # Where nobody has said a type, wsgiref (Django's and MkDocs' server) makes one up.
    is_made_up = environ.get("CONTENT_TYPE") == "text/plain" and not environ.get("CONTENT_LENGTH")
    if environ.get("CONTENT_TYPE") and not is_made_up:
        named.append(("content-type", environ["CONTENT_TYPE"]))
    return [(name.encode("latin-1"), value.encode("latin-1", "replace")) for name, value in named]


def _as_text(headers: Sequence[tuple[bytes, bytes]]) -> Headers:
    return [(name.decode("latin-1").title(), value.decode("latin-1")) for name, value in headers]


def request_of(environ: Environ) -> CarriedRequest:
    """The request for the hub; the path as it came, where the server keeps it."""
    raw = environ.get("RAW_URI") or environ.get("REQUEST_URI") or ""
    path, _, query = raw.partition("?")
    if is_review_path(path):
        target = raw.encode("latin-1", "replace")
    else:
        path, query = environ.get("PATH_INFO", ""), environ.get("QUERY_STRING", "")
        target = target_of(path.encode("latin-1", "replace"), query.encode("latin-1", "replace"))
    length = environ.get("CONTENT_LENGTH") or ""
    is_chunked = bool(environ.get("HTTP_TRANSFER_ENCODING"))  # then a length beside it says nothing (RFC 9112 6.3)
    # Without a length and without a server that ends the body for us, reading on would wait forever.
    unsized = None if environ.get("wsgi.input_terminated") and is_chunked else 0
    return CarriedRequest(
        environ["REQUEST_METHOD"],
        target,
        headers_of(environ),
        scheme=environ.get("wsgi.url_scheme", "http"),
        length=int(length) if length.isdigit() and not is_chunked else unsized,
        peer=peer_of(environ),
    )


def peer_of(environ: Environ) -> Peer:
    """Where a request comes from; a server behind a unix socket says an empty address."""
    address, port = environ.get("REMOTE_ADDR"), _number(environ.get("REMOTE_PORT"))
    # A body is read from the connection itself where the server says no port (wsgiref: Django's and MkDocs' server).
    line = environ.get("werkzeug.socket") or environ.get("gunicorn.socket")
    known = peer_behind(line or (environ.get("wsgi.input") if port is None else None))
    if known is not None:
        return known if known.own_port is None else known._replace(address=address)
    if address == "":
        return Peer()
    if "HTTP_X_FORWARDED_FOR" in environ:  # an ASGI server around us may have believed it: see there
        port = UNTOLD
    return Peer(address, port, _number(environ.get("SERVER_PORT")))


def _number(told: object) -> int | None:
    return int(str(told)) if str(told).isdecimal() else None


def answer_review(site: Site, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
    """Carries one request below `/__inline-review` to the hub and its answer back."""
    request = request_of(environ)
    if would_block(environ):
        # "There is none", which is no error: the page asks for the version instead.
        start_response(_line(204), [])
        return []
    reply = forward(site, request, body_reader(environ, request.length))
    start_response(_line(reply.status), reply.headers)
    return Closing(reply.body, reply)


def would_block(environ: Environ) -> bool:
    """Whether a stream of events would keep the whole site waiting: a server without threads."""
    is_stream = environ.get("PATH_INFO", "").endswith("/events")
    return is_stream and not environ.get("wsgi.multithread", False)


def body_reader(environ: Environ, length: int | None) -> Callable[[int], bytes]:
    """Reads the body and not a byte behind it: many servers would wait there for the next request."""
    source, left = environ.get("wsgi.input"), length

    def read(most: int) -> bytes:
        nonlocal left
        if source is None or left == 0:
            return b""
        piece: bytes = source.read(most if left is None else min(most, left))
        left = None if left is None else left - len(piece)
        return piece

    return read


def _line(status: int) -> str:
    return f"{status} {HTTPStatus(status).phrase if status in set(HTTPStatus) else 'Answer'}"
