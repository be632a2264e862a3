"""The npm package in real dev servers, over the wire: what reaches the hub, what reaches the page, and what is left."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from countermark.doorbell import hub_address
from tests import guards
from tests.house.layout import ROOT
from tests.real_agents.person import Hub
from tests.real_agents.workplace import Workplace
from tests.sites.node_sites import FRAMEWORKS, NODE, Site, copied, served, served_for_many

API = "/__inline-review/api"
CLIENT = "/__inline-review/client.js"
NAMES = (b"inline-review", b"inline_review", b"countermark", b"Countermark")
ELEMENT = {
    "cssSelector": "#lead",
    "xpath": "/html[1]/body[1]/p[1]",
    "description": "p#lead",
    "tagName": "p",
    "attributes": {"id": "lead"},
    "outerHtmlPreview": "<p>",
}
NOTE = {"type": "element", "pageUrl": "/", "pageTitle": "Shop", "note": "Shorter.", "elementSelector": ELEMENT}
USE = """\
import { createServer } from "node:http";
import astroReview from "astro-inline-review";
import expressReview from "astro-inline-review/express";
import viteReview from "astro-inline-review/vite";
import { defineConfig as astro } from "astro/config";
import { defineConfig as vite } from "vite";

astro({ integrations: [astroReview({ storagePath: "notes/review.json" })] });
vite({ plugins: [viteReview()] });
const { apiMiddleware, clientMiddleware, pageMiddleware } = expressReview({ hosts: ["shop.test"] });
for (const one of [apiMiddleware, clientMiddleware, pageMiddleware]) {
  createServer((request, response) => one(request, response, () => response.end()));
}
"""
AS_A_BROWSER = {"accept": "text/html", "accept-encoding": "gzip, br"}


def asks(site: Site, **headers: str) -> httpx.Client:
    return httpx.Client(base_url=site.url, headers=headers, timeout=60)


def eventually(look: Callable[[], Any], *, seconds: float = 20) -> Any:
    until = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < until, f"{look} did not come true"
        time.sleep(0.05)
    return found


@pytest.fixture
def shop(home: Path) -> Iterator[Site]:
    """The quickest site, Express, with a hub that a test may kill."""
    with served("express", home=home) as site:
        yield site


@pytest.fixture(scope="module")
def running(request: pytest.FixtureRequest) -> Iterator[Site]:
    """One dev server for the tests that leave the site's files as they are."""
    yield from served_for_many(request.param)


@pytest.fixture
def site(running: Site) -> Site:
    """The running site without annotations."""
    running.storage.unlink(missing_ok=True)
    return running


@pytest.fixture(scope="module")
def built(request: pytest.FixtureRequest) -> Iterator[tuple[Site, list[Path]]]:
    """A site that was built for production, and the files that came out."""
    for home in guards.own_home(starts_processes=True):
        with copied(request.param, home=home) as site:
            yield site, site.build()
            assert not (home / "hub.json").exists()


@pytest.mark.parametrize("running", FRAMEWORKS, indirect=True)
def test_a_page_has_the_script_and_the_project_has_the_file(site: Site) -> None:
    with asks(site) as client:
        for path in ("/", "/prices"):
            page = client.get(path, headers=AS_A_BROWSER)
            assert page.text.count(f'<script type="module" src="{CLIENT}"></script>') == 1, page.text
            assert page.text.rstrip().endswith("</html>")
        assert client.get(CLIENT).text.startswith('const COUNTERMARK_SITE={"token":"')
        assert "COUNTERMARK_SITE=" not in client.get(f"{CLIENT}?late=1").text
        made = client.post(f"{API}/annotations", json=NOTE)
        assert made.status_code == 201
        kept = json.loads(site.storage.read_text())["annotations"]
        assert [each["id"] for each in kept] == [made.json()["id"]]
        other = client.get("/__inline-reviewer", headers=AS_A_BROWSER)
        assert "COUNTERMARK_SITE" not in other.text, "a path of the site's own"


@pytest.mark.parametrize("built", [name for name, one in FRAMEWORKS.items() if one.build], indirect=True)
def test_a_build_knows_nothing_of_us(built: tuple[Site, list[Path]]) -> None:
    found = {path: path.read_bytes().replace(str(ROOT).encode(), b"") for path in built[1]}
    assert found
    assert [path for path, content in found.items() if any(word in content for word in NAMES)] == []
    assert any(b"honest lamps" in content for content in found.values()), "that is where the page went"


@pytest.mark.parametrize("built", ["vite-react", "astro"], indirect=True)
def test_a_preview_knows_nothing_of_us(built: tuple[Site, list[Path]]) -> None:
    site, _ = built
    with site.previewed(), asks(site) as client:
        page = client.get("/", headers=AS_A_BROWSER)
        assert "</html>" in page.text
        assert "inline-review" not in page.text
        assert "json" not in client.get(f"{API}/annotations").headers.get("content-type", "")


@pytest.mark.parametrize("running", ["express"], indirect=True)
def test_the_api_comes_through_unchanged(site: Site) -> None:
    with asks(site) as client:
        made = client.post(f"{API}/annotations", json=NOTE).json()
        changed = client.patch(f"{API}/annotations/{made['id']}", json={"status": "addressed"})
        assert changed.json()["status"] == "addressed"
        assert client.get(f"{API}/annotations?page=/elsewhere").json()["annotations"] == []
        assert client.get(f"{API}/export").headers["content-type"].startswith("text/markdown")
        assert client.get(f"{API}/nothing").json()["error"] == "Not found"
        assert client.delete(f"{API}/annotations/{made['id']}").json() == {"ok": True}
        refused = client.post(f"{API}/annotations", content=b'{"note": ')
        assert refused.status_code in {400, 415}


@pytest.mark.parametrize("running", ["express", "vite-react", "astro"], indirect=True)
def test_foreign_pages_and_names_are_refused_by_the_hub(site: Site) -> None:
    with asks(site) as client:
        note = json.dumps(NOTE).encode()
        plain = client.post(f"{API}/annotations", headers={"content-type": "text/plain"}, content=note)
        assert plain.status_code == 415
        foreign = {"origin": "http://localhost:1", "content-type": "application/json"}
        assert client.post(f"{API}/annotations", headers=foreign, content=note).status_code == 403
        assert client.get(f"{API}/annotations", headers={"sec-fetch-site": "cross-site"}).status_code == 403
        rebound = client.get(f"{API}/annotations", headers={"host": f"evil.example:{site.port}"})
        assert rebound.status_code == 403
        assert rebound.json()["code"], "the hub's own refusal, not the dev server's"
        allowed = [name for answer in (plain, rebound) for name in answer.headers if name.startswith("access-control")]
        assert allowed == []
        assert client.get(f"{API}/annotations").json()["annotations"] == []


@pytest.mark.parametrize("running", ["express"], indirect=True)
def test_a_header_that_comes_twice_is_refused(site: Site) -> None:
    with asks(site) as client:
        twice = [("origin", site.url), ("origin", "http://evil.example")]
        assert client.get(f"{API}/annotations", headers=twice).status_code == 403


@pytest.mark.parametrize("running", ["express", "vite-react", "nuxt"], indirect=True)
def test_events_come_while_the_line_is_open(site: Site) -> None:
    wish = {"accept": "text/event-stream"}
    with asks(site) as client, client.stream("GET", f"{API}/events", headers=wish) as events:
        assert events.headers["content-type"].startswith("text/event-stream")
        lines = events.iter_lines()
        made = client.post(f"{API}/annotations", json=NOTE).json()
        assert any(made["id"] in line for line in lines)


@pytest.mark.parametrize("running", ["vite-react"], indirect=True)
def test_too_long_a_body_is_refused_and_not_cut_off(site: Site) -> None:
    with asks(site) as client:
        answer = client.post(f"{API}/annotations", json={**NOTE, "note": "x" * 10_000_000})
        assert answer.status_code == 413
        assert answer.json()["error"]


def test_a_hub_that_is_killed_comes_back(shop: Site, home: Path) -> None:
    with asks(shop) as client:
        made = client.post(f"{API}/annotations", json=NOTE).json()
        os.kill(told(home)["pid"], signal.SIGKILL)
        found = client.get(f"{API}/annotations").json()["annotations"]
        assert [each["id"] for each in found] == [made["id"]]


def test_a_hub_that_has_lost_its_data_is_told_again(shop: Site, home: Path) -> None:
    with asks(shop) as client:
        made = client.post(f"{API}/annotations", json=NOTE).json()
        os.kill(told(home)["pid"], signal.SIGKILL)
        eventually(lambda: not hub_address.is_listening(str(home)))
        for file in home.glob("countermark.db*"):
            file.unlink()
        answer = client.patch(f"{API}/annotations/{made['id']}", json={"status": "in_progress"})
        assert answer.json().get("status") == "in_progress", answer.text


@pytest.mark.parametrize("name", ["express", "vite-react"])
def test_a_site_without_python_works_and_says_so_once(name: str, home: Path) -> None:
    with served(name, home=home, PATH=str(NODE.parent)) as site, asks(site) as client:
        assert client.get("/", headers=AS_A_BROWSER).status_code == 200
        script = client.get(CLIENT)
        assert script.status_code == 200
        assert "COUNTERMARK" not in script.text
        refused = client.get(f"{API}/annotations")
        assert refused.status_code == 503
        assert refused.json()["error"].startswith("The countermark hub cannot be reached.")
        assert site.said.count("Countermark was not found") == 1
        assert len([line for line in site.said.splitlines() if "[countermark]" in line]) == 1


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_hub_that_it_started_goes_with_the_dev_server(home: Path, how: signal.Signals) -> None:
    with served("vite-react", home=home) as site:
        pid = eventually(lambda: told(home))["pid"]
        assert site.process is not None
        os.killpg(site.process.pid, how)
        eventually(lambda: not (home / "hub.json").exists())
        eventually(lambda: not is_hub(pid))


def test_a_hub_of_somebody_else_stays(home: Path, tmp_path: Path) -> None:
    workplace = Workplace(tmp_path, home).furnish()
    with Hub(workplace) as hub:
        before = hub.ready()
        with served("express", home=home) as site, asks(site) as client:
            assert client.post(f"{API}/annotations", json=NOTE).status_code == 201
        assert hub.ready() == before


def test_a_test_run_starts_no_hub(home: Path) -> None:
    with served("vite-react", home=home, VITEST="true") as site, asks(site) as client:
        assert "client.js" not in client.get("/", headers=AS_A_BROWSER).text
        assert not (home / "hub.json").exists()


def test_a_saved_note_is_no_change_of_the_site(home: Path) -> None:
    with served("vite-react", home=home, DEBUG="vite:hmr") as site, asks(site) as client:
        client.post(f"{API}/annotations", json=NOTE)
        site.edit("honest lamps", "fair lamps")
        eventually(lambda: "Shop.jsx" in site.said)
        assert "inline-review.json" not in site.said


def is_hub(pid: int) -> bool:
    """Whether this process is one, and no memory of one."""
    try:
        return b"serve" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def told(home: Path) -> Any:
    """Who the hub says it is, once it is ready."""
    file = home / "hub.json"
    return json.loads(file.read_text()) if file.exists() else None


def test_astro_with_strict_addresses_and_a_base(home: Path) -> None:
    with copied("astro", home=home) as site:
        config = site.folder / "astro.config.mjs"
        config.write_text(
            config.read_text().replace("{\n  integ", '{\n  base: "/docs",\n  trailingSlash: "always",\n  integ')
        )
        site.start(at="/docs/")
        with asks(site) as client:
            assert client.get("/docs/", headers=AS_A_BROWSER).text.count(CLIENT) == 1
            assert client.post(f"{API}/annotations", json=NOTE).status_code == 201


def test_the_types_fit_the_frameworks(home: Path) -> None:
    """Checked by TypeScript as somebody's configuration would be."""
    with copied("astro", home=home) as site:
        (site.folder / "use.ts").write_text(USE)
        options = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--target", "es2022"]
        tsc: list[str | Path] = [NODE, ROOT / "web/node_modules/typescript/bin/tsc", *options, "use.ts"]
        done = subprocess.run(tsc, cwd=site.folder, capture_output=True, text=True)
        assert done.stdout == ""
        wrong = USE.replace("storagePath", "storagePlace")
        (site.folder / "use.ts").write_text(wrong)
        assert "storagePlace" in subprocess.run(tsc, cwd=site.folder, capture_output=True, text=True).stdout
