"""Each way in, asked by another user of this machine: it reads nothing, and plants nothing for an agent to obey."""

import json
import socket
import struct
from pathlib import Path

import pytest

from tests.contract.page_proxy.dev_server import PATIENCE, Talk
from tests.contract.page_side.sites import SITES, Site, running, write
from tests.second_user import as_another_user, needs_a_second_user
from tests.sites.ports import free_port

API = "/__inline-review/api"
SECRET = "a note that nobody else may read"
RESET = struct.pack("ii", 1, 0)  # SO_LINGER: closing takes everything back that has not arrived
NAMED = {"FastAPI": 'CountermarkPages, hosts=["my.test"],', "Flask": 'CountermarkPages(app, hosts=["my.test"])'}
WITH_HOSTS = [site for site in SITES if site.name in (*NAMED, "A folder", "MkDocs")]


def words(port: int, method: str, path: str, *headers: str, host: str = "localhost", note: str = "") -> bytes:
    body = json.dumps({"pageUrl": "/", "note": note}) if note else ""
    told = [f"Content-Length: {len(body)}", "Content-Type: application/json"] if note else []
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}:{port}", "Connection: close", *told, *headers, "", body]
    return "\r\n".join(lines).encode()


def line_to(port: int) -> Talk:
    return Talk(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE))


def said_to(port: int, sent: bytes) -> str:
    """The answer to this user, or to the other one if that is who asks."""
    talk = line_to(port)
    talk.send(sent)
    try:
        return talk.rest().decode("latin-1")
    finally:
        talk.close()


def check_refused(answer: str) -> None:
    assert " 403 " in answer.partition("\r\n")[0], answer
    told = json.loads(answer[answer.index("{") : answer.rindex("}") + 1])
    assert told["code"] == "other_user"
    assert "hosts" in told["hint"]
    assert SECRET not in answer


def check_hanging_up(port: int) -> None:
    """What is left of a connection shows no user, or the superuser."""
    for is_reset in (True, False) * 3:
        talk = line_to(port)
        if is_reset:
            talk.line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        talk.send(words(port, "POST", f"{API}/page-notes", note="forged"))
        talk.close()


@needs_a_second_user
@pytest.mark.parametrize("site", SITES, ids=lambda site: site.name)
def test_another_user_reads_and_writes_nothing(site: Site, folder: Path) -> None:
    write(site, folder)
    port = free_port()
    storage = folder / "inline-review.json"
    with running(site.command(str(port), True), folder, port=port):
        made = said_to(port, words(port, "POST", f"{API}/page-notes", note=SECRET))
        assert " 201 " in made.partition("\r\n")[0], made
        before = storage.read_bytes()
        ours = line_to(port)  # a browser of this user has the site open meanwhile, and its port is no secret
        tricks = ["", "127.0.0.1", "::1", f"127.0.0.1:{ours.line.getsockname()[1]}", "localhost", "unknown"]
        with as_another_user():
            for path in (f"{API}/page-notes", "/__inline-review/client.js", f"{API}/events"):
                check_refused(said_to(port, words(port, "GET", path)))
            for trick in tricks:
                forwarded = [f"X-Forwarded-For: {trick}", f"Forwarded: for={trick}", f"X-Real-IP: {trick}"]
                answer = said_to(port, words(port, "POST", f"{API}/page-notes", *forwarded, note="forged"))
                assert " 403 " in answer.partition("\r\n")[0], (trick, answer)
            # The site itself is for everybody where it was before; a folder is not (page_proxy/test_own_user.py).
            status = " 403 " if site.name == "A folder" else " 200 "
            assert status in said_to(port, words(port, "GET", "/")).partition("\r\n")[0]
            check_hanging_up(port)
        ours.close()
        assert storage.read_bytes() == before
        assert SECRET in said_to(port, words(port, "GET", f"{API}/page-notes"))


@needs_a_second_user
@pytest.mark.parametrize("site", WITH_HOSTS, ids=lambda site: site.name)
def test_a_host_that_is_named_is_open_to_a_reverse_proxy_of_another_user(site: Site, folder: Path) -> None:
    write(site, folder)
    port = free_port()
    command = site.command(str(port), True)
    if site.name == "A folder":
        command += ["--host", "my.test"]
    elif site.name == "MkDocs":
        (folder / "mkdocs.yml").write_text("site_name: A site\nplugins: [{countermark: {hosts: [my.test]}}]\n")
    else:
        app = folder / "site_app.py"
        plain = NAMED[site.name].replace('hosts=["my.test"],', "").replace(', hosts=["my.test"]', "").strip()
        assert plain in app.read_text()
        app.write_text(app.read_text().replace(plain, NAMED[site.name]))
    with running(command, folder, port=port), as_another_user():
        sent = words(port, "POST", f"{API}/page-notes", "X-Forwarded-For: 127.0.0.1", host="my.test", note="by proxy")
        answer = said_to(port, sent)
        assert " 201 " in answer.partition("\r\n")[0], answer
        check_refused(said_to(port, words(port, "POST", f"{API}/page-notes", note="forged")))
