"""Seed 002, section 2.2: `storagePath` says where the notes are, seen from the project's folder."""

import json
from pathlib import Path

import httpx

from tests.sites.node_sites import copied

NOTE = {"pageUrl": "/", "pageTitle": "Shop", "note": "Warmer."}


def test_the_notes_are_where_the_site_says(home: Path) -> None:
    with copied("express", home=home) as site:
        server = site.folder / "server.js"
        chosen = server.read_text().replace("inlineReview()", 'inlineReview({ storagePath: "notes/review.json" })')
        server.write_text(chosen)
        (site.folder / "notes").mkdir()
        site.start()
        made = httpx.post(f"{site.url}/__inline-review/api/page-notes", json=NOTE, timeout=60)
        assert made.status_code == httpx.codes.CREATED
        kept = json.loads((site.folder / "notes" / "review.json").read_text())
        assert [each["note"] for each in kept["pageNotes"]] == ["Warmer."]
        assert not site.storage.exists()
