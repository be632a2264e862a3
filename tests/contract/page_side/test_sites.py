"""Page review in real sites: one line in each framework, a real server, a real hub."""

import http.client
import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from countermark.doorbell import hub_address
from countermark.page_side.injection import script
from tests.contract.page_side.sites import (
    HERE,
    PAGE,
    PART,
    SITES,
    STREAM,
    Site,
    events,
    running,
    sphinx,
    wait_until,
    write,
)
from tests.sites.ports import free_port

OURS = script(None).decode()
API = "/__inline-review/api"
TEN_MB = 10 * 1024 * 1024
NOTE = {"pageUrl": "/", "pageTitle": "A site", "note": "Say more."}
each_site = pytest.mark.parametrize("site", SITES, ids=[site.name for site in SITES])


@pytest.fixture
def folder(tmp_path: Path, home: Path) -> Iterator[Path]:
    """A project's folder; the hub that its site may have started ends with the test."""
    yield tmp_path
    subprocess.run([sys.executable, "-m", "countermark", "stop"], capture_output=True, check=True)


class Browser:
    """Asks one server."""

    def __init__(self, port: int) -> None:
        self.port = port

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, str]:
        line = http.client.HTTPConnection("localhost", self.port, timeout=30)
        told = {name.replace("_", "-"): value for name, value in headers.items()}
        sent = body if isinstance(body, bytes) else json.dumps(body).encode() if body is not None else None
        if sent is not None:
            told.setdefault("content-type", "application/json")
        line.request(method, path, body=sent, headers={"accept": "text/html,*/*", "accept-encoding": "gzip", **told})
        answer = line.getresponse()
        assert answer.getheader("content-encoding") is None
        words = answer.read().decode()
        line.close()
        return answer.status, words


def check_pages(browser: Browser) -> None:
    """Each whole page once, and nothing else of it changed."""
    assert browser.ask("GET", "/") == (200, PAGE.replace("</body>", OURS + "</body>"))
    assert browser.ask("GET", "/part") == (200, PART)
    assert browser.ask("GET", "/stream") == (200, "".join(STREAM).replace("</body>", OURS + "</body>"))


def check_api(browser: Browser, storage: Path) -> None:
    """What the overlay asks reaches the hub, and the hub's answers reach the overlay."""
    status, words = browser.ask("GET", "/__inline-review/client.js")
    assert (status, words.splitlines()[0][:30]) == (200, 'const COUNTERMARK_SITE={"token')
    status, words = browser.ask("GET", "/__inline-review/client.js?late=1")
    assert (status, "COUNTERMARK_SITE=" in words) == (200, False)
    assert browser.ask("GET", f"{API}/version") == (200, '{"fingerprint":"0:"}')
    status, words = browser.ask("POST", f"{API}/page-notes", NOTE)
    assert (status, json.loads(words)["note"]) == (201, "Say more.")
    kept = json.loads(storage.read_text())
    assert [note["note"] for note in kept["pageNotes"]] == ["Say more."]
    status, words = browser.ask("DELETE", f"{API}/page-notes/{kept['pageNotes'][0]['id']}")
    assert (status, json.loads(words)) == (200, {"ok": True})


def check_refusals(browser: Browser) -> None:
    """The hub's guard sees what the browser said."""
    assert browser.ask("POST", f"{API}/page-notes", NOTE, content_type="text/plain")[0] == 415
    assert browser.ask("GET", f"{API}/version", origin="http://evil.example")[0] == 403
    assert browser.ask("GET", f"{API}/version", sec_fetch_site="cross-site")[0] == 403
    assert browser.ask("POST", f"{API}/page-notes", NOTE, sec_fetch_site="same-origin")[0] == 403
    status, words = browser.ask("POST", f"{API}/page-notes", b'{"note":"' + b"a" * TEN_MB + b'"}')
    assert (status, json.loads(words)["code"]) == (413, "too_large")
    assert browser.ask("GET", f"{API}x")[0] == 404


def check_events(browser: Browser) -> None:
    """An open stream brings each change while it is open, beside other requests."""
    line = http.client.HTTPConnection("localhost", browser.port, timeout=30)
    line.request("GET", f"{API}/events", headers={"accept": "text/event-stream"})
    stream = line.getresponse()
    assert (stream.status, stream.getheader("content-type", "").split(";")[0]) == (200, "text/event-stream")
    assert browser.ask("POST", f"{API}/page-notes", NOTE, x_countermark_write="0f" * 16)[0] == 201
    heard = b""
    while "0f" * 16 not in json.dumps(events(heard)):
        heard += stream.read1(4096)
    stream.close()
    line.close()


@each_site
def test_a_site_under_development(site: Site, folder: Path) -> None:
    write(site, folder)
    port = free_port()
    browser = Browser(port)
    with running(site.command(str(port), True), folder, port=port):
        if site.has_routes:
            check_pages(browser)
        else:
            assert browser.ask("GET", "/")[1].count(OURS) == 1
        check_api(browser, folder / "inline-review.json")
        check_refusals(browser)
        check_events(browser)


@pytest.mark.parametrize("site", [site for site in SITES if site.has_routes], ids=lambda site: site.name)
def test_a_site_that_is_not_in_debug_has_nothing_of_ours(site: Site, folder: Path) -> None:
    write(site, folder)
    port = free_port()
    browser = Browser(port)
    with running(site.command(str(port), False), folder, port=port, debug=False):
        assert browser.ask("GET", "/part", accept_encoding="identity") == (200, PART)
        assert browser.ask("GET", "/", accept_encoding="identity") == (200, PAGE)
        assert browser.ask("GET", "/__inline-review/client.js", accept_encoding="identity")[0] == 404
    assert not hub_address.is_listening(hub_address.home())


def ours_in(folder: Path) -> list[str]:
    """The files of a built site that know of us; Sphinx keeps its own memory of conf.py beside it."""
    names = re.compile(rb"inline-review|countermark", re.IGNORECASE)
    files = [file for file in folder.rglob("*") if file.is_file() and ".doctrees" not in file.parts]
    return [str(file.relative_to(folder)) for file in files if names.search(file.read_bytes())]


def test_a_build_of_mkdocs_has_nothing_of_ours(folder: Path) -> None:
    site = next(each for each in SITES if each.name == "MkDocs")
    write(site, folder)
    subprocess.run([HERE / "mkdocs", "build", "--quiet"], cwd=folder, check=True)
    assert (folder / "site" / "index.html").is_file()
    assert ours_in(folder / "site") == []


def test_the_preview_of_mkdocs_warns_of_nothing_of_ours(folder: Path) -> None:
    site = next(each for each in SITES if each.name == "MkDocs")
    write(site, folder)
    port = free_port()
    with running(site.command(str(port), True), folder, port=port):
        browser = Browser(port)
        status, made = browser.ask("POST", f"{API}/page-notes", NOTE)
        assert status == 201
        note = f"{API}/page-notes/{json.loads(made)['id']}"
        assert [browser.ask("DELETE", note)[0] for _ in range(2)] == [200, 404]
        assert browser.ask("GET", "/no/such/page")[0] == 404
        log = folder / "server.log"
        wait_until(lambda: "/no/such/page" in log.read_text(), log.read_text)
    warnings = [line for line in log.read_text().splitlines() if "WARNING" in line]
    assert len(warnings) == 1, warnings
    assert '"GET /no/such/page HTTP/1.1" code 404' in warnings[0]


SPHINX = {
    "conf.py": ('project = "A site"\nextensions = ["countermark.page_side.sphinx"]\ncountermark_hosts = ["my.test"]\n'),
    "index.rst": "Hello\n=====\n",
}


def test_sphinx_has_a_proxy_beside_its_preview_and_nothing_in_its_build(folder: Path) -> None:
    source, out = folder / "docs", folder / "out"
    write(Site("Sphinx", SPHINX, sphinx), source)
    subprocess.run([sys.executable, "-m", "sphinx", "-q", source, out], check=True)
    assert ours_in(out) == []
    assert not hub_address.is_listening(hub_address.home())
    port = free_port()
    log = folder / "server.log"
    with running(sphinx(str(port), True), folder, port=port):
        wait_until(lambda: "at http://localhost:" in log.read_text(), log.read_text)
        found = re.search(r"at http://localhost:(\d+)/", log.read_text())
        assert found is not None
        browser = Browser(int(found[1]))
        assert browser.ask("GET", "/")[1].count(OURS) == 1
        check_api(browser, folder / "inline-review.json")
        assert browser.ask("GET", f"{API}/version", host="my.test")[0] == 200
        (source / "index.rst").write_text("Hello again\n===========\n")
        wait_until(lambda: "Hello again" in browser.ask("GET", "/")[1], log.read_text)
    assert ours_in(out) == []
    wait_until(lambda: not running_proxy(browser), log.read_text)
    assert log.read_text().count("Review the pages of") == 1


def running_proxy(browser: Browser) -> bool:
    try:
        browser.ask("GET", "/")
    except OSError:
        return False
    return True


def test_a_hub_that_dies_is_started_again(folder: Path) -> None:
    site = SITES[0]
    write(site, folder)
    port = free_port()
    browser = Browser(port)
    with running(site.command(str(port), True), folder, port=port):
        assert browser.ask("POST", f"{API}/page-notes", NOTE)[0] == 201
        told = hub_address.read_hub(hub_address.home())
        assert told is not None
        subprocess.run(["kill", f"-{signal.SIGKILL}", str(told["pid"])], check=True)
        status, words = browser.ask("GET", f"{API}/annotations")
        assert (status, len(json.loads(words)["pageNotes"])) == (200, 1)
        assert browser.ask("POST", f"{API}/page-notes", NOTE)[0] == 201


def test_a_site_keeps_its_own_name_beside_another_way_in(folder: Path) -> None:
    """The hub knows the names that it was told last: those of the way in that came last."""
    site = next(each for each in SITES if each.name == "A folder")
    write(site, folder)
    ports = free_port(), free_port()
    first, second = map(Browser, ports)
    with running([*site.command(str(ports[0]), True), "--host", "my.test"], folder, port=ports[0]):
        assert first.ask("GET", f"{API}/version", host="my.test")[0] == 200
        with running(site.command(str(ports[1]), True), folder, port=ports[1]):
            assert second.ask("GET", f"{API}/version")[0] == 200
            assert first.ask("GET", f"{API}/version", host="my.test")[0] == 200
            assert first.ask("POST", f"{API}/page-notes", NOTE, host="my.test")[0] == 201
            assert second.ask("GET", f"{API}/version", host="my.test")[0] == 403
