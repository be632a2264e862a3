"""Seed 002, Appendix A, its last line: what a framework builds for production has nothing of ours, in a browser too."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from playwright.sync_api import Browser, expect

from tests.browser.watch import Watch
from tests.sites.node_sites import copied

TRACES = """() => [
  document.getElementById("astro-inline-review-host"), window.__astro_inline_review_init,
  document.querySelector("[data-air-el], [data-air-id], [data-air-element-id]"),
  localStorage.getItem("astro-inline-review"),
].filter((trace) => trace != null).length"""


class Quiet(SimpleHTTPRequestHandler):
    """Any web server for files."""

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing."""


@contextmanager
def deployed(folder: Path) -> Iterator[str]:
    """What was built, on a web server of its own; its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_astro_build(browser: Browser) -> None:
    home = Path(tempfile.mkdtemp(prefix="cm-b-"))
    context, watch, asked = browser.new_context(), Watch(), list[str]()
    watch.over(context)
    try:
        with copied("astro", home=home) as site:
            assert site.build()
            with deployed(site.folder / "dist") as address:
                page = context.new_page()
                page.on("request", lambda request: asked.append(request.url.removeprefix(address)))
                for path, words in {"/": "honest lamps", "/prices/": "four shillings"}.items():
                    page.goto(address + path)
                    expect(page.locator("main")).to_contain_text(words)
                    assert page.evaluate(TRACES) == 0
                    assert "inline-review" not in page.content()
        assert asked
        assert [path for path in asked if "inline-review" in path] == []
        assert watch.errors == []
    finally:
        context.close()
        shutil.rmtree(home, ignore_errors=True)
