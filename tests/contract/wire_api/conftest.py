"""A hub of its own for what is sent by the hundred, with a few reviews on the desk."""

import json
import shutil
import socket
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.contract.wire.raw_client import request
from tests.contract.wire.small_desk import Target, connect_quietly, real_hub


@dataclass(frozen=True)
class Furnished:
    """A hub, and the ids of reviews that wait at its desk."""

    target: Target
    reviews: tuple[str, ...]


@contextmanager
def waiting(target: Target, payload: bytes, *, agent: str = "review", key: str | None = None) -> Iterator[bytes]:
    """A hook that waits while inside, and the beginning of what it has heard."""
    headers = {"Content-Type": "application/json"} | ({"Idempotency-Key": key} if key else {})
    octets = request("POST", f"/api/hooks/{agent}", host="countermark", headers=headers, body=payload)
    with connect_quietly(target.agent_socket) as line:
        line.sendall(octets)
        yield head_of(line)


def head_of(line: socket.socket) -> bytes:
    """What comes, up to the end of the head and whatever came along with it."""
    heard = b""
    while b"\r\n\r\n" not in heard:
        piece = line.recv(65536)
        assert piece, heard
        heard += piece
    return heard


def asked(document: str, **more: object) -> bytes:
    """What `countermark review` sends."""
    return json.dumps({"document": document, "cwd": "/srv/shop", **more}).encode()


@pytest.fixture(scope="module")
def furnished() -> Iterator[Furnished]:
    folder = Path(tempfile.mkdtemp(prefix="cmx-"))
    with ExitStack() as inside:
        inside.callback(shutil.rmtree, folder, ignore_errors=True)
        target = inside.enter_context(real_hub(folder / "home"))
        for number in range(3):
            inside.enter_context(waiting(target, asked(f"# Plan {number}\n\nWords.\n")))
        listed = target.ask("GET", "/api/reviews").json["reviews"]
        yield Furnished(target, tuple(each["id"] for each in listed))


@pytest.fixture(scope="module")
def target(furnished: Furnished) -> Target:
    return furnished.target
