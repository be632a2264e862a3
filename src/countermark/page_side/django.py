"""Page review for Django, in one line: `"countermark.page_side.django.CountermarkPages"` at the top of `MIDDLEWARE`."""

import os
import threading
from asyncio import iscoroutinefunction
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from typing import Any

from asgiref.sync import markcoroutinefunction
from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse

from countermark.page_side import asgi, async_forwarder, forwarder
from countermark.page_side.exchange import Exchange, is_review_path
from countermark.page_side.forwarding import ForwardedReply
from countermark.page_side.hop import CarriedRequest
from countermark.page_side.site import Site
from countermark.page_side.wsgi import ASKED_ANEW, Closing, headers_of, request_of, would_block

PIECE = 64 * 1024


class CountermarkPages:
    """Puts the review overlay into the pages of a Django site, under WSGI and ASGI; unused unless `DEBUG`."""

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        if not settings.DEBUG:
            raise MiddlewareNotUsed
        self._get_response = get_response
        self._is_async = iscoroutinefunction(get_response)
        if self._is_async:
            markcoroutinefunction(self)
        self._site = Site(
            root=getattr(settings, "BASE_DIR", None) or os.getcwd(),
            storage=getattr(settings, "COUNTERMARK_STORAGE", None),
            hosts=getattr(settings, "COUNTERMARK_HOSTS", ()),
        )

    def __call__(self, request: HttpRequest) -> Any:
        if self._is_async:
            return self._answer_async(request)
        if is_review_path(request.path):
            return self._forward(request)
        exchange = _begin(request)
        return _changed(exchange, self._get_response(request))

    async def _answer_async(self, request: HttpRequest) -> Any:
        if is_review_path(request.path):
            return await self._forward_async(request)
        exchange = _begin(request)
        return _changed(exchange, await self._get_response(request))

    def _forward(self, request: HttpRequest) -> Any:
        threads = {"wsgi.multithread": False} if is_runserver_without_threads(request.META) else {}
        if would_block({**request.META, **threads}):
            return HttpResponse(status=204)
        reply = forwarder.forward(self._site, _carried(request), request.read)
        return StreamingHttpResponse(Closing(reply.body, reply), status=reply.status, headers=dict(reply.headers))

    async def _forward_async(self, request: HttpRequest) -> Any:
        reply = await async_forwarder.forward(self._site, _carried(request), _pieces(request))
        return StreamingHttpResponse(_OpenAsync(reply), status=reply.status, headers=dict(reply.headers))


def is_runserver_without_threads(meta: Mapping[str, Any]) -> bool:
    """`runserver --nothreading` says that it has threads; but then each request would have its own."""
    thread = threading.current_thread()
    is_servers_own = thread is threading.main_thread() or thread.name == "django-main-thread"
    return is_servers_own and str(meta.get("SERVER_SOFTWARE", "")).startswith("WSGIServer/")


class _OpenAsync:
    """A reply as Django streams it in an event loop, and closes it."""

    def __init__(self, reply: ForwardedReply[AsyncIterator[bytes]]) -> None:
        self.close = reply.close
        self._body = reply.body

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self._body


def _carried(request: HttpRequest) -> CarriedRequest:
    carried = request_of(request.META)
    raw = getattr(request, "scope", {}).get("raw_path")
    if raw and is_review_path(raw.decode("latin-1")):
        query = request.META.get("QUERY_STRING", "")
        carried.target = raw + (b"?" + query.encode("latin-1") if query else b"")
    if "scope" in vars(request):
        # Django has read the whole body by now; only how long it is may be untold.
        carried.scheme = request.scheme
        carried.peer = asgi.peer_of(request.scope)
        carried.length = None if "HTTP_TRANSFER_ENCODING" in request.META else carried.length
    return carried


async def _pieces(request: HttpRequest) -> AsyncIterator[bytes]:
    while piece := request.read(PIECE):
        yield piece


def _begin(request: HttpRequest) -> Exchange:
    exchange = Exchange(request.method.encode("latin-1"), headers_of(request.META), path=request.path)
    onward = {f"HTTP_{name.decode('latin-1').upper().replace('-', '_')}": value for name, value in exchange.onward}
    for key in ASKED_ANEW:
        request.META.pop(key, None)
        if key in onward:
            request.META[key] = onward[key].decode("latin-1")
    return exchange


def _changed(exchange: Exchange, response: Any) -> Any:
    told = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in response.items()]
    answered = {name.decode("latin-1"): value for name, value in exchange.answered(response.status_code, told)}
    for name in list(response.headers):
        if name.lower() not in answered:
            del response[name]
    if "etag" in answered:
        response["ETag"] = answered["etag"].decode("latin-1")
    if exchange.changes:
        _change_body(exchange, response)
    return response


def _change_body(exchange: Exchange, response: Any) -> None:
    if not response.streaming:
        response.content = exchange.whole(response.content)
        response["Content-Length"] = str(len(response.content))
    elif response.is_async:
        response.streaming_content = exchange.stream(response.streaming_content)
    else:
        response.streaming_content = _stream(exchange, response.streaming_content)


def _stream(exchange: Exchange, body: Iterator[bytes]) -> Iterator[bytes]:
    for piece in body:
        yield from exchange.feed(piece)
    yield exchange.end()
