"""uvicorn's HTTP protocol with a door's patience: who may connect, how many, how slowly, and how large a head."""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, cast

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.server import ServerState

from countermark.http_api.guards.arriving_head import ArrivingHead
from countermark.http_api.guards.errors import refusal_body, status_of
from countermark.http_api.guards.lingering import LingeringTransport
from countermark.http_api.guards.peers import is_own_user, peer_uid
from countermark.http_api.guards.refusals import BadRequest, TooManyConnections, TooSlow, WireRefusal
from countermark.http_api.guards.request_head import fault_in
from countermark.http_api.guards.response_headers import Kind, protected

logger = logging.getLogger(__name__)

HEAD_SECONDS = 10.0  # from the first byte of a head, or from connecting, to the head's end
STALL_SECONDS = 30.0  # an answer that nobody reads
MOST_REFUSED = 16  # connections at once that still read why they were refused
SAID_EVERY_SECONDS = 60.0
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


class DoorState(ServerState):
    """What the connections of one door have in common."""

    said_full_at = float("-inf")  # when the log was last told, by the loop's clock


class DoorProtocol(H11Protocol):
    """One connection.

    h11 is taken on every system, so that the wire is read alike everywhere; a request costs some 0.2 ms more than
    with the parser in C. The screening of heads rests on two habits of the guards: they answer before the end of a
    request's body only together with `Connection: close`, and they take no body with GET.
    """

    transport: LingeringTransport

    def __init__(self, *, config: Config, server_state: DoorState, patience: Patience) -> None:
        # A router may cut its connection (`request.state.hang_up()`): the only way to end a stream visibly unfinished.
        super().__init__(config, server_state, {"hang_up": self.hang_up})
        self.access_log = False  # whatever the loggers are set to: a target may hold what no log should
        self.patience = patience
        self.door = server_state
        self.turned_away = False
        self.refused = False
        self.connected_at = self.loop.time()
        self._head = ArrivingHead()
        self._head_timer: asyncio.TimerHandle | None = None
        self._stall_timer: asyncio.TimerHandle | None = None

    @property
    def holds_no_request(self) -> bool:
        """Whether the client has sent no complete request that waits for its answer: it may be put out."""
        return self.transport.lingering or self.conn.their_state in {h11.IDLE, h11.SEND_BODY, h11.ERROR}

    @property
    def _head_begun(self) -> bool:
        """Whether bytes of a request have come that h11 has not read."""
        return bool(self._head) or bool(self.conn.trailing_data[0])

    @property
    def answer_begun(self) -> bool:
        """Whether an answer is half out."""
        answer = self._answer_under_way()
        return answer is not None and answer.response_started

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        stream = cast("asyncio.Transport", transport)  # uvloop's is none by descent
        self.transport = LingeringTransport(stream, unread=self._has_unread)
        self.turned_away = self.patience.own_user_only and not is_own_user(peer_uid(transport.get_extra_info("socket")))
        if self.turned_away:
            logger.warning("a connection of another user on the %s door was closed", self.patience.kind)
            stream.abort()
            return
        room = len(self.connections) < self.patience.connections or self._make_room()
        super().connection_made(self.transport)
        if room:
            self._await_head()
        else:
            self._say_full()
            self._refuse(TooManyConnections(hint=WHEN_FULL[self.patience.kind]))

    def data_received(self, data: bytes) -> None:
        if self.turned_away:
            return
        if self.transport.is_closing():
            self.transport.throw_away(data)
        elif self.conn.their_state is h11.IDLE and not self.conn.trailing_data[0]:
            self._take_head(data)
        else:
            super().data_received(data)

    def handle_events(self) -> None:
        if self.conn.their_state is h11.IDLE:
            fault = fault_in(self.conn.trailing_data[0])
            if fault is not None:
                self._refuse(fault)
                return
        super().handle_events()
        self._watch_head()

    def _take_head(self, data: bytes) -> None:
        """Keep what arrives of a head until it is whole; h11 gets it without cookies, and with what came after it."""
        self._unset_keepalive_if_required()
        fault = self._head.feed(data)
        if fault is not None:
            self._refuse(fault)
            return
        whole = self._head.take_whole()
        if whole is not None:
            self.conn.receive_data(whole)
            super().handle_events()
        self._watch_head()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002  uvicorn's words are not ours
        self._refuse(BadRequest())

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch_head()

    def connection_lost(self, exc: Exception | None) -> None:
        if self.turned_away:
            return
        self._set_head_timer(None)
        self.resume_writing()
        self.transport.forget()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stall_timer = self.loop.call_later(self.patience.stall_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        if self._stall_timer is not None:
            self._stall_timer.cancel()
            self._stall_timer = None
        super().resume_writing()

    def hang_up(self) -> None:
        """Cut the connection at once."""
        self.transport.abort()

    def leave(self) -> None:
        """Close as soon as the answer that is under way is out; at once if there is none."""
        if self.transport.is_closing():
            self.transport.abort()
        elif (answer := self._answer_under_way()) is not None:
            answer.keep_alive = False
        else:
            self.transport.close()

    def _should_upgrade(self) -> bool:
        # The guard refuses a WebSocket with an answer; uvicorn would write two warnings for each.
        return False

    def _make_room(self) -> bool:
        """Put out the oldest connection that holds no request, so that idle ones never starve a busy one.

        One that was refused makes no room: it was never let in, and only a few of them are kept until they have read.
        """
        ours: list[DoorProtocol] = [one for one in self.connections if isinstance(one, DoorProtocol)]
        refused = [one for one in ours if one.refused]
        if len(refused) >= MOST_REFUSED:
            self._put_out(refused)
        if len(ours) - len(refused) < self.patience.connections:
            return True
        idle = [one for one in ours if one.holds_no_request and not one.refused]
        if idle:
            self._put_out(idle)
        return bool(idle)

    def _put_out(self, some: "list[DoorProtocol]") -> None:
        oldest = min(some, key=lambda one: (not one.transport.lingering, one.connected_at))
        self.connections.discard(oldest)
        oldest.hang_up()

    def _say_full(self) -> None:
        """The log hears of it once a minute, however many come."""
        if self.loop.time() - self.door.said_full_at >= SAID_EVERY_SECONDS:
            self.door.said_full_at = self.loop.time()
            most = self.patience.connections
            logger.warning("the %s door is full: it has its %d connections, more are refused", self.patience.kind, most)

    def _has_unread(self) -> bool:
        """Whether the client may still be sending what nobody will read."""
        return self.refused or self.conn.their_state in {h11.SEND_BODY, h11.ERROR} or self._head_begun

    def _answer_under_way(self) -> RequestResponseCycle | None:
        # uvicorn's types say that there always is a cycle; before the first request there is none.
        cycle: RequestResponseCycle | None = vars(self)["cycle"]
        return None if cycle is None or cycle.response_complete else cycle

    def _watch_head(self) -> None:
        """The clock of a head runs from its first byte; between requests the keep-alive clock runs instead."""
        if self.conn.their_state is not h11.IDLE or not self._head_begun:
            self._set_head_timer(None)
        elif self._head_timer is None:
            self._await_head()

    def _await_head(self) -> None:
        self._set_head_timer(self.loop.call_later(self.patience.head_seconds, self._head_is_late))

    def _set_head_timer(self, timer: asyncio.TimerHandle | None) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
        self._head_timer = timer

    def _head_is_late(self) -> None:
        if self._head_begun:
            self._refuse(TooSlow())
        else:
            self.transport.abort()

    def _refuse(self, refusal: WireRefusal) -> None:
        """Answer in place of the app, which is not asked, and close."""
        self._set_head_timer(None)
        self._unset_keepalive_if_required()
        answer = self._answer_under_way()
        if answer is not None:
            answer.disconnected = True
            answer.message_event.set()
            if answer.response_started:
                self.transport.abort()
                return
        self.refused = True
        self.transport.write(refusal_bytes(refusal, kind=self.patience.kind))
        self.transport.close()


def refusal_bytes(refusal: WireRefusal, *, kind: Kind) -> bytes:
    """A whole HTTP answer, with the same headers and the same shape as any other."""
    body, status = refusal_body(refusal), HTTPStatus(status_of(refusal))
    described = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    headers = protected(described, kind=kind, keep=False)
    lines = [b"HTTP/1.1 %d %s" % (status.value, status.phrase.encode())]
    lines += [name + b": " + value for name, value in headers]
    return b"\r\n".join([*lines, b"", body])


def serving(app: Any, *, patience: Patience) -> Config:
    """uvicorn's settings for a door: nothing of uvicorn's own is said, logged or started."""
    config = Config(
        app,
        http=DoorProtocol,
        ws="none",
        lifespan="off",
        interface="asgi3",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        date_header=False,
        timeout_keep_alive=patience.keep_alive,
        h11_max_incomplete_event_size=64 * 1024,
    )
    config.load()
    return config
