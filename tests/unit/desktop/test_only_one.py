"""One window for each data folder, however the one before it has ended."""

import socket
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from countermark.desktop import only_one
from countermark.desktop.only_one import OnlyOne
from countermark.doorbell import hub_address


@pytest.fixture
def data() -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="cmd-") as folder:  # short: a socket lies in it
        hub_address.prepare(folder)
        yield folder


def test_a_second_one_has_the_first_one_raised(data: str) -> None:
    raised = threading.Event()
    with OnlyOne(data) as first, OnlyOne(data) as second:
        assert first.take()
        first.listen(raised.set)
        assert not second.take()
        assert second.raise_other()
        assert raised.is_set()


def test_when_the_first_has_ended_the_next_takes_its_place(data: str) -> None:
    with OnlyOne(data) as first:
        assert first.take()
        first.listen(lambda: None)
    assert list(Path(hub_address.run_folder(data)).glob("*.sock")) == []
    with OnlyOne(data) as second:
        assert second.take()


def test_a_socket_that_a_killed_one_has_left_is_in_nobodys_way(data: str) -> None:
    left = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    left.bind(str(Path(hub_address.run_folder(data), only_one.SOCKET)))
    left.close()
    with OnlyOne(data) as first, OnlyOne(data) as second:
        assert first.take()
        first.listen(lambda: None)
        assert second.raise_other()


def test_one_that_is_just_being_opened_is_waited_for(data: str) -> None:
    with OnlyOne(data) as first, OnlyOne(data) as second:
        assert first.take()
        opening = threading.Timer(0.3, first.listen, args=(lambda: None,))
        opening.start()
        assert second.raise_other()
        opening.join()


def test_one_that_does_not_answer_is_said_not_to(data: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(only_one, "PATIENCE", 0.3)
    with OnlyOne(data) as first, OnlyOne(data) as second:
        assert first.take()
        assert not second.raise_other()


def test_who_says_something_else_raises_nothing(data: str) -> None:
    raised = threading.Event()
    with OnlyOne(data) as only:
        assert only.take()
        only.listen(raised.set)
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
            line.connect(str(Path(hub_address.run_folder(data), only_one.SOCKET)))
            line.sendall(b"hello\n")
            assert line.recv(10) == b""
    assert not raised.is_set()
