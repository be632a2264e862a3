"""A site that is developed, with page review on: its server as a real process, its pages and its page file."""

import json
import os
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx

from tests.real_agents.person import eventually
from tests.real_agents.workplace import Workplace
from tests.sites.ports import free_port

Json = dict[str, Any]
API = "/__inline-review/api"
HERE = Path(__file__).parent


class Site:
    """Lives as long as its `with`; what a test writes into its page file or its pages is put back by `resets`."""

    def __init__(self, workplace: Workplace) -> None:
        self.workplace = workplace
        self.root = workplace.project
        self.file = self.root / "inline-review.json"
        self.address = f"http://127.0.0.1:{free_port()}"
        self.http = httpx.Client(base_url=self.address, timeout=20, trust_env=False)

    def __enter__(self) -> Self:
        self.resets()
        port = self.address.rpartition(":")[2]
        command = [sys.executable, "-m", "uvicorn", "tests.browser.overlay.site_app:app", "--port", port]
        environment = self.workplace.environment(SITE_ROOT=str(self.root), PYTHONPATH=os.pathsep.join(sys.path))
        self._log = (self.workplace.root / "site.out").open("ab")
        self._process = subprocess.Popen(
            command, env=environment, cwd=self.root, stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log
        )
        eventually(self._version, seconds=30, what="the site", instead=self._said)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._process.terminate()
        self._process.wait(20)
        self._log.close()
        self.http.close()

    def resets(self) -> None:
        """The pages as above, and no page file."""
        pages = self.root / "pages"
        pages.mkdir(exist_ok=True)
        for file in (*pages.iterdir(), *self.root.glob("inline-review.json*")):
            file.unlink()
        self.writes_page("index", (HERE / "home.html").read_text())
        self.writes_page("second", (HERE / "second.html").read_text())

    def writes_page(self, name: str, html: str, *, policy: str | None = None) -> None:
        """A page as its author saves it."""
        (self.root / "pages" / f"{name}.html").write_text(html)
        if policy is not None:
            (self.root / "pages" / f"{name}.csp").write_text(policy)

    def stored(self) -> Json:
        """What the page file holds."""
        empty = {"version": 1, "annotations": [], "pageNotes": []}
        found: Json = json.loads(self.file.read_text()) if self.file.exists() else empty
        return found

    def is_empty(self) -> Json | None:
        """The hub's word that there is nothing in the page file."""
        said = self.asks("GET", "/version")
        return said if said["fingerprint"] == "0:" else None

    def writes_file(self, store: Json) -> None:
        """The page file as somebody else's program or hand writes it."""
        self.file.write_text(json.dumps(store, indent=2))

    def annotations(self) -> list[Json]:
        found: list[Json] = self.stored()["annotations"]
        return found

    def asks(self, method: str, path: str, body: Json | None = None) -> Json:
        """A program without a browser's headers: an agent, a script."""
        answer = self.http.request(method, API + path, json=body)
        answer.raise_for_status()
        found: Json = answer.json()
        return found

    def addresses(self, annotation: str) -> Json:
        """What an agent's address_annotation comes to."""
        return self.asks("PATCH", f"/annotations/{annotation}", {"status": "addressed"})

    def has_element(self, selector: str, note: str = "", *, page: str = "/") -> Json:
        """An annotation of an element that is there already."""
        wish = {
            "type": "element", "pageUrl": page, "pageTitle": "Home", "note": note,
            "elementSelector": {
                "cssSelector": selector, "xpath": "", "description": selector, "tagName": "", "attributes": {},
                "outerHtmlPreview": "",
            },
        }  # fmt: skip
        return self.asks("POST", "/annotations", wish)

    def has_text(self, words: str, note: str = "", *, page: str = "/", before: str = "", after: str = "") -> Json:
        """An annotation of text that is there already, found by its context."""
        place = {
            "startXPath": "/html[1]/none[1]", "startOffset": 0, "endXPath": "/html[1]/none[1]", "endOffset": 0,
            "selectedText": words, "contextBefore": before, "contextAfter": after,
        }  # fmt: skip
        wish = {
            "type": "text",
            "pageUrl": page,
            "pageTitle": "Home",
            "note": note,
            "selectedText": words,
            "range": place,
        }
        return self.asks("POST", "/annotations", wish)

    def has_note(self, note: str, *, page: str = "/") -> Json:
        return self.asks("POST", "/page-notes", {"pageUrl": page, "pageTitle": "Home", "note": note})

    def _version(self) -> Json | None:
        try:
            answer = self.http.get(f"{API}/version")
        except httpx.TransportError:
            return None
        return answer.json() if answer.status_code == httpx.codes.OK else None

    def _said(self) -> str:
        return (self.workplace.root / "site.out").read_text()[-3000:]
