"""Raw ends for transcripts: a dev server that says what a test wants said, a browser's line, a hub's door."""

import json
import queue
import socket
import ssl
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from countermark.doorbell import hub_address

PATIENCE = 60.0
PIECE = 64 * 1024


class Talk:
    """One connection, either end of it; nothing waits longer than a minute."""

    def __init__(self, line: socket.socket) -> None:
        self.line = line
        self.line.settimeout(PATIENCE)
        self.unread = b""

    def send(self, *words: bytes) -> None:
        for word in words:
            self.line.sendall(word)

    def until(self, mark: bytes) -> bytes:
        """All bytes up to the mark, with it."""
        while mark not in self.unread:
            piece = self.line.recv(PIECE)
            if not piece:
                raise EOFError(f"it ended with {self.unread!r}")
            self.unread += piece
        words, _, self.unread = self.unread.partition(mark)
        return words + mark

    def exactly(self, length: int) -> bytes:
        while len(self.unread) < length:
            piece = self.line.recv(PIECE)
            if not piece:
                raise EOFError(f"it ended with {self.unread!r}")
            self.unread += piece
        words, self.unread = self.unread[:length], self.unread[length:]
        return words

    def head(self) -> str:
        return self.until(b"\r\n\r\n").decode("latin-1")

    def rest(self) -> bytes:
        """Everything until the other end hangs up."""
        words, self.unread = bytearray(self.unread), b""
        while piece := self.line.recv(PIECE):
            words += piece
        return bytes(words)

    def close(self) -> None:
        self.line.close()


Answers = Callable[[Talk], None]


class DevServer:
    """Listens, and lets the test answer each connection in its turn with `on`."""

    def __init__(self, *, name: str = "127.0.0.1", port: int = 0, tls: ssl.SSLContext | None = None) -> None:
        self._listener = socket.create_server((name, port), family=socket.AF_INET6 if ":" in name else socket.AF_INET)
        self.port: int = self._listener.getsockname()[1]
        self.origin = f"{'https' if tls else 'http'}://localhost:{self.port}"
        self.connections = 0
        self._tls = tls
        self._scripts: queue.Queue[Answers] = queue.Queue()
        self._failures: list[BaseException] = []
        self._threads = [threading.Thread(target=self._accept, daemon=True)]

    def on(self, *scripts: Answers) -> "DevServer":
        """What is said on the next connections, one script for each."""
        for script in scripts:
            self._scripts.put(script)
        return self

    def says(self, *words: bytes) -> "DevServer":
        """Reads a head and says this, then hangs up."""

        def answer(talk: Talk) -> None:
            talk.head()
            talk.send(*words)

        return self.on(answer)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                line, _ = self._listener.accept()
                self.connections += 1
                thread = threading.Thread(target=self._talk, args=(line,), daemon=True)
                self._threads.append(thread)
                thread.start()

    def _talk(self, line: socket.socket) -> None:
        try:
            if self._tls is not None:
                line = self._tls.wrap_socket(line, server_side=True)
            with line:
                self._scripts.get(timeout=PATIENCE)(Talk(line))
        except (AssertionError, EOFError, OSError, queue.Empty) as failure:
            self._failures.append(failure)

    def __enter__(self) -> "DevServer":
        self._threads[0].start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for thread in self._threads:
            thread.join(PATIENCE)
        if kind is None:
            assert self._failures == []


def connect(port: int, *words: bytes, name: str = "127.0.0.1") -> Talk:
    """A connection to the proxy that has said this."""
    talk = Talk(socket.create_connection((name, port), timeout=PATIENCE))
    talk.send(*words)
    return talk


def get(port: int, path: str = "/", *headers: str, method: str = "GET") -> bytes:
    """One whole exchange: everything that comes back."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: localhost:{port}", "Connection: close", *headers, "", ""]
    talk = connect(port, "\r\n".join(lines).encode())
    try:
        return talk.rest()
    finally:
        talk.close()


def body_of(answer: bytes) -> bytes:
    """The body of a whole answer, taken out of its chunks."""
    head, _, body = answer.partition(b"\r\n\r\n")
    if b"transfer-encoding: chunked" not in head.lower():
        return body
    found = b""
    while body:
        size, _, body = body.partition(b"\r\n")
        found, body = found + body[: int(size, 16)], body[int(size, 16) + 2 :]
    return found


class StandInHub:
    """A hub's door for what the real one cannot show: it knows the site, and says to the rest what a test has set."""

    SITE = "0123456789abcdef0123"

    def __init__(self, home: Path) -> None:
        hub_address.prepare(str(home))
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(hub_address.agent_socket(str(home)))
        self._listener.listen()
        self.registered: list[dict[str, object]] = []
        self.asked: list[str] = []
        self.answers: list[bytes] = []

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                line, _ = self._listener.accept()
                with line, suppress(EOFError, OSError):
                    self._answer(Talk(line))

    def _answer(self, talk: Talk) -> None:
        head = talk.head()
        if head.startswith("POST /pages/sites "):
            length = int(head.lower().split("content-length: ")[1].split("\r\n")[0])
            self.registered.append(json.loads(talk.exactly(length)))
            talk.send(json_answer({"site": self.SITE, "client": "/__inline-review/client.js"}))
            return
        self.asked.append(head)
        talk.send(self.answers.pop(0) if self.answers else json_answer({"fingerprint": "0:"}))

    def __enter__(self) -> "StandInHub":
        threading.Thread(target=self._serve, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()


def json_answer(told: object, *, status: str = "200 OK") -> bytes:
    """What a hub says."""
    body = json.dumps(told).encode()
    return b"HTTP/1.1 %b\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n%b" % (
        status.encode(),
        len(body),
        body,
    )


def unknown_site() -> bytes:
    """What a hub says that has lost its data."""
    return json_answer({"error": "No such site.", "code": "unknown_site"}, status="404 Not Found")
