"""Each way in under attack by bytes: paths, framing, headers that only our own hop may set, and other machines."""

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from countermark.page_side.asgi import CountermarkPages as Asgi
from countermark.page_side.wsgi import CountermarkPages as Wsgi
from tests.contract.page_proxy.dev_server import StandInHub, connect
from tests.contract.page_side.sites import SITES, Site, running, write
from tests.sites.ports import free_port

API = "/__inline-review/api"
SECRET = "a note that nobody else may read"
WAYS_IN = [site for site in SITES if site.name in ("Starlette", "Flask", "Django", "Django under ASGI", "A folder")]
TRICKS = (
    "//__inline-review/api/annotations", "/%5f%5finline-review/api/annotations",
    "/__inline-review%2fapi/annotations", "/./__inline-review/api/annotations", "/x/../__inline-review/api/annotations",
    "/__inline-review/../__inline-review/api/annotations", "/__inline-review/./api/annotations",
    "/__inline-review//api/annotations", "/__inline-review/api//annotations", "/__inline-review/%2e%2e/api/annotations",
    "/__inline-review/%2e/api/annotations", "/__inline-review/..%2fapi/annotations", "/__INLINE-REVIEW/api/annotations",
    "/__inline-review;x/api/annotations", "/__inline-review\\api\\annotations", "/__inline-review/api/annotations/",
    "/__inline-review%00/api/annotations", "/__inline-review/api/annotations%00", "/__inline-review/../../api/status",
    "/__inline-review/../../../pages/sites", "/__inline-review/api/annotations%3fpage=x",
    "/__inline-reviewx/api/annotations",
    "/__inline-review/..%252f..%252fapi/status", "/%2e/__inline-review/api/annotations",
)  # fmt: skip
FOREIGN: tuple[dict[str, str], ...] = (
    {"Host": "evil.example", "X-Page-Host": "localhost"}, {"Host": "evil.example", "X-Forwarded-Host": "localhost"},
    {"Host": "evil.example", "Forwarded": "host=localhost"}, {"Host": "evil.example", "X_Page_Host": "localhost"},
    {"Sec-Fetch-Site": "cross-site", "X-Page-Sec-Fetch-Site": "same-origin"},
    {"Sec-Fetch-Site": "cross-site", "Sec_Fetch_Site": "same-origin"},
    {"Origin": "http://evil.example", "X-Page-Origin": "http://localhost"}, {"Origin": "null"},
    {"Origin": "http://evil.example", "Origin ": "http://localhost"},
    {"Origin": "http://evil.example", "X-Countermark-Site": "0" * 64},
)  # fmt: skip
SMUGGLED = (
    f"POST {API}/page-notes HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 37\r\n\r\n"
    '{"pageUrl":"/","note":"smuggled: yes"}'
)
FRAMINGS = (
    "Content-Length: 4\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nContent-Length: 4",
    "Content-Length: 0\r\nContent-Length: 400", "Content-Length: 4, 4", "Content-Length: +4", "Content-Length: 0x4",
    "Transfer-Encoding: xchunked", "Transfer-Encoding: chunked, identity", "Transfer-Encoding : chunked",
    "X: y\r\n Transfer-Encoding: chunked", "X: y\nTransfer-Encoding: chunked", "Content-Length: -1",
)  # fmt: skip


NO_SITE: Any = None  # nothing of it is asked


def says(port: int, method: str, target: str, headers: dict[str, str], body: str = "") -> str:
    """One exchange with these very bytes."""
    given = {"Host": f"localhost:{port}", "Connection": "close", **headers}
    if body:
        given |= {"Content-Length": str(len(body)), "Content-Type": "application/json"} | headers
    lines = [f"{method} {target} HTTP/1.1", *(f"{name}: {value}" for name, value in given.items()), "", body]
    return sent(port, "\r\n".join(lines).encode())


def sent(port: int, octets: bytes) -> str:
    talk = connect(port, octets)
    try:
        return talk.rest().decode("latin-1")
    except ConnectionResetError:
        return ""
    finally:
        talk.close()


def check_paths(port: int) -> None:
    for trick in TRICKS:
        for method in ("GET", "DELETE"):
            answer = says(port, method, trick, {"Sec-Fetch-Site": "cross-site"})
            assert SECRET not in answer, trick
            assert not answer.startswith("HTTP/1.1 5"), (trick, answer)


def check_headers(port: int) -> None:
    wish = json.dumps({"pageUrl": "/", "note": "forged"})
    for headers in FOREIGN:
        for method, body in (("GET", ""), ("POST", wish)):
            path = f"{API}/page-notes"
            answer = says(port, method, path, headers, body)
            assert SECRET not in answer, headers
            assert re.match(r"HTTP/1\.[01] (?:400|403|421) ", answer) or not answer, (headers, answer)
            assert "access-control-allow" not in answer.lower()


def check_framing(port: int) -> None:
    """However the length is told: what follows is refused or read as one request, and nothing is left hanging."""
    for framing in FRAMINGS:
        head = (
            f"POST {API}/version HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n"
        )
        answer = sent(port, f"{head}{framing}\r\n\r\n0\r\n\r\n{SMUGGLED}{' ' * 400}".encode())
        assert "201" not in answer.partition("\r\n")[0], framing


@pytest.mark.parametrize("site", WAYS_IN, ids=[site.name for site in WAYS_IN])
def test_bytes_of_bad_will(site: Site, folder: Path) -> None:
    write(site, folder)
    port = free_port()
    storage = folder / "inline-review.json"
    with running(site.command(str(port), True), folder, port=port):
        wish = json.dumps({"pageUrl": "/", "note": SECRET})
        made = says(port, "POST", f"{API}/page-notes", {}, wish)
        assert " 201 " in made.partition("\r\n")[0], made
        before = storage.read_bytes()
        check_paths(port)
        check_headers(port)
        check_framing(port)
        assert storage.read_bytes() == before
        for method in ("TRACE", "CONNECT", "G\xe4T", "X" * 300, "OPTIONS", "PUT"):
            answer = says(port, method, f"{API}/page-notes", {})
            assert SECRET not in answer
            assert "access-control-allow" not in answer.lower()
        assert SECRET in says(port, "GET", f"{API}/page-notes", {})  # and it still answers


def asgi_status(app: Any, client: object, host: str) -> int:
    """What an ASGI way in answers to a request from an address."""
    told: list[dict[str, Any]] = []
    scope = {
        "type": "http", "method": "GET", "path": f"{API}/version", "raw_path": f"{API}/version".encode(),
        "query_string": b"", "headers": [(b"host", host.encode())], "scheme": "http", "client": client,
    }  # fmt: skip
    messages = [{"type": "http.request", "body": b""}]

    async def receive() -> dict[str, Any]:
        if messages:
            return messages.pop()
        never: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        return await never

    async def send(message: dict[str, Any]) -> None:
        told.append(message)

    asyncio.run(app(scope, receive, send))
    return int(told[0]["status"])


def wsgi_status(app: Any, client: str | None, host: str) -> int:
    told: list[str] = []
    environ = {
        "REQUEST_METHOD": "GET", "PATH_INFO": f"{API}/version", "QUERY_STRING": "", "HTTP_HOST": host,
        "wsgi.url_scheme": "http", **({} if client is None else {"REMOTE_ADDR": client}),
    }  # fmt: skip
    body = app(environ, lambda status, _headers: told.append(status))
    b"".join(body)
    body.close()
    return int(told[0].split()[0])


@pytest.fixture
def stand_in_hub(home: Path) -> Iterator[StandInHub]:
    with StandInHub(home) as hub:
        yield hub


@pytest.mark.parametrize(
    ("address", "host", "status"),
    [
        ("127.0.0.1", "localhost:80", 200), ("127.1.2.3", "127.0.0.1", 200), ("::1", "[::1]:80", 200),
        ("::ffff:127.0.0.1", "localhost", 200), (None, "localhost", 200), ("192.168.1.9", "localhost", 403),
        ("10.0.0.1", "127.0.0.1:80", 403), ("fe80::1%eth0", "localhost", 403), ("::ffff:10.0.0.1", "localhost", 403),
        ("127.0.0.1.evil", "localhost", 403), ("192.168.1.9", "my.test:80", 200), ("192.168.1.9", "MY.test", 200),
        ("192.168.1.9", "my.test.evil", 403), ("192.168.1.9", "", 403),
    ],
)  # fmt: skip
def test_other_machines_reach_nothing(
    stand_in_hub: StandInHub, tmp_path: Path, address: str | None, host: str, status: int
) -> None:
    """A dev server that listens to the network: its Host header is whatever a program over there writes."""
    hosts = ("my.test",)
    asgi = Asgi(NO_SITE, root=tmp_path, hosts=hosts, debug=True)
    assert asgi_status(asgi, None if address is None else (address, 5), host) == status
    wsgi = Wsgi(NO_SITE, root=tmp_path, hosts=hosts, debug=True)
    assert wsgi_status(wsgi, address, host) == status
    assert len(stand_in_hub.asked) == (2 if status == 200 else 0)


def test_nothing_of_the_site_reaches_the_hub(stand_in_hub: StandInHub, tmp_path: Path) -> None:
    """Cookies and credentials of the site are not the hub's affair, nor is what a browser says in our hop's words."""
    app = Wsgi(NO_SITE, root=tmp_path, debug=True)
    more = (
        "COOKIE",
        "AUTHORIZATION",
        "X_PAGE_HOST",
        "X_PAGE_SCHEME",
        "PROXY_AUTHORIZATION",
        "X_CSRFTOKEN",
        "X_API_KEY",
    )
    environ = {
        "REQUEST_METHOD": "GET", "PATH_INFO": f"{API}/version", "QUERY_STRING": "", "HTTP_HOST": "localhost",
        "wsgi.url_scheme": "http", **{f"HTTP_{name}": "secret" for name in more},
    }  # fmt: skip
    body = app(environ, lambda _status, _headers: None)
    b"".join(body)
    body.close()
    (head,) = stand_in_hub.asked
    assert "secret" not in head
    assert head.count("x-page-") == 2


@pytest.mark.parametrize("value", ["a\r\nx-page-host: evil", "a\nb", "a\0b", "\x7f"])
def test_a_header_is_one_line(stand_in_hub: StandInHub, tmp_path: Path, value: str) -> None:
    assert wsgi_status(Wsgi(NO_SITE, root=tmp_path, debug=True), None, value) == 400
    assert stand_in_hub.asked == []
