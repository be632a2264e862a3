"""A client that sends exactly the bytes it is given and reads one answer after another."""

import json
import socket
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

PATIENCE = 10.0
Address = tuple[str, int] | str


@dataclass(frozen=True)
class Answer:
    """One HTTP answer as it came."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    def values(self, name: str) -> list[str]:
        """Every value of a header."""
        return [value for key, value in self.headers if key == name]

    def header(self, name: str) -> str | None:
        """The value of a header that may be there once."""
        values = self.values(name)
        assert len(values) <= 1, f"{name} came {len(values)} times"
        return values[0] if values else None

    @property
    def json(self) -> Any:
        """The body, parsed."""
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """The code of an answer that is an error."""
        code: str = self.json["error"]["code"]
        return code


class RawClient:
    """One connection."""

    def __init__(self, address: Address, *, patience: float = PATIENCE) -> None:
        if isinstance(address, str):
            self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        else:
            family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
            self.socket = socket.socket(family, socket.SOCK_STREAM)
        self.socket.settimeout(patience)
        self.socket.connect(address)
        self._received = bytearray()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.socket.close()

    def send(self, octets: bytes) -> None:
        """Send; a server that has stopped reading is no error here, its answer counts."""
        with suppress(BrokenPipeError, ConnectionResetError):
            self.socket.sendall(octets)

    def half_close(self) -> None:
        """Say that nothing more will be sent."""
        self.socket.shutdown(socket.SHUT_WR)

    def answer(self, *, head_only: bool = False) -> Answer | None:
        """The next answer; None when the connection ended without one."""
        head = self._until(b"\r\n\r\n")
        if head is None:
            return None
        lines = head.decode("latin-1").split("\r\n")
        status = int(lines[0].split(" ")[1])
        fields = (line.partition(":") for line in lines[1:] if line)
        headers = tuple((name.lower(), value.strip()) for name, _, value in fields)
        answer = Answer(status, headers, b"")
        if head_only or status in {204, 304} or status < 200:
            return answer
        return Answer(status, headers, self._body(answer))

    def ends(self) -> bool:
        """Whether the server closes the connection without another byte."""
        try:
            return not self._received and self.socket.recv(1) == b""
        except ConnectionResetError:
            return True

    def some(self) -> bytes:
        """What comes next, of a stream."""
        if self._received:
            taken = bytes(self._received)
            self._received.clear()
            return taken
        return self.socket.recv(65536)

    def _body(self, answer: Answer) -> bytes:
        length = answer.header("content-length")
        if length is not None:
            return self._exactly(int(length))
        if answer.header("transfer-encoding") == "chunked":
            return self._chunks()
        return self._rest()

    def _chunks(self) -> bytes:
        body = b""
        while True:
            line = self._until(b"\r\n")
            assert line is not None, "the stream was cut"
            size = int(line, 16)
            chunk = self._exactly(size + 2)
            if size == 0:
                return body
            body += chunk[:-2]

    def _until(self, mark: bytes) -> bytes | None:
        while mark not in self._received:
            if not self._more():
                return None
        end = self._received.index(mark) + len(mark)
        taken = bytes(self._received[:end])
        del self._received[:end]
        return taken

    def _exactly(self, size: int) -> bytes:
        while len(self._received) < size:
            assert self._more(), "the body was cut"
        taken = bytes(self._received[:size])
        del self._received[:size]
        return taken

    def _rest(self) -> bytes:
        while self._more():
            pass
        return bytes(self._received)

    def _more(self) -> bool:
        try:
            received = self.socket.recv(65536)
        except ConnectionResetError:
            return False
        self._received += received
        return bool(received)


def exchange(address: Address, octets: bytes, *, head_only: bool = False) -> Answer | None:
    """Send bytes on a fresh connection and read one answer."""
    with RawClient(address) as client:
        client.send(octets)
        return client.answer(head_only=head_only)


def request(
    method: str, path: str, *, host: str, headers: dict[str, str] | None = None, body: bytes | None = None
) -> bytes:
    """A well-formed request."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}"]
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    if body is not None:
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + (body or b"")
