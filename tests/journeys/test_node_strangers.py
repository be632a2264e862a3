"""Other machines, other users and new names, from a dev server through to the hub and the file."""

import json
import time
from pathlib import Path

import httpx
import pytest

from countermark.doorbell import hub_address
from tests.journeys.test_node_sites import API, CLIENT, NOTE, asks, eventually
from tests.sites import strangers
from tests.sites.node_sites import Site, copied, served

ANNOTATIONS = f"{API}/annotations"
WRITTEN_AGAIN_SECONDS = 3


def rewrite(site: Site, name: str, *changes: tuple[str, str]) -> None:
    """Change a file of the site that is no page."""
    text = (site.folder / name).read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (site.folder / name).write_text(text)


def notes(site: Site) -> int:
    return len(json.loads(site.storage.read_text())["annotations"]) if site.storage.exists() else 0


def test_a_named_host_is_reviewed_from_another_machine(home: Path) -> None:
    named = ("inlineReview()", 'inlineReview({ hosts: ["shop.test"] })')
    with copied("express", home=home) as site:
        rewrite(site, "server.js", named, ('"127.0.0.1"', '"0.0.0.0"'))
        site.start()
        elsewhere = strangers.address_for_others()
        refused = strangers.ask(elsewhere, site.port, ANNOTATIONS, host=f"{elsewhere}:{site.port}", note=NOTE)
        assert (refused.status, refused.code, notes(site)) == (403, "far_away", 0)
        made = strangers.ask(elsewhere, site.port, ANNOTATIONS, host=f"shop.test:{site.port}", note=NOTE)
        assert (made.status, notes(site)) == (201, 1)


@pytest.mark.parametrize("name", ["express", "vite-react"])
def test_another_user_of_the_machine_writes_no_note(name: str, home: Path) -> None:
    """A program of theirs sends no header of a browser's, so nobody asks it for the token: an agent would obey it."""
    other = strangers.other_user()
    with served(name, home=home) as site, asks(site) as client:
        host = f"localhost:{site.port}"
        refused = strangers.ask("127.0.0.1", site.port, ANNOTATIONS, host=host, user=other, note=NOTE)
        assert (refused.status, refused.code, notes(site)) == (403, "other_user", 0)
        assert "COUNTERMARK_SITE" not in strangers.ask("127.0.0.1", site.port, CLIENT, host=host, user=other).body
        assert client.post(ANNOTATIONS, json=NOTE).status_code == 201


def test_a_name_that_is_added_counts_at_once(home: Path) -> None:
    """Vite begins anew in its process when its configuration changes."""
    with served("vite-react", home=home) as site:
        with asks(site, host=f"shop.test:{site.port}") as client:
            assert client.get(ANNOTATIONS).json()["code"] == "host_refused"
        rewrite(site, "vite.config.js", ("inlineReview()", 'inlineReview({ hosts: ["shop.test"] })'))
        config = site.folder / "vite.config.js"

        def restarted() -> bool:
            """Vite answers before it watches its files: what was written in between is written once more."""
            if time.time() - config.stat().st_mtime > WRITTEN_AGAIN_SECONDS:
                config.touch()
            return "server restarted" in site.said

        eventually(restarted)
        with asks(site, host=f"shop.test:{site.port}") as client:  # it resets the connections that it had
            assert client.post(ANNOTATIONS, json=NOTE).status_code == 201


def test_a_hub_that_was_told_other_names_since_is_told_again(home: Path) -> None:
    with copied("express", home=home) as site:
        rewrite(site, "server.js", ("inlineReview()", 'inlineReview({ hosts: ["shop.test"] })'))
        site.start()
        with asks(site, host=f"shop.test:{site.port}") as client:
            assert client.get(ANNOTATIONS).status_code == 200
            other: dict[str, object] = {"root": str(site.folder), "storage": None, "address": None, "hosts": []}
            with httpx.Client(transport=httpx.HTTPTransport(uds=hub_address.door(str(home)))) as hub:
                assert hub.post("http://countermark/pages/sites", json=other).status_code == 200
            assert client.post(ANNOTATIONS, json=NOTE).status_code == 201
