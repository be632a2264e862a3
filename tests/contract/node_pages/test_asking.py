"""Whom the npm package lets through to the hub: the user who runs it, and others under a name that they have named."""

import socket
import struct
from pathlib import Path

import httpx
import pytest

from tests.contract.node_pages.bare_server import bare
from tests.sites import strangers

API = "/__inline-review/api/annotations"
PASSED_ON = "no_hub"  # there is none, and it says so: the request was let through
RESET = struct.pack("ii", 1, 0)


@pytest.mark.parametrize(
    ("host", "code"),
    [
        ("shop.test:{port}", PASSED_ON),
        ("shop.test", PASSED_ON),
        ("SHOP.test:1", PASSED_ON),
        ("port.test:{port}", "far_away"),
        ("port.test:81", PASSED_ON),
        ("evil.test:{port}", "far_away"),
        ("localhost:{port}", "far_away"),
        ("127.0.0.1", "far_away"),
        ("xshop.test", "far_away"),
    ],
)
def test_from_another_machine_only_names_that_are_named(tmp_path: Path, host: str, code: str) -> None:
    with bare(
        tmp_path, listen={"port": 0, "host": "0.0.0.0"}, hosts=["Shop.test", "port.test:81", "localhost"]
    ) as server:
        heard = strangers.ask(strangers.address_for_others(), server.port, API, host=host.format(port=server.port))
        assert heard.code == code


@pytest.mark.parametrize(
    ("listens", "address"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("0.0.0.0", "127.0.0.9"),
        ("::", "127.0.0.1"),
        ("::", "::ffff:127.0.0.1"),
        ("::1", "::1"),
    ],
)
def test_another_user_of_the_machine_is_refused(tmp_path: Path, listens: str, address: str) -> None:
    other = strangers.other_user()
    if ":" in listens and not Path("/proc/net/if_inet6").exists():
        pytest.skip("NOBODY HAS ASKED OVER IPV6: this machine has none")
    with bare(tmp_path, listen={"port": 0, "host": listens}, hosts=["shop.test"]) as server:
        port = server.port
        assert strangers.ask(address, port, API, host=f"localhost:{port}").code == PASSED_ON
        refused = strangers.ask(address, port, API, host=f"localhost:{port}", user=other)
        assert (refused.status, refused.code) == (403, "other_user")
        assert strangers.ask(address, port, "/__inline-review/client.js", host="localhost", user=other).status == 403
        assert strangers.ask(address, port, API, host=f"shop.test:{port}", user=other).code == PASSED_ON


def test_a_line_of_ours_with_the_same_ports_vouches_for_nobody(tmp_path: Path) -> None:
    """The other user asks from 127.0.0.2, with the ports of a line that we hold from 127.0.0.1."""
    other = strangers.other_user()
    with bare(tmp_path) as server, socket.create_connection(("127.0.0.1", server.port)) as ours:
        at = ("127.0.0.2", ours.getsockname()[1])
        assert strangers.ask("127.0.0.1", server.port, API, host="localhost", user=other, at=at).code == "other_user"


def test_a_line_that_is_kept_open_is_asked_once_and_goes_on(tmp_path: Path) -> None:
    with bare(tmp_path) as server, httpx.Client(base_url=f"http://127.0.0.1:{server.port}") as client:
        assert [client.get(API).json()["code"] for _ in range(3)] == [PASSED_ON] * 3


def test_behind_a_unix_socket_everybody_is_near(tmp_path: Path) -> None:
    path = str(tmp_path / "site.sock")
    with bare(tmp_path, listen={"path": path}), httpx.Client(transport=httpx.HTTPTransport(uds=path)) as client:
        assert client.get(f"http://localhost{API}").json()["code"] == PASSED_ON


def test_who_has_hung_up_may_have_been_anybody(tmp_path: Path) -> None:
    """The system tells no address of a line that was cut; a note from afar must not come in that way."""
    with bare(tmp_path, hangsUp=True) as server:
        line = socket.create_connection(("127.0.0.1", server.port))
        line.sendall(f"GET {API} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        line.close()
        assert server.told() == {"status": 403}
