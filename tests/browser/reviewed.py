"""A site under review, without its pages: a folder, its inline-review.json, and how a desk shows it."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, expect

from countermark.page_side.site import Site
from tests.browser.desk import Desk
from tests.browser.office import Office

Entry = dict[str, Any]
ADDRESS = "http://127.0.0.1:4321"
PIXEL = (
    "data:image/png;base64,"
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


def base(name: str, **more: object) -> Entry:
    times = {"createdAt": "2026-03-02T10:00:00.000Z", "updatedAt": "2026-03-02T10:00:00.000Z"}
    return {"id": name, "pageUrl": "/", "pageTitle": "Fen and field", "note": f"Note {name}", **times, **more}


def words(name: str, quote: str, **more: object) -> Entry:
    """An annotation of some words."""
    around = {"contextBefore": "Every order ", "contextAfter": ", wrapped in paper.", "selectedText": quote}
    return base(name, type="text", selectedText=quote, **{"range": around, **more})


def element(name: str, description: str, **more: object) -> Entry:
    """An annotation of an element."""
    selector = {"description": description, "cssSelector": "img.hero", "outerHtmlPreview": '<img class="hero">'}
    return base(name, type="element", elementSelector=selector, **more)


def addressed(entry: Entry, *replies: str) -> Entry:
    """The same, once an agent has done something about it."""
    told = [{"message": reply, "createdAt": "2026-03-02T10:05:00.000Z"} for reply in replies]
    return {**entry, "status": "addressed", "addressedAt": "2026-03-02T10:05:00.000Z", "replies": told}


class Reviewed:
    """The site as it lies on the disk, and its pane on a desk."""

    def __init__(self, office: Office, name: str = "fen-and-field") -> None:
        self.office = office
        self.name = name
        self.folder = office.workplace.root / "sites" / name
        self.folder.mkdir(parents=True, exist_ok=True)
        self.id = ""

    @property
    def file(self) -> Path:
        return self.folder / "inline-review.json"

    def holds(self, *annotations: object, notes: Iterable[Entry] = ()) -> None:
        """Write the file, as a hand or git would."""
        store = {"version": 1, "annotations": list(annotations), "pageNotes": list(notes)}
        self.file.write_text(json.dumps(store, indent=2), encoding="utf-8")

    def read(self) -> Entry:
        found: Entry = json.loads(self.file.read_text(encoding="utf-8"))
        return found

    def entry(self, name: str) -> Entry | None:
        """An annotation or note as it stands in the file."""
        store = self.read()
        return next((one for one in (*store["annotations"], *store["pageNotes"]) if one["id"] == name), None)

    def comes(self, address: str = ADDRESS) -> None:
        """A dev server brings the site to the hub."""
        site = Site(root=self.folder, address=address)
        site.home = str(self.office.workplace.desk_folder)
        self.id = site.introduce()

    def goes(self) -> None:
        """Leave the shared desk as it was."""
        self.office.attendant.forgets_site(self.id)
        self.file.unlink(missing_ok=True)

    def on(self, desk: Desk) -> "Pages":
        """Choose the site from the inbox."""
        item = desk.inbox.locator(f'.item[data-item="{self.id}"]')
        if desk.page.viewport_size and desk.page.viewport_size["width"] < 600:
            item.tap()
        else:
            item.click()
        pages = Pages(desk, desk.page.get_by_role("region", name=f"Pages: {self.name}").first)
        expect(pages.region.get_by_role("heading", level=1, name=self.name)).to_be_visible()
        return pages


class Pages:
    """A pane of pages, by the names that a person reads there."""

    def __init__(self, desk: Desk, region: Locator) -> None:
        self.desk = desk
        self.region = region

    @property
    def rows(self) -> Locator:
        return self.region.locator(".row")

    def row(self, name: str) -> Locator:
        """The line of an annotation."""
        return self.region.locator(f'.row[data-mark="{name}"]')

    def does(self, name: str, deed: str) -> None:
        """Press one of the buttons of a line."""
        row = self.row(name)
        row.hover()
        row.get_by_role("button", name=deed, exact=True).click()

    def filter(self, words: str) -> Locator:
        return self.region.get_by_role("group", name="Show").get_by_role("button", name=words)

    def said(self, words: str) -> None:
        """Judge what the desk has said last."""
        expect(self.desk.page.locator("p[role=status].unseen")).to_contain_text(words)
