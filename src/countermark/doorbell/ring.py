"""One HTTP exchange with the hub over a socket: strict, bounded, standard library only."""

import json
import select
import socket
import time
from collections.abc import Callable, Iterable, Mapping, Sequence

from countermark.doorbell.errors import BadAnswer, CallerGone, HubGone, HubRefused, HubSilent

HEAD_LIMIT = 32 * 1024
CHUNK_LINE_LIMIT = 256
BODY_LIMIT = 16 * 1024 * 1024
# A waiting hub sends a sign of life every 10 s; after this long without a byte it is as good as gone.
SILENCE = 30.0
CONNECTING = 2.0
HEX_DIGITS = frozenset(b"0123456789abcdefABCDEF")
# With these codes of a 503 a hub says "not now": its lines are taken, or it ends. Any other says why, and is told.
NOT_NOW = ("busy", "stopping")


class Response:
    """An HTTP/1.1 response as it arrives: give it bytes with `feed`, look at `complete`."""

    def __init__(self, *, body_limit: int = BODY_LIMIT, bodiless: bool = False) -> None:
        self.status = 0
        self.headers: dict[str, str] = {}
        self.body = bytearray()
        self.complete = False
        self._body_limit = body_limit
        self._bodiless = bodiless  # the answer to a HEAD
        self._awaited = 0
        self._buffer = bytearray()
        self._step: Callable[[], bool] = self._take_head

    def feed(self, received: bytes) -> None:
        """Reads on; raises BadAnswer at the first byte that cannot be right."""
        self._buffer += received
        while not self.complete and self._step():
            pass

    def _take_head(self) -> bool:
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            _demand(len(self._buffer) <= HEAD_LIMIT, "its head is too long")
            return False
        _demand(end <= HEAD_LIMIT, "its head is too long")
        lines = bytes(self._buffer[:end]).split(b"\r\n")
        del self._buffer[: end + 4]
        self.status = _read_status(lines[0])
        self.headers = _read_headers(lines[1:])
        self._prepare_body()
        return True

    def _prepare_body(self) -> None:
        length, coding = self.headers.get("content-length"), self.headers.get("transfer-encoding")
        if self._bodiless or self.status in (204, 304):
            self.complete = True
        elif coding is not None:
            _demand(length is None and coding.lower() == "chunked", "its body has no clear length")
            self._step = self._take_chunk_size
        else:
            _demand(length is not None and length.isascii() and length.isdigit(), "its body has no length")
            self._await(int((length or "0")[:20]), self._take_sized)

    def _await(self, size: int, step: Callable[[], bool]) -> None:
        _demand(len(self.body) + size <= self._body_limit, "its body is too long")
        self._awaited = size
        self._step = step

    def _take_sized(self) -> bool:
        self._move_awaited()
        self.complete = self._awaited == 0
        return False

    def _move_awaited(self) -> None:
        taken = self._buffer[: self._awaited]
        del self._buffer[: len(taken)]
        self.body += taken
        self._awaited -= len(taken)

    def _take_line(self) -> bytes | None:
        end = self._buffer.find(b"\r\n")
        if end < 0:
            _demand(len(self._buffer) <= CHUNK_LINE_LIMIT, "a line of its body is too long")
            return None
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 2]
        return line

    def _take_chunk_size(self) -> bool:
        line = self._take_line()
        if line is None:
            return False
        digits = line.split(b";", 1)[0].strip(b" \t")
        _demand(0 < len(digits) <= 8 and HEX_DIGITS.issuperset(digits), "a chunk has no size")
        size = int(digits, 16)
        if size == 0:
            self._step = self._take_trailer
        else:
            self._await(size, self._take_chunk)
        return True

    def _take_chunk(self) -> bool:
        self._move_awaited()
        if self._awaited:
            return False
        self._step = self._take_chunk_end
        return True

    def _take_chunk_end(self) -> bool:
        if len(self._buffer) < 2:
            return False
        _demand(self._buffer[:2] == b"\r\n", "a chunk is longer than its size")
        del self._buffer[:2]
        self._step = self._take_chunk_size
        return True

    def _take_trailer(self) -> bool:
        line = self._take_line()
        self.complete = line == b""
        return line is not None


def _demand(condition: bool, what: str) -> None:
    if not condition:
        raise BadAnswer(f"the hub's answer cannot be read: {what}")


def _read_status(line: bytes) -> int:
    parts = line.split(b" ", 2)
    _demand(len(parts) >= 2 and parts[0] in {b"HTTP/1.1", b"HTTP/1.0"}, "it is not HTTP")
    _demand(len(parts[1]) == 3 and parts[1].isdigit() and parts[1] >= b"200", "it has no status")
    return int(parts[1])


def _read_headers(lines: Sequence[bytes]) -> dict[str, str]:
    headers: dict[str, str] = {}
    for line in lines:
        name, colon, value = line.partition(b":")
        _demand(bool(colon) and name.strip() == name != b"", "a header has no name")
        key = name.decode("latin-1").lower()
        _demand(key not in headers or key not in {"content-length", "transfer-encoding"}, "it has two lengths")
        headers[key] = value.strip(b" \t").decode("latin-1")
    return headers


class Line:
    """A connection to the hub: writes and reads without ever waiting longer than it was told."""

    def __init__(self, address: str, *, silence: float, until: float | None, reader: int | None) -> None:
        self._silence = silence
        self._until = until
        self._reader = reader
        self._socket = connect(address)
        self._poll = select.poll()
        if reader is not None:
            # No event is asked for: a closed reading end (POLLERR, POLLHUP) is always told.
            self._poll.register(reader, 0)

    def close(self) -> None:
        self._socket.close()

    def hang_up(self) -> None:
        """Ends the talk from another thread: whoever waits on this line wakes up and finds it ended."""
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:  # it has ended already
            return

    def send(self, message: bytes) -> None:
        """Sends what the hub takes; a hub that hangs up early has perhaps said why, so that is no error."""
        rest = memoryview(message)
        while rest:
            self._wait_for(select.POLLOUT)
            try:
                rest = rest[self._socket.send(rest) :]
            except BlockingIOError:
                continue
            except (BrokenPipeError, ConnectionResetError):
                return

    def receive(self) -> bytes:
        """The next bytes; nothing at the end."""
        while True:
            self._wait_for(select.POLLIN)
            try:
                return self._socket.recv(256 * 1024)
            except BlockingIOError:
                continue
            except ConnectionResetError:
                return b""

    def _wait_for(self, event: int) -> None:
        own = self._socket.fileno()
        self._poll.register(own, event)
        ready = self._poll.poll(self._patience() * 1000)
        if not ready:
            raise HubSilent("the hub gives no sign of life")
        for number, happened in ready:
            if number != own:
                self._look_at_reader(happened)

    def _patience(self) -> float:
        if self._until is None:
            return self._silence
        return max(0.0, min(self._silence, self._until - time.monotonic()))

    def _look_at_reader(self, happened: int) -> None:
        if happened & (select.POLLERR | select.POLLHUP):
            raise CallerGone("nobody reads our output any more")
        # A kind of file that cannot be watched here (a terminal on macOS).
        assert self._reader is not None
        self._poll.unregister(self._reader)


def connect(address: str) -> socket.socket:
    """A non-blocking connection to the hub; the one place to teach another kind of address."""
    line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    line.settimeout(0)
    until = time.monotonic() + CONNECTING
    while True:
        try:
            line.connect(address)
        except BlockingIOError as reason:
            # The hub lives, but its queue of callers is full.
            if time.monotonic() < until:
                time.sleep(0.01)
                continue
            line.close()
            raise HubGone("the hub takes no more callers") from reason
        except (OSError, ValueError) as reason:
            line.close()
            raise HubGone(f"no hub listens at {address}") from reason
        return line


def ring(
    address: str,
    method: str,
    path: str,
    *,
    body: bytes = b"",
    headers: Sequence[tuple[str, str]] = (),
    within: float | None = None,
    silence: float = SILENCE,
    reader: int | None = None,
    on_head: Callable[[Mapping[str, str]], None] | None = None,
) -> bytes:
    """Asks the hub and gives the body of its answer.

    `within` bounds the whole exchange in seconds, `silence` the time without a byte; `reader` is a file descriptor
    whose other end belongs to the one we ask for: when that closes, waiting has no point any more (CallerGone).
    `on_head` gets the header fields of an answer that is no refusal, by lower-case name, long before its body ends.
    """
    until = None if within is None else time.monotonic() + within
    line = Line(address, silence=silence, until=until, reader=reader)
    response = Response()
    try:
        line.send(request_bytes(method, path, body, headers))
        while not response.complete:
            received = line.receive()
            if not received:
                raise HubGone("the hub hung up before it had answered")
            response.feed(received)
            if on_head is not None and 200 <= response.status < 300:
                on_head(response.headers)
                on_head = None
    except HubGone as gone:
        gone.heard = 200 <= response.status < 300
        raise
    finally:
        line.close()
    return _judge(response)


def request_bytes(
    method: str, path: str, body: bytes, headers: Iterable[tuple[str, str]], *, accept: str = "application/json"
) -> bytes:
    """One request as it goes over the line."""
    lines = [f"{method} {path} HTTP/1.1", "Host: countermark", "Connection: close", f"Accept: {accept}"]
    if method != "GET":
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    lines += [f"{name}: {value}" for name, value in headers]
    if any("\r" in line or "\n" in line for line in lines):
        raise ValueError("a header must be one line")
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body


def _judge(response: Response) -> bytes:
    body = bytes(response.body)
    if 200 <= response.status < 300:
        return body
    refusal = _refusal(response.status, body)
    if response.status == 503 and refusal.code in NOT_NOW:
        raise HubGone(f"it says: {refusal}") from refusal
    raise refusal


def _refusal(status: int, body: bytes) -> HubRefused:
    try:
        error = json.loads(body)["error"]
        return HubRefused(status, str(error["code"]), str(error["message"]), str(error.get("hint") or ""))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return HubRefused(status, f"http_{status}", f"the hub answered {status} without saying why")


def read_object(body: bytes) -> dict[str, object]:
    """The JSON object in an answer."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError) as reason:
        raise BadAnswer("the hub's answer is not JSON") from reason
    if not isinstance(value, dict):
        raise BadAnswer("the hub's answer is not a JSON object")
    return value
