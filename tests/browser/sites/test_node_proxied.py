"""Sites without a word of ours in their configuration, behind `countermark pages URL`, in Chromium."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import Browser

from tests.browser.sites.reviewing import Tab, must_go_the_whole_way
from tests.browser.sites.test_node_sites import THEIRS, presses_counter
from tests.browser.watch import Watch
from tests.sites.node_sites import AS_A_BROWSER, Site, copied

CONFIGURATIONS = {"astro": "astro.config.mjs", "vite-react": "vite.config.js"}
LOADED_ANEW = {"astro"}  # an edit of a template; React takes an edit of a component in the page as it stands
OURS = re.compile(r"^import inlineReview .*\n|(, )?inlineReview\(\)", re.MULTILINE)
PAGES = (sys.executable, "-m", "countermark", "pages")
GREETING = re.compile(r" at (http://localhost:\d+)/")
ENDING = 10.0


@pytest.fixture(params=CONFIGURATIONS)
def site(request: pytest.FixtureRequest, home: Path) -> Iterator[Site]:
    """A running dev server that knows nothing of us."""
    with copied(request.param, home=home) as plain:
        configuration = plain.folder / CONFIGURATIONS[request.param]
        configuration.write_text(OURS.sub("", configuration.read_text()))
        assert "review" not in configuration.read_text().lower()
        plain.start()
        assert "inline-review" not in httpx.get(plain.url, headers=AS_A_BROWSER, trust_env=False).text
        yield plain


@pytest.fixture
def proxied(site: Site) -> Iterator[str]:
    """Where the proxy serves the site; the hub that it has started ends with the test."""
    with behind_proxy(site) as address:
        yield address
    command = [*PAGES[:-1], "stop"]
    subprocess.run(command, env=dict(site.environment), capture_output=True, check=True)


@contextmanager
def behind_proxy(site: Site) -> Iterator[str]:
    """The address of a `countermark pages`, started as a person would in the site's folder; it ends without a word."""
    with subprocess.Popen(
        [*PAGES, site.url],
        cwd=site.folder, env=dict(site.environment), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as proxy:  # fmt: skip
        try:
            assert proxy.stdout is not None
            found = GREETING.search(proxy.stdout.readline())
            assert found is not None, proxy.communicate(timeout=ENDING)[1]
            yield found[1]
        finally:
            proxy.terminate()
            complaints = proxy.communicate(timeout=ENDING)[1]
    assert (proxy.returncode, complaints) == (0, "")


def test_the_whole_way(site: Site, proxied: str, browser: Browser) -> None:
    """The page is told of the edit by the dev server's own WebSocket, which it has through the proxy alone."""
    watch, sockets = Watch(), list[str]()
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    watch.over(context)
    tab = Tab(context.new_page(), proxied)
    tab.page.on("websocket", lambda socket: sockets.append(socket.url))

    def edit() -> None:
        presses_counter(tab)  # a page that is not awake yet hears nothing of an edit, with us or without
        tab.page.evaluate("window.same = true")
        site.edit("good rope", "plain rope")

    must_go_the_whole_way(tab, edit=edit, storage=site.storage, environment=dict(site.environment))
    assert tab.page.evaluate("window.same !== true") == (site.framework.name in LOADED_ANEW)
    assert sockets
    # Where it cannot be had through the proxy, Vite's client asks the dev server past it.
    reached = {urlsplit(url).netloc for url in (*watch.origins(), *sockets)}
    assert reached == {urlsplit(proxied).netloc}
    context.close()
    assert watch.errors == []
    assert [line for line in watch.console if not any(word in line for word in THEIRS)] == []
