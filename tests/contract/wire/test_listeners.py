"""Which addresses are taken, which are refused, and how a hub lets go of them."""

import errno
import os
import socket
import time
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from countermark.http_api.listeners import Door, bind
from countermark.http_api.sockets import CannotListen, Port, private_folder, remove_stale_socket, tcp_sockets
from tests.contract.wire.raw_client import RawClient, request
from tests.contract.wire.small_desk import Running


def close(sockets: list[socket.socket]) -> None:
    """Close all."""
    for one in sockets:
        one.close()


def rest_of(client: RawClient) -> bytes:
    """What still comes until the connection ends."""
    received = b""
    with suppress(ConnectionResetError):
        while piece := client.some():
            received += piece
    return received


def test_a_free_port_is_the_same_on_both_loopback_addresses() -> None:
    found = tcp_sockets(Port(0))
    names = [one.getsockname()[:2] for one in found]
    close(found)
    assert {port for _, port in names} == {names[0][1]}
    assert names[0][1] > 0
    assert {address for address, _ in names} <= {"127.0.0.1", "::1"}


def test_a_taken_port_gives_way_unless_a_person_named_it() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        number = taken.getsockname()[1]
        with pytest.raises(CannotListen, match=f"Port {number} is taken"):
            tcp_sockets(Port(number, explicit=True))
        found = tcp_sockets(Port(number))
    assert found[0].getsockname()[1] != number
    close(found)


def test_a_port_taken_on_ipv6_alone_is_taken() -> None:
    found = tcp_sockets(Port(0))
    families = {one.family for one in found}
    close(found)
    if families == {socket.AF_INET}:
        return  # a machine without IPv6 has nothing that could be taken there
    with socket.socket(socket.AF_INET6) as taken:
        taken.bind(("::1", 0))
        taken.listen()
        with pytest.raises(CannotListen):
            tcp_sockets(Port(taken.getsockname()[1], explicit=True))


def test_a_port_is_not_shared() -> None:
    found = tcp_sockets(Port(0))
    number = found[0].getsockname()[1]
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "SO_REUSEPORT"):
            other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        with pytest.raises(OSError, match=os.strerror(errno.EADDRINUSE)):
            other.bind(("127.0.0.1", number))
    close(found)


def test_nothing_but_loopback_can_be_asked_for() -> None:
    assert "host" not in {*Port.__dataclass_fields__, *Door.__dataclass_fields__}
    assert set(bind.__annotations__) == {"port", "agent_socket", "person_socket", "return"}


def test_what_failed_keeps_nothing(home: Path) -> None:
    blocked = home / "run" / "person.sock"
    blocked.parent.mkdir(mode=0o700)
    blocked.write_text("not a socket")
    with pytest.raises(CannotListen, match="is not a socket"):
        bind(port=Port(0), agent_socket=str(home / "run" / "agent.sock"), person_socket=str(blocked))
    assert [file.name for file in blocked.parent.iterdir()] == ["person.sock"]


def test_a_living_socket_is_left_alone(home: Path) -> None:
    path = home / "a.sock"
    with socket.socket(socket.AF_UNIX) as living:
        living.bind(str(path))
        living.listen()
        with pytest.raises(CannotListen, match="already listens"):
            remove_stale_socket(path)
    remove_stale_socket(path)
    assert not path.exists()


def test_a_folder_that_others_could_enter_is_closed(home: Path) -> None:
    folder = home / "open"
    folder.mkdir(mode=0o777)
    folder.chmod(0o777)
    private_folder(folder)
    assert folder.stat().st_mode & 0o777 == 0o700


def test_a_folder_behind_a_link_is_refused(home: Path) -> None:
    (home / "real").mkdir(mode=0o700)
    (home / "link").symlink_to(home / "real")
    with pytest.raises(CannotListen, match="is not a folder"):
        private_folder(home / "link")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_a_folder_of_another_user_is_refused(home: Path) -> None:
    folder = home / "theirs"
    folder.mkdir(mode=0o700)
    os.chown(folder, 65534, 65534)
    with pytest.raises(CannotListen, match="another user"):
        private_folder(folder)


def test_a_stop_ends_streams_soon_and_lets_the_port_be_had_again(home: Path) -> None:
    running = Running(home)
    target = running.start()
    with ExitStack() as open_clients:
        feed = open_clients.enter_context(RawClient(target.address))
        feed.send(request("GET", "/api/feed", host=target.host, headers=target.page_headers))
        assert feed.answer(head_only=True) is not None
        idle = open_clients.enter_context(RawClient(target.address))
        started = time.monotonic()
        running.stop()
        assert time.monotonic() - started < 3.5
        assert idle.ends()
        assert b"0\r\n\r\n" not in rest_of(feed), "a stream that was cut looks whole"
    assert running.closing is not None
    assert running.closing.is_set()
    assert list((home / "run").iterdir()) == []
    again = tcp_sockets(Port(target.port, explicit=True))
    close(again)
