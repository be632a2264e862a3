"""The page proxy, asked by another user of this machine: it shows no file of a private folder, and no dev server."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.contract.page_proxy.conftest import Proxy
from tests.contract.page_proxy.dev_server import DevServer, StandInHub, Talk, connect, get
from tests.second_user import as_another_user, needs_a_second_user

Start = Callable[..., Proxy]
SECRET = "nobody else may read this"
PAGE = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<!doctype html><body>" + SECRET.encode() + b"</body>"


@pytest.fixture
def private(tmp_path: Path) -> Path:
    """A folder that only this user can read."""
    folder = tmp_path / "site"
    folder.mkdir(mode=0o700)
    (folder / "index.html").write_text(f"<!doctype html><body>{SECRET}</body>")
    (folder / "index.html").chmod(0o600)
    return folder


def check_refused(answer: bytes) -> None:
    assert answer.startswith(b"HTTP/1.1 403 "), answer
    assert SECRET.encode() not in answer
    assert b"Not for this user" in answer


@needs_a_second_user
@pytest.mark.parametrize("path", ["/", "/index.html", "/missing"])
def test_a_private_folder_is_its_users_alone(start: Start, private: Path, path: str) -> None:
    proxy = start(str(private))
    with as_another_user():
        check_refused(get(proxy.port, path))
        check_refused(get(proxy.port, path, "X-Forwarded-For: 127.0.0.1", "Range: bytes=0-9"))
    assert get(proxy.port, "/").startswith(b"HTTP/1.1 200 ")


@needs_a_second_user
def test_a_dev_server_is_not_reached_through_the_proxy(
    proxy: Proxy, dev_server: DevServer, stand_in_hub: StandInHub, browser: Callable[..., Talk]
) -> None:
    head = f"GET / HTTP/1.1\r\nHost: localhost:{proxy.port}\r\n"
    with as_another_user():
        check_refused(get(proxy.port, "/"))
        for path in ("/", "/__inline-review/api/version"):
            upgrade = head.replace(" / ", f" {path} ") + "Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n"
            assert browser(proxy.port, upgrade.encode()).head().startswith("HTTP/1.1 403 ")
    assert (dev_server.connections, stand_in_hub.asked) == (0, [])
    dev_server.says(PAGE)
    assert SECRET.encode() in get(proxy.port, "/")


@needs_a_second_user
def test_a_line_that_this_user_has_open_opens_nothing_for_another(start: Start, private: Path) -> None:
    proxy = start(str(private))
    ours = connect(proxy.port)
    with as_another_user():
        check_refused(get(proxy.port, "/", f"Forwarded: for=127.0.0.1:{ours.line.getsockname()[1]}"))
    ours.close()


@needs_a_second_user
def test_a_host_that_is_named_is_for_whoever_asks_under_it(start: Start, private: Path) -> None:
    proxy = start(str(private), "--host", "my.test")
    with as_another_user():
        check_refused(get(proxy.port, "/"))
        talk = connect(proxy.port)
        talk.send(b"GET / HTTP/1.1\r\nHost: my.test\r\nConnection: close\r\n\r\n")
        assert SECRET.encode() in talk.rest()
        talk.close()
