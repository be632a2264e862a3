"""Delivered means written and flushed; received means that the agent has taken it."""

import os
import socket
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from countermark.agent_side.delivery import unread, wait_until_drained
from tests.unit.agent_side.agents_view import AgentsHook
from tests.unit.doorbell.scripted_hub import Call, ScriptedHub


@pytest.fixture
def hub(home: Path) -> Iterator[ScriptedHub]:
    with ScriptedHub(home) as hub:
        yield hub


def stage(call: Call) -> tuple[str, str]:
    assert call.path == "/api/hooks/claude-code/acknowledgement"
    told = call.told
    call.replies({"review": "rv_1", "delivery": told["stage"]})
    return told["key"], told["stage"]


def test_an_answer_that_was_read_is_received(hub: ScriptedHub, home: Path) -> None:
    hook = AgentsHook(home)
    call = hub.next_call().begins()
    assert hook.process.stdout is not None
    with ThreadPoolExecutor(max_workers=1) as agent:
        taken = agent.submit(hook.process.stdout.read, 5)
        call.answers("taken", acknowledge=True)
        assert taken.result() == b"taken"
    assert stage(hub.next_call()) == (call.key, "received")
    assert hook.ends() == (0, b"", "")


@pytest.mark.parametrize("kind", ["pipe", "socket"])
def test_an_answer_that_lies_there_is_only_delivered(hub: ScriptedHub, home: Path, kind: str) -> None:
    reads, writes = socket.socketpair() if kind == "socket" else map(socket_like, os.pipe())
    hook = AgentsHook(home, stdout=writes.fileno())
    writes.close()
    call = hub.next_call().begins()
    call.answers("lying", acknowledge=True)
    assert stage(hub.next_call()) == (call.key, "delivered")
    assert hook.ends()[::2] == (0, "")
    assert os.read(reads.fileno(), 100) == b"lying"
    reads.close()


class OpenFile:
    """The end of a pipe with the two methods that a socket has too."""

    def __init__(self, number: int) -> None:
        self._number = number

    def fileno(self) -> int:
        return self._number

    def close(self) -> None:
        os.close(self._number)


def socket_like(number: int) -> OpenFile:
    return OpenFile(number)


def test_what_nobody_ever_reads_holds_nobody_up_for_long(hub: ScriptedHub, home: Path) -> None:
    reads, writes = os.pipe()
    hook = AgentsHook(home, stdout=writes)
    os.close(writes)
    hub.next_call().begins().answers("lying", acknowledge=True)
    assert stage(hub.next_call())[1] == "delivered"
    begun = time.monotonic()
    assert hook.ends()[0] == 0
    assert time.monotonic() - begun < 4
    assert hub.hears_nothing_more()
    os.close(reads)


def test_a_file_has_received_what_was_written(hub: ScriptedHub, home: Path, tmp_path: Path) -> None:
    for target in (tmp_path / "out", Path(os.devnull)):
        with target.open("wb") as stdout:
            hook = AgentsHook(home, stdout=stdout)
        hub.next_call().begins().answers("filed", acknowledge=True)
        assert stage(hub.next_call())[1] == "received"
        assert hook.ends()[::2] == (0, "")
    assert (tmp_path / "out").read_bytes() == b"filed"


def test_an_empty_answer_is_received_too(hub: ScriptedHub, home: Path) -> None:
    hook = AgentsHook(home)
    hub.next_call().begins().answers("", acknowledge=True)
    assert stage(hub.next_call())[1] == "received"
    assert hook.ends() == (0, b"", "")


def test_the_agent_does_not_wait_for_a_hub_that_fell_over_before_it_was_thanked(hub: ScriptedHub, home: Path) -> None:
    hook = AgentsHook(home)
    call = hub.next_call().begins()
    call.answers("decided", acknowledge=True)
    hub.dies()
    begun = time.monotonic()
    assert hook.ends() == (0, b"decided", "")
    assert time.monotonic() - begun < 2
    hub.listens()
    key, said = stage(hub.next_call())
    assert (key, said in {"delivered", "received"}) == (call.key, True)


def test_a_hub_that_does_not_know_the_key_is_no_reason_to_fail(hub: ScriptedHub, home: Path) -> None:
    hook = AgentsHook(home, stdout=subprocess.DEVNULL)
    hub.next_call().begins().answers("x", acknowledge=True)
    hub.next_call().refuses(404, "not_found", "No such key.")
    code, _, stderr = hook.ends()
    assert code == 0
    assert "No such key." in stderr


def test_how_much_is_unread() -> None:
    reads, writes = os.pipe()
    ours, theirs = socket.socketpair()
    with ours, theirs:
        for reader, writer in ((reads, writes), (ours.fileno(), theirs.fileno())):
            assert unread(writer) == 0
            os.write(writer, b"12345")
            assert unread(writer)
            assert not wait_until_drained(writer, within=0.01)
            os.read(reader, 5)
            assert wait_until_drained(writer, within=5)
    os.close(reads)
    os.close(writes)
