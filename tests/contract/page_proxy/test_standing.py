"""How the page proxy stands: under which names, in front of what, with which hub behind it, and how it ends."""

import json
import signal
import socket
import ssl
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from countermark.page_proxy.serving import Wishes, usual_port
from countermark.page_proxy.target import DevServer as Target
from countermark.page_side.injection import script
from tests.contract.page_proxy.conftest import Proxy
from tests.contract.page_proxy.dev_server import (
    DevServer,
    StandInHub,
    Talk,
    body_of,
    connect,
    get,
    json_answer,
    unknown_site,
)

Browser = Callable[..., Talk]
Start = Callable[..., Proxy]
OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<!doctype html><body>a</body>"
GOOD = "a" + script(None).decode() + "</body>"


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "localhost.evil.example", "", "127.0.0.1@evil.example"]
)
def test_a_foreign_name_reaches_nothing(
    proxy: Proxy, dev_server: DevServer, stand_in_hub: StandInHub, browser: Browser, host: str
) -> None:
    for path in ("/", "/__inline-review/api/version", "/__inline-review/client.js"):
        head = f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode()
        assert browser(proxy.port, head).rest().startswith(b"HTTP/1.1 403 ")
    upgrade = f"GET / HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n".encode()
    assert browser(proxy.port, upgrade).head().startswith("HTTP/1.1 403 ")
    assert (dev_server.connections, stand_in_hub.asked) == (0, [])


@pytest.mark.parametrize(
    "head",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        b"CONNECT evil.example:443 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 200_000 + b"\r\n\r\n",
    ],
    ids=["no host", "two hosts", "two lengths", "another site", "a tunnel", "tls", "a long head"],
)
def test_what_is_no_request_reaches_nothing(proxy: Proxy, dev_server: DevServer, browser: Browser, head: bytes) -> None:
    answer = browser(proxy.port, head).rest()
    assert answer.startswith(b"HTTP/1.1 4")
    assert dev_server.connections == 0


def test_a_name_that_the_person_has_named(start: Start, dev_server: DevServer, stand_in_hub: StandInHub) -> None:
    proxy = start(dev_server.says(OK).origin, "--host", "my.test")
    talk = get(proxy.port, "/", "X-Own: 1")
    assert GOOD in body_of(talk).decode()
    wanted = {"hosts": ["my.test"], "address": f"http://localhost:{proxy.port}"}
    assert wait_for(lambda: stand_in_hub.registered)[0].items() >= wanted.items()


def wait_for(look: Callable[[], list[dict[str, object]]]) -> list[dict[str, object]]:
    done = threading.Event()
    for _ in range(500):
        if found := look():
            return found
        done.wait(0.02)
    raise AssertionError("it never came")


def test_it_listens_on_loopback_alone(proxy: Proxy) -> None:
    told = Path("/proc/net/tcp").read_text() + Path("/proc/net/tcp6").read_text()
    places = {line.split()[1] for line in told.splitlines() if f":{proxy.port:04X} " in line and " 0A " in line}
    loopback = {"0100007F", "00000000000000000000000001000000"}
    assert {place.split(":")[0] for place in places} == loopback


@pytest.mark.parametrize("name", ["127.0.0.1", "::1"])
def test_localhost_is_both_addresses(start: Start, browser: Browser, name: str) -> None:
    with DevServer(name=name).says(OK) as server:
        proxy = start(server.origin)
        talk = browser(proxy.port, b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", name=name)
        assert GOOD in body_of(talk.rest()).decode()


def test_a_certificate_that_nobody_signed(start: Start, tmp_path: Path) -> None:
    key, signed = tmp_path / "key.pem", tmp_path / "signed.pem"
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    command += ["-keyout", str(key), "-out", str(signed), "-days", "2", "-subj", "/CN=dev"]
    subprocess.run(command, check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(signed, key)
    with DevServer(tls=context).says(OK) as server:
        assert GOOD in body_of(get(start(server.origin).port)).decode()


def test_the_same_site_has_the_same_port(start: Start, dev_server: DevServer, tmp_path: Path) -> None:
    first = start(dev_server.origin)
    assert first.end()[0] == 0
    assert start(dev_server.origin).port == first.port
    other = start(dev_server.origin)
    assert other.port != first.port
    server = Target("http", "localhost", dev_server.port)
    assert first.port >= usual_port(Wishes(server, tmp_path.resolve(), tmp_path, None, ()))


def test_a_port_that_is_taken(tmp_path: Path, stand_in_hub: StandInHub) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        command = [sys.executable, "-P", "-m", "countermark", "pages", str(tmp_path), "--port", port]
        done = subprocess.run(command, capture_output=True, text=True, timeout=20)
    assert done.returncode == 1
    assert f"port {port} cannot be had" in done.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_when_it_is_told_to(start: Start, dev_server: DevServer, browser: Browser, number: int) -> None:
    def answer(talk: Talk) -> None:
        talk.head()
        talk.send(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n")
        talk.rest()

    proxy = start(dev_server.on(answer).origin)
    browser(proxy.port, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").until(b"data: 1\n\n")
    assert proxy.end(number) == (0, "")


def test_a_hub_that_has_forgotten_the_site_is_told_again(proxy: Proxy, stand_in_hub: StandInHub) -> None:
    wait_for(lambda: stand_in_hub.registered)
    stand_in_hub.answers.append(unknown_site())
    answer = get(proxy.port, "/__inline-review/api/version")
    assert body_of(answer) == b'{"fingerprint": "0:"}'
    assert len(stand_in_hub.registered) == 2
    assert len(stand_in_hub.asked) == 2
    stand_in_hub.answers += [unknown_site()] * 2
    assert get(proxy.port, "/__inline-review/api/version").startswith(b"HTTP/1.1 404 ")


def test_a_name_that_the_hub_has_forgotten_is_told_again(start: Start, stand_in_hub: StandInHub) -> None:
    proxy = start(".", "--host", "my.test")
    wait_for(lambda: stand_in_hub.registered)
    refused = json_answer({"error": "Not under this name.", "code": "host_refused"}, status="403 Forbidden")
    for name, told, asked in (("my.test", 2, 2), ("localhost", 2, 3)):
        stand_in_hub.answers[:] = [refused]
        sent = f"GET /__inline-review/api/version HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n"
        talk = connect(proxy.port, sent.encode())
        assert talk.rest().startswith(b"HTTP/1.1 200 " if name == "my.test" else b"HTTP/1.1 403 ")
        talk.close()
        assert (len(stand_in_hub.registered), len(stand_in_hub.asked)) == (told, asked)


def test_a_hub_that_hangs_up_is_asked_again_for_what_changes_nothing(proxy: Proxy, stand_in_hub: StandInHub) -> None:
    stand_in_hub.answers.append(b"")
    assert get(proxy.port, "/__inline-review/api/version").startswith(b"HTTP/1.1 200 ")
    stand_in_hub.answers.append(b"")
    answer = get(proxy.port, "/__inline-review/api/annotations", "Content-Length: 0", method="POST")
    assert answer.startswith(b"HTTP/1.1 503 ")
    assert "hung up" in json.loads(body_of(answer))["error"]
    assert sum(each.startswith("POST") for each in stand_in_hub.asked) == 1


def test_what_looks_like_ours_is_the_sites(proxy: Proxy, dev_server: DevServer, stand_in_hub: StandInHub) -> None:
    dev_server.says(OK)
    assert GOOD in body_of(get(proxy.port, "/__inline-reviewer")).decode()
    assert stand_in_hub.asked == []


def test_a_folder(start: Start, tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_text("<!doctype html><body>a</body>")
    proxy = start("site")
    answer = get(proxy.port)
    assert GOOD in body_of(answer).decode()
    tag = answer.split(b"etag: ")[1].split(b"\r\n")[0].decode()
    assert get(proxy.port, "/", f"If-None-Match: {tag}", "Accept: text/html").startswith(b"HTTP/1.1 304 ")
    assert get(proxy.port, "/missing").startswith(b"HTTP/1.1 404 ")
