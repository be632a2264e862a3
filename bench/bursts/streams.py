"""The readers of a burst: one process with as many streams of the desk's feed as there are tabs open."""

import re
import selectors
import socket
import time
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from multiprocessing.connection import Connection

HELLO = b"event: hello\n"
TITLE = rb'[^\n]*?"title":"(?:Burst |make burst-)(\d+)"[^\n]*\n\n'


@dataclass
class Stream:
    """One tab's stream: what has come, and when; by the monotonic clock."""

    connection: socket.socket
    event: bytes = b"review_opened"  # what is waited for
    pieces: list[bytes] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    arrived: int = 0

    def read(self) -> None:
        """Take what is there; the end of the last piece is looked at once more, since an event may be cut."""
        piece = self.connection.recv(1 << 20)
        assert piece, "the hub has ended a stream"
        arrived = b"\nevent: " + self.event + b"\n"
        end = self.pieces[-1][1 - len(arrived) :] if self.pieces else b""
        self.pieces.append(piece)
        self.times.append(time.monotonic())
        self.arrived += (end + piece).count(arrived)

    def plans(self) -> dict[int, float]:
        """When each plan of the burst had come, by its number."""
        ends = list(accumulate(map(len, self.pieces)))
        found = re.finditer(b"\nevent: " + self.event + b"\ndata: " + TITLE, b"".join(self.pieces))
        return {int(match[1]): self.times[bisect_left(ends, match.end())] for match in found}


def follow_all(
    pipe: Connection, port: int, credential: str, streams: int, plans: int, event: str = "review_opened"
) -> None:
    """Open the streams and say so; once every stream has every plan say when each was seen, on each stream."""
    selector = selectors.DefaultSelector()
    opened = [open_stream(port, credential, event) for _ in range(streams)]
    for stream in opened:
        selector.register(stream.connection, selectors.EVENT_READ, stream)
    pipe.send("they are open")
    while any(stream.arrived < plans for stream in opened):
        for key, _ in selector.select():
            key.data.read()
    pipe.send(by_plan([stream.plans() for stream in opened], plans))


def open_stream(port: int, credential: str, event: str) -> Stream:
    """A stream from now on, as a tab opens it, that has been greeted."""
    connection = socket.create_connection(("127.0.0.1", port))
    connection.sendall(
        f"GET /api/feed HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: {credential}\r\n"
        "Accept: text/event-stream\r\nSec-Fetch-Site: same-origin\r\n\r\n".encode()
    )
    stream = Stream(connection, event.encode())
    while HELLO not in b"".join(stream.pieces):
        stream.read()
    return stream


def by_plan(seen: Sequence[dict[int, float]], plans: int) -> list[list[float]]:
    """The same, for each plan: when it was seen on each stream."""
    return [[stream[number] for stream in seen] for number in range(plans)]
