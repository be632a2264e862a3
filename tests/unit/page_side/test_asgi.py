"""The ASGI middleware between an app and a server, message by message."""

from typing import Any

import pytest

from countermark.page_side.asgi import AsgiScope, CountermarkPages, Message, Receive, Send
from countermark.page_side.injection import script

HTML = (b"Content-Type", b"text/html")
PAGE = b"<!doctype html><body>a</body>"
CHANGED = b"<!doctype html><body>a" + script(None) + b"</body>"
SCOPE: AsgiScope = {
    "type": "http",
    "method": "GET",
    "path": "/",
    "headers": [(b"accept-encoding", b"gzip")],
    "extensions": {"http.response.pathsend": {}, "tls": {}},
}


class App:
    """Says what it was told to say."""

    def __init__(self, *said: Message) -> None:
        self.said = said
        self.debug = False
        self.heard: AsgiScope = {}

    async def __call__(self, scope: AsgiScope, _receive: Receive, send: Send) -> None:
        self.heard = scope
        for message in self.said:
            await send(message)


def begin(*headers: tuple[bytes, bytes]) -> Message:
    return {"type": "http.response.start", "status": 200, "headers": list(headers)}


def body(words: bytes, *, more: bool = False) -> Message:
    return {"type": "http.response.body", "body": words, "more_body": more}


async def heard_from(app: Any, scope: AsgiScope = SCOPE) -> list[Message]:
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    await app(scope, receive, send)
    return sent


async def test_a_whole_page_keeps_a_length() -> None:
    app = App(begin(HTML, (b"Content-Length", b"29")), body(PAGE))
    assert await heard_from(CountermarkPages(app, debug=True)) == [
        begin((b"content-type", b"text/html"), (b"content-length", b"%d" % len(CHANGED))),
        body(CHANGED),
    ]
    assert app.heard["headers"] == [(b"accept-encoding", b"identity")]
    assert app.heard["extensions"] == {"tls": {}}
    assert SCOPE["headers"] == [(b"accept-encoding", b"gzip")]


async def test_a_stream_stays_a_stream() -> None:
    app = App(begin(HTML), body(PAGE[:-3], more=True), body(PAGE[-3:], more=True), body(b""))
    sent = await heard_from(CountermarkPages(app, debug=True))
    assert sent[0] == begin((b"content-type", b"text/html"))
    assert sent[1] == body(PAGE[:-7], more=True)
    assert b"".join(message["body"] for message in sent[1:]) == CHANGED
    assert [message["more_body"] for message in sent[1:]] == [True] * (len(sent) - 2) + [False]


async def test_what_is_no_page_passes_message_by_message() -> None:
    app = App(begin((b"content-type", b"text/event-stream")), body(b"data: 1\n\n", more=True), body(b""))
    assert await heard_from(CountermarkPages(app, debug=True)) == list(app.said)


@pytest.mark.parametrize("kind", ["websocket", "lifespan"])
async def test_what_is_no_request_passes(kind: str) -> None:
    app = App()
    scope: AsgiScope = {"type": kind, "path": "/__inline-review/api"}
    await heard_from(CountermarkPages(app, debug=True), scope)
    assert app.heard is scope


def test_nothing_is_done_without_debug() -> None:
    app = App()
    assert CountermarkPages(app) is app
    assert CountermarkPages(app, debug=False) is app
    app.debug = True
    wrapped = CountermarkPages(app)
    assert isinstance(wrapped, CountermarkPages)
    assert CountermarkPages(wrapped) is wrapped
