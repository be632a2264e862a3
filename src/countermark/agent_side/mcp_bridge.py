"""Model Context Protocol on stdin and stdout, answered by the hub: a JSON-RPC message a line ↔ one POST each.

A client that was started by an agent gets everything from the hub; nothing is decided here. Requests do not wait for
one another, a hub that goes away is called up again and asked once more, and the end of stdin is the end.
"""

import json
import os
import signal
import threading
import time

from countermark.agent_side.asking import reach_hub, silence
from countermark.agent_side.delivery import write
from countermark.agent_side.mcp_exchange import HubExchange, Json, SessionLost, SiteLost, read_message
from countermark.agent_side.mcp_lines import InputLines
from countermark.agent_side.mcp_session import BridgedSite, BridgeSession, modern_headers
from countermark.doorbell import hub_address
from countermark.doorbell.errors import BadAnswer, CallerGone, DoorbellError, HubGone, HubRefused, HubSilent, NoHub
from countermark.doorbell.ring import ring

MOST_CALLS = 256
# A request that ends this many hubs in a row is answered with an error.
MOST_TRIES = 20
FIRST_PAUSE, LONGEST_PAUSE = 0.01, 1.0
# Between two looks for a hub by what waits for news only: that is no reason to start one that a person has stopped.
NEXT_LOOK = 0.5
# At the end of stdin, what was asked last may still be answered.
FAREWELL = 1.0
PARSE_ERROR, INVALID_REQUEST, INTERNAL_ERROR = -32700, -32600, -32603
ANSWER_KEY = "countermark/answer"  # in a result's `_meta`: a person's answer that wants to be acknowledged
SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId"


def serve_stdio(storage: str | None) -> int:
    """Everything between a client and the hub, until the client closes our stdin."""
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, signal.SIG_DFL)
    bridge = Bridge(BridgeSession(BridgedSite(storage, home=hub_address.home())))
    for line in InputLines():
        bridge.take(line)
    bridge.finish()
    return 0


class ClientRequest:
    """A request of the client that is under way."""

    def __init__(self, message: Json) -> None:
        self.id = message["id"]
        self.method = message["method"]
        self.message = message
        self.key = os.urandom(16).hex()
        self.cancelled = False
        self.tries = 0
        self._changing = threading.Lock()
        self.acknowledged = False  # of a subscription: the client knows that it stands
        self.exchange: HubExchange | None = None

    @property
    def waits_for_news(self) -> bool:
        """Whether it asks for nothing but what may come."""
        return self.method == "subscriptions/listen"

    @property
    def hub_id(self) -> object:
        """Its id at the hub. In a session each try has one of its own: there, 1 and "1" would be one request."""
        return self.id if modern_headers(self.message) is not None else f"{self.key}-{self.tries}"

    @property
    def body(self) -> bytes:
        """What the hub gets."""
        return json.dumps({**self.message, "id": self.hub_id}).encode("ascii")

    def begin_another_try(self) -> bool:
        """False once it is cancelled: from then on it keeps the id that the hub was last asked under."""
        with self._changing:
            if not self.cancelled:
                self.tries += 1
            return not self.cancelled

    def cancel(self) -> None:
        """The client wants no answer any more."""
        with self._changing:
            self.cancelled = True
        exchange = self.exchange
        if exchange is not None:
            exchange.hang_up()


class Bridge:
    """Takes the client's messages and brings it the hub's."""

    def __init__(self, session: BridgeSession) -> None:
        self._session = session
        self._calls: dict[str, ClientRequest] = {}
        self._speaking = threading.Lock()
        self._ended = threading.Condition()
        self._listening: threading.Event | None = None

    def take(self, line: bytes | None) -> None:
        """One line of the client."""
        if line is not None and not line.strip():
            return
        try:
            message = json.loads(line or b"")
        except (ValueError, RecursionError):
            self._fail(None, PARSE_ERROR, "Parse error: a line must hold one JSON-RPC message in UTF-8.")
            return
        if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
            self._fail(None, INVALID_REQUEST, "Invalid request: this is no JSON-RPC 2.0 message.")
        elif not isinstance(message.get("method"), str):
            self._take_odd(message)
        elif "id" not in message:
            self._take_notification(message)
        elif not isinstance(message["id"], str | int) or isinstance(message["id"], bool):
            self._fail(None, INVALID_REQUEST, "Invalid request: an id is a string or a whole number.")
        elif len(self._calls) >= MOST_CALLS:
            self._fail(message["id"], INTERNAL_ERROR, f"{MOST_CALLS} requests are under way already.")
        else:
            call = ClientRequest(message)
            self._calls[request_key(call.id)] = call
            threading.Thread(target=self._carry, args=(call,), daemon=True).start()

    def finish(self) -> None:
        """The client has gone: a moment for what it asked last, then the end."""
        until = time.monotonic() + FAREWELL
        with self._ended:
            while self._answerable() and (left := until - time.monotonic()) > 0:
                self._ended.wait(left)
        try:
            self._session.close()
        except DoorbellError:
            return  # the hub ends the session by itself

    def _answerable(self) -> bool:
        return any(not call.waits_for_news for call in self._calls.values())

    def _take_odd(self, message: Json) -> None:
        if "result" in message or "error" in message:
            return  # the hub asks the client nothing, so this answers nothing
        self._fail(message.get("id"), INVALID_REQUEST, "Invalid request: there is no method.")

    def _take_notification(self, message: Json) -> None:
        params = message.get("params")
        if message["method"] == "notifications/cancelled" and isinstance(params, dict):
            call = self._calls.get(request_key(params.get("requestId")))
            if call is None:
                return
            call.cancel()
            self._end(call)
            if modern_headers(call.message) is not None:
                return  # the end of its line has said it
            message = {**message, "params": {**params, "requestId": call.hub_id}}
        if modern_headers(message) is None:
            threading.Thread(target=self._tell, args=(message,), daemon=True).start()

    def _tell(self, message: Json) -> None:
        """Pass a notification on; one that cannot be passed on is lost, as notifications may be."""
        try:
            body = json.dumps(message).encode("ascii")
            with self._session.ask(body, message, key=os.urandom(16).hex(), again=False) as told:
                told.head()
        except (DoorbellError, SessionLost, SiteLost):
            return

    def _carry(self, call: ClientRequest) -> None:
        """Ask until there is an answer."""
        while not call.cancelled:
            try:
                self._converse(call)
                break
            except SessionLost:
                self._session.lose()
                reason: Exception = HubGone("the hub knows no session of ours")
            except SiteLost:
                self._session.place.forget()
                reason = HubGone("the hub does not know the site")
            except HubGone as gone:
                reason = gone
            except DoorbellError as refusal:
                self._fail_call(call, refusal)
                break
            if not self._try_again(call, reason):
                break
        self._end(call)

    def _try_again(self, call: ClientRequest, reason: Exception) -> bool:
        """Whether there is a hub to ask once more; the client has heard if there is not."""
        if not call.begin_another_try():
            return False
        if call.waits_for_news:
            self._await_hub()
            return True
        if isinstance(reason, HubSilent):
            self._fail_call(call, NoHub(f"{reason}: it has been still for {silence():.0f} s"))
            return False
        if call.tries > MOST_TRIES:
            self._fail_call(call, HubGone(f"the hub never answers: {reason}"))
            return False
        if call.tries > 1:
            time.sleep(pause_before(call.tries))
        try:
            reach_hub(self._session.place.home)
        except DoorbellError as refusal:
            self._fail_call(call, refusal)
            return False
        return True

    def _converse(self, call: ClientRequest) -> None:
        if call.method == "resources/subscribe" and self._session.was_opened:
            self._begin_listening()
        with self._session.ask(call.body, call.message, key=call.key, again=call.tries > 0) as exchange:
            call.exchange = exchange
            if call.cancelled:
                return
            headers = exchange.head()
            for raw in exchange.messages():
                if self._take_answer(call, read_message(raw), headers):
                    return
        if not call.cancelled:
            raise HubGone("the hub left without an answer", heard=True)

    def _take_answer(self, call: ClientRequest, message: Json, headers: dict[str, str]) -> bool:
        """Hand a message of the hub to the client; True for the answer itself."""
        if call.cancelled:
            return True
        if "method" in message:
            if message["method"] == "notifications/subscriptions/acknowledged" and call.acknowledged:
                self._tell_of_gap(call)  # of another hub: the client knows, but may have missed something
            else:
                self._say(message)
            call.acknowledged = True
            return False
        if call.waits_for_news and "result" in message:
            raise HubGone("the hub ended the stream of news", heard=True)
        if call.method == "initialize":
            self._session.take_opening(call.message, message, headers)
        self._note_watching(call, message)
        self._say({**message, "id": call.id})
        self._acknowledge(message)
        return True

    def _note_watching(self, call: ClientRequest, answer: Json) -> None:
        params = call.message.get("params")
        uri = params.get("uri") if isinstance(params, dict) else None
        if "result" not in answer or not isinstance(uri, str):
            return
        if call.method == "resources/subscribe":
            self._session.watched[uri] = None
        elif call.method == "resources/unsubscribe":
            self._session.watched.pop(uri, None)

    def _tell_of_gap(self, call: ClientRequest) -> None:
        params = call.message.get("params")
        wanted = params.get("notifications") if isinstance(params, dict) else None
        uris = wanted.get("resourceSubscriptions") if isinstance(wanted, dict) else None
        for uri in uris if isinstance(uris, list) else ():
            self._say(updated(uri, {SUBSCRIPTION: call.id}))

    def _acknowledge(self, answer: Json) -> None:
        """The client has a person's answer: tell the hub."""
        result = answer.get("result")
        meta = result.get("_meta") if isinstance(result, dict) else None
        key = meta.get(ANSWER_KEY) if isinstance(meta, dict) else None
        if not isinstance(key, str):
            return
        body = json.dumps({"key": key, "stage": "delivered"}).encode("ascii")
        try:
            home = self._session.place.home
            ring(hub_address.door(home), "POST", "/api/hooks/mcp/acknowledgement", body=body, within=2.0)
        except DoorbellError:
            return  # the desk then says only that the answer was sent

    def _begin_listening(self) -> None:
        """Open the stream of news before the first subscription, so that nothing falls between."""
        if self._listening is None:
            self._listening = threading.Event()
            threading.Thread(target=self._listen, args=(self._listening,), daemon=True).start()
        self._listening.wait(5.0)

    def _listen(self, standing: threading.Event) -> None:
        refusals = 0  # one after another
        while True:
            try:
                with self._session.listen() as exchange:
                    refusals = 0 if self._hear_news(exchange, standing) else refusals + 1
            except SessionLost:
                self._session.lose()
                refusals += 1
            except SiteLost:
                self._session.place.forget()
                refusals += 1
            except DoorbellError:
                refusals += 1
            if refusals:
                time.sleep(pause_before(refusals))
            self._await_hub()

    def _hear_news(self, exchange: HubExchange, standing: threading.Event) -> bool:
        """Pass the stream of news on to its end; False for an answer that is none, which says nothing to the client."""
        exchange.head()
        if not exchange.is_stream:
            return False
        if standing.is_set():
            for uri in list(self._session.watched):
                self._say(updated(uri))
        standing.set()
        for raw in exchange.messages():
            self._say(read_message(raw))
        return True

    def _await_hub(self) -> None:
        """Wait until somebody has started a hub."""
        while not is_there(self._session.place.home):
            time.sleep(NEXT_LOOK)

    def _fail_call(self, call: ClientRequest, reason: DoorbellError) -> None:
        if not call.cancelled:
            hint = reason.hint if isinstance(reason, HubRefused) else ""
            self._fail(call.id, INTERNAL_ERROR, f"{reason} {hint}".strip())

    def _fail(self, call_id: object, code: int, why: str) -> None:
        self._say({"jsonrpc": "2.0", "id": call_id, "error": {"code": code, "message": why}})

    def _say(self, message: Json) -> None:
        """One line for the client; when nobody reads any more there is nothing left to do."""
        line = json.dumps(message, separators=(",", ":")).encode("ascii") + b"\n"
        with self._speaking:
            try:
                write(line)
            except CallerGone:
                os._exit(0)

    def _end(self, call: ClientRequest) -> None:
        with self._ended:
            if self._calls.get(request_key(call.id)) is call:
                del self._calls[request_key(call.id)]
            self._ended.notify_all()


def request_key(call_id: object) -> str:
    """A request's id as a key: 1 and "1" are two."""
    return json.dumps(call_id)


def pause_before(tries: int) -> float:
    """How long to wait before asking once more what was not answered so many times."""
    return min(FIRST_PAUSE * 2.0 ** min(tries, MOST_TRIES), LONGEST_PAUSE)


def updated(uri: str, meta: Json | None = None) -> Json:
    """The news that a resource may have changed."""
    params: Json = {"uri": uri} | ({"_meta": meta} if meta else {})
    return {"jsonrpc": "2.0", "method": "notifications/resources/updated", "params": params}


def is_there(home: str) -> bool:
    """Whether a hub listens."""
    try:
        return hub_address.is_listening(home)
    except (DoorbellError, BadAnswer):
        return False
