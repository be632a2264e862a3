"""What the hub and its workers say to each other: pickled values, each with its length before it.

An answer has a mark before each of its frames: more of them follow, or it is the last one.
"""

import pickle
from typing import IO, Any

LENGTH_BYTES = 8
MORE, LAST = b"+", b"."


def packed(value: object) -> bytes:
    """A value as one frame."""
    body = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    return len(body).to_bytes(LENGTH_BYTES, "big") + body


def next_frame(line: IO[bytes]) -> bytes:
    """The body of the next frame. Raises `EOFError` when the other side is gone, in the middle of a frame too."""
    return _exactly(line, int.from_bytes(_exactly(line, LENGTH_BYTES), "big"))


def next_part(line: IO[bytes]) -> tuple[bool, bytes]:
    """The next frame of an answer, and whether it is the last one. Raises `EOFError` as `next_frame` does."""
    return _exactly(line, 1) == LAST, next_frame(line)


def value_of(body: bytes) -> Any:
    """The value of a frame. Both ends of the line are this program: nobody else can write to it."""
    return pickle.loads(body)


def _exactly(line: IO[bytes], size: int) -> bytes:
    found = line.read(size)
    if len(found) < size:
        raise EOFError
    return found
