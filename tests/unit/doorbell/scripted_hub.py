"""A hub that does what a test tells it to, call by call, on a real socket."""

import fcntl
import json
import os
import socket
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from countermark.doorbell import hub_address

PATIENCE = 20.0


class Call:
    """One request as it came, and the line it came on: the test answers it."""

    def __init__(self, line: socket.socket, head: bytes, body: bytes) -> None:
        self.line = line
        request, *fields = head.decode("ascii").split("\r\n")
        self.method, self.path, self.protocol = request.split(" ")
        self.headers = {name.lower(): value for name, value in (field.split(": ", 1) for field in fields)}
        self.body = body

    @property
    def key(self) -> str:
        return self.headers["idempotency-key"]

    @property
    def told(self) -> Any:
        return json.loads(self.body)

    def begins(self) -> Self:
        """The head that says: I have it, wait."""
        self.line.sendall(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n")
        return self

    def breathes(self) -> Self:
        self.line.sendall(b"1\r\n\n\r\n")
        return self

    def answers(self, stdout: str = "", *, end: bool = True, **others: object) -> None:
        told = {"review": "rv_1", "stdout": stdout, "stderr": "", "exit_code": 0, "acknowledge": False, **others}
        body = json.dumps(told).encode()
        self.line.sendall(b"%x\r\n%s\r\n" % (len(body), body))
        if end:
            self.line.sendall(b"0\r\n\r\n")
            self.line.close()

    def replies(self, told: object, *, status: int = 200) -> None:
        body = json.dumps(told).encode()
        self.line.sendall(b"HTTP/1.1 %d Some\r\ncontent-length: %d\r\n\r\n%s" % (status, len(body), body))
        self.line.close()

    def refuses(self, status: int, code: str, message: str, hint: str = "") -> None:
        self.replies({"error": {"code": code, "message": message, "hint": hint}}, status=status)

    def hangs_up(self) -> None:
        self.line.close()

    def is_left(self) -> bool:
        """Waits until the caller hangs up; it may leave something unread."""
        try:
            return self.line.recv(1) == b""
        except ConnectionResetError:
            return True


class ScriptedHub:
    """Listens where a hub of this home listens, and holds its lock even while it is down, so that nobody starts one."""

    def __init__(self, home: Path, *, side: str = "agent") -> None:
        hub_address.prepare(str(home))
        self.home = home
        self.address = getattr(hub_address, f"{side}_socket")(str(home))
        self._lock = os.open(hub_address.lock_file(str(home)), os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        self.is_said_to_be("starting")
        self._listener: socket.socket | None = None
        self._lines: list[socket.socket] = []

    def is_said_to_be(self, state: str) -> None:
        os.pwrite(self._lock, json.dumps({"pid": os.getpid(), "state": state}).encode().ljust(80), 0)

    def listens(self) -> Self:
        self.dies()
        Path(self.address).unlink(missing_ok=True)
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.settimeout(PATIENCE)
        self._listener.bind(self.address)
        self._listener.listen(16)
        return self

    def dies(self) -> None:
        """All lines go dead and the socket's file stays behind, as after `kill -9`."""
        for line in (*self._lines, *([self._listener] if self._listener else [])):
            line.close()
        self._lines.clear()
        self._listener = None

    def next_call(self) -> Call:
        """The next request; a caller that only looks whether somebody is there is none."""
        while True:
            line = self.accepts()
            received = b""
            while b"\r\n\r\n" not in received and (more := line.recv(65536)):
                received += more
            if received:
                head, _, body = received.partition(b"\r\n\r\n")
                call = Call(line, head, body)
                while len(call.body) < int(call.headers.get("content-length", "0")):
                    call.body += line.recv(65536)
                return call
            line.close()

    def accepts(self) -> socket.socket:
        assert self._listener is not None
        line, _ = self._listener.accept()
        line.settimeout(PATIENCE)
        self._lines.append(line)
        return line

    def hears_nothing_more(self, *, within: float = 0.2) -> bool:
        """Does nobody ask anything in this time?"""
        assert self._listener is not None
        self._listener.settimeout(within)
        try:
            self.next_call()
        except TimeoutError:
            return True
        finally:
            self._listener.settimeout(PATIENCE)
        return False

    def __enter__(self) -> Self:
        return self.listens()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.dies()
        os.close(self._lock)
