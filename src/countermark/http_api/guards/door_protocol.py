"""What stands before uvicorn at a door: who may connect, how many, how slowly, and how large a head may be."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, cast

import h11
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.config import Config
from uvicorn.server import ServerState

from countermark.http_api.guards.arriving_head import ArrivingHead
from countermark.http_api.guards.errors import refusal_body, status_of
from countermark.http_api.guards.lingering import LingeringTransport
from countermark.http_api.guards.peers import is_own_user, peer_uid
from countermark.http_api.guards.refusals import BadRequest, TooManyConnections, TooSlow, WireRefusal
from countermark.http_api.guards.request_head import END, body_length
from countermark.http_api.guards.response_headers import Kind, protected
from countermark.http_api.guards.server_side import ServersTransport
from countermark.http_api.guards.timer import Timer

logger = logging.getLogger(__name__)

HEAD_SECONDS = 10.0  # from the first byte of a head, or from connecting, to the head's end
STALL_SECONDS = 30.0  # an answer that nobody reads
MOST_REFUSED = 16  # connections at once that still read why they were refused
SAID_EVERY_SECONDS = 60.0
CLOSE = (b"connection", b"close")
WHEN_FULL: Mapping[Kind, str] = {
    "browser": TooManyConnections.hint,
    "agent": "Answer some of what waits at the desk, or start the hub with a higher limit of open files (`ulimit -n`).",
    "person": "Wait for your other commands to end, then try again.",
}


@dataclass(frozen=True)
class Patience:
    """What one door grants its clients."""

    kind: Kind
    connections: int
    keep_alive: int  # seconds between two requests
    own_user_only: bool
    head_seconds: float = HEAD_SECONDS
    stall_seconds: float = STALL_SECONDS


class DoorState:
    """What the connections of one door have in common."""

    def __init__(self) -> None:
        self.connections: set[DoorProtocol] = set()
        self.server = ServerState()
        self.said_full_at = float("-inf")  # when the log was last told, by the loop's clock

    @property
    def tasks(self) -> set[asyncio.Task[None]]:
        """The calls of the app that are under way."""
        return self.server.tasks


@dataclass
class RequestUnderWay:
    """One request, from the end of its head to the end of its answer."""

    body_left: int | None  # bytes of the body that are still to come; None for one in chunks until its end has come
    in_chunks: bool
    answer_begun: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether all of it has come."""
        return self.body_left == 0


class DoorProtocol(asyncio.Protocol):
    """One connection: uvicorn's protocol gets its bytes request by request, each head screened and whole.

    What is asked of uvicorn is public: `Config`, its protocol's class with the three arguments of the `http=` hook, and
    the methods of `asyncio.Protocol`. It never holds more than one request; what a client sends ahead waits here. A
    body in chunks, whose end only uvicorn sees, is the last of its connection.
    """

    transport: LingeringTransport

    def __init__(self, *, config: Config, door: DoorState, patience: Patience) -> None:
        self.patience = patience
        self.door = door
        self.connected_at = asyncio.get_running_loop().time()
        self.refused = False
        self._config = config
        self._server: asyncio.Protocol | None = None  # uvicorn's; None before it is let in and after it is cut off
        self._request: RequestUnderWay | None = None
        self._head = ArrivingHead()
        self._ahead = b""  # what came behind the request that is under way
        self._leaving = False
        self._paused_by_server = False
        self._server_reads = False
        self._unreadable = False
        self._head_timer, self._idle_timer, self._stall_timer = Timer(), Timer(), Timer()

    @property
    def holds_no_request(self) -> bool:
        """Whether the client has sent no complete request that waits for its answer: it may be put out."""
        return self.transport.lingering or self._request is None or not self._request.is_whole

    @property
    def answer_begun(self) -> bool:
        """Whether an answer is half out."""
        return self._request is not None and self._request.answer_begun

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        stream = cast("asyncio.Transport", transport)  # uvloop's is none by descent
        self.transport = LingeringTransport(stream, unread=self._has_unread)
        if self.patience.own_user_only and not is_own_user(peer_uid(transport.get_extra_info("socket"))):
            logger.warning("a connection of another user on the %s door was closed", self.patience.kind)
            self.transport.abort()
            return
        admitted = len(self.door.connections) < self.patience.connections or self._put_out_idle()
        self.door.connections.add(self)
        if admitted:
            self._let_in()
        else:
            self._say_full()
            self._refuse(TooManyConnections(hint=WHEN_FULL[self.patience.kind]))

    def _let_in(self) -> None:
        # A router may cut its connection (`request.state.hang_up()`): the only way to end a stream visibly unfinished.
        state = {"hang_up": self.hang_up, "connection": self}
        protocol = cast("Callable[..., asyncio.Protocol]", self._config.http_protocol_class)
        self._server = protocol(config=self._config, server_state=self.door.server, app_state=state)
        self._server.connection_made(ServersTransport(self))
        self._head_timer.start(self.patience.head_seconds, self._head_is_late)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            self.transport.throw_away(data)
        elif self._request is None:
            self._take_head(data)
        else:
            self._take_body(self._request, data)

    def _take_head(self, data: bytes) -> None:
        """Keep what arrives of a head until it is whole; uvicorn gets it without cookies, then what came after it."""
        self._idle_timer.stop()
        self._head_timer.start_unless_running(self.patience.head_seconds, self._head_is_late)
        fault = self._head.feed(data)
        if fault is not None:
            self._refuse(fault)
            return
        received = self._head.take_whole()
        if received is None:
            return
        self._head_timer.stop()
        head, _, rest = received.partition(END)
        length = body_length(head)
        self._request = RequestUnderWay(length, in_chunks=length is None)
        self._feed(head + END)
        if rest and not self.transport.is_closing():
            self._take_body(self._request, rest)

    def _take_body(self, request: RequestUnderWay, data: bytes) -> None:
        """Hand on what belongs to the request; what is sent ahead waits, and no more of it is read."""
        if request.in_chunks or request.body_left is None:
            self._feed(data)
            return
        body, ahead = data[: request.body_left], data[request.body_left :]
        request.body_left -= len(body)
        self._ahead += ahead
        self.settle_reading()
        if body:
            self._feed(body)

    def _feed(self, data: bytes) -> None:
        """Let uvicorn read. All that it writes meanwhile is its refusal of what is no HTTP; it is said our way."""
        assert self._server is not None, "who is cut off is not read any more"
        self._server_reads = True
        try:
            self._server.data_received(data)
        except h11.LocalProtocolError:  # it cannot refuse any more: its answer is half out
            self._unreadable = True
        finally:
            self._server_reads = False
        if self._unreadable:
            self._refuse(BadRequest())

    def server_writes(self, data: "bytes | bytearray | memoryview[Any]") -> None:
        """What uvicorn sends to the client."""
        if self._server_reads:
            self._unreadable = True
        elif self._server is not None:
            self.transport.write(data)

    def server_closes(self) -> None:
        """uvicorn has said all that it wants to say."""
        if self._server is not None and not self._server_reads:
            self.transport.close()

    def settle_reading(self, *, paused_by_server: bool | None = None) -> None:
        """Read on, unless uvicorn has enough of a body or something was sent ahead."""
        self._paused_by_server = self._paused_by_server if paused_by_server is None else paused_by_server
        if self._paused_by_server or self._ahead:
            self.transport.pause_reading()
        else:
            self.transport.resume_reading()

    async def answer(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the door's app answer the request that is under way, and note how far both are."""
        request = self._request
        assert request is not None, "uvicorn calls the app for a request only"

        async def next_message() -> Message:
            message = await receive()
            if message["type"] == "http.request" and not message.get("more_body", False):
                request.body_left = 0
            return message

        async def pass_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                request.answer_begun = True
                if request.in_chunks and CLOSE not in message["headers"]:
                    message = {**message, "headers": [*message["headers"], CLOSE]}
            await send(message)
            if message["type"] == "http.response.body" and not message.get("more_body", False):
                self._go_on(request)

        await app(scope, next_message, pass_on)

    def _go_on(self, request: RequestUnderWay) -> None:
        """The answer is out: the next request, if there is to be one."""
        if self._server is None or self.transport.is_closing():
            return
        if self._leaving or not request.is_whole:
            self.transport.close()
            return
        self._request = None
        ahead, self._ahead = self._ahead, b""
        self.settle_reading()
        if ahead:
            self._take_head(ahead)
        else:
            self._idle_timer.start(self.patience.keep_alive, self.transport.close)

    def connection_lost(self, exc: Exception | None) -> None:
        self.door.connections.discard(self)
        for timer in (self._head_timer, self._idle_timer, self._stall_timer):
            timer.stop()
        self.transport.forget()
        self._cut_off(exc)

    def _cut_off(self, exc: Exception | None = None) -> None:
        """uvicorn, and the app behind it, hear that the client has left."""
        server, self._server = self._server, None
        if server is not None:
            server.connection_lost(exc)

    def pause_writing(self) -> None:
        self._stall_timer.start(self.patience.stall_seconds, self.transport.abort)
        if self._server is not None:
            self._server.pause_writing()

    def resume_writing(self) -> None:
        self._stall_timer.stop()
        if self._server is not None:
            self._server.resume_writing()

    def hang_up(self) -> None:
        """Cut the connection at once."""
        self.transport.abort()

    def leave(self) -> None:
        """Close as soon as the answer that is under way is out; at once if there is none."""
        if self.transport.is_closing():
            self.transport.abort()
        elif self._request is None:
            self.transport.close()
        else:
            self._leaving = True

    def _put_out_idle(self) -> bool:
        """Put out the oldest connection that holds no request, so that idle ones never starve a busy one.

        One that was refused frees no connection: it was never let in, and only a few of them are kept until they have
        read.
        """
        refused = [one for one in self.door.connections if one.refused]
        if len(refused) >= MOST_REFUSED:
            self._put_out(refused)
        if len(self.door.connections) - len(refused) < self.patience.connections:
            return True
        idle = [one for one in self.door.connections if one.holds_no_request and not one.refused]
        if idle:
            self._put_out(idle)
        return bool(idle)

    def _put_out(self, some: "list[DoorProtocol]") -> None:
        oldest = min(some, key=lambda one: (not one.transport.lingering, one.connected_at))
        self.door.connections.discard(oldest)
        oldest.hang_up()

    def _say_full(self) -> None:
        """The log hears of it once a minute, however many come."""
        now = asyncio.get_running_loop().time()
        if now - self.door.said_full_at >= SAID_EVERY_SECONDS:
            self.door.said_full_at = now
            most = self.patience.connections
            logger.warning("the %s door is full: it has its %d connections, more are refused", self.patience.kind, most)

    def _has_unread(self) -> bool:
        """Whether the client may still be sending what nobody will read."""
        is_sending = self._request is not None and not self._request.is_whole
        return self.refused or is_sending or bool(self._head) or bool(self._ahead)

    def _head_is_late(self) -> None:
        if self._head:
            self._refuse(TooSlow())
        else:
            self.transport.abort()

    def _refuse(self, refusal: WireRefusal) -> None:
        """Answer in place of the app, which is not asked, and close; cut an answer that is half out."""
        self._head_timer.stop()
        self._idle_timer.stop()
        self._cut_off()
        if self.answer_begun:
            self.transport.abort()
            return
        self.refused = True
        self.transport.write(refusal_bytes(refusal, kind=self.patience.kind))
        self.transport.close()


def refusal_bytes(refusal: WireRefusal, *, kind: Kind) -> bytes:
    """A whole HTTP answer, with the same headers and the same shape as any other."""
    body, status = refusal_body(refusal), HTTPStatus(status_of(refusal))
    described = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), CLOSE]
    headers = protected(described, kind=kind, keep=False)
    lines = [b"HTTP/1.1 %d %s" % (status.value, status.phrase.encode())]
    lines += [name + b": " + value for name, value in headers]
    return b"\r\n".join([*lines, b"", body])
