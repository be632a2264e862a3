"""The unix sockets: only our own user, only our own programs' requests, only their own routes."""

import json
import os
import socket
import stat
import struct
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from countermark.http_api.guards import peers
from tests.contract.wire.raw_client import Address, Answer, RawClient, exchange, request
from tests.contract.wire.small_desk import Target, connect_quietly, small_desk

NOBODY = 65534
JSON = {"Content-Type": "application/json"}

AS_NOBODY = """
    import os, socket, sys
    connection = socket.socket(socket.AF_UNIX)
    os.setgid({nobody})
    os.setuid({nobody})
    connection.settimeout(10)
    try:
        connection.connect(sys.argv[1])
        connection.sendall(b"GET /api/status HTTP/1.1\\r\\nHost: countermark\\r\\n\\r\\n")
        print("answered" if connection.recv(100) else "closed")
    except PermissionError:
        print("forbidden")
    except (ConnectionResetError, BrokenPipeError):
        print("closed")
"""


def ask(address: Address, method: str, path: str, *, host: str = "countermark", **more: object) -> Answer:
    """One request on a unix socket."""
    headers = {**JSON, **{str(k).replace("_", "-"): str(v) for k, v in more.items() if k != "body"}}
    body = more.get("body")
    assert body is None or isinstance(body, bytes)
    answer = exchange(address, request(method, path, host=host, headers=headers, body=body), head_only=method == "HEAD")
    assert answer is not None
    return answer


def test_both_sockets_say_who_the_hub_is(target: Target) -> None:
    for address in (target.agent_socket, target.person_socket):
        assert ask(address, "GET", "/api/status").json["pid"] > 0


def modes_and_owner(address: str) -> tuple[int, int, int]:
    """The mode of a socket, the mode of its folder, whose it is."""
    socket_file, folder = Path(address).lstat(), Path(address).parent.lstat()
    return stat.S_IMODE(socket_file.st_mode), stat.S_IMODE(folder.st_mode), socket_file.st_uid


def test_sockets_and_their_folder_are_ours_alone(target: Target) -> None:
    for address in (target.agent_socket, target.person_socket):
        assert modes_and_owner(address) == (0o600, 0o700, os.geteuid())


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/"),
        ("GET", "/api/session"),
        ("GET", "/api/reviews"),
        ("GET", "/api/feed"),
        ("GET", "/api/journal"),
        ("GET", "/api/journal/export"),
        ("GET", "/api/journal/verify"),
        ("POST", "/api/journal/checkpoint"),
        ("POST", "/api/journal/retain"),
        ("POST", "/api/launch-codes"),
        ("POST", "/api/sign-in"),
        ("GET", "/api/agent-servers"),
        ("POST", "/api/agent-servers/attach"),
        ("POST", "/api/agent-servers/0123456789abcdef0123/detach"),
        ("POST", "/api/agent-servers/0123456789abcdef0123/saved/sav_1/take-back"),
        ("POST", "/api/reviews/rv_1/verdict"),
        ("POST", "/api/hooks/claude-code/verdict"),
        ("POST", "/api/hooks/Claude"),
        ("GET", "/api/status/"),
        ("GET", "/openapi.json"),
    ],
)
def test_the_agents_socket_reaches_nothing_else(target: Target, method: str, path: str) -> None:
    answer = ask(target.agent_socket, method, path, body=b"{}" if method == "POST" else None)
    assert answer.status == 404
    assert answer.code == "not_found"


@pytest.mark.parametrize("path", ["/api/hooks/claude-code", "/api/sign-in", "/api/reviews/rv_1/verdict"])
def test_the_persons_socket_reaches_nothing_else(target: Target, path: str) -> None:
    assert ask(target.person_socket, "POST", path, body=b"{}").status == 404


@pytest.mark.parametrize(
    ("more", "status", "code"),
    [
        ({"host": "evil.example"}, 403, "host_refused"),
        ({"host": "countermark:80"}, 403, "host_refused"),
        ({"host": "countermark@x"}, 400, "bad_host"),
        ({"host": ""}, 400, "bad_host"),
        ({"Content_Type": "text/plain"}, 415, "unsupported_media_type"),
        ({"Origin": "http://127.0.0.1:1"}, 403, "origin_refused"),
        ({"Sec_Fetch_Site": "same-origin"}, 403, "origin_refused"),
        ({"Upgrade": "websocket", "Connection": "Upgrade"}, 403, "upgrade_refused"),
        ({"body": b"[" * 100}, 400, "too_deep"),
        ({"body": b"\xff\xfe"}, 400, "bad_json"),
    ],
)
def test_a_hook_that_is_none_of_ours(target: Target, more: dict[str, object], status: int, code: str) -> None:
    kept = {name: value for name, value in more.items() if name != "host"}
    answer = ask(
        target.agent_socket, "POST", "/api/hooks/claude-code", host=str(more.get("host", "countermark")),
        **({"body": b"{}"} | kept),
    )  # fmt: skip
    assert (answer.status, answer.code) == (status, code)
    assert answer.header("x-content-type-options") == "nosniff"


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
def test_methods_that_no_socket_answers(target: Target, method: str) -> None:
    answer = ask(target.agent_socket, method, "/api/status")
    assert answer.status == 405
    assert answer.header("allow") == "GET, HEAD, POST"


def test_a_payload_of_eight_megabytes_is_the_limit(small: Target) -> None:
    limit = 8 * 1024 * 1024
    full = json.dumps({"plan": "x" * (limit - 12)}).encode()
    assert len(full) == limit
    assert ask(small.agent_socket, "POST", "/api/hooks/a", body=full).json == {"a": limit}
    refused = ask(small.agent_socket, "POST", "/api/hooks/a", body=full + b" ")
    assert (refused.status, refused.code) == (413, "too_large")


def test_who_sends_too_much_reads_the_answer_and_not_a_broken_pipe(small: Target) -> None:
    head = request("POST", "/api/hooks/a", host="countermark", headers=JSON | {"Content-Length": str(20_000_000)})
    with RawClient(small.agent_socket) as client:
        client.socket.sendall(head + b"x" * 20_000_000)
        answer = client.answer()
    assert answer is not None
    assert answer.status == 413


def test_too_much_in_chunks(small: Target) -> None:
    head = request("POST", "/api/hooks/a", host="countermark", headers=JSON | {"Transfer-Encoding": "chunked"})
    chunk = b"100000\r\n" + b"x" * 0x100000 + b"\r\n"
    answer = exchange(small.agent_socket, head + chunk * 10)
    assert answer is not None
    assert answer.status == 413


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user; the predicate is tested beside this")
def test_another_user_cannot_speak_even_where_the_folder_lets_them_in(small: Target) -> None:
    script = textwrap.dedent(AS_NOBODY).format(nobody=NOBODY)

    def tried(address: str) -> str:
        found = subprocess.run(
            [sys.executable, "-c", script, address], capture_output=True, text=True, check=True, timeout=30
        )
        return found.stdout.strip()

    for address in (small.agent_socket, small.person_socket):
        assert tried(address) == "forbidden"
        path = Path(address)
        opened = [path.parent, path.parent.parent, path.parent.parent.parent]
        modes = {folder: stat.S_IMODE(folder.stat().st_mode) for folder in opened}
        path.chmod(0o777)
        for folder in opened:
            folder.chmod(0o755)
        try:
            assert tried(address) == "closed"
        finally:
            path.chmod(0o600)
            for folder, mode in modes.items():
                folder.chmod(mode)
    small.assert_answers()


def test_the_kernel_says_who_is_there() -> None:
    ours, theirs = socket.socketpair(socket.AF_UNIX)
    with ours, theirs:
        assert peers.peer_uid(ours) == os.geteuid()


def test_who_may_speak() -> None:
    assert peers.is_own_user(os.geteuid())
    assert not peers.is_own_user(os.geteuid() + 1)
    assert not peers.is_own_user(None)


def test_credentials_as_the_systems_write_them() -> None:
    assert peers.linux_uid(struct.pack("3i", 1, 1000, 1000)) == 1000
    assert peers.linux_uid(struct.pack("3i", 0, -1, -1)) is None
    assert peers.linux_uid(b"") is None
    assert peers.mac_uid(struct.pack("IIh16I", 0, 501, 1, *range(16))) == 501
    assert peers.mac_uid(struct.pack("IIh", 0, 501, 1)) == 501
    assert peers.mac_uid(struct.pack("IIh", 9, 501, 1)) is None
    assert peers.mac_uid(b"") is None
    with socket.socket() as tcp:
        assert peers.peer_uid(tcp, platform="plan9") is None


def test_files_are_ours_alone_whatever_the_umask_says(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("u")
    before = os.umask(0)
    try:
        with small_desk(folder) as target:
            found = {modes_and_owner(address) for address in (target.agent_socket, target.person_socket)}
    finally:
        os.umask(before)
    assert found == {(0o600, 0o700, os.geteuid())}


def test_a_socket_that_was_left_behind_is_taken_over_and_a_living_one_is_not(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("s")
    run = folder / "run"
    run.mkdir(mode=0o700)
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(run / "agent.sock"))
    with small_desk(folder) as target:
        assert ask(target.agent_socket, "GET", "/api/status").status == 200
        connect_quietly(target.agent_socket).close()
    assert list(run.iterdir()) == []
