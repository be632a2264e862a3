"""The outermost layer of every door: refuse, bound the body, set the headers, and let no exception escape."""

import logging
import re
from collections.abc import Callable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from countermark.http_api.guards.errors import JSON_TYPE, UNFORESEEN, internal_body, refusal_body, status_of
from countermark.http_api.guards.limits import BODY_SECONDS, announced_body, read_body
from countermark.http_api.guards.refusals import BadRequest, MethodRefused
from countermark.http_api.guards.response_headers import Content, HeaderList, Kind, protected
from countermark.model.errors import CountermarkError

logger = logging.getLogger(__name__)

SAFE_METHODS = frozenset({"GET", "HEAD"})
DRAWING_FRAME = re.compile(r"/drawings/[a-z]+\.html")
WASM_DRAWING_FRAME = "/drawings/graphviz.html"
IMAGE = re.compile(r"/api/images/[0-9a-f]{64}")


class EdgeResponse:
    """One response on its way out: adds the headers, and knows whether it has begun."""

    def __init__(self, scope: Scope, send: Send, *, kind: Kind, methods: str) -> None:
        self.begun = False
        self.scope = scope
        self._send = send
        self.kind: Kind = kind
        self._methods = methods

    async def send(self, message: Message) -> None:
        """The app's `send`."""
        if message["type"] == "http.response.start":
            self.begun = True
            message = {**message, "headers": self.headers(message["status"], message.get("headers", []))}
        await self._send(message)

    def headers(self, status: int, given: HeaderList) -> HeaderList:
        """The headers of the answer with the door's own in place."""
        # Nothing under /api is ever kept by a browser, whatever the request was or became; but for images, which
        # are named by their digest.
        path = self.scope["path"]
        image = is_image(path) and status == 200
        page = not is_api(path) and status in {200, 304}
        content: Content = "image" if image else page_content(path) if page else "page"
        return protected(given, kind=self.kind, keep=self.kind == "browser" and (image or page), content=content)

    async def refuse(self, error: CountermarkError, *, hang_up: bool) -> None:
        """Answer with an error; `hang_up` when the rest of the request is not going to be read."""
        headers = [(b"connection", b"close")] if hang_up else []
        if isinstance(error, MethodRefused):
            headers.append((b"allow", self._methods.encode()))
        await self._whole(status_of(error), self.body_of(error), headers)

    async def fail(self) -> None:
        """Answer for an exception nobody foresaw; an answer already begun is cut, so that nobody takes it for whole."""
        if not self.begun:
            await self._whole(UNFORESEEN, self.internal_body(), [(b"connection", b"close")])
            return
        hang_up: Callable[[], None] | None = self.scope.get("state", {}).get("hang_up")
        if hang_up is not None:
            hang_up()

    def body_of(self, error: CountermarkError) -> bytes:
        """An error in the shape of this door."""
        return refusal_body(error)

    def internal_body(self) -> bytes:
        """An error nobody foresaw in the shape of this door."""
        return internal_body()

    async def _whole(self, status: int, body: bytes, headers: list[tuple[bytes, bytes]]) -> None:
        described = [(b"content-type", JSON_TYPE.encode()), (b"content-length", str(len(body)).encode()), *headers]
        await self.send({"type": "http.response.start", "status": status, "headers": described})
        await self.send({"type": "http.response.body", "body": body})


class Beside:
    """Two apps at one listener: one has the requests that are its own, the other all else."""

    def __init__(self, others: ASGIApp, own: ASGIApp, *, owns: Callable[[Scope], bool]) -> None:
        self._others = others
        self._own = own
        self._owns = owns

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        chosen = self._own if scope["type"] == "http" and self._owns(scope) else self._others
        await chosen(scope, receive, send)


class GuardedApp:
    """An ASGI app around a door's app; each door says in `admit` what it refuses."""

    kind: Kind
    methods: frozenset[str]
    answers: type[EdgeResponse] = EdgeResponse
    body_limit: Callable[[str], int]
    body_seconds = BODY_SECONDS

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def admit(self, scope: Scope) -> None:
        """Raise what is wrong with this request, or return."""
        raise NotImplementedError

    async def take_body(self, scope: Scope, receive: Receive) -> Receive | None:
        """The whole body within its limits, as a `receive` that hands it on; None if the client left."""
        limit = type(self).body_limit(scope["path"])
        return await read_body(scope, receive, limit=limit, seconds=self.body_seconds)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await self._guarded(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008})

    async def _guarded(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = self.answers(scope, send, kind=self.kind, methods=", ".join(sorted(self.methods)))
        whole = False
        try:
            await self.admit(scope)
            body = await self.take_body(scope, receive)
            whole = True
            if body is not None:
                await self._app(scope, body, answer.send)
        except CountermarkError as error:
            if answer.begun:
                await answer.fail()
            else:
                await answer.refuse(error, hang_up=not whole and has_body(scope["headers"]))
        except Exception:  # the edge of the server: logged here, once, and never shown
            logger.exception("%s on the %s door failed", scope["method"], self.kind)
            await answer.fail()


def is_api(path: str) -> bool:
    """Whether a decoded path belongs to the API."""
    return path == "/api" or path.startswith("/api/")


def is_image(path: str) -> bool:
    """Whether a decoded path names an image that a person has added."""
    return IMAGE.fullmatch(path) is not None


def page_content(path: str) -> Content:
    """Whether a decoded path names a page in which drawings are made, and by which means, or another one."""
    if path == WASM_DRAWING_FRAME:
        return "wasm drawing"
    return "drawing" if DRAWING_FRAME.fullmatch(path) is not None else "page"


def has_body(headers: list[tuple[bytes, bytes]]) -> bool:
    """Whether anything but an empty body was announced, sound or not."""
    return any((name == b"content-length" and value != b"0") or name == b"transfer-encoding" for name, value in headers)


def check_method(scope: Scope, *, allowed: frozenset[str]) -> None:
    """Refuse methods that nothing here answers, and bodies where none belongs."""
    if scope["method"] not in allowed:
        raise MethodRefused
    if scope["method"] in SAFE_METHODS and announced_body(scope["headers"]) != 0:
        raise BadRequest("A GET or HEAD request takes no body.")


def values_of(scope: Scope, name: bytes) -> list[bytes]:
    """Every value of a header, in order."""
    return [value for key, value in scope["headers"] if key == name]
