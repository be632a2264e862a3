"""The load of a burst: one process that is many hooks, each a connection that rings, is accepted and waits."""

import selectors
import socket
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection

ACCEPTED = b"HTTP/1.1 200"
END = b"0\r\n\r\n"  # of an answer in chunks
LOOK_S = 0.02


@dataclass
class Line:
    """One hook: when it rang, when it knew that its plan is stored, when it had its answer; by the monotonic clock."""

    rung: float
    accepted: float = 0.0
    answered: float = 0.0


@dataclass
class Lines:
    """All connections to one socket."""

    address: str
    accepted: int = 0
    answered: int = 0
    _selector: selectors.BaseSelector = field(default_factory=selectors.DefaultSelector)

    def ring(self, request: bytes) -> Line:
        """One hook's request; nobody reads yet."""
        line = Line(time.monotonic())
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(self.address)
        connection.sendall(request)
        self._selector.register(connection, selectors.EVENT_READ, line)
        return line

    def watch_until(self, ended: Callable[[], bool]) -> None:
        """Read what comes, and note when."""
        while not ended():
            for key, _ in self._selector.select(LOOK_S):
                self._read(key.fileobj, key.data)

    def _read(self, connection: object, line: Line) -> None:
        assert isinstance(connection, socket.socket)
        content, now = connection.recv(65536), time.monotonic()
        if not line.accepted:
            assert content.startswith(ACCEPTED), content
            line.accepted = now
            self.accepted += 1
        if content.endswith(END):
            line.answered = now
            self.answered += 1
            self._selector.unregister(connection)


def ring_all(pipe: Connection, address: str, early: Sequence[bytes], at_once: Sequence[bytes]) -> None:
    """Ring as the `early` hooks and say that they wait, then as all others when told to.

    Told how many of the early ones were answered, it says what each line has noted once they have their answers.
    """
    lines = Lines(address)
    first = [lines.ring(request) for request in early]
    lines.watch_until(lambda: lines.accepted == len(early))
    pipe.send("they wait")
    pipe.recv()
    others = [lines.ring(request) for request in at_once]
    lines.watch_until(lambda: lines.accepted == len(early) + len(at_once) and pipe.poll())
    answered: int = pipe.recv()
    lines.watch_until(lambda: lines.answered == answered)
    pipe.send((first, others))
    pipe.recv()  # the lines are held until this process is ended
