"""One request to the hub's MCP address, whose answer comes message by message while the hub goes on with it."""

import json
from collections.abc import Iterator

from countermark.agent_side.asking import silence
from countermark.doorbell.errors import BadAnswer, HubGone, HubRefused
from countermark.doorbell.ring import NOT_NOW, Line, Response, request_bytes

Json = dict[str, object]
ACCEPT = "application/json, text/event-stream"
LINE_ENDS = (b"\r\n\r\n", b"\n\n")


class SessionLost(Exception):
    """The hub does not know this session: it is another hub than the one that opened it."""


class SiteLost(Exception):
    """The hub does not know this site."""


class HubExchange:
    """Sends its request when it is made; `messages` then gives what the hub says to it."""

    def __init__(self, address: str, method: str, path: str, *, headers: dict[str, str], body: bytes = b"") -> None:
        self._line = Line(address, silence=silence(), until=None, reader=None)
        self._response = Response()
        self._refusal = b""
        try:
            self._line.send(request_bytes(method, path, body, headers.items(), accept=ACCEPT))
        except HubGone:
            self._line.close()
            raise

    def __enter__(self) -> "HubExchange":
        return self

    def __exit__(self, *_: object) -> None:
        self._line.close()

    def hang_up(self) -> None:
        """Give it up, from any thread."""
        self._line.hang_up()

    def head(self) -> dict[str, str]:
        """The headers of the answer, once they are there. Raises what stands against going on."""
        while self._response.status == 0:
            self._receive()
        if not 200 <= self._response.status < 300 and not self._refusal:
            self._refusal = self._judge()
        return self._response.headers

    @property
    def is_stream(self) -> bool:
        """Whether the answer goes on as long as the hub likes."""
        return self.head().get("content-type", "").startswith("text/event-stream")

    def messages(self) -> Iterator[bytes]:
        """Every JSON-RPC message of the answer, as it comes."""
        if not self.is_stream:
            whole = self._refusal or self._whole()
            if whole.strip():
                yield whole
            return
        while True:
            for event in self._events():
                if data := _data(event):
                    yield data
            if self._response.complete:
                return
            self._receive()

    def _events(self) -> Iterator[bytes]:
        body = self._response.body
        while (end := _end_of_event(body)) is not None:
            event = bytes(body[: end[0]])
            del body[: end[1]]
            yield event

    def _whole(self) -> bytes:
        while not self._response.complete:
            self._receive()
        return bytes(self._response.body)

    def _receive(self) -> None:
        received = self._line.receive()
        if not received:
            raise HubGone("the hub hung up before it had answered", heard=self._response.status != 0)
        self._response.feed(received)

    def _judge(self) -> bytes:
        """What a hub that does not go on says, as a JSON-RPC error; raises where trying again may help."""
        status, whole = self._response.status, self._whole()
        told = _object(whole).get("error")
        error: Json = told if isinstance(told, dict) else {}
        data = error.get("data")
        code = data.get("code") if isinstance(data, dict) else error.get("code")
        if code == "unknown_site":
            raise SiteLost
        if status == 404 and "session" in str(error.get("message", "")).lower():
            raise SessionLost
        if status == 503 and code in NOT_NOW:
            raise HubGone(f"it says: {error.get('message')}")
        if isinstance(error.get("code"), int):
            return whole
        raise HubRefused(status, str(code), str(error.get("message") or f"the hub answered {status} without a reason"))


def _end_of_event(body: bytearray) -> tuple[int, int] | None:
    """Where the first event ends, and where the next one begins."""
    found = [(at, at + len(end)) for end in LINE_ENDS if (at := body.find(end)) >= 0]
    return min(found) if found else None


def _data(event: bytes) -> bytes:
    """The data of a server-sent event; nothing of a comment."""
    lines = event.replace(b"\r\n", b"\n").split(b"\n")
    return b"\n".join(line[5:].removeprefix(b" ") for line in lines if line.startswith(b"data:"))


def _object(body: bytes) -> Json:
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def read_message(raw: bytes) -> Json:
    """A message of the hub. Raises BadAnswer."""
    found = _object(raw)
    if found.get("jsonrpc") != "2.0":
        raise BadAnswer("the hub's answer is no JSON-RPC message")
    return found
